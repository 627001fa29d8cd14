package cli

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

var (
	firstFolder  = flag.String("first", "", "with -second: a folder that reproduce wrote, to be compared")
	secondFolder = flag.String("second", "", "see -first")
)

// TestFoldersAgree compares two folders that reproduce wrote, named by the
// flags -first and -second: everything but the marked timing parts and the
// provenance must be the same to the byte. Without the flags it compares a
// folder with a copy of itself, with a changed copy, and with one whose timing
// differs.
func TestFoldersAgree(t *testing.T) {
	if *firstFolder != "" || *secondFolder != "" {
		n, differences := compareFolders(t, *firstFolder, *secondFolder)
		for _, d := range differences {
			t.Error(d)
		}
		if n < 10 {
			t.Errorf("only %d files were compared", n)
		}
		return
	}
	write := func(text string, timing string) string {
		dir := t.TempDir()
		for name, data := range map[string]string{
			"pruning/index.html":         "<p>" + text + "</p><section data-timing><p>" + timing + "</p></section>",
			"pruning/report.md":          text + "\n<!-- timing -->\n" + timing + "\n<!-- /timing -->\n",
			"pruning/timing/large.svg":   timing,
			"pruning/provenance.json":    timing,
			"pruning/.trials/0-1.jsonl":  timing,
			".made/pruning.json":         timing,
			"pruning/figures/growth.svg": text,
		} {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	for _, c := range []struct {
		name        string
		a, b        string
		differences int
	}{
		{"same text, other times", write("a", "1"), write("a", "2"), 0},
		{"other text", write("a", "1"), write("b", "1"), 3},
	} {
		if _, got := compareFolders(t, c.a, c.b); len(got) != c.differences {
			t.Errorf("%s: %d differences, want %d: %q", c.name, len(got), c.differences, got)
		}
	}
}

// compareFolders returns how many files it compared and what differs.
func compareFolders(t *testing.T, a, b string) (compared int, differences []string) {
	t.Helper()
	first, second := machineIndependent(t, a), machineIndependent(t, b)
	for name, data := range first {
		other, ok := second[name]
		switch {
		case !ok:
			differences = append(differences, name+" is only in "+a)
		case !bytes.Equal(data, other):
			differences = append(differences, name+" differs"+firstDifference(data, other))
		}
	}
	for name := range second {
		if _, ok := first[name]; !ok {
			differences = append(differences, name+" is only in "+b)
		}
	}
	return len(first), differences
}

func firstDifference(a, b []byte) string {
	k := 0
	for k < min(len(a), len(b)) && a[k] == b[k] {
		k++
	}
	show := func(s []byte) string { return string(s[max(0, k-40):min(len(s), k+40)]) }
	return ": …" + show(a) + "… against …" + show(b) + "…"
}

var (
	htmlMarked     = regexp.MustCompile(`(?s)<section[^>]*\bdata-(timing|provenance)\b.*?</section>`)
	markdownMarked = regexp.MustCompile(`(?s)<!-- (timing|provenance) -->.*?<!-- /(timing|provenance) -->`)
)

// machineIndependent returns the files of a folder without their marked parts.
func machineIndependent(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); name == ".trials" || name == ".made" || name == "timing" {
				return fs.SkipDir
			}
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		switch {
		case d.Name() == "provenance.json":
			return nil
		case strings.HasSuffix(path, ".html"):
			data = htmlMarked.ReplaceAll(data, nil)
		case strings.HasSuffix(path, ".md"):
			data = markdownMarked.ReplaceAll(data, nil)
		case strings.HasSuffix(path, ".ipynb"):
			data = untimed(t, path)
		}
		name, err := filepath.Rel(dir, path)
		files[name] = data
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// untimed returns a notebook without the outputs of cells tagged "timing" and
// without its provenance.
func untimed(t *testing.T, path string) []byte {
	t.Helper()
	nb, err := nbformat.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, cell := range nb.Cells {
		if cell.HasTag("timing") {
			cell.Outputs = nil
		}
	}
	delete(nb.Metadata, notebooks.MetadataKey)
	return nb.Bytes()
}
