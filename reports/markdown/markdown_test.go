package markdown

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/bibtex"
	"github.com/puzzlelab/puzzlelab/reports/internal/sample"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// files is a folder in memory.
type files map[string]string

func (f files) take(list []page.File, err error) error {
	for _, file := range list {
		err = errors.Join(err, f.add(file.Name, file.Data))
	}
	return err
}

func (f files) add(name string, data []byte) error {
	if _, ok := f[name]; ok {
		return fmt.Errorf("%s is written twice", name)
	}
	if !fs.ValidPath(name) {
		return fmt.Errorf("%q is not a path", name)
	}
	f[name] = string(data)
	return nil
}

// TestFolderOfTheSample compares with testdata/sample. The files are change
// detectors: they were written by the program and read by people.
func TestFolderOfTheSample(t *testing.T) {
	got := files{}
	if err := got.take(Write(sample.Report())); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.RemoveAll("testdata/sample"); err != nil {
			t.Fatal(err)
		}
		for name, data := range got {
			path := filepath.Join("testdata/sample", name)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(data), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
	}
	want := files{}
	folder := os.DirFS("testdata/sample")
	err := fs.WalkDir(folder, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(folder, path)
		want[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatalf("%v (run go test -update)", err)
	}
	if a, b := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)); !slices.Equal(a, b) {
		t.Fatalf("wrote %q, want %q", a, b)
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if got[name] != want[name] {
			t.Errorf("%s differs; got:\n%s", name, got[name])
		}
	}
}

func TestReferencesAndImagesAreWritten(t *testing.T) {
	r := sample.Report()
	r.Images = map[string][]byte{"images/a.png": []byte("A")}
	r.Library, r.Lead = bibtex.Shipped(), "As in [@korf1985]."
	got := files{}
	if err := got.take(Write(r)); err != nil {
		t.Fatal(err)
	}
	if got["images/a.png"] != "A" {
		t.Error("the image is not written")
	}
	for _, want := range []string{
		"As in [[1]](#cite-korf1985).", "\n## References\n\n1. <a id=\"cite-korf1985\"></a>Richard E. Korf. 1985. Depth-first", "*Artificial Intelligence* 27, 97–109. [doi:10.1016/0004-3702(85)90084-0](<https://doi.org/10.1016/0004-3702(85)90084-0>)",
	} {
		if !strings.Contains(got["report.md"], want) {
			t.Errorf("no %q in\n%s", want, got["report.md"])
		}
	}
}

func TestTheSameReportGivesTheSameBytes(t *testing.T) {
	a, b := files{}, files{}
	if err := errors.Join(a.take(Write(sample.Report())), b.take(Write(sample.Report()))); err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(a, b) {
		t.Error("the second writing differs from the first")
	}
}

func TestTimingPartsCanBeCutOut(t *testing.T) {
	cut := regexp.MustCompile(`(?s)<!-- (timing|provenance) -->.*?<!-- /(timing|provenance) -->\n`)
	other := sample.Report()
	for i, b := range other.Blocks {
		if table, ok := b.(reports.Table); ok && table.Timing {
			table.Rows = [][]reports.Cell{{reports.Str("x"), reports.Num(1)}}
			other.Blocks[i] = table
		}
	}
	other.Provenance.Add("Rendered by", "system", "darwin/arm64")
	a, b := files{}, files{}
	if err := errors.Join(a.take(Write(sample.Report())), b.take(Write(other))); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if strings.HasPrefix(name, "timing/") || name == "provenance.json" {
			continue
		}
		if x, y := cut.ReplaceAllString(a[name], ""), cut.ReplaceAllString(b[name], ""); x != y {
			t.Errorf("other times changed %s:\n%s", name, y)
		}
	}
	if a["report.md"] == b["report.md"] || a["timing/times.csv"] == b["timing/times.csv"] {
		t.Error("other times changed nothing")
	}
}

// render is what a reader of Markdown makes of a text, without its tags.
func render(t *testing.T, markdown string) string {
	t.Helper()
	var b bytes.Buffer
	if err := goldmark.New(goldmark.WithExtensions(extension.GFM)).Convert([]byte(markdown), &b); err != nil {
		t.Fatal(err)
	}
	s := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(b.String(), "")
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&amp;", "&").Replace(strings.TrimSpace(s))
}

