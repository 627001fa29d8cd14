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

// readNow reads from a pipe without waiting. Nothing comes any more if it is not open.
func readNow(fd uintptr, buf []byte) (n int, open bool) {
	for {
		n, err := syscall.Read(int(fd), buf)
		if err != syscall.EINTR {
			return max(0, n), err == syscall.EAGAIN
		}
	}
}

func mkfifo(path string) error { return syscall.Mkfifo(path, 0o600) }
