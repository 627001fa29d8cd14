//go:build !unix

package jupyter

import "os/exec"

// Group does nothing. It replaces process groups on systems that do not have them.
type Group struct{}

// NewGroup returns a group that does nothing.
func NewGroup(string) *Group { return &Group{} }

// Start starts a command.
func (*Group) Start(cmd *exec.Cmd) error { return cmd.Start() }

// Kill does nothing.
func (*Group) Kill() {}
