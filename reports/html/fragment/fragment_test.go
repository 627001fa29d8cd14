package fragment_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
	"github.com/puzzlelab/puzzlelab/reports/internal/sample"
)

func TestEveryBlockStandsAlone(t *testing.T) {
	for i, b := range sample.Report().Blocks {
		out, err := fragment.HTML(b)
		if err != nil {
			t.Errorf("block %d: %v", i+1, err)
			continue
		}
		dec := xml.NewDecoder(strings.NewReader("<x>" + out + "</x>"))
		for {
			if _, err := dec.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Errorf("block %d is not well-formed: %v\n%s", i+1, err, out)
				break
			}
		}
		if strings.Contains(out, `href="#`) {
			t.Errorf("block %d links into a page it is not part of:\n%s", i+1, out)
		}
		if _, ok := b.(reports.Text); !ok && strings.Contains(out, "[[") {
			t.Errorf("block %d shows a bare reference:\n%s", i+1, out)
		}
	}
}

func TestBadBlocksAreErrors(t *testing.T) {
	for _, b := range []reports.Block{
		nil,
		reports.Table{ID: "t"},
		reports.Claim{ID: "c"},
		reports.Figure{ID: "f"},
		reports.Table{ID: "t", Columns: []reports.Column{{}}, Rows: [][]reports.Cell{{}}},
		reports.Figure{ID: "f", SVG: []byte("<svg><g></svg>")},
	} {
		if out, err := fragment.HTML(b); err == nil {
			t.Errorf("%+v gives %s, want an error", b, out)
		}
	}
}

func TestTextIsEscaped(t *testing.T) {
	evil := `<img src=x onerror="a">&'` + "\x00"
	table := reports.Table{
		ID: "t", Title: evil, Caption: evil, Notes: []string{evil},
		Columns: []reports.Column{{Name: evil, Unit: evil, Doc: evil}},
		Rows:    [][]reports.Cell{{reports.Str(evil).WithNote(1)}},
	}
	for _, b := range []reports.Block{
		table,
		reports.Claim{ID: "c", Statement: evil, Evidence: evil},
		reports.Text{Markdown: evil},
		reports.Code{Output: evil},
		reports.Figure{ID: "f", Title: evil, Caption: evil, Alt: evil, PNG: []byte("\x89PNG\r\n\x1a\n")},
	} {
		out, err := fragment.HTML(b)
		if err != nil || strings.Contains(out, "<img src=x") || strings.ContainsRune(out, 0) {
			t.Errorf("%T: %v\n%s", b, err, out)
		}
	}
}

// TestNothingHeavyIsLinked keeps the packages that every notebook cell links
// small: only the standard library, the experiments, and what they need.
func TestNothingHeavyIsLinked(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	out, err := exec.Command("go", "list", "-deps", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	for path := range strings.FieldsSeq(string(out)) {
		for _, heavy := range []string{"goldmark", "gonum.org/v1/plot", "go-pdf", "/reports/html\n", "net/http", "html/template", "text/template"} {
			if strings.Contains(path+"\n", heavy) {
				t.Errorf("package fragment links %s", path)
			}
		}
	}
}

func TestCellsOfATable(t *testing.T) {
	out, err := fragment.HTML(sample.Totals())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<th scope="col">size (tiles)</th>`,
		`<th scope="colgroup" colspan="2">ratio</th>`,
		`went on to.">nodes expanded</th>`,
		"<p>Bold marks the smallest value in a column",
		"<td><strong>39\u202f871</strong></td>",
		"<td title=\"12.05\">12.1×\u2007</td><td class=\"ci\">[9.9, 15.0]</td>",
		"<td>&gt;\u202f60\u202f000</td>",
		`<td title="1500000000">`,
		`<sup>a</sup>`,
		"</tbody><tbody>",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
}

func ExampleHTML() {
	out, err := fragment.HTML(reports.Claim{ID: "c", Statement: "A* needs fewer nodes.", Holds: reports.Holds})
	_, claim, _ := strings.Cut(out, "</style>\n")
	fmt.Print(claim)
	fmt.Println(err)
	// Output:
	// <div class="claim holds"><p><span class="badge holds"><span aria-hidden="true">✓</span> holds</span> <b>A* needs fewer nodes.</b></p></div>
	// </div>
	// <nil>
}

func BenchmarkTable(b *testing.B) {
	table := sample.Totals()
	for len(table.Rows) < 1000 {
		table.Rows = append(table.Rows, table.Rows[:5]...)
	}
	for b.Loop() {
		if _, err := fragment.HTML(table); err != nil {
			b.Fatal(err)
		}
	}
}
