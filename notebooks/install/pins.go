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

// pinned are the module files that pin the tools, apart from the dependencies
// of the code. The program carries them, so that every module gets the tools
// that belong to the program. A tool that cannot share its dependencies with
// the others has a file of its own.
//
//go:embed tools.mod tools.sum gopls.mod gopls.sum
var pinned embed.FS

// The files among them that the go command is given.
const (
	toolsFile = "tools.mod"
	goplsFile = "gopls.mod"
)

// pinnedModule makes the folder of the pins a module, which -modfile demands.
const pinnedModule = "// Pins the tools of puzzlelab's notebooks. It is written again if it is gone.\nmodule tools\n"

// writePins writes the pins into a folder of the user's caches, named after
// what they say, or into a temporary one where there is none to be had. Remove
// removes the temporary one.
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

// writeFiles makes a folder that holds the files, of which other processes may
// make use, or which they may write, at the same time.
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
