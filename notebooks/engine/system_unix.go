//go:build unix

package engine

import (
	"os"
	"os/exec"
	"syscall"
)

// inGroup lets a command lead a process group, of which whatever it starts is part.
func inGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// signalGroup sends a signal to the group that a process leads.
func signalGroup(p *os.Process, s os.Signal) { _ = syscall.Kill(-p.Pid, s.(syscall.Signal)) }

// readNow returns what can be read from a pipe without waiting.
func readNow(f *os.File) []byte {
	buf := make([]byte, 64<<10)
	n := 0
	if raw, err := f.SyscallConn(); err == nil {
		_ = raw.Read(func(fd uintptr) bool {
			n, _ = syscall.Read(int(fd), buf)
			return true
		})
	}
	return buf[:max(0, n)]
}

func mkfifo(path string) error { return syscall.Mkfifo(path, 0o600) }
