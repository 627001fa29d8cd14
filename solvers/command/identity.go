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

// identity is what a command line stands for.
type identity struct {
	path  string // of the program
	code  string
	files []file // whose content is in the code
}

type file struct {
	path string
	info os.FileInfo
}

// identify finds the program of a command line and hashes its words and the patterns of its
// log: of a word that names a file the file's name and content, so that it may be elsewhere.
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

// named returns the file that a word names, alone or behind "=", and what stands before
// it; ok is false if it names none.
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

// Absolute returns the words with full paths of the files that they name, so that they
// mean the same in any folder.
func Absolute(argv []string) []string {
	all := make([]string, len(argv))
	for i, word := range argv {
		key, path, ok := named(word)
		if i == 0 {
			key, path, ok = "", word, strings.ContainsRune(word, filepath.Separator)
		}
		all[i] = word
		if abs, err := filepath.Abs(path); ok && err == nil { // it fails where there is no folder
			all[i] = key + abs
		}
	}
	return all
}

// unchanged reports files that are others than those that the rows stand for.
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
