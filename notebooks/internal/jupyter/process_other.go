//go:build !unix

package jupyter

import "os/exec"

const unixSockets = false

// Group stands for a process group where there are none.
type Group struct{}

// NewGroup has no guard here.
func NewGroup(string) *Group { return &Group{} }

func (*Group) adopt(*exec.Cmd) {}

// Add does nothing.
func (*Group) Add(int) {}

// Kill ends the command's process.
func (*Group) Kill(cmd *exec.Cmd) {
	if cmd != nil && cmd.Process != nil {
		_ = cmd.Process.Kill()
	}
}
