package notebooks

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
)

func markdown(source string, tags ...string) *nbformat.Cell {
	return nbformat.NewCell(nbformat.Markdown, source, tags...)
}

// code returns an executed cell.
func code(source string, outputs ...*nbformat.Output) *nbformat.Cell {
	c := nbformat.NewCell(nbformat.Code, source)
	one := 1
	c.ID, c.Outputs, c.ExecutionCount = "Cell_1", outputs, &one
	return c
}

func tagged(c *nbformat.Cell, tags ...string) *nbformat.Cell {
	c.Metadata.Set("tags", tags)
	return c
}

func display(data map[string]string) *nbformat.Output {
	b := nbformat.Bundle{}
	for mime, text := range data {
		b[mime] = text // a string also under JSON types, as Jupyter saves it
	}
	return &nbformat.Output{Type: nbformat.DisplayData, Data: b}
}

func printed(text string) *nbformat.Output {
	return &nbformat.Output{Type: nbformat.Stream, Name: "stdout", Text: text}
}

// typed returns the output that shows a block.
func typed(t *testing.T, b reports.Block) *nbformat.Output {
	t.Helper()
	mime, data, err := reports.MarshalBlock(b)
	if err != nil {
		t.Fatal(err)
	}
	return display(map[string]string{mime: string(data), "text/plain": "plain", "text/html": "<p>"})
}

var claim = reports.Claim{ID: "fewer", Statement: "It is less."}

func TestTitleAndLeadComeFromTheFirstHeading(t *testing.T) {
	for _, tc := range []struct{ name, source, title, lead, rest string }{
		{"all three", "# Does it help?\n\nYes, by\n[[table:effort]].\n\nMore.\n\n## Method\n", "Does it help?", "Yes, by [[table:effort]].", "More.\n\n## Method"},
		{"title alone", "# T", "T", "", ""},
		{"lead next line", "# T\n8-puzzles are easy", "T", "8-puzzles are easy", ""},
		{"escaped", "# A\\* and 1\\_000\n\nIs A\\* \\\\ optimal?", "A* and 1_000", "Is A* \\ optimal?", ""},
		{"marks", "# The [*n*-puzzle](u) in $O(b^d)$\n\nSee `a*b`, **now** and *then*: 2 * 3 \\*not\\*, [[fig:a]].", "The n-puzzle in O(bᵈ)", "See a*b, now and then: 2 * 3 *not*, [[fig:a]].", ""},
		{"stars of names", "# A*, IDA* and *T*\n\nBy IDA*, with A* and IDA*, and *no* more than A*.", "A*, IDA* and T", "By IDA*, with A* and IDA*, and no more than A*.", ""},
		{"text before", "Before.\n# T\nlead", "T", "lead", "Before."},
		{"a link is no lead", "# T\n\nSee [here](u).", "T", "", "See [here](u)."},
		{"underlined", "T\n===\nlead\n\nA\n===\n> # B", "T", "lead", "A\n---\n> # B"},
		{"HTML", "# T<br>*x* <b>b</b> &amp; c\n\na<sub>1</sub>", "T x b & c", "", "a<sub>1</sub>"},
		{"a list is no lead", "# T\n\n- a\n- b", "T", "", "- a\n- b"},
		{"a numbered list is no lead", "# T\n\n1. a", "T", "", "1. a"},
		{"a heading is no lead", "# T\n## A", "T", "", "## A"},
		{"a comment in code is no title", "```sh\n# no\n```\n# T", "T", "", "```sh\n# no\n```"},
		{"a longer fence", "````\n```\n# no\n````\n# T", "T", "", "````\n```\n# no\n````"},
		{"a second title is lowered", "# T\n\nlead\n\n# A\ntext", "T", "lead", "## A\ntext"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r, err := ReportOf(nbformat.New(markdown(tc.source)))
			if err != nil {
				t.Fatal(err)
			}
			rest := ""
			if len(r.Blocks) > 0 {
				rest = strings.TrimLeft(r.Blocks[0].(reports.Text).Markdown, "\n")
			}
			if r.Title != tc.title || r.Lead != tc.lead || rest != tc.rest {
				t.Errorf("title %q, lead %q, rest %q\nwant  %q, %q, %q", r.Title, r.Lead, rest, tc.title, tc.lead, tc.rest)
			}
		})
	}
}

