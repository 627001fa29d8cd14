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

// canAsk reports whether it can be seen that a program waits for input.
const canAsk = runtime.GOOS == "linux"

// readCheck is how often it is looked at whether a program reads.
const readCheck = 50 * time.Millisecond

// socket is a standard input, of which this process sees what has been read.
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

// empty reports whether there is nothing to be read.
func (s socket) empty() bool {
	_, _, err := syscall.Recvfrom(int(s.child.Fd()), make([]byte, 1), syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
	return err == syscall.EAGAIN
}

func (s socket) close() {
	_ = s.child.Close()
	_ = s.own.Close()
}

// input is the standard input of a program: one for which a person is asked, or one
// that is empty, whose first read ends the program.
type input struct {
	socket
	ask  func(context.Context) (string, error) // nil if nobody is there
	done chan struct{}
	end  context.CancelFunc
}

// newInput makes the standard input of a command that is not started yet.
func newInput(in Cell, cmd *exec.Cmd) (i *input, err error) {
	i = &input{done: make(chan struct{})}
	kind := syscall.SOCK_DGRAM
	if canAsk && in.Input != nil {
		i.ask, kind = in.Input, syscall.SOCK_STREAM
	}
	if i.socket, err = newSocket(kind); err == nil && i.ask == nil {
		_, err = syscall.SendmsgN(int(i.own.Fd()), nil, nil, nil, 0) // what is empty is an end
	}
	cmd.Stdin = i.child
	return i, err
}

// watch waits for reads of the process, which leads a group, until that ends. There may be no input.
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

// close reports, once the process has ended, whether it has read what is empty.
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

// reads reports whether a process of a group waits for its standard input.
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
