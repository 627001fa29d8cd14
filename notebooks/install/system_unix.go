//go:build unix

package install

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"syscall"
)

// Exec replaces this process with GoNB, which serves the clients that use the given connection
// file. The notebook must be in the working directory, as it is when Jupyter starts a kernel. Exec
// returns only if it fails. While it builds tools, it writes messages to log.
func Exec(ctx context.Context, connectionFile string, log io.Writer) error {
	spec, err := Command(ctx, "", launching, log)
	if err != nil {
		return err
	}
	argv := slices.Clone(spec.Argv)
	for i, arg := range argv {
		argv[i] = strings.ReplaceAll(arg, "{connection_file}", connectionFile)
	}
	err = syscall.Exec(argv[0], argv, spec.Env)
	return fmt.Errorf("kernel: exec %s: %w", argv[0], err)
}

// interruptible makes the command receive an interrupt when its context ends. It gives the command
// a process group, so that compilers that it starts are interrupted too. Call end after the command
// has ended because of the interrupt; it kills what remains of the group.
func interruptible(cmd *exec.Cmd) (end func()) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	signal := func(s syscall.Signal) error {
		if cmd.Process == nil { // the command was not started
			return nil
		}
		return syscall.Kill(-cmd.Process.Pid, s)
	}
	cmd.Cancel = func() error { return signal(syscall.SIGINT) }
	return func() { _ = signal(syscall.SIGKILL) }
}
