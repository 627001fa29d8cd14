package cli

import (
	"bufio"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// writeError is a write that failed: there is no point in going on.
type writeError struct {
	name string
	err  error
}

func (e *writeError) Error() string { return fmt.Sprintf("write %s: %v", e.name, reason(e.err)) }
func (e *writeError) Unwrap() error { return e.err }

func writing(name string, err error) error {
	if err == nil {
		return nil
	}
	return &writeError{name, err}
}

func isWriteError(err error) bool {
	var w *writeError
	return errors.As(err, &w)
}

// reason takes the operation and the name of a temporary file off an error of
// the file system; the message names the file that was asked for.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}

// writeOutput lets write fill the file of that name, or standard output for
// "" and "-". A file appears whole or not at all. An error of write itself is
// returned as it is.
func (env *environment) writeOutput(name string, write func(io.Writer) error) error {
	if name != "" && name != "-" {
		return writeFile(name, write)
	}
	return fill(env.stdout, "standard output", write)
}

// writeFile writes beside name, brings the bytes to the disk, and renames, so
// that a reader sees the old file or the new one and never a part. A link is
// followed and an existing file keeps its mode; what is not a regular file,
// such as a device or a pipe, is written in place.
func writeFile(name string, write func(io.Writer) error) (err error) {
	target, mode, err := findTarget(name)
	if err != nil {
		return err
	}
	if !mode.IsRegular() {
		return writeInPlace(target, name, write)
	}
	f, err := createBeside(target)
	if err != nil {
		return writing(name, err)
	}
	temp := f.Name()
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(temp)
		}
	}()
	if mode = mode.Perm(); mode != 0 {
		if err := f.Chmod(mode); err != nil {
			return writing(name, err)
		}
	}
	if err := fill(f, name, write); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return writing(name, err)
	}
	if err := f.Close(); err != nil {
		return writing(name, err)
	}
	if err := os.Rename(temp, target); err != nil {
		return writing(name, err)
	}
	syncFolder(filepath.Dir(target))
	return nil
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
		return target, 0, writing(name, errors.New("is a folder"))
	default:
		return target, info.Mode(), nil
	}
}

// createBeside creates a file that can be renamed to target.
func createBeside(target string) (*os.File, error) {
	temp := filepath.Join(filepath.Dir(target), "."+filepath.Base(target)+"."+rand.Text()[:8]+".tmp")
	return os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// checkOutput makes sure, before any work is done, that writeOutput can write
// to that name. What is written in place, such as a pipe, is not touched.
func checkOutput(name string) error {
	if name == "" || name == "-" {
		return nil
	}
	target, mode, err := findTarget(name)
	if err != nil || !mode.IsRegular() {
		return err
	}
	f, err := createBeside(target)
	if err != nil {
		return writing(name, err)
	}
	return writing(name, cmp.Or(f.Close(), os.Remove(f.Name())))
}

func writeInPlace(target, name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return writing(name, err)
	}
	if err := fill(f, name, write); err != nil {
		f.Close()
		return err
	}
	return writing(name, f.Close())
}

// fill lets write write to w through a buffer. If w fails that is the error,
// whatever write made of it.
func fill(w io.Writer, name string, write func(io.Writer) error) error {
	buffered := bufio.NewWriter(w)
	err := write(buffered)
	if broken := buffered.Flush(); broken != nil {
		return writing(name, broken)
	}
	return err
}

// helpWriter is given to cobra, which prints help and versions and has no use
// for an error: it keeps the first one.
type helpWriter struct {
	w   io.Writer
	err error
}

func (h *helpWriter) Write(p []byte) (int, error) {
	if h.err == nil {
		_, h.err = h.w.Write(p)
	}
	return len(p), nil
}

// syncFolder makes a rename last. Not every file system can, and the file is
// complete in either case, so a failure is no error.
func syncFolder(name string) {
	if d, err := os.Open(name); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// printLines prints results that are lines.
func (env *environment) printLines(lines ...string) error {
	return env.writeOutput("", func(w io.Writer) error {
		for _, line := range lines {
			fmt.Fprintln(w, line)
		}
		return nil
	})
}