func TestEscapedTextComesOutAsItIs(t *testing.T) {
	for _, s := range []string{
		"A*", "*a*", "_a_ a_b", "`x`", "[a](b)", "[[x]]", "<b>", "a < b > c", "a|b", "# a", "##", "- a", "-", "+ a", "1. a", "1) a", "0.463 times", "12.",
		"> a", "---", "===", "~~a~~", "&amp; & &#65;", `\*`, `\`, "![a](b)", "-a", "#a", "dynamic_sorting*2", "n = 3", "a\nb", "x\n---", "x\n===", "$a$", "<!-- x -->",
	} {
		if got := render(t, Escape(s)); got != s {
			t.Errorf("%q is escaped as %q, which reads %q", s, Escape(s), got)
		}
	}
	for _, s := range []string{"0.463", "n < 3 & m > 2", "pruning+sorting", "12.5 %", "idastar/manhattan", "a - b"} {
		if got := Escape(s); got != s {
			t.Errorf("%q is escaped as %q without need", s, got)
		}
	}
}

func FuzzEscape(f *testing.F) {
	f.Add("A* [x] <b>\n- 1. # > `")
	f.Add("\\<a &amp; ~~~\n===")
	f.Fuzz(func(t *testing.T, s string) {
		// Markdown itself gives spaces, line ends and control characters, links
		// that are bare and characters that are no text a meaning of their own.
		if regexp.MustCompile(`[^ -~]|  |^ | $|://|www\.|@`).MatchString(s) {
			return
		}
		if got := render(t, Escape(s)); got != s {
			t.Errorf("%q is escaped as %q, which reads %q", s, Escape(s), got)
		}
	})
}

func TestTableCellsStayInTheirRow(t *testing.T) {
	got := files{}
	err := got.take(Write(reports.Report{ID: "r", Title: "t", Blocks: []reports.Block{reports.Table{
		ID: "t", Columns: []reports.Column{{Name: "a|b"}, {Name: "c"}},
		Rows: [][]reports.Cell{{reports.Str("x|y\nz"), reports.Str("A*")}},
	}}}))
	if err != nil {
		t.Fatal(err)
	}
	if want := "| a\\|b | c |\n| :-- | :-- |\n| x\\|y z | A\\* |\n"; !strings.Contains(got["report.md"], want) {
		t.Errorf("got\n%s\nwant\n%s", got["report.md"], want)
	}
}

func TestPicturesOfBothKindsAreWritten(t *testing.T) {
	f := sample.Figure("a", "A.", "", false)
	f.PNG = []byte("\x89PNG\r\n\x1a\n")
	only := reports.Figure{ID: "b", Timing: true, PNG: f.PNG}
	got := files{}
	if err := got.take(Write(reports.Report{ID: "r", Title: "t", Blocks: []reports.Block{f, only}})); err != nil {
		t.Fatal(err)
	}
	want := []string{"figures/a.png", "figures/a.svg", "report.md", "timing/b.png"}
	if names := slices.Sorted(maps.Keys(got)); !slices.Equal(names, want) {
		t.Errorf("wrote %q, want %q", names, want)
	}
	for _, shown := range []string{"](figures/a.svg)", "](timing/b.png)"} {
		if !strings.Contains(got["report.md"], shown) {
			t.Errorf("report.md does not show %s:\n%s", shown, got["report.md"])
		}
	}
}

func TestFencesAreLongerThanWhatTheyHold(t *testing.T) {
	if got, want := fenced("go", "a\n````\nb"), "`````go\na\n````\nb\n`````"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestABadReportHasNoFiles(t *testing.T) {
	got := files{}
	if err := got.take(Write(reports.Report{ID: "r"})); err == nil || len(got) > 0 {
		t.Errorf("got %v and %d files, want an error and none", err, len(got))
	}
}

func ExampleWrite() {
	list, err := Write(reports.Report{
		ID: "demo", Title: "Does A* need fewer nodes?", Lead: "It does; see [[claim:fewer]].",
		Blocks: []reports.Block{reports.Claim{ID: "fewer", Statement: "A* needs fewer nodes.", Holds: reports.Holds}},
	})
	fmt.Printf("%s%v\n", list[len(list)-1].Data, err)
	// Output:
	// # Does A\* need fewer nodes?
	//
	// It does; see [Claim 1](#claim-fewer).
	//
	// > <a id="claim-fewer"></a>**Claim 1.** A\* needs fewer nodes. **✓ holds.**
	// <nil>
}
