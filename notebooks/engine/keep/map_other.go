//go:build !unix

package keep

import (
	"io"
	"os"
)

func mapFile(f *os.File, _ int) ([]byte, error) { return io.ReadAll(f) }
