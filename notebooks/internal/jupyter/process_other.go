//go:build !unix

package jupyter

// Group replaces process groups on systems without them.
type Group struct{}

// NewGroup returns a group without a guard.
func NewGroup(string) *Group { return &Group{} }

// Add does nothing.
func (*Group) Add(int) {}

// Kill does nothing.
func (*Group) Kill() {}
