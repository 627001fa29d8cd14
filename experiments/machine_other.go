//go:build !linux

package experiments

// Other systems do not provide these values.
func load() float64        { return 0 }
func forgetPeak()          {}
func residentPeak() uint64 { return 0 }
