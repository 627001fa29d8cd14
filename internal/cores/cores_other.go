//go:build !linux

package cores

// Choose returns the zero Split: only on Linux can processes be kept on a core.
func Choose() Split { return Split{} }

// On calls f.
func (Split) On(f func()) { f() }

// Clear does nothing.
func (Split) Clear() (giveBack func()) { return func() {} }
