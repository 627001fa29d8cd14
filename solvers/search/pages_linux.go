package search

import (
	"syscall"
	"unsafe"
)

// newGroups returns empty groups, or nil if the system has no memory for them.
//
// Large groups come from the system, not from the garbage collector. They are returned to the
// system as soon as they are freed, so the process never holds more memory than the search
// counts. They are on pages of 2 MiB if the system supports these. Every lookup goes to a
// different place, and with pages of 4 KiB most lookups would also miss the cache of page
// translations.
func newGroups(n uint64) []group {
	bytes := n * groupBytes
	if bytes < ownPages {
		return make([]group, n)
	}
	memory, err := syscall.Mmap(-1, 0, int(bytes), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil
	}
	_ = syscall.Madvise(memory, syscall.MADV_HUGEPAGE) // a refusal costs only speed
	return unsafe.Slice((*group)(unsafe.Pointer(unsafe.SliceData(memory))), n)
}

// shedsPages reports whether shedGroups gives memory back.
const shedsPages = true

// shedGroups gives back the memory of the groups from up to, but not including, to. They read as
// empty afterward.
func shedGroups(groups []group, from, to int) {
	if uint64(len(groups))*groupBytes < ownPages {
		return
	}
	part := unsafe.Slice((*byte)(unsafe.Pointer(&groups[from])), uint64(to-from)*groupBytes)
	if err := syscall.Madvise(part, syscall.MADV_DONTNEED); err != nil {
		panic("search: give back a part of a table: " + err.Error()) // it was not one of ours
	}
}

// freeGroups frees groups. They must not be used afterward.
func freeGroups(groups []group) {
	bytes := uint64(len(groups)) * groupBytes
	if bytes < ownPages {
		return
	}
	memory := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(groups))), bytes)
	if err := syscall.Munmap(memory); err != nil {
		panic("search: release a table: " + err.Error()) // it was not one of ours
	}
}
