//go:build !unix

package kernel

import "os/exec"

// interruptible does nothing: here a process can only be killed, which is what
// the end of the command's context does by itself.
func interruptible(*exec.Cmd) (end func()) { return func() {} }
