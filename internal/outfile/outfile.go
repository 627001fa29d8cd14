// Package outfile writes files that appear whole or not at all.
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

// Error is a write that failed: there is no point in going on. What the caller's
// own function returns is never one, unless it is made by [Wrap].
type Error struct {
	Name string // of the file that was asked for
	Err  error
}

func (e *Error) Error() string { return fmt.Sprintf("write %s: %v", e.Name, reason(e.Err)) }
func (e *Error) Unwrap() error { return e.Err }

// Wrap returns an [*Error], or nil if err is nil.
func Wrap(name string, err error) error {
	if err == nil {
		return nil
	}
	return &Error{name, err}
}

// Is reports whether a write failed.
func Is(err error) bool {
	_, failed := errors.AsType[*Error](err)
	return failed
}

// reason takes the operation and the name of a temporary file off an error of
// the file system; the message names the file that was asked for.
func reason(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return link.Err
	}
	return err
}

// Write lets write fill the file of that name, in a folder that is there. It
// writes beside it, brings the bytes to the disk, and renames, so that a reader
// sees the old file or the new one and never a part. A link is followed and an
// existing file keeps its mode; what is not a regular file, such as a device or a
// pipe, is written in place. An error of write itself is returned as it is.
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

// replace lets write fill a file beside target, and renames it.
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

// WriteBytes is [Write] for a file that is in memory; folders that are not there
// are made.
func WriteBytes(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return Wrap(name, err)
	}
	return Write(name, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// WriteJSON writes a value as indented JSON to the file of that name.
func WriteJSON(name string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return WriteBytes(name, append(data, '\n'))
}

// Fill lets write write to w, which is called name in errors, through a buffer. If
// w fails that is the error, whatever write made of it.
func Fill(w io.Writer, name string, write func(io.Writer) error) error {
	buffered := bufio.NewWriter(w)
	err := write(buffered)
	if broken := buffered.Flush(); broken != nil {
		return Wrap(name, broken)
	}
	return err
}

// Check makes sure, before any work is done, that [Write] can write to that name.
// What is written in place, such as a pipe, is not touched.
func Check(name string) error {
	target, mode, err := findTarget(name)
	if err != nil || !mode.IsRegular() {
		return err
	}
	return Wrap(name, probe(target))
}

// Shown returns a path as a person would write it: relative if it is below the working
// folder.
func Shown(path string) string {
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(rel) {
			return rel
		}
	}
	return path
}

// CheckFolder makes the folder if need be, and makes sure that files can be
// written into it.
func CheckFolder(dir string) error {
	err := os.MkdirAll(dir, 0o777)
	if err == nil {
		err = probe(filepath.Join(dir, "probe"))
	}
	return Wrap(dir, err)
}

// probe makes a file beside target and removes it.
func probe(target string) error {
	f, err := createBeside(target)
	if err != nil {
		return err
	}
	return cmp.Or(f.Close(), os.Remove(f.Name()))
}

// findTarget follows links and returns where a file of that name is written,
// and its mode, which is 0 if there is none yet.
func findTarget(name string) (target string, mode fs.FileMode, err error) {
	target = name
	if resolved, err := filepath.EvalSymlinks(name); err == nil {
		target = resolved
	}
	switch info, err := os.Stat(target); {
	case err != nil:
		return target, 0, nil // creating it says what is wrong
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

// syncFolder makes a rename last. Not every file system can, and the file is
// complete in either case, so a failure is no error.
func syncFolder(name string) {
	if d, err := os.Open(name); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}