func TestCellsBecomeBlocks(t *testing.T) {
	title := markdown("# T")
	svg := map[string]string{"image/svg+xml": "<svg/>", "image/png": "iVA=", "text/plain": "a line"}
	for _, tc := range []struct {
		name string
		cell *nbformat.Cell
		want []reports.Block
	}{
		{"code and text", code("x", printed("a\n"), display(map[string]string{"text/plain": "b"})), []reports.Block{reports.Code{Source: "x", Output: "a\nb"}}},
		{"texts that end without a line end", code("x", display(map[string]string{"text/plain": "a"}), printed("b\n")), []reports.Block{reports.Code{Source: "x", Output: "a\nb\n"}}},
		{"standard error is left out", code("x", &nbformat.Output{Type: nbformat.Stream, Name: "stderr", Text: "log"}), []reports.Block{reports.Code{Source: "x"}}},
		{"blocks keep their place", code("x", printed("a"), typed(t, claim), printed("b")), []reports.Block{reports.Code{Source: "x", Output: "a"}, claim, reports.Code{Output: "b"}}},
		{"any picture", code("x", display(svg)), []reports.Block{reports.Code{Source: "x"}, reports.Figure{ID: "cell-cell-1-1", Alt: "a line", SVG: []byte("<svg/>")}}},
		{"code that has not run", nbformat.NewCell(nbformat.Code, "x"), []reports.Block{reports.Code{Source: "x", Output: "(not executed)"}}},
		{"a table in HTML", code("x", display(map[string]string{"text/html": "<table><tr><td>1</td></tr></table>", "text/plain": "1"})), []reports.Block{reports.Code{Source: "x"}, reports.Code{Output: "1", HTML: "<table><tr><td>1</td></tr></table>"}}},
		{"HTML that runs", code("x", display(map[string]string{"text/html": "<p>1<script>x()</script>", "text/plain": "one"})), []reports.Block{reports.Code{Source: "x", Output: "one"}}},
		{"what was done", code("x", display(map[string]string{reports.MIMEStatus: "{}", "text/plain": "a"})), []reports.Block{reports.Code{Source: "x", Output: "a"}}},
		{"Markdown shown by other means", code("x", display(map[string]string{"text/markdown": "*a*", "text/plain": "a"})), []reports.Block{reports.Code{Source: "x"}, reports.Text{ID: "cell [1]", Markdown: "*a*"}}},
		{"HTML alone", code("x", display(map[string]string{"text/html": "<p>"})), []reports.Block{reports.Code{Source: "x"}}},
		{"timing", tagged(code("x", printed("1 s"), typed(t, claim)), TagTiming), []reports.Block{reports.Code{Source: "x", Output: "1 s", Timing: true}, reports.Claim{ID: "fewer", Statement: "It is less.", Timing: true}}},
		{"timing text", markdown("It took 1 s.", TagTiming), []reports.Block{reports.Text{ID: "text at the top", Markdown: "It took 1 s.", Timing: true}}},
		{"remove-cell", tagged(code("x", printed("a")), tagRemoveCell), nil},
		{"remove-input", tagged(code("x", printed("a")), tagRemoveInput), []reports.Block{reports.Code{Output: "a"}}},
		{"remove-output", tagged(code("x", printed("a"), typed(t, claim)), tagRemoveOutput), []reports.Block{reports.Code{Source: "x"}}},
		{"empty", nbformat.NewCell(nbformat.Code, "  "), nil},
		{"raw", nbformat.NewCell(nbformat.Raw, "x"), []reports.Block{reports.Code{Output: "x"}}},
		{"expected failure", tagged(code("x", &nbformat.Output{Type: nbformat.Error, Traceback: []string{"cell[1]:1: boom"}}), TagRaises), []reports.Block{reports.Code{Source: "x", Output: "cell[1]:1: boom"}}},
		{"failure", code("x", &nbformat.Output{Type: nbformat.Error, ErrorName: "E", ErrorValue: "boom"}), []reports.Block{reports.Code{Source: "x", Output: "E: boom"}}},
		{"skipped", tagged(nbformat.NewCell(nbformat.Code, "x"), TagSkip), []reports.Block{reports.Code{Source: "x"}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r, err := ReportOf(nbformat.New(title, tc.cell))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, r.Blocks); diff != "" {
				t.Errorf("blocks (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCodeKnowsItsLanguage(t *testing.T) {
	for metadata, want := range map[string]string{
		`{}`: "", `{"kernelspec": {"language": "Go"}}`: "", `{"kernelspec": {"name": "ir", "language": "R"}}`: "r",
		`{"kernelspec": {"name": "python3"}}`: "python", `{"language_info": {"name": "julia"}}`: "julia",
	} {
		nb := &nbformat.Notebook{Cells: []*nbformat.Cell{markdown("# T"), code("x = 1")}}
		if err := json.Unmarshal([]byte(metadata), &nb.Metadata); err != nil {
			t.Fatal(err)
		}
		r, err := ReportOf(nb)
		if err != nil || len(r.Blocks) != 1 || r.Blocks[0].(reports.Code).Language != want {
			t.Errorf("%s: blocks %+v, %v, want code in %q", metadata, r.Blocks, err, want)
		}
	}
}

func TestABrokenReferenceIsNamedByCellAndLine(t *testing.T) {
	for want, cells := range map[string][]*nbformat.Cell{
		"text at the top\": line 4: ":     {markdown("# T\nlead\n\n[[fig:nope]]")},
		"text below cell [1]\": line 2: ": {markdown("# T"), code("x"), markdown("x"), markdown("x\n[[fig:nope]]")},
		"cell [1]\": line 1: ":            {markdown("# T"), code("x", display(map[string]string{"text/markdown": "[[fig:nope]]"}))},
	} {
		r, err := ReportOf(nbformat.New(cells...))
		if err != nil {
			t.Fatal(err)
		}
		labels, err := r.Labels()
		if err != nil || !strings.Contains(strings.Join(labels.Warnings(), "\n"), want+"reference [[fig:nope]] has no target") {
			t.Errorf("warnings %v, %v, want %s", labels.Warnings(), err, want)
		}
	}
}

func TestFailuresAreNamedByCell(t *testing.T) {
	failed := func(name, value string) *nbformat.Cell {
		return code("x", &nbformat.Output{Type: nbformat.Error, ErrorName: name, ErrorValue: value})
	}
	got := Failures(nbformat.New(markdown("# T"), failed("E", "boom\nat 1"), failed("", ""), tagged(failed("E", "meant"), TagRaises)))
	if want := []string{"cell [1] failed: E: boom", "cell [1] failed: an error that says nothing"}; !slices.Equal(got, want) {
		t.Errorf("failures %q, want %q", got, want)
	}
}

func TestWhatCannotBeAReportIsRefused(t *testing.T) {
	title := markdown("# T")
	bad := nbformat.New(title)
	bad.Metadata["puzzlelab"] = "x"
	for _, tc := range []struct {
		name string
		nb   *nbformat.Notebook
		want string
	}{
		{"no title", nbformat.New(markdown("## A")), "no title"},
		{"block that is broken", nbformat.New(title, code("x", display(map[string]string{reports.MIMEClaim: `{"id":""}`}))), "cell [1]: outputs[0]: reports: "},
		{"block that is unknown", nbformat.New(title, code("x", display(map[string]string{"application/vnd.puzzlelab.new+json": `{}`}))), "cell [1]: outputs[0]: "},
		{"metadata", bad, "metadata.puzzlelab"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, err := ReportOf(tc.nb); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v, want %q", err, tc.want)
			}
		})
	}
}

func TestOutputsOfEveryFormAreShown(t *testing.T) {
	const html, object = "text/html", "<IPython.core.display.HTML object>"
	for _, tc := range []struct{ mime, data, plain, want string }{
		{html, "<style>x</style><table><tr><td>a</td><td>b &amp; c</td></tr>\n<tr><td>d</td></tr></table>", "", "a\tb & c\t\nd"},
		{html, "<b>a</b>", object, "a"},
		{html, "<img src=x>", "", "(text/html, shown in the notebook only)"},
		{html, "<script>x</script>", object, object + "\n(text/html, shown in the notebook only)"},
		{html, "<script>x</script>a", "a  b", "a  b"},
		{"application/json", `{"n":1}`, "", "{\n  \"n\": 1\n}"},
		{"text/latex", "$x^2$", "x**2", "$x^2$"},
		{"text/markdown", "*m*", "m", "*m*"},
		{"image/gif", "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "", "PNG"},
		{"image/svg+xml", "<svg/>", "Plot", "<svg/>"},
		{"image/svg+xml", "<?xml version='1.0'?>\n<svg viewBox=0,0,8,8><g><rect width=8 height='8'>&nbsp;", "Plot", "<svg viewBox=\"0,0,8,8\" xmlns=\"http://www.w3.org/2000/svg\"><g><rect width=\"8\" height=\"8\">\u00a0</rect></g></svg>"},
		{"image/svg+xml", "<svg><script>x</script></svg>", "Plot", "Plot\n(image/svg+xml, shown in the notebook only)"},
		{"image/png", "!", "", "(image/png, shown in the notebook only)"},
		{"application/x-other", "y", "", "(application/x-other, shown in the notebook only)"},
		{reports.MIMEStatus, "{}", "done", "done"},
	} {
		o := display(map[string]string{tc.mime: tc.data})
		if tc.mime == "application/json" {
			o.Data[tc.mime] = map[string]any{"n": 1}
		}
		if tc.plain != "" {
			o.Data["text/plain"] = tc.plain
		}
		block, text, err := Shows(o)
		switch b := block.(type) {
		case reports.Code:
			text = b.Output
		case reports.Text:
			text = b.Markdown
		case reports.Figure:
			text = string(b.SVG) + strings.TrimPrefix(string(b.PNG[:min(4, len(b.PNG))]), "\x89")
		}
		if err != nil || text != tc.want {
			t.Errorf("%s %s is shown as %q (error %v), want %q", tc.mime, tc.data, text, err, tc.want)
		}
	}
}

func TestHTMLIsShownInsteadOfTeXThatIsNotUnderstood(t *testing.T) {
	for latex, want := range map[string]string{"$x$": "$x$", `\begin{tabular}{l} a \end{tabular}`: "a"} {
		r, err := ReportOf(nbformat.New(markdown("# T"), code("", display(map[string]string{"text/latex": latex, "text/html": "<b>a</b>"}))))
		if err != nil || len(r.Blocks) != 1 || !strings.Contains(fmt.Sprintf("%+v", r.Blocks[0]), want) {
			t.Errorf("%s is shown as %+v (error %v), want %s", latex, r.Blocks, err, want)
		}
	}
}

func TestALongTextIsNoDescriptionOfAPicture(t *testing.T) {
	block, _, err := Shows(display(map[string]string{"image/svg+xml": "<svg/>", "text/plain": strings.Repeat("é", 9999)}))
	if f, ok := block.(reports.Figure); !ok || err != nil || f.Alt != strings.Repeat("é", 300) {
		t.Errorf("%+v, error %v", block, err)
	}
}

func TestMetadataNameTheReportAndItsProvenance(t *testing.T) {
	nb := nbformat.New(markdown("# Does A* help? – Über 15"))
	r, err := ReportOf(nb)
	if err != nil || r.ID != "does-a-help-ber-15" {
		t.Errorf("ID %q, %v", r.ID, err)
	}
	if long, err := ReportOf(nbformat.New(markdown("# " + strings.Repeat("word ", 60)))); err != nil || len(long.ID) != 99 {
		t.Errorf("a title of 300 characters has the ID %q, %v, which is too long to name a file", long.ID, err)
	}
	var p reports.Provenance
	p.Add("Results computed by", "Go", "go1.26.8")
	nb.Metadata.Set(MetadataKey, map[string]any{"id": "help", "provenance": p})
	r, err = ReportOf(nb)
	if diff := cmp.Diff(p, r.Provenance); r.ID != "help" || err != nil || diff != "" {
		t.Errorf("ID %q, %v, provenance (-want +got):\n%s", r.ID, err, diff)
	}
}

func TestBlocksMayBeStringsOrObjects(t *testing.T) {
	o := typed(t, claim)
	text := o.Data[reports.MIMEClaim].(string)
	var object map[string]any
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{text, object} {
		o.Data[reports.MIMEClaim] = v
		r, err := ReportOf(nbformat.New(markdown("# T"), code("x", o)))
		if err != nil || len(r.Blocks) != 2 || r.Blocks[1] != reports.Block(claim) {
			t.Errorf("as %T: %+v, %v", v, r.Blocks, err)
		}
	}
}

func TestFiguresOfBothVersionsAreRead(t *testing.T) {
	const stored = `<svg xmlns="http://www.w3.org/2000/svg"/>`
	const strange = `,"chart":{"version":2,"charts":[{"over":[{"marks":[{"pie":{}}]}]}]}`
	for form, want := range map[string]string{"": stored, `,"chart":{"version":3}`: stored, strange: stored, `,"chart":{"version":2,"width":300,"notice":"no data"}`: ">no data<"} {
		o := typed(t, reports.Figure{ID: "f", SVG: []byte(stored)})
		text := o.Data[reports.MIMEFigure].(string)
		o.Data[reports.MIMEFigure] = text[:len(text)-1] + form + "}"
		if delete(o.Data, "image/svg+xml"); want == stored {
			o.Data["image/svg+xml"] = stored
		}
		r, err := ReportOf(nbformat.New(markdown("# T"), code("x", o)))
		if err != nil || len(r.Blocks) != 2 {
			t.Fatalf("%s: %+v, %v", form, r.Blocks, err)
		}
		if f := r.Blocks[1].(reports.Figure); f.Chart != nil || !strings.Contains(string(f.SVG), want) {
			t.Errorf("%s: %s (want %s)", form, f.SVG, want)
		}
	}
}

// The committed notebooks hold figures of version 1, whose pictures are outside of the JSON; they
// fit the schema as those of version 2 do.
func TestCommittedFiguresFitTheSchema(t *testing.T) {
	var schema jsonschema.Schema
	if err := json.Unmarshal([]byte(chart.Schema), &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob("*.ipynb")
	figures := 0
	for _, name := range files {
		nb, err := nbformat.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range nb.Cells {
			for _, o := range c.Outputs {
				text, is := o.Data[reports.MIMEFigure].(string)
				if !is {
					continue
				}
				var value any
				if err := json.Unmarshal([]byte(text), &value); err != nil {
					t.Fatal(err)
				}
				if figures++; resolved.Validate(value) != nil {
					t.Errorf("%s: %.60s…: %v", name, text, resolved.Validate(value))
				}
			}
		}
	}
	if figures < 50 {
		t.Errorf("%d figures in %d notebooks (want 50 or more)", figures, len(files))
	}
}

func TestSourcesOfBlocksTravelInTheirJSON(t *testing.T) {
	const source = "func less(a, b *int) bool {\n\treturn *a < *b && \"&lt;\" != `</code></pre></details>`\n}\r"
	table := reports.Table{ID: "table", Columns: []reports.Column{{Name: "n"}}}
	figure := reports.Figure{ID: "growth", SVG: []byte{}}
	folded := typed(t, reports.Claim{ID: "other", Statement: "S."})
	folded.Data["text/html"] = "<p>Seen.</p>" + fragment.Made(source) // for whoever looks at the notebook
	r, err := ReportOf(nbformat.New(markdown("# T"), code("x",
		typed(t, claim.About().Made(source)), typed(t, table.About().Made(source)), typed(t, figure.About().Made(source)),
		display(map[string]string{reports.MIMECaption: `{"id":"growth"}`}), folded,
	)))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range r.Blocks[1:] {
		got = append(got, b.About().Source)
	}
	if diff := cmp.Diff([]string{source, source, source, ""}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func ExampleReportOf() {
	one := 1
	shown := &nbformat.Output{Type: nbformat.DisplayData, Data: nbformat.Bundle{
		reports.MIMEClaim: `{"id":"fewer","statement":"Sorting expands fewer nodes.","holds":"holds"}`,
		"text/plain":      "Claim fewer (holds): Sorting expands fewer nodes.",
	}}
	nb := nbformat.New(
		nbformat.NewCell(nbformat.Markdown, "# Does sorting help?\n\nYes: [[claim:fewer]]."),
		&nbformat.Cell{Type: nbformat.Code, Source: "%%\ndisplay.Show(claim)", ExecutionCount: &one, Outputs: []*nbformat.Output{shown}},
	)
	r, err := ReportOf(nb)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.ID, "|", r.Title, "|", r.Lead)
	for _, b := range r.Blocks {
		fmt.Printf("%T\n", b)
	}
	// Output:
	// does-sorting-help | Does sorting help? | Yes: [[claim:fewer]].
	// reports.Code
	// reports.Claim
}
