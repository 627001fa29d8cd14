package markdown

import (
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/puzzlelab/puzzlelab/internal/outfile"
)

// Dir takes the files of a report.
type Dir interface {
	// WriteFile writes a file below the folder, with the folders it needs. The
	// name has slashes and no dots between them (see [fs.ValidPath]).
	WriteFile(name string, data []byte) error
}

// Folder is a folder on disk, made when the first file is written. Each file
// appears whole or not at all.
type Folder string

// WriteFile implements [Dir].
func (f Folder) WriteFile(name string, data []byte) error {
	if !fs.ValidPath(name) || name == "." {
		return fmt.Errorf("markdown: %q is not a path below a folder", name)
	}
	path := filepath.Join(string(f), filepath.FromSlash(name))
	if err := outfile.WriteBytes(path, data); err != nil {
		return fmt.Errorf("markdown: %w", err)
	}
	return nil
}
