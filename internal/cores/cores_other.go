//go:build !linux

package cores

// Choose returns the zero Split, because processes can be pinned to cores only on Linux.
func Choose() Split { return Split{} }

// On calls f without choosing a core, because processes can be pinned to cores only on Linux.
func (Split) On(f func()) { f() }

// Clear does nothing, and returns a function that does nothing.
func (Split) Clear() (giveBack func()) { return func() {} }
