//go:build !linux

package process

import "time"

// Elsewhere nothing is known of another process, so that [Check] refuses what would
// have to be watched.
type kin struct{ mark string }

func newKin(int) kin              { return kin{} }
func (*kin) find()                {}
func (*kin) wait()                {}
func (*kin) cpu() time.Duration   { return 0 }
func (*kin) memory(uint64) uint64 { return 0 }
func (*kin) ended() bool          { return false }
func (*kin) stopped() bool        { return false }
func (*kin) kill()                {}
func (*kin) close()               {}

type cgroup struct{}

func newCgroup(int) *cgroup        { return nil }
func (*cgroup) keeps() bool        { return false }
func (*cgroup) limit(uint64) error { return nil }
func (*cgroup) killed() bool       { return false }
func (*cgroup) kill()              {}
func (*cgroup) remove()            {}

func adopt()                    {}
func killOrphans(string) string { return "" }
func killsForMemory() uint64    { return 0 }
