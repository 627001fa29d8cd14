//go:build !unix

package jupyter

import "os/exec"

// Group starts commands. It replaces process groups on systems that do not have them.
type Group struct{}

// NewGroup returns a group. It ignores the folder, because these systems have no guard process that
// would remove it.
func NewGroup(string) *Group { return &Group{} }

// Start starts the command.
func (*Group) Start(cmd *exec.Cmd) error { return cmd.Start() }

// Kill does nothing.
func (*Group) Kill() {}
