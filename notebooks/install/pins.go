package install

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
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

// writePins writes the pinned files into the user's cache, or into a temporary folder if there is no
// cache. remove removes the temporary folder.
func writePins() (dir string, remove func(), err error) {
	cache, err := os.UserCacheDir()
	if err == nil {
		dir, err = WriteModule(cache, "tools", pinnedModule, pinned)
	}
	if err == nil {
		return dir, func() {}, nil
	}
	temp, tempErr := os.MkdirTemp("", "puzzlelab-tools-")
	if tempErr == nil {
		if dir, tempErr = WriteModule(temp, "tools", pinnedModule, pinned); tempErr == nil {
			return dir, func() { jupyter.RemoveAll(temp) }, nil
		}
		jupyter.RemoveAll(temp)
	}
	return "", nil, fmt.Errorf("kernel: %s, and no cache folder: %w", noTemp, errors.Join(tempErr, err))
}

// WriteModule writes a module, which consists of go.mod and the given files, into a folder of a
// cache. A digest of the content is part of the folder's name. Other processes may use or write the
// same files at the same time.
func WriteModule(cache, name, goMod string, files fs.FS) (dir string, err error) {
	names, err := fs.Glob(files, "*")
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprint(h, goMod)
	contents := map[string][]byte{"go.mod": []byte(goMod)}
	for _, name := range names {
		if contents[name], err = fs.ReadFile(files, name); err != nil {
			return "", err
		}
		h.Write(contents[name])
	}
	dir = filepath.Join(cache, "puzzlelab", name+"-"+hex.EncodeToString(h.Sum(nil)[:8]))
	for name, data := range contents {
		path := filepath.Join(dir, name)
		if there, err := os.ReadFile(path); err == nil && bytes.Equal(there, data) {
			continue
		}
		if err := outfile.WriteBytes(path, data); err != nil {
			return "", err
		}
	}
	return dir, nil
}
