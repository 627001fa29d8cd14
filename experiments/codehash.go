package experiments

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
)

// CodeHash names the code in packages, given by their folders relative to the
// module root, such as "solvers/handsoftime": a hash of their Go sources,
// tests left out. Name the packages whose results are stored and those they
// get results from; the hash follows no imports, so that a change of a plot
// invalidates no rows.
//
// The module is that of the working directory. A program that runs where its
// sources are not is named by its module's version or commit instead, or by
// the hash of its executable. The prefix tells: "source:", "module:",
// "commit:" or "binary:".
func CodeHash(dirs ...string) (string, error) {
	if len(dirs) == 0 {
		return "", errors.New("experiments: hash code: no folders given (want those of the packages that define the results)")
	}
	root, err := ModuleRoot(".")
	if err == nil && allFolders(root, dirs) {
		return hashSources(root, dirs)
	}
	return builtCode()
}

// ModuleRoot returns the nearest folder with a go.mod: dir itself or one above
// it. The error wraps [os.ErrNotExist] if there is none.
func ModuleRoot(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("experiments: find the module of %q: %w", dir, err)
	}
	for at := abs; ; {
		if info, err := os.Stat(filepath.Join(at, "go.mod")); err == nil && !info.IsDir() {
			return at, nil
		}
		above := filepath.Dir(at)
		if above == at {
			return "", fmt.Errorf("experiments: there is no go.mod in %s or above it: %w", abs, os.ErrNotExist)
		}
		at = above
	}
}

func allFolders(root string, dirs []string) bool {
	for _, dir := range dirs {
		info, err := os.Stat(filepath.Join(root, filepath.FromSlash(dir)))
		if err != nil || !info.IsDir() {
			return false
		}
	}
	return true
}

// hashSources hashes the names and contents of Go files, in the order of dirs
// and names. Line ends do not count: git may change them.
func hashSources(root string, dirs []string) (string, error) {
	h := sha256.New()
	for _, dir := range dirs {
		entries, err := os.ReadDir(filepath.Join(root, filepath.FromSlash(dir)))
		if err != nil {
			return "", fmt.Errorf("experiments: hash code: %w", err)
		}
		files := 0
		for _, e := range entries {
			name := e.Name()
			if e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				continue
			}
			data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(dir), name))
			if err != nil {
				return "", fmt.Errorf("experiments: hash code: %w", err)
			}
			data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
			fmt.Fprintf(h, "%s/%s %d\n", dir, name, len(data))
			h.Write(data)
			files++
		}
		if files == 0 {
			return "", fmt.Errorf("experiments: hash code: there are no Go files in %s of %s", dir, root)
		}
	}
	return "source:" + hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// modulePath is this module, as a program that depends on it lists it.
const modulePath = "github.com/puzzlelab/puzzlelab"

// builtCode names the code of this program without looking at sources.
var builtCode = sync.OnceValues(func() (string, error) {
	if info, ok := debug.ReadBuildInfo(); ok {
		if code := codeFromBuild(info); code != "" {
			return code, nil
		}
	}
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("experiments: hash code: %w", err)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("experiments: hash code: %w", err)
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("experiments: hash code: %w", err)
	}
	return "binary:" + hex.EncodeToString(h.Sum(nil)[:8]), nil
})

// codeFromBuild returns the version of this module or the commit that the
// program was built from, or "" if neither is certain.
func codeFromBuild(info *debug.BuildInfo) string {
	if info.Main.Path == modulePath {
		revision, modified := "", true
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				revision = s.Value
			case "vcs.modified":
				modified = s.Value != "false"
			}
		}
		switch {
		case revision != "" && !modified:
			return "commit:" + revision
		case revision == "" && info.Main.Sum != "":
			return "module:" + info.Main.Version
		}
		return ""
	}
	for _, m := range info.Deps {
		if m.Path == modulePath && m.Replace == nil && m.Sum != "" {
			return "module:" + m.Version
		}
	}
	return ""
}
