//go:build unix

package engine

import (
	"os"
	"syscall"
)

// signalGroup sends a signal to the process group of a leader.
func signalGroup(p *os.Process, s os.Signal) { _ = syscall.Kill(-p.Pid, s.(syscall.Signal)) }

// readNow reads from a pipe without waiting. If open is false, there will be no more data.
func readNow(fd uintptr, buf []byte) (n int, open bool) {
	for {
		n, err := syscall.Read(int(fd), buf)
		if err != syscall.EINTR {
			return max(0, n), err == syscall.EAGAIN
		}
	}
}

func mkfifo(path string) error { return syscall.Mkfifo(path, 0o600) }
