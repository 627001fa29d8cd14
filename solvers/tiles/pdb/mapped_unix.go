//go:build linux || darwin || freebsd || netbsd || openbsd

package pdb

import (
	"encoding/binary"
	"os"
	"syscall"
	"unsafe"
)

// mapped returns the words of a file after its header, and the same data as bytes, in memory that
// all processes share. The file stays open as long as this process runs. A new file with the same
// name replaces it as a whole.
func mapped(file *os.File, size int64) (words []uint64, data []byte, err error) {
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		return read(file, size)
	}
	memory, err := syscall.Mmap(int(file.Fd()), 0, headBytes+int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return read(file, size)
	}
	data = memory[headBytes:]
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(data))), size/8), data, nil
}
