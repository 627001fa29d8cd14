//go:build !linux

package search

import "runtime/debug"

// newGroups returns empty groups.
func newGroups(n uint64) []group { return make([]group, n) }

// freeGroups frees groups. They must not be used afterward. The garbage
// collector normally runs when the heap has doubled, which never happens in a
// search that does not make garbage. Until then the process would hold both the
// old table and the new one.
func freeGroups(groups []group) {
	if uint64(len(groups))*groupBytes >= ownPages {
		debug.FreeOSMemory()
	}
}

// shedsPages reports whether shedGroups gives memory back. Here it does nothing.
const shedsPages = false

func shedGroups([]group, int, int) {}
