//go:build !linux

package process

import "time"

// Other systems do not let us watch a process, so [Check] refuses limits that need watching.
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
