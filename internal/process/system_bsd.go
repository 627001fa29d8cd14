//go:build !linux && !windows

package process

import (
	"errors"
	"os/exec"
	"syscall"
)

// isolate puts the command into a new process group.
func isolate(cmd *exec.Cmd, _ bool) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return nil
}

// Check returns an error if this system cannot enforce one of the limits.
func Check(l Limits) error {
	if l.CPU > 0 || l.Resident > 0 {
		return errors.New("limits on the CPU time and the memory of a process work only on Linux")
	}
	return nil
}
