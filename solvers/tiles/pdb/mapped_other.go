//go:build !(linux || darwin || freebsd || netbsd || openbsd)

package pdb

import "os"

// mapped returns the words of a file from the end of its head, and their bytes.
func mapped(file *os.File, size int64) (words []uint64, data []byte, err error) {
	return read(file, size)
}
