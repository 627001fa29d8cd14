package code

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"
)

// Hash returns an identifier of the Go sources in the given file systems, excluding tests. Each
// package that affects stored results embeds its sources:
//
//	//go:embed *.go
//	var Source embed.FS
//
// Hash returns an error if a file system cannot be read or has no sources, or if there are no
// arguments.
func Hash(sources ...fs.FS) (string, error) {
	if len(sources) == 0 {
		return "", errors.New("code: hash: there is no source (want the Code of the puzzle's kind)")
	}
	h := sha256.New()
	for i, source := range sources {
		digest, err := once(&digests, source, digestOf)
		if err == nil && digest == "" {
			err = fmt.Errorf("there are no Go sources in number %d of %d", i+1, len(sources))
		}
		if err != nil {
			return "", fmt.Errorf("code: hash: %w", err)
		}
		io.WriteString(h, digest)
	}
	return "source:" + hex.EncodeToString(h.Sum(nil)[:8]), nil
}

var digests sync.Map // maps embed.FS to string

// digestOf returns the digest of one source for Hash, or "" if the source has no Go files. It scans
// files in parallel, because every command that uses trials has to wait for the result.
func digestOf(source fs.FS) (string, error) {
	var names, texts []string
	err := each(source, true, func(name, text string) error {
		names, texts = append(names, name), append(texts, text)
		return nil
	})
	if err != nil || names == nil {
		return "", err
	}
	var scans sync.WaitGroup
	for i := range texts {
		scans.Go(func() { texts[i] = Uncommented(texts[i]) })
	}
	scans.Wait()
	h := sha256.New()
	for i, text := range texts {
		fmt.Fprintf(h, "%s %d\n%s", names[i], len(text), text)
	}
	return string(h.Sum(nil)), nil
}

// each calls do with every Go file that is not a test, sorted by name. It visits subfolders only if
// below is true.
func each(files fs.FS, below bool, do func(name, text string) error) error {
	if files == nil {
		return nil
	}
	return fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && name != "." && !below {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		return do(name, string(text))
	})
}

// once returns the result of read for files. Files compiled into the program never change, so it
// reads them only once.
func once[T any](known *sync.Map, files fs.FS, read func(fs.FS) (T, error)) (T, error) {
	if _, compiledIn := files.(embed.FS); !compiledIn {
		return read(files)
	}
	if v, ok := known.Load(files); ok {
		return v.(T), nil
	}
	v, err := read(files)
	if err == nil {
		known.Store(files, v)
	}
	return v, err
}
