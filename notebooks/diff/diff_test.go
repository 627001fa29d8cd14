package diff

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
)

func cell(id, source string) *nbformat.Cell {
	c := nbformat.NewCell(nbformat.Code, source)
	c.ID = id
	return c
}

// short writes differences in a line each.
func short(list []Difference) string {
	var lines []string
	for _, d := range list {
		lines = append(lines, fmt.Sprintf("%s %d→%d %s: %s", d.Cell, d.Was, d.Is, d.Part, strings.Join(d.Lines, "|")))
	}
	return strings.Join(lines, "\n")
}

func TestCellsAreMatched(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b []*nbformat.Cell
		want string
	}{
		{"by ID", []*nbformat.Cell{cell("a", "1"), cell("b", "2")}, []*nbformat.Cell{cell("a", "3"), cell("b", "2")}, "a 1→1 source: -1|+3"},
		{"by source", []*nbformat.Cell{cell("a", "1"), cell("b", "2")}, []*nbformat.Cell{cell("x", "0"), cell("y", "1"), cell("z", "2")}, "x 0→1 code cell: +0"},
		{"by half of the lines", []*nbformat.Cell{cell("a", "1\n2\n3")}, []*nbformat.Cell{cell("x", "1\n2\n4")}, "x 1→1 source:  1| 2|-3|+4"},
		{"not by less", []*nbformat.Cell{cell("a", "1\n2\n3")}, []*nbformat.Cell{cell("x", "1\n4\n5")}, "x 0→1 code cell: +1|+4|+5\na 1→0 code cell: -1|-2|-3"},
		{"without IDs", []*nbformat.Cell{cell("", "1"), cell("", "2")}, []*nbformat.Cell{cell("", "2"), cell("", "1")}, " 1→2 cell: stands elsewhere"},
		{"gone where it was", []*nbformat.Cell{cell("a", "1"), cell("b", "2"), cell("c", "3")}, []*nbformat.Cell{cell("a", "1"), cell("c", "4")}, "b 2→0 code cell: -2\nc 3→2 source: -3|+4"},
		{"one ID twice", []*nbformat.Cell{cell("a", "1"), cell("a", "2")}, []*nbformat.Cell{cell("a", "1"), cell("a", "3")}, "a 2→2 source: -2|+3"},
		{"type", []*nbformat.Cell{cell("a", "1")}, []*nbformat.Cell{{ID: "a", Type: nbformat.Markdown, Source: "1"}}, "a 1→1 type: code → markdown"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := short(Notebooks(nbformat.New(c.a...), nbformat.New(c.b...))); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			if same := Notebooks(nbformat.New(c.a...), nbformat.New(c.a...)); same != nil {
				t.Errorf("the first differs from itself: %s", short(same))
			}
		})
	}
}

func TestLinesAreShownWithTwoAround(t *testing.T) {
	was := strings.Split("1 2 3 4 5 6 7 8 9", " ")
	is := strings.Split("1 2 3 x 5 6 7 8 9 y", " ")
	want := []string{" 2", " 3", "-4", "+x", " 5", " 6", gap, " 8", " 9", "+y"}
	if got := changed(was, is); !slices.Equal(got, want) {
		t.Errorf("changed lines %q, want %q", got, want)
	}
}

func TestWhatReadersDoNotSeeMakesNoDifference(t *testing.T) {
	one, two := 1, 2
	a, b := cell("a", "x"), cell("a", "x")
	a.ExecutionCount, b.ExecutionCount = &one, &two
	a.Outputs = []*nbformat.Output{{Type: nbformat.Stream, Name: "stdout", Text: "1\n2"}}
	b.Outputs = []*nbformat.Output{{Type: nbformat.Stream, Name: "stdout", Text: "1\n"}, {Type: nbformat.DisplayData, Data: nbformat.Bundle{"text/plain": "2"}}}
	b.Outputs = append(b.Outputs, &nbformat.Output{Type: nbformat.DisplayData, Data: nbformat.Bundle{"text/plain": "6 trials, 6 of them run now", reports.MIMEStatus: "{}"}})
	if found := Notebooks(nbformat.New(a), nbformat.New(b)); found != nil {
		t.Errorf("found %s", short(found))
	}
}

