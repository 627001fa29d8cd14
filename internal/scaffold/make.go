package scaffold

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/puzzlelab/puzzlelab/experiments/code"
	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
)

// TidyError reports that "go mod tidy" failed, often because there is no network connection. Said
// is what the command printed.
type TidyError struct{ Said string }

func (e *TidyError) Error() string { return "scaffold: go mod tidy: " + e.Said }

// Make writes the files of a new lab to the folder dir, which must be new or empty, and runs "go
// mod tidy". If Make fails, it leaves no files behind. It ignores l.Source; the lab uses the same
// version of puzzlelab as this program. If modules that the lab needs are not available, the error
// is a [*TidyError].
func (l Lab) Make(ctx context.Context, dir string) (err error) {
	if l.Source, err = own(); err != nil {
		return err
	}
	if _, err := exec.LookPath("go"); err != nil {
		return errors.New("scaffold: there is no go command on PATH: install Go from https://go.dev/dl/")
	}
	if entries, err := os.ReadDir(dir); len(entries) > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("scaffold: %s already exists; choose another folder", dir)
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	files, err := l.Files(false)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return err
	}
	hidden, err := os.MkdirTemp(filepath.Dir(dir), ".new-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(hidden)
	temp := filepath.Join(hidden, filepath.Base(dir)) // a folder with the usual mode
	if _, err := write(temp, files); err != nil {
		return err
	}
	if err := tidy(ctx, temp); err != nil {
		return err
	}
	return move(temp, dir)
}

// move renames a folder, or moves its contents if the new folder exists.
func move(from, to string) error {
	if !exists(to) {
		return os.Rename(from, to)
	}
	entries, err := os.ReadDir(from)
	for _, e := range entries {
		err = errors.Join(err, os.Rename(filepath.Join(from, e.Name()), filepath.Join(to, e.Name())))
	}
	return err
}

// progress matches the go command's ordinary progress messages.
var progress = lazy.Regexp(`(?m)^go: (?:finding|downloading|found) .*$`)

// tidy completes go.mod and go.sum.
func tidy(ctx context.Context, dir string) error {
	cmd := exec.CommandContext(ctx, "go", "mod", "tidy")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "PWD="+dir)
	var said bytes.Buffer
	cmd.Stderr = &said
	err := cmd.Run()
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	left := strings.Fields(progress().ReplaceAllString(said.String(), ""))
	return &TidyError{cmp.Or(strings.Join(left, " "), err.Error())}
}

// Add adds the files of the new part to an existing lab, and returns their paths. The argument dir
// may be any folder in the lab's module. Add does not overwrite files.
func (l Lab) Add(dir string) ([]string, error) {
	root, err := code.ModuleRoot(dir)
	if err != nil {
		return nil, errors.New("scaffold: this folder is not in a lab: there is no go.mod in it or above it")
	}
	name := filepath.Join(root, "go.mod")
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	mod, err := modfile.ParseLax(name, data, nil)
	if err != nil {
		return nil, err
	}
	if mod.Module == nil || !slices.ContainsFunc(mod.Require, func(r *modfile.Require) bool { return r.Mod.Path == module }) {
		return nil, fmt.Errorf("scaffold: %s does not require %s, so its module is not a lab", name, module)
	}
	l.Module = mod.Module.Mod.Path
	files, err := l.Files(true)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if path := filepath.Join(root, filepath.FromSlash(f.Name)); exists(path) {
			return nil, fmt.Errorf("scaffold: %s already exists; choose another name", path)
		}
	}
	return write(root, files)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// write writes files below a folder and returns their paths.
func write(dir string, files []File) ([]string, error) {
	var paths []string
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := outfile.WriteBytes(path, f.Data); err != nil {
			return paths, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// module is this project's path.
const module = "github.com/puzzlelab/puzzlelab"

// Source specifies which version of puzzlelab a lab uses: a release or a checkout.
type Source struct {
	Version string // version of puzzlelab for the lab's go.mod
	Dir     string // folder of a checkout to use instead of Version; "" if there is none
}

// released matches versions that can be fetched.
var released = lazy.Regexp(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

// own returns the source from which this program was built. This is the checkout, if it still
// exists, and otherwise the released version. If there is neither, own returns an error.
func own() (Source, error) {
	_, file, _, _ := runtime.Caller(0)
	info, _ := debug.ReadBuildInfo()
	return sourceOf(info, filepath.Dir(filepath.Dir(filepath.Dir(file))))
}

// sourceOf is [own] for a program compiled from the folder root.
func sourceOf(info *debug.BuildInfo, root string) (Source, error) {
	version := ""
	if info != nil {
		for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
			if m.Path == module && m.Replace == nil {
				version = m.Version
			}
		}
	}
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil && filepath.IsAbs(root) && !inModuleCache().MatchString(root) {
		return Source{Version: "v0.0.0", Dir: root}, nil
	}
	if released().MatchString(version) {
		return Source{Version: version}, nil
	}
	return Source{}, errors.New("scaffold: this program is not a release, and its source folder is missing or unknown: build the program in a checkout, with go build")
}

// inModuleCache matches the folder of a module fetched by the go command.
var inModuleCache = lazy.Regexp(`@v[^/\\]+$`)
