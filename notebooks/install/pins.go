package install

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
)

// pinned holds the module files that pin the versions of the tools, separate from the dependencies
// of the code. They are embedded in the program, so that every module uses the tools that belong to
// the program. A tool whose dependencies conflict with those of the others has a separate file.
//
//go:embed tools.mod tools.sum gopls.mod gopls.sum
var pinned embed.FS

// The pinned files that are passed to the go command.
const (
	toolsFile = "tools.mod"
	goplsFile = "gopls.mod"
)

// pinnedModule makes the folder of the pinned files a module, which -modfile requires.
const pinnedModule = "// Pins the tools of puzzlelab's notebooks. It is written again if it is gone.\nmodule tools\n"

// writePins writes the pinned files into a folder of the user's cache, named after their content,
// or into a temporary folder if there is no cache. remove removes the temporary folder.
func writePins() (dir string, remove func(), err error) {
	files := map[string][]byte{"go.mod": []byte(pinnedModule)}
	names, err := pinned.ReadDir(".")
	if err != nil {
		return "", nil, err
	}
	hash := sha256.New()
	for _, name := range names {
		data, err := pinned.ReadFile(name.Name())
		if err != nil {
			return "", nil, err
		}
		files[name.Name()] = data
		hash.Write(data)
	}
	cache, err := os.UserCacheDir()
	if err == nil {
		dir = filepath.Join(cache, "puzzlelab", "tools-"+hex.EncodeToString(hash.Sum(nil)[:8]))
		err = writeFiles(dir, files)
	}
	if err == nil {
		return dir, func() {}, nil
	}
	dir, tempErr := os.MkdirTemp("", "puzzlelab-tools-")
	if tempErr == nil {
		if tempErr = writeFiles(dir, files); tempErr == nil {
			return dir, func() { jupyter.RemoveAll(dir) }, nil
		}
		jupyter.RemoveAll(dir)
	}
	return "", nil, fmt.Errorf("kernel: %s, and no cache folder: %w", noTemp, errors.Join(tempErr, err))
}

// writeFiles makes a folder with the given files. Other processes may use or write the same files
// at the same time.
func writeFiles(dir string, files map[string][]byte) error {
	for name, data := range files {
		path := filepath.Join(dir, name)
		if there, err := os.ReadFile(path); err == nil && string(there) == string(data) {
			continue
		}
		if err := outfile.WriteBytes(path, data); err != nil {
			return err
		}
	}
	return nil
}