func TestStreamsAreComparedWhole(t *testing.T) {
	showing := func(outputs ...*nbformat.Output) *nbformat.Notebook {
		c := cell("a", "x")
		c.Outputs = outputs
		return nbformat.New(c)
	}
	out := func(text string) *nbformat.Output {
		return &nbformat.Output{Type: nbformat.Stream, Name: "stdout", Text: text}
	}
	err := func(text string) *nbformat.Output {
		return &nbformat.Output{Type: nbformat.Stream, Name: "stderr", Text: text}
	}
	shown := &nbformat.Output{Type: nbformat.DisplayData, Data: nbformat.Bundle{"text/markdown": "M"}}
	whole := showing(out("1\n2\n"), err("x\ny\n"), shown, out("3\n"))
	for _, other := range []*nbformat.Notebook{
		showing(err("x\n"), out("1"), err("y\n"), out("\n2\n"), shown, out("3\n")),
		showing(out("1\n"), err("x\ny\n"), out("2\n"), shown, out("3\n")),
	} {
		if found := Notebooks(whole, other); found != nil {
			t.Errorf("found %s", short(found))
		}
	}
	moved := showing(out("1\n"), err("x\ny\n"), shown, out("2\n3\n"))
	if got, want := short(Notebooks(whole, moved)), "a 1→1 text:  1|-2\na 1→1 text: +2| 3"; got != want {
		t.Errorf("found %q, want %q", got, want)
	}
}

func TestOfNotebooksWithoutOutputsTheSourceIsCompared(t *testing.T) {
	ran, bare := nbformat.New(cell("a", "x"), cell("b", "y")), nbformat.New(cell("a", "x"), cell("b", "z"))
	ran.Cells[0].Outputs = []*nbformat.Output{{Type: nbformat.Stream, Name: "stdout", Text: "1"}}
	ran.Cells[0].Metadata.Set("execution", map[string]string{"iopub.status.busy": "now"})
	ran.Metadata.Set(notebooks.MetadataKey, map[string]any{"provenance": map[string]string{"Go": "go1.26"}})
	if got, want := short(Notebooks(bare, ran)), " 0→0 outputs: are new\nb 2→2 source: -z|+y"; got != want {
		t.Errorf("found %q, want %q", got, want)
	}
	if got, want := short(Notebooks(ran, bare)), " 0→0 outputs: are gone\nb 2→2 source: -y|+z"; got != want {
		t.Errorf("found %q, want %q", got, want)
	}
}

func TestOutputsOfOtherFormsAreKnownByTheirDigest(t *testing.T) {
	html := func(text string) *nbformat.Notebook {
		c := cell("a", "x")
		c.Outputs = []*nbformat.Output{{Type: nbformat.DisplayData, Data: nbformat.Bundle{"text/html": text, "text/plain": "p"}}}
		return nbformat.New(c)
	}
	if got := short(Outputs(html("a"), html("b"))); !strings.HasPrefix(got, "a 1→1 text/html, text/plain: text/html: ") || !strings.Contains(got, " → ") {
		t.Errorf("found %q", got)
	}
	if got := Outputs(html("a"), html("a")); got != nil {
		t.Errorf("found %s", short(got))
	}
}

func TestEveryFormOfAnOutputIsCompared(t *testing.T) {
	showing := func(data nbformat.Bundle) *nbformat.Notebook {
		c := cell("a", "x")
		c.Outputs = []*nbformat.Output{{Type: nbformat.DisplayData, Data: data}}
		return nbformat.New(c)
	}
	for mime, values := range map[string][2]any{
		"text/html":                 {"<b>1</b>", "<b>2</b>"},
		"application/json":          {map[string]any{"n": 1}, map[string]any{"n": 2}},
		"application/vnd.vega+json": {[]any{1}, []any{2}},
		"application/javascript":    {"a()", "b()"},
		"image/jpeg":                {"/9j/4AAQ", "/9j/4AAR"},
		"image/png":                 {"iVBORw0KGgo=", "iVBORw0KGgoB"},
		"image/svg+xml":             {"<svg>a</svg>", "<svg>b</svg>"},
		"text/latex":                {"$a$", "$b$"},
		"text/markdown":             {"a", "b"},
	} {
		for _, more := range []nbformat.Bundle{{}, {"text/plain": "p"}} {
			a, b := maps.Clone(more), maps.Clone(more)
			a[mime], b[mime] = values[0], values[1]
			if got := Outputs(showing(a), showing(b)); len(got) != 1 {
				t.Errorf("changed %s: found %q", mime, short(got))
			}
			if got := Outputs(showing(a), showing(a)); got != nil {
				t.Errorf("%s differs from itself: %s", mime, short(got))
			}
		}
	}
}
