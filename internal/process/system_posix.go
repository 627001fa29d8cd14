//go:build !windows

package process

import (
	"io"
	"os"
	"syscall"
	"time"

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

// look returns when there is something to read, or after so long.
func look(f *os.File, long time.Duration) {
	fds := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
	for begun := time.Now(); time.Since(begun) < long; {
		if n, err := unix.Poll(fds, 0); n != 0 || err != nil && err != unix.EINTR {
			return
		}
	}
}

// pipe is the end of a pipe whose other end a process has. Reads and writes come to an end
// also if something that the process has left behind holds the other end: while there is
// nothing to do, alive is asked now and then.
type pipe struct {
	fd    int
	alive func() bool
}

func newPipe(f *os.File, alive func() bool) (pipe, error) {
	p := pipe{int(f.Fd()), alive}
	return p, unix.SetNonblock(p.fd, true)
}

func (p pipe) Read(b []byte) (int, error) {
	for {
		if err := p.wait(unix.POLLIN); err != nil {
			return 0, err
		}
		n, err := unix.Read(p.fd, b)
		switch {
		case n == 0 && err == nil:
			return 0, io.EOF
		case err != unix.EINTR && err != unix.EAGAIN:
			return max(n, 0), err
		}
	}
}

func (p pipe) Write(b []byte) (done int, err error) {
	for done < len(b) {
		n, err := unix.Write(p.fd, b[done:])
		if err == unix.EAGAIN {
			err = p.wait(unix.POLLOUT)
		}
		if err != nil && err != unix.EINTR {
			return done, err
		}
		done += max(n, 0)
	}
	return done, nil
}

// wait waits until there is something to read, or room to write.
func (p pipe) wait(events int16) error {
	for {
		fds := []unix.PollFd{{Fd: int32(p.fd), Events: events}}
		n, err := unix.Poll(fds, 100)
		switch {
		case err != nil && err != unix.EINTR:
			return err
		case n > 0:
			return nil
		case !p.alive():
			return os.ErrClosed
		}
	}
}
