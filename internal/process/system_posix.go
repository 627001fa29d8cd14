//go:build !windows

package process

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// killGroup kills a process and all of its group.
func killGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) }

// appending makes what is written to a file go to its end, wherever that is.
func appending(f *os.File) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = conn.Control(func(fd uintptr) {
		_, failed = unix.FcntlInt(fd, unix.F_SETFL, unix.O_APPEND)
	})
	if err == nil {
		err = failed
	}
	return err
}
