package search

import (
	"syscall"
	"unsafe"
)

// newGroups returns empty groups, or nil if the system has no memory for them.
//
// Large ones are not the collector's: they come from the system, and go back
// to it the moment they are given up, so that the process never holds more
// than is accounted. They lie on pages of 2 MiB where the system has them: every
// lookup goes to a place of its own, and with pages of 4 KiB most would miss
// the cache of page translations too.
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

// shedsPages says that shedGroups gives memory back.
const shedsPages = true

// shedGroups gives back the memory of groups from one up to another, which
// read as empty afterwards.
func shedGroups(groups []group, from, to int) {
	if uint64(len(groups))*groupBytes < ownPages {
		return
	}
	part := unsafe.Slice((*byte)(unsafe.Pointer(&groups[from])), uint64(to-from)*groupBytes)
	if err := syscall.Madvise(part, syscall.MADV_DONTNEED); err != nil {
		panic("search: give back a part of a table: " + err.Error()) // it was not one of ours
	}
}

// freeGroups gives groups up. They must not be used again.
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
