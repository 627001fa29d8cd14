package pdf

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/bibtex"
	"github.com/puzzlelab/puzzlelab/reports/internal/sample"
)

// written returns the document of a report.
func written(t testing.TB, r reports.Report, size Size) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, r, size); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// wide is a report of a table with columns and rows, each column headed by words of
// its own.
func wide(columns, rows int) reports.Report {
	table := reports.Table{ID: "wide", Title: "A wide table", Groups: 1, Columns: []reports.Column{{Name: "size"}, {Name: "strategy"}}}
	for j := range columns {
		table.Columns = append(table.Columns, reports.Column{Name: fmt.Sprintf("quantity%d measured%d", j, j), Kind: reports.Number})
	}
	for i := range rows {
		row := []reports.Cell{reports.Int(i / 10), reports.Str(fmt.Sprintf("strategy-of-row-%d", i))}
		for j := range columns {
			row = append(row, reports.Between(float64(i)+0.123, float64(i), float64(i+j+1)))
		}
		table.Rows = append(table.Rows, row)
	}
	return reports.Report{ID: "r", Title: "A report", Blocks: []reports.Block{table, reports.Text{Markdown: "## Behind it\n\nThe end."}}}
}

func TestEveryWordOfTheReportIsInTheText(t *testing.T) {
	for _, size := range []Size{A4, Letter} {
		text := strings.Join(textOf(t, written(t, sample.Report(), size)), "\n")
		for _, want := range []string{
			"Does A* expand fewer nodes than IDA*?", "It does at every size tried", "grows with the board (\nFigure\u00a01\n).", "The question",
			"forgets", "b/(b − 1)", "all nodes", "<x>", "Korf, Depth-first iterative-deepening, 1985.",
			"✓", "holds", "✗", "fails", "?\u00a0undecided", "0.463 times as many over 240 paired instances",
			"astar 240", "Cite this", "@misc{sample,", "Table\u00a01. Work by size.", "nodes", "expanded", "2.16×", "[1.92, 2.43]", "> 60\u202f000", "Counted by the solver; see",
			"Times depend on the machine.", "IDA*", "tiles", "Claims and verdicts", "Provenance", "go1.26.8",
		} {
			if !strings.Contains(text, strings.ReplaceAll(want, "> ", ">\u202f")) && !strings.Contains(text, want) {
				t.Errorf("%.0f pt wide: %q is not in the text", size.Width, want)
			}
		}
		if strings.Contains(text, "[[") && !strings.Contains(text, "[[fig:growth]]") || strings.Contains(text, "a < b & c") {
			t.Error("a reference, or the source of a claim, is in the text")
		}
	}
}

var fontSize = regexp.MustCompile(`BT /F[0-9a-f]+ ([\d.]+) Tf ET`)

func TestWideTablesFitThePage(t *testing.T) {
	for _, c := range []struct {
		name          string
		columns, rows int
		turned        bool
		smallest      float64 // text; the least at which the table fits
	}{
		{"narrow", 2, 5, false, 8},
		{"smaller", 5, 5, false, 6.5},
		{"turned", 8, 5, true, 6.5},
		{"split", 30, 5, false, 8},
		{"long", 4, 200, false, 6.5},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := wide(c.columns, c.rows)
			out := written(t, r, A4)
			text := strings.Join(textOf(t, out), "\n")
			for _, col := range r.Blocks[0].(reports.Table).Columns {
				for _, word := range strings.Fields(col.Name) {
					if !strings.Contains(text, word) {
						t.Errorf("%q of a heading is missing", word)
					}
				}
			}
			for i := range c.rows {
				if want := fmt.Sprintf("strategy-of-row-%d\n", i); !strings.Contains(text, want) {
					t.Errorf("%q is missing", want)
				}
			}
			if !strings.Contains(text, "The end.") {
				t.Error("what follows the table is missing")
			}
			if got := bytes.Contains(out, []byte("/MediaBox [0 0 841.89 595.28]")); got != c.turned {
				t.Errorf("a page is turned: %v, want %v", got, c.turned)
			}
			for _, size := range fontSizes(t, out) {
				if size < c.smallest*scriptSize {
					t.Errorf("text of %v pt", size)
				}
			}
			pages := strings.Count(string(out), "/StructParents ")
			if heads := strings.Count(text, "strategy\n"); c.name == "long" && (pages < 3 || heads < pages-1) {
				t.Errorf("%d pages and %d heads of the table, want one on each", pages, heads)
			}
		})
	}
}

func fontSizes(t *testing.T, document []byte) (sizes []float64) {
	for _, content := range streams(t, document) {
		for _, m := range fontSize.FindAllStringSubmatch(content, -1) {
			size, err := strconv.ParseFloat(m[1], 64)
			if err != nil {
				t.Fatal(err)
			}
			sizes = append(sizes, size)
		}
	}
	return sizes
}

