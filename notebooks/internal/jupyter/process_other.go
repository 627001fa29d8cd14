//go:build !unix

package jupyter

import "os/exec"

const unixSockets = false

// group stands for a process group where there are none.
type group struct{}

func newGroup(string) *group { return &group{} }

func (*group) adopt(*exec.Cmd) {}

func (*group) kill(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = cmd.Process.Kill()
	}
}
