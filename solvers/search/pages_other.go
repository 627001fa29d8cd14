//go:build !linux

package search

import "runtime/debug"

// newGroups returns empty groups.
func newGroups(n uint64) []group { return make([]group, n) }

// freeGroups gives groups up. They must not be used again. The collector runs
// when the heap has doubled, which a search that makes no garbage never comes
// to; until then the process would hold an old table beside the new one.
func freeGroups(groups []group) {
	if uint64(len(groups))*groupBytes >= ownPages {
		debug.FreeOSMemory()
	}
}

// shedsPages says that shedGroups gives memory back; here it does nothing.
const shedsPages = false

func shedGroups([]group, int, int) {}