var place = regexp.MustCompile(`BT ([-\d.]+) ([-\d.]+) Td`)

func TestNothingLeavesThePage(t *testing.T) {
	r := sample.Report()
	name := strings.Repeat("name-of-eighty-letters", 4)
	r.Blocks = append(r.Blocks, reports.Text{Markdown: "A word: `" + strings.Repeat("0123456789", 30) + "`.\n\n1. one\n2. two\n   - " + name},
		reports.Code{Output: strings.Repeat("long line ", 40)},
		reports.Claim{ID: "long", Statement: strings.Repeat(name+" ", 20)},
		reports.Table{ID: "names", Columns: []reports.Column{{Name: name}, {Name: "x", Kind: reports.Count}}, Rows: [][]reports.Cell{{reports.Str(name), reports.Int(5)}}})
	for _, size := range []Size{A4, Letter} {
		out := written(t, r, size)
		for _, content := range streams(t, out) {
			for _, m := range place.FindAllStringSubmatch(content, -1) {
				x, _ := strconv.ParseFloat(m[1], 64)
				y, _ := strconv.ParseFloat(m[2], 64)
				if x < 20 || y < 20 || x > size.Height || y > size.Height {
					t.Errorf("text at %v, %v", x, y)
				}
			}
		}
	}
}

func TestReadersFindTheirWay(t *testing.T) {
	out := string(written(t, sample.Report(), A4))
	for _, want := range []string{"/Dest [", "/Outlines", "/Lang (en)"} {
		if !strings.Contains(out, want) {
			t.Errorf("the document has no %s", want)
		}
	}
	if n := strings.Count(out, "/Title "); n < 6 {
		t.Errorf("%d titles (want those of the document and of its sections)", n)
	}
}

func TestBadReportsAreErrors(t *testing.T) {
	figure := func(svg string) reports.Report {
		return reports.Report{ID: "r", Title: "T", Blocks: []reports.Block{reports.Figure{ID: "f", SVG: []byte(svg)}}}
	}
	for want, r := range map[string]reports.Report{
		"has no title": {ID: "r"},
		"no SVG":       figure(`<svg viewBox="0 0 1 1"><ellipse></svg>`),
	} {
		var out bytes.Buffer
		if err := Write(&out, r, A4); err == nil || !strings.Contains(err.Error(), want) || out.Len() > 0 {
			t.Errorf("error %v and %d bytes (want %q, and none)", err, out.Len(), want)
		}
	}
}

func TestNarrowFiguresStandBesideEachOther(t *testing.T) {
	figure := func(id string, width int) reports.Figure {
		return reports.Figure{ID: id, Title: id, SVG: fmt.Appendf(nil, `<svg width="%dpt" height="50pt" viewBox="0 0 10 10"><text x="1" y="5" font-size="2">in %s</text></svg>`, width, id)}
	}
	heights := func(widths ...int) (at []string) {
		r := reports.Report{ID: "r", Title: "T"}
		for i, width := range widths {
			r.Blocks = append(r.Blocks, figure(fmt.Sprint("figure-", i), width), reports.Code{Source: "made it"})
		}
		for _, content := range streams(t, written(t, r, A4)) {
			for _, m := range place.FindAllStringSubmatch(content, -1) {
				at = append(at, m[2])
			}
		}
		return at
	}
	count := func(at []string) (distinct int) {
		seen := map[string]bool{}
		for _, y := range at {
			seen[y] = true
		}
		return len(seen)
	}
	if beside, below := count(heights(240, 240)), count(heights(240, 400)); beside >= below {
		t.Errorf("text of two narrow figures stands at %d heights, of a narrow and a wide one at %d", beside, below)
	}
}

func TestEmptyTablesSaySo(t *testing.T) {
	text := strings.Join(textOf(t, written(t, wide(3, 0), A4)), "\n")
	if !strings.Contains(text, "This table has no rows.") || strings.Contains(text, "measured1") {
		t.Errorf("an empty table is\n%s", text)
	}
}

// TestATableBeginsWhereAPageWouldStayEmpty: each of two tables fits a page, but not both.
func TestATableBeginsWhereAPageWouldStayEmpty(t *testing.T) {
	r := wide(2, 28)
	second := wide(2, 28).Blocks[0].(reports.Table)
	second.ID = "second"
	r.Blocks = slices.Insert(r.Blocks, 1, reports.Block(second))
	if text := strings.Join(textOf(t, written(t, r, A4)), "\n"); !strings.Contains(text, "continued") {
		t.Errorf("the second table begins on a page of its own:\n%s", text)
	}
}

func BenchmarkWrite(b *testing.B) {
	r := sample.Report()
	for i := range 40 { // some 20 pages
		f := sample.Figure(fmt.Sprint("more-", i), "Nodes against size.", "Median of 60 instances a size.", false)
		r.Blocks = append(r.Blocks, f)
	}
	var out bytes.Buffer
	for b.Loop() {
		out.Reset()
		if err := Write(&out, r, A4); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(strings.Count(out.String(), "/Type /Page\n")), "pages")
}

