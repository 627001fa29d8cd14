package markdown

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(path), ".writing-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name()) // fails, as it should, once the file has its name
	_, err = temp.Write(data)
	if err == nil {
		err = temp.Chmod(0o644)
	}
	if err == nil {
		err = temp.Sync()
	}
	if closed := temp.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("markdown: write %s: %w", path, err)
	}
	return os.Rename(temp.Name(), path)
}
