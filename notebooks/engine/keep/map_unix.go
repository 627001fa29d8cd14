//go:build unix

package keep

import (
	"os"
	"syscall"
)

// mapFile maps a file into memory. What is changed there stays in this program.
func mapFile(f *os.File, size int) ([]byte, error) {
	return syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE)
}
