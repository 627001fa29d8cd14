package fragment

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/reports"
)

// HTML returns a block as a self-contained fragment of HTML for the output of a notebook cell.
// Tables and claims include a few lines of style, and figures are inline SVG. Text stays Markdown,
// because notebooks render Markdown themselves.
func HTML(b reports.Block) (string, error) {
	if b == nil {
		return "", errors.New("fragment: a block is nil")
	}
	w := &alone{New(nil)}
	err := b.Visit(w)
	return w.String(), cmp.Or(err, w.Err)
}

// alone writes a block as the output of a cell.
type alone struct{ Writer }

// Text implements [reports.Visitor].
func (w *alone) Text(t reports.Text) error {
	fmt.Fprintf(w, "<div style=\"white-space:pre-wrap\">%s</div>\n", Escape(t.Markdown))
	return nil
}

// Code implements [reports.Visitor].
func (w *alone) Code(c reports.Code) error {
	fmt.Fprintf(w, "<pre>%s</pre>\n", Escape(c.Output))
	return nil
}

// Table implements [reports.Visitor].
func (w *alone) Table(t reports.Table) error {
	return w.styled(t, tableStyle, func() error { return w.Writer.Table(t) })
}

// Claim implements [reports.Visitor].
func (w *alone) Claim(c reports.Claim) error {
	return w.styled(c, claimStyle, func() error { return w.Writer.Claim(c) })
}

// styled writes a block with its style on one line, because notebooks store output line by line.
func (w *alone) styled(b reports.Block, style string, write func() error) error {
	if _, _, err := reports.MarshalBlock(b); err != nil {
		return err
	}
	err := write()
	text := strings.ReplaceAll(w.String(), ">\n<", "><")
	w.Reset()
	w.WriteString(`<div class="pl-cell"><style>` + strings.ReplaceAll(style, "\n", "") + "</style>\n" + text + "</div>\n")
	return err
}

// Writer writes the parts of a report that contain no Markdown. If Labels is set, the parts are
// numbered and can be link targets. Otherwise, each part is independent.
type Writer struct {
	*strings.Builder
	Labels   *reports.Labels
	Page     string // address of the page that contains the blocks, escaped for HTML; "" for the page being written
	CodePage string // address of the page that shows the code, escaped for HTML; "" to show the code below each block
	Key      string // ID of the figure that shows the answer; see [Writer.Again]
	Picture  string // ID of the figure that shows the puzzle; see [Writer.Again]

	// Named turns the names in words, such as names of strategies, into links. The argument words
	// is already escaped for HTML, and within is the element that contains the words, or "" for
	// prose. If Named is nil, no names become links.
	Named  func(within, words string) string
	Within string

	// Beside returns HTML to add after a figure's caption. If Beside is nil, nothing is added.
	Beside func(f reports.Figure) string

	// Err is the error from the first reference that could not be resolved. It is nil for a report
	// that passes [reports.Report.Validate].
	Err error

	used   map[string]bool          // ids used by the page and by inlined pictures
	shown  map[string]reports.Label // the first block that was shown with a source, by source
	rules  map[string]bool          // style rules of inlined pictures
	shapes map[string]int           // numbers of shapes shared by pictures, by their attributes

	packed map[bool]string   // packed content, by whether it contains measured times
	again  map[string]string // second copies of pictures, by the ID of the figure
}

// New returns a writer for the parts of a report with the given labels. If labels is nil, each part
// is independent.
func New(labels *reports.Labels) Writer {
	return Writer{
		Builder: new(strings.Builder), Labels: labels,
		used: map[string]bool{}, shown: map[string]reports.Label{}, rules: map[string]bool{}, shapes: map[string]int{}, packed: map[bool]string{}, again: map[string]string{},
	}
}

// Reserve declares ids that the page uses, so that inlined pictures do not use them too.
func (w *Writer) Reserve(ids ...string) {
	for _, id := range ids {
		w.used[id] = true
	}
}

// Plain converts plain text to HTML. References in the text become links.
func (w *Writer) Plain(s string) string {
	if w.Labels == nil {
		return w.unlinked(s)
	}
	return w.Labels.Expand(s, w.Phrase, w.Reference)
}

// Phrase converts plain text to HTML. The text must not contain references.
func (w *Writer) Phrase(s string) string { return w.Words(together.Replace(Escape(s))) }

// Words turns the names in s, such as names of strategies, into links. The text s must already be
// escaped for HTML.
func (w *Writer) Words(s string) string {
	if w.Named == nil {
		return s
	}
	return w.Named(w.Within, s)
}

// together prevents line breaks between a number and what belongs to it.
var together = strings.NewReplacer(" %", "\u00a0%", " = ", "\u00a0=\u00a0", " &lt; ", "\u00a0&lt;\u00a0")

// unlinked returns text as HTML, with references as words instead of links.
func (w *Writer) unlinked(s string) string {
	return w.Labels.Expand(s, Escape, func(l reports.Label) string { return Escape(l.String()) })
}