func TestTheFrontHasTheAnswerAndTheGlossaryWhatIsUsed(t *testing.T) {
	r := sample.Report()
	r.Headlines = []string{"less-memory"}
	r.Glossary = []reports.Term{
		{Name: "astar/manhattan", Kind: "strategy", Text: "defined one"},
		{Name: "idastar", Kind: "strategy", Text: "defined two"}, // stands only within longer names
		{Name: "nodes expanded", Kind: "metric", Text: "defined three"},
		{Name: "board", Kind: "family", Text: "defined four"}, // a word
	}
	text := strings.Join(textOf(t, written(t, r, A4)), "\n")
	opening, _, _ := strings.Cut(text, "The question")
	if !strings.Contains(opening, "A* stores fewer nodes than IDA*.") || strings.Contains(opening, "A* expands fewer nodes than IDA* in total.") {
		t.Errorf("the opening is\n%s", opening)
	}
	for want, used := range map[string]bool{"defined one": true, "defined two": false, "defined three": true, "defined four": false} {
		if strings.Contains(text, want) != used {
			t.Errorf("the glossary has %q: %v", want, !used)
		}
	}
}

func TestAuthorsAndReferencesAreNamed(t *testing.T) {
	r := sample.Report()
	r.Front = reports.Front{
		Authors: []reports.Author{{Name: "Ada Lovelace", Affiliation: "London", ORCID: "0000-0002-1825-0097"}, {Name: "Émile Borel"}},
		Date:    "2026-11-23", Abstract: "In short ([[fig:growth]]).", Keywords: []string{"search", "puzzles"},
	}
	r.Library = bibtex.Parse(bibtex.File{Name: "a.bib", Text: "@article{k, title={Of λ & <b>}, author={Korf, Richard E.}, journal={Artificial Intelligence}, year=1985, doi={10.1016/0004-3702(85)90084-0}}"})
	r.Blocks = append(r.Blocks, reports.Text{Markdown: "As in [@k]."})
	out := written(t, r, A4)
	text := strings.Join(textOf(t, out), "\n")
	for _, want := range []string{"Ada Lovelace", "(London) · Émile Borel · 2026-11-23", "Abstract.", "In short (", "Keywords:", "search, puzzles", "As in", "[1]", "References", "Korf", "Of λ & <b>", "Artificial Intelligence"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in the text", want)
		}
	}
	for _, want := range []string{"/URI (https://orcid.org/0000-0002-1825-0097)", "/URI (https://doi.org/10.1016/0004-3702"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the document has no link %s", want)
		}
	}
}

func TestFormulasAndImagesOfTheTextAreShown(t *testing.T) {
	const pixel = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\b\x00\x00\x00\x00:~\x9bU\x00\x00\x00\nIDATx\x9cc\xf8\x0f\x00\x01\x01\x01\x00\xb18\xf6\x14\x00\x00\x00\x00IEND\xaeB`\x82"
	r := reports.Report{ID: "r", Title: "T", Images: map[string][]byte{"a.svg": drawingOf("in a drawing"), "b.png": []byte(pixel)}, Blocks: []reports.Block{
		reports.Text{Markdown: "So $b^2 \\le \\lambda$, and\n\n$$\\sqrt{N} = 3$$\n\n![a](a.svg)\n\n![b](b.png)"},
	}}
	out := written(t, r, A4)
	text := strings.Join(textOf(t, out), "")
	for _, want := range []string{"So b² ≤ λ, and", "√N = 3", "in a drawing"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %q", want, text)
		}
	}
	if !bytes.Contains(out, []byte("/Subtype /Image")) {
		t.Error("the document has no image")
	}
}

func TestNoLineOfAParagraphStandsAlone(t *testing.T) {
	for lines := 2; lines <= 5; lines++ {
		var text strings.Builder
		for i := range lines {
			fmt.Fprintf(&text, "line-%d-of-%d  \n", i, lines) // two spaces end a line
		}
		for before := range 14 { // around the end of the page
			r := reports.Report{ID: "r", Title: "T", Blocks: []reports.Block{
				reports.Code{Output: strings.Repeat("x\n", 52+before)}, reports.Text{Markdown: text.String()},
			}}
			for _, content := range pagesOf(t, written(t, r, A4)) {
				if strings.Count(content, fmt.Sprintf("-of-%d", lines)) == 1 {
					t.Fatalf("one line of %d stands alone, after %d", lines, 52+before)
				}
			}
		}
	}
}

// pagesOf returns the text of each page.
func pagesOf(t *testing.T, document []byte) (pages []string) {
	for _, content := range streams(t, document) {
		if lines := texts(content); len(lines) > 0 {
			pages = append(pages, strings.Join(lines, "\n"))
		}
	}
	return pages
}
