package experiments

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"strings"
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
// that of a file system that cannot be read or has no sources.
func CodeHash(sources ...fs.FS) (string, error) {
	h := sha256.New()
	for i, source := range sources {
		files := 0
		err := fs.WalkDir(source, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return err
			}
			data, err := fs.ReadFile(source, name)
			if err != nil {
				return err
			}
			text := Uncommented(string(data))
			fmt.Fprintf(h, "%d/%s %d\n%s", i, name, len(text), text)
			files++
			return nil
		})
		if err != nil {
			return "", fmt.Errorf("experiments: hash code: %w", err)
		}
		if files == 0 {
			return "", fmt.Errorf("experiments: hash code: there are no Go sources in number %d of %d", i+1, len(sources))
		}
	}
	return "source:" + hex.EncodeToString(h.Sum(nil)[:8]), nil
}
