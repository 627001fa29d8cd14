// Package outfile writes files so that each file appears either completely or not at all.
package outfile

import (
	"bufio"
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Error reports that a file could not be written. A caller that writes several files should stop.
// An error returned by the caller's own function is not an Error, unless that function used [Wrap].
type Error struct {
	Name string // name of the file that the caller wanted to write
	Err  error
}

func (e *Error) Error() string { return fmt.Sprintf("write %s: %v", e.Name, reason(e.Err)) }
func (e *Error) Unwrap() error { return e.Err }

// Wrap returns err as an [*Error] about the named file, or nil if err is nil.
func Wrap(name string, err error) error {
	if err == nil {
		return nil
	}
	return &Error{name, err}
}

// Is reports whether err is or wraps an [*Error].
func Is(err error) bool {
	_, failed := errors.AsType[*Error](err)
	return failed
}

// reason removes the operation and the name of a temporary file from a file-system error; the
// message names the requested file instead.
func reason(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return link.Err
	}
	return err
}

// Write writes the named file, whose folder must exist. It calls write to produce the content. It
// writes a temporary file in the same folder, syncs it to disk and renames it, so a reader sees
// either the old or the new file, but never a partial one. Write follows symbolic links and keeps
// the mode of an existing file. If the name refers to a device, a pipe or something else that is
// not a regular file, Write writes to it directly. It returns an error from write unchanged.
func Write(name string, write func(io.Writer) error) error {
	target, mode, err := findTarget(name)
	if err != nil {
		return err
	}
	if !mode.IsRegular() {
		return writeInPlace(target, name, write)
	}
	return replace(target, name, mode, write)
}

// replace lets write fill a file next to target, and renames it to target.
func replace(target, name string, mode fs.FileMode, write func(io.Writer) error) error {
	f, err := createBeside(target)
	if err != nil {
		return Wrap(name, err)
	}
	if mode = mode.Perm(); mode != 0 {
		err = Wrap(name, f.Chmod(mode))
	}
	if err == nil {
		err = Fill(f, name, write)
	}
	for _, step := range []func() error{f.Sync, f.Close, func() error { return os.Rename(f.Name(), target) }} {
		if err == nil {
			err = Wrap(name, step())
		}
	}
	if err != nil {
		f.Close()
		os.Remove(f.Name())
		return err
	}
	syncFolder(filepath.Dir(target))
	return nil
}

// WriteBytes writes data to the named file as [Write] does, and creates missing folders.
func WriteBytes(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return Wrap(name, err)
	}
	return Write(name, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// WriteJSON writes v to the named file as indented JSON. It also creates missing folders.
func WriteJSON(name string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return WriteBytes(name, append(data, '\n'))
}

// Fill calls write with a buffered writer for w. If writing to w fails, Fill returns an [*Error]
// with the given name. Otherwise, it returns the error from write.
func Fill(w io.Writer, name string, write func(io.Writer) error) error {
	buffered := bufio.NewWriter(w)
	err := write(buffered)
	if broken := buffered.Flush(); broken != nil {
		return Wrap(name, broken)
	}
	return err
}

// Check returns an error if [Write] could not write the named file, so that a caller finds out
// before it does any work. It does not touch devices, pipes and other files that are not regular.
func Check(name string) error {
	target, mode, err := findTarget(name)
	if err != nil || !mode.IsRegular() {
		return err
	}
	return Wrap(name, probe(target))
}

// Shown returns a path in the form that messages use: relative to the working folder if the path is
// inside that folder, and otherwise unchanged.
func Shown(path string) string {
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(rel) {
			return rel
		}
	}
	return path
}

// CheckFolder creates the folder if necessary. It returns an error if files cannot be written to
// the folder.
func CheckFolder(dir string) error {
	err := os.MkdirAll(dir, 0o777)
	if err == nil {
		err = probe(filepath.Join(dir, "probe"))
	}
	return Wrap(dir, err)
}

// probe creates a file next to target and removes it.
func probe(target string) error {
	f, err := createBeside(target)
	if err != nil {
		return err
	}
	return cmp.Or(f.Close(), os.Remove(f.Name()))
}

// findTarget follows links and returns the path to write for the named file, and the file's mode, 0
// if there is no file yet.
func findTarget(name string) (target string, mode fs.FileMode, err error) {
	target = name
	if resolved, err := filepath.EvalSymlinks(name); err == nil {
		target = resolved
	}
	switch info, err := os.Stat(target); {
	case err != nil:
		return target, 0, nil // creating the file will report what is wrong
	case info.IsDir():
		return target, 0, Wrap(name, errors.New("is a folder"))
	default:
		return target, info.Mode(), nil
	}
}

// createBeside creates a file that can be renamed to target.
func createBeside(target string) (*os.File, error) {
	temp := filepath.Join(filepath.Dir(target), "."+filepath.Base(target)+"."+rand.Text()[:8]+".tmp")
	return os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

func writeInPlace(target, name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return Wrap(name, err)
	}
	return cmp.Or(Fill(f, name, write), Wrap(name, f.Close()))
}

// syncFolder makes a rename durable. Not every file system supports it, and the file is complete
// anyway, so it ignores failures.
func syncFolder(name string) {
	if d, err := os.Open(name); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}
