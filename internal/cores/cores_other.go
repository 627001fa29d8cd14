//go:build !linux

package cores

// Choose returns the zero Split: processes can be kept on a core on Linux only.
func Choose() Split { return Split{} }

// On calls f.
func (Split) On(f func()) { f() }

// Clear does nothing.
func (Split) Clear() (giveBack func()) { return func() {} }
