//go:build !unix

package jupyter

// Group does nothing. It replaces process groups on systems that do not have them.
type Group struct{}

// NewGroup returns a group that does nothing.
func NewGroup(string) *Group { return &Group{} }

// Add does nothing.
func (*Group) Add(int) {}

// Kill does nothing.
func (*Group) Kill() {}
