//go:build !unix

package install

import (
	"context"
	"io"
	"os/exec"
)

// Exec returns [ErrPlatform].
func Exec(context.Context, string, io.Writer) error { return ErrPlatform }

// interruptible does nothing: here a process can only be killed, which is what
// the end of the command's context does by itself.
func interruptible(*exec.Cmd) (end func()) { return func() {} }
