package experiments

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

// CodeHash names code by the Go sources in the given file systems, tests left
// out. They are meant to be embedded in the packages whose results are stored,
// so that the name is that of the code that really runs, whatever has become of
// the files since it was compiled:
//
//	//go:embed *.go
//	var Source embed.FS
//
// Name the packages that define the results; no imports are followed, so that a
// change of a plot invalidates no rows. Comments and layout do not count. The error is
// that of a file system that cannot be read or has no sources, or that there is none.
func CodeHash(sources ...fs.FS) (string, error) {
	if len(sources) == 0 {
		return "", errors.New("experiments: hash code: no source is named (want the Code of the puzzle's kind)")
	}
	h := sha256.New()
	for i, source := range sources {
		digest, err := sourceDigest(source)
		if err == nil && digest == "" {
			err = fmt.Errorf("there are no Go sources in number %d of %d", i+1, len(sources))
		}
		if err != nil {
			return "", fmt.Errorf("experiments: hash code: %w", err)
		}
		io.WriteString(h, digest)
	}
	return "source:" + hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// digests are those of sources that are compiled in, and so the same for ever.
var digests sync.Map // of string, by embed.FS

// sourceDigest returns what a source has in CodeHash, "" for none.
func sourceDigest(source fs.FS) (string, error) {
	_, compiledIn := source.(embed.FS)
	if compiledIn {
		if d, ok := digests.Load(source); ok {
			return d.(string), nil
		}
	}
	h, files := sha256.New(), 0
	err := fs.WalkDir(source, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		data, err := fs.ReadFile(source, name)
		if err != nil {
			return err
		}
		text := Uncommented(string(data))
		fmt.Fprintf(h, "%s %d\n%s", name, len(text), text)
		files++
		return nil
	})
	if err != nil || files == 0 {
		return "", err
	}
	digest := string(h.Sum(nil))
	if compiledIn {
		digests.Store(source, digest)
	}
	return digest, nil
}