// made writes the folded source that made a block, or a link to the place that shows it.
func (w *Writer) made(b reports.Block, source string) {
	if source == "" {
		return
	}
	label, numbered := w.Labels.Of(b)
	first, again := w.shown[source]
	if numbered && !again {
		first, w.shown[source] = label, label
	}
	switch {
	case w.CodePage != "" && numbered:
		fmt.Fprintf(w, "<p class=\"made\"><a href=\"%s#%s\">How this is made</a></p>\n", w.CodePage, first.Anchor())
	case again:
		fmt.Fprintf(w, "<p class=\"made\">Made by the same code as %s.</p>\n", w.Reference(first))
	default:
		w.WriteString(Made(source))
	}
}

// Made returns the source code that made a block, in a collapsed HTML element. If source is "", it
// returns "".
func Made(source string) string {
	if source == "" {
		return ""
	}
	return "<details class=\"made\"><summary>How this is made</summary>\n<pre tabindex=\"0\"><code>" + defuse.Text(codeEscaper.Replace(source)) + "</code></pre></details>\n"
}

// codeEscaper does not escape quotation marks, which are frequent in code.
var codeEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#13;")

// Reference returns a link to the block or bibliography entry with the given label.
func (w *Writer) Reference(l reports.Label) string {
	return `<a class="ref"` + w.Mark(l) + ` href="` + w.Page + `#` + l.Anchor() + `">` + strings.ReplaceAll(l.String(), " ", "\u00a0") + `</a>`
}

// Mark returns an id attribute for the first citation of a bibliography entry, so that the list of
// references can link back to it. For later citations and for other kinds of labels, it returns "".
func (w *Writer) Mark(l reports.Label) string {
	if l.Kind != "cite" || w.Page != "" || w.Cited(l) {
		return ""
	}
	w.Reserve("back-" + l.Anchor())
	return ` id="back-` + l.Anchor() + `"`
}

// Cited reports whether the page has already cited the bibliography entry with the given label.
func (w *Writer) Cited(l reports.Label) bool { return w.used["back-"+l.Anchor()] }

// TimingMark is the HTML that marks parts of a page with measured times.
const TimingMark = `<span class="timing">Times depend on the machine.</span>`

// begin writes the beginning of a caption: the timing mark if the block needs it, the number, and
// the title.
func (w *Writer) begin(b reports.Block, title string) {
	if b.About().Timing {
		w.WriteString(TimingMark + " ")
	}
	if label, ok := w.Labels.Of(b); ok {
		text := strings.ReplaceAll(label.String(), " ", "\u00a0")
		if label.Kind == "claim" { // a claim begins with a button
			fmt.Fprintf(w, `<span class="label">%s.</span> `, text)
		} else {
			fmt.Fprintf(w, `<a class="label" href="#%s">%s.</a> `, label.Anchor(), text)
		}
	}
	if title != "" {
		w.WriteString("<b>" + w.Plain(reports.FullStop(title)) + "</b> ")
	}
}

// anchor returns the id attribute of a numbered block.
func (w *Writer) anchor(b reports.Block) string {
	if label, ok := w.Labels.Of(b); ok {
		return Attribute("id", label.Anchor())
	}
	return ""
}

// Attribute returns an HTML attribute with a leading space, or "" if value is "". The value must
// already be escaped.
func Attribute(name, value string) string {
	if value == "" {
		return ""
	}
	return " " + name + `="` + value + `"`
}

// Escape escapes s for use in HTML text and in quoted attribute values.
func Escape(s string) string { return defuse.Text(escaper.Replace(s)) }

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "\r", "&#13;")

// Badge returns the HTML of a small colored label that shows the verdict.
func Badge(v reports.Verdict) string {
	return fmt.Sprintf(`<span class="badge %s"><span aria-hidden="true">%s</span> %s</span>`, v, v.Mark(), v)
}

// Claim writes a claim as a box with the verdict, the statement, and the evidence with its
// estimate. In a report, the evidence is collapsed.
func (w *Writer) Claim(c reports.Claim) error {
	open, mid, end := "div", "", "</div>\n"
	if w.Labels != nil {
		open, mid, end = "details", "</summary>\n", "</details>\n"
	}
	fmt.Fprintf(w, `<%s class="claim %s"%s>`+"\n", open, c.Holds, w.anchor(c))
	if w.Labels != nil {
		w.WriteString("<summary>")
	}
	fmt.Fprintf(w, "<p>%s ", Badge(c.Holds))
	w.begin(c, "")
	fmt.Fprintf(w, "<b>%s</b></p>\n%s", w.unlinked(c.Statement), mid)
	if c.Evidence != "" {
		fmt.Fprintf(w, `<p class="evidence">%s</p>`+"\n", w.Plain(c.Evidence))
	}
	if e := c.Estimate; e != nil && c.Evidence == "" {
		w.WriteString(`<p class="estimate">estimate ` + Escape(strings.ReplaceAll(e.String(), " = ", "\u00a0=\u00a0")) + "</p>\n")
	}
	w.made(c, c.Source)
	w.WriteString(end)
	return nil
}

// tableStyle and claimStyle are the styles of a table and of a claim in the output of a cell. Their
// rules are nested, so that they affect nothing else. An untrusted notebook drops styles, but its
// content remains readable.
var (
	//go:embed table.css
	tableStyle string
	//go:embed claim.css
	claimStyle string
)
