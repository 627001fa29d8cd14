//go:build !windows

package process

import (
	"errors"
	"io"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// killGroup kills a process and its whole group.
func killGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) }

func closeOnExec(fds ...int) {
	for _, fd := range fds {
		unix.CloseOnExec(fd)
	}
}

// signalOf names the signal that ended a process, or "" if none did.
func signalOf(state *os.ProcessState) string {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return status.Signal().String()
	}
	return ""
}

// pipe is an end of a pipe. A thread waits for it in a system call, which returns sooner than Go's
// poller.
type pipe struct {
	file *os.File
	fd   int
}

func newPipe(f *os.File) (pipe, error) {
	p := pipe{f, int(f.Fd())}
	return p, unix.SetNonblock(p.fd, true)
}

func (p pipe) close() { _ = p.file.Close() }

// read reads the available bytes. The error is [io.EOF] at the end.
func (p pipe) read(b []byte) (int, error) {
	n, err := unix.Read(p.fd, b)
	switch {
	case n == 0 && err == nil:
		return 0, io.EOF
	case errors.Is(err, unix.EINTR) || errors.Is(err, unix.EAGAIN):
		return 0, nil
	}
	return max(n, 0), err
}

// write writes as many bytes as there is room for.
func (p pipe) write(b []byte) (int, error) {
	n, err := unix.Write(p.fd, b)
	if errors.Is(err, unix.EINTR) || errors.Is(err, unix.EAGAIN) {
		err = nil
	}
	return max(n, 0), err
}

// ready waits until from has data or has ended, or, if writes is set, until to has room; it waits
// at most the given time.
func ready(from, to pipe, writes bool, wait time.Duration) (canRead, canWrite bool) {
	fds := []unix.PollFd{{Fd: int32(from.fd), Events: unix.POLLIN}, {Fd: int32(to.fd), Events: unix.POLLOUT}}
	if !writes {
		fds = fds[:1]
	}
	n, err := unix.Poll(fds, int((max(wait, 0)+time.Millisecond-1)/time.Millisecond))
	if n <= 0 || err != nil {
		return false, false
	}
	return fds[0].Revents != 0, writes && fds[1].Revents != 0
}

// look returns when there is something to read, or after the time long.
func look(f *os.File, long time.Duration) {
	fds := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
	for begun := time.Now(); time.Since(begun) < long; {
		if n, err := unix.Poll(fds, 0); n != 0 || err != nil && !errors.Is(err, unix.EINTR) {
			return
		}
	}
}
