//go:build !(linux || darwin || freebsd || netbsd || openbsd)

package pdb

import "os"

// mapped returns the words of a file after its header, and the same data as bytes.
func mapped(file *os.File, size int64) (words []uint64, data []byte, err error) {
	return read(file, size)
}
