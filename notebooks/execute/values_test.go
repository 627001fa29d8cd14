//go:build linux

package execute

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

func TestValuesOfCellsThatAreLeftOutAreThoseOfARunFromTheTop(t *testing.T) {
	dir := t.TempDir()
	forget(t)
	write(t, dir, "go.mod", "module example.com/apart\n\ngo 1.26\n")
	sources := []string{
		"x := 1\nvar list []int",
		"%%\nx += 4",
		"%%\nfmt.Println(x)",
		"list = append(list, x)\nfmt.Println(list)",
		"%%\nfmt.Println(list, x)",
		"fmt.Println(\"none\")",
	}
	spec, err := Prepare(t.Context(), dir, t.Output(), named(sources...))
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		what   string
		change func()
		ran    string // cells
		shows  string
	}{
		{"the first run", func() {}, "123456", "5 [5] [5] 5 none"},
		{"nothing", func() {}, "", "5 [5] [5] 5 none"},
		{"a cell that reads", func() { sources[4] = "%%\nfmt.Println(list, x, len(list))" }, "5", "5 [5] [5] 5 1 none"},
		{"a cell that reads nothing", func() { sources[5] = "fmt.Println(\"nothing\")" }, "6", "5 [5] [5] 5 1 nothing"},
		{"a cell that writes the same", func() { sources[1] = "%%\nx = x + 4" }, "2", "5 [5] [5] 5 1 nothing"},
		{"a cell that writes", func() { sources[1] = "%%\nx += 5" }, "2345", "6 [6] [6] 6 1 nothing"},
		{"a declaration", func() { sources[0] = "x := 2\nvar list []int" }, "123456", "7 [7] [7] 7 1 nothing"},
	} {
		step.change()
		nb := named(sources...)
		ran := ""
		_, err := Run(t.Context(), nb, Options{Dir: dir, Kernel: spec, Cache: filepath.Join(dir, "n.ipynb"), Progress: func(e Event) {
			if e.State == Done {
				ran += string(rune('0' + e.Cell))
			}
		}})
		if err != nil {
			t.Fatalf("%s: %v", step.what, err)
		}
		var shows []string
		for _, c := range nb.Cells {
			for _, o := range c.Outputs {
				if o.Type == nbformat.Stream {
					shows = append(shows, strings.TrimSpace(o.Text))
				}
			}
		}
		if got := strings.Join(shows, " "); got != step.shows || ran != step.ran {
			t.Errorf("%s: ran %q and shows %q, want %q and %q", step.what, ran, got, step.ran, step.shows)
		}
	}
}
