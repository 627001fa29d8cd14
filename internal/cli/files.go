package cli

import (
	"path/filepath"

	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/reports/markdown"
)

// files are made in memory first, so that a folder is touched only when all of
// them could be made.
type files []markdown.File

var _ markdown.Dir = (*files)(nil)

// WriteFile implements [markdown.Dir].
func (f *files) WriteFile(name string, data []byte) error {
	*f = append(*f, markdown.File{Name: name, Data: data})
	return nil
}

// writeTo writes the files into a folder, in order, each whole or not at all,
// and returns their paths as [shown].
func (f files) writeTo(dir string) (paths []string, err error) {
	for _, file := range f {
		path := shown(filepath.Join(dir, filepath.FromSlash(file.Name)))
		if err := outfile.WriteBytes(path, file.Data); err != nil {
			return paths, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}
