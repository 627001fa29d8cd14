//go:build unix

package engine

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
	"time"
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

// canAsk reports whether the system shows that a program waits for input.
const canAsk = runtime.GOOS == "linux"

// readCheck is the interval between checks whether a program waits for input.
const readCheck = 50 * time.Millisecond

// socket is used as standard input, so that this process can see the number of bytes read.
type socket struct {
	child, own *os.File
}

func newSocket(kind int) (socket, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	fds, err := syscall.Socketpair(syscall.AF_UNIX, kind, 0)
	if err != nil {
		return socket{}, os.NewSyscallError("socketpair", err)
	}
	for _, fd := range fds {
		syscall.CloseOnExec(fd)
	}
	return socket{os.NewFile(uintptr(fds[0]), "stdin"), os.NewFile(uintptr(fds[1]), "input")}, nil
}

// empty reports whether everything has been read.
func (s socket) empty() bool {
	_, _, err := syscall.Recvfrom(int(s.child.Fd()), make([]byte, 1), syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
	return err == syscall.EAGAIN
}

func (s socket) close() {
	_ = s.child.Close()
	_ = s.own.Close()
}

// input is the standard input of a program. Either a person is asked for lines, or it is empty and
// the first read ends the program.
type input struct {
	socket
	ask  func(context.Context) (string, error) // nil if nobody can be asked
	done chan struct{}
	end  context.CancelFunc
}

// newInput makes the standard input for a command before it starts.
func newInput(in Cell, cmd *exec.Cmd) (i *input, err error) {
	i = &input{done: make(chan struct{})}
	kind := syscall.SOCK_DGRAM
	if canAsk && in.Input != nil {
		i.ask, kind = in.Input, syscall.SOCK_STREAM
	}
	if i.socket, err = newSocket(kind); err == nil && i.ask == nil {
		_, err = syscall.SendmsgN(int(i.own.Fd()), nil, nil, nil, 0) // an empty message is the end of input
	}
	cmd.Stdin = i.child
	return i, err
}

// watch watches a process group for reads until the process ends. i may be nil.
func (i *input) watch(ctx context.Context, p *os.Process) {
	if i == nil {
		return
	}
	ctx, i.end = context.WithCancel(ctx)
	go func() {
		defer close(i.done)
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(readCheck):
			}
			switch {
			case !i.empty():
			case i.ask == nil:
				signalGroup(p, os.Kill)
				return
			case reads(p.Pid):
				line, err := i.ask(ctx)
				if err != nil {
					return
				}
				_, _ = i.own.WriteString(line + "\n")
			}
		}
	}()
}

// close reports whether the ended process has read from an empty input.
func (i *input) close() (read bool) {
	if i == nil {
		return false
	}
	if i.end != nil {
		i.end()
		<-i.done
	}
	read = i.ask == nil && i.empty()
	i.socket.close()
	return read
}

// reads reports whether a process of a group waits for standard input.
func reads(group int) bool {
	entries, _ := os.ReadDir("/proc")
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		if leader, err := syscall.Getpgid(pid); err != nil || leader != group {
			continue
		}
		threads, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
		for _, thread := range threads {
			call, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/syscall", pid, thread.Name()))
			if bytes.HasPrefix(call, fmt.Appendf(nil, "%d 0x0 ", syscall.SYS_READ)) {
				return true
			}
		}
	}
	return false
}
