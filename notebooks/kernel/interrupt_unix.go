//go:build unix

package kernel

import (
	"os/exec"
	"syscall"
)

// interruptible makes the end of the command's context an interrupt, and gives
// the command a process group, so that the compilers it started are
// interrupted too. end, to be called after the command ended by that, ends
// what is left of the group.
func interruptible(cmd *exec.Cmd) (end func()) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	signal := func(s syscall.Signal) error {
		if cmd.Process == nil { // it was not started
			return nil
		}
		return syscall.Kill(-cmd.Process.Pid, s)
	}
	cmd.Cancel = func() error { return signal(syscall.SIGINT) }
	return func() { _ = signal(syscall.SIGKILL) }
}
