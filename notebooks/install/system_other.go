//go:build !unix

package install

import (
	"context"
	"io"
	"os/exec"
)

// Exec returns [ErrPlatform], because notebooks do not run on this system.
func Exec(context.Context, string, io.Writer) error { return ErrPlatform }

// interruptible does nothing: on this system a process can only be killed, which happens anyway
// when the command's context ends.
func interruptible(*exec.Cmd) (end func()) { return func() {} }
