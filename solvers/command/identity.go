package command

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// identity identifies a command line and the content of its files, on which stored rows depend.
type identity struct {
	path  string // path of the program
	code  string
	files []file // files whose content is part of the code
}

type file struct {
	path string
	info os.FileInfo
}

// identify finds the program of a command line, and hashes its words and log patterns. If a word
// names a file, the hash takes the name and the content of the file, so its folder does not matter.
func identify(argv, log []string) (id identity, err error) {
	if len(argv) == 0 {
		return id, errors.New("it has no words (want a program and its arguments)")
	}
	if id.path, err = exec.LookPath(argv[0]); err != nil {
		return id, err
	}
	h := sha256.New()
	for i, word := range slices.Concat(argv, log) {
		key, path, _ := named(word)
		if i == 0 {
			key, path = "", id.path
		}
		if path == "" {
			fmt.Fprintf(h, "%q\n", word)
			continue
		}
		fmt.Fprintf(h, "%q file %q\n", key, filepath.Base(path))
		if err := id.hash(h, path); err != nil {
			return id, err
		}
	}
	id.code = hex.EncodeToString(h.Sum(nil)[:8])
	return id, nil
}

// named splits a word that names a file, alone or after "=", into the text before the path, and the
// path. ok reports whether the word names a file.
func named(word string) (key, path string, ok bool) {
	before, behind, _ := strings.Cut(word, "=")
	for _, at := range [][2]string{{"", word}, {before + "=", behind}} {
		if info, err := os.Stat(at[1]); err == nil && info.Mode().IsRegular() {
			return at[0], at[1], true
		}
	}
	return "", "", false
}

func (id *identity) hash(w io.Writer, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	id.files = append(id.files, file{path, info})
	n, err := io.Copy(w, f)
	fmt.Fprintf(w, "%d bytes\n", n)
	return err
}

// Absolute returns a copy of a command line in which relative paths are absolute, so that the
// command works in any folder.
func Absolute(argv []string) []string {
	all := make([]string, len(argv))
	for i, word := range argv {
		key, path, ok := named(word)
		if i == 0 {
			key, path, ok = "", word, strings.ContainsRune(word, filepath.Separator)
		}
		all[i] = word
		if abs, err := filepath.Abs(path); ok && err == nil { // fails if the working folder is gone
			all[i] = key + abs
		}
	}
	return all
}

// unchanged reports an error if a file is not the one that was hashed.
func (id *identity) unchanged() error {
	for _, f := range id.files {
		now, err := os.Stat(f.path)
		if err != nil {
			return err
		}
		if now.Size() != f.info.Size() || !now.ModTime().Equal(f.info.ModTime()) {
			return fmt.Errorf("%s has changed since the trials began; run them again", f.path)
		}
	}
	return nil
}
