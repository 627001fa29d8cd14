package notebooks

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/notebooks/drawn"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// codeBlocks returns the blocks for a code cell. The first is its source with the plain text
// printed before the first figure, table or claim. Then come these and all other text, in the order
// in which they were shown. For a cell that was not executed the block says so.
func codeBlocks(c *nbformat.Cell) ([]reports.Block, error) {
	if strings.TrimSpace(c.Source) == "" && len(c.Outputs) == 0 {
		return nil, nil
	}
	timing := c.HasTag(TagTiming)
	code := reports.Code{Source: c.Source, Timing: timing}
	if c.HasTag(tagRemoveInput) {
		code.Source = ""
	}
	if Unexecuted(c) {
		code.Output = "(not executed)"
	}
	var blocks []reports.Block
	flush := func() {
		if code.Source != "" || code.Output != "" {
			blocks = append(blocks, code)
		}
		code = reports.Code{Timing: timing}
	}
	for i, o := range c.Outputs {
		if c.HasTag(tagRemoveOutput) {
			continue
		}
		block, text, err := Shows(o)
		if err != nil {
			return nil, fmt.Errorf("outputs[%d]: %w", i, err)
		}
		if block == nil {
			code.Output = below(code.Output, text)
			continue
		}
		if f, ok := block.(reports.Figure); ok && f.ID == "" {
			f.ID = fmt.Sprintf("cell-%s-%d", slug(c.ID), i+1)
			block = f
		}
		flush()
		blocks = append(blocks, marked(block, timing))
	}
	flush()
	return blocks, nil
}

// below returns a text that begins on a line of its own below what was printed before.
func below(printed, text string) string {
	if text != "" && printed != "" && !strings.HasSuffix(printed, "\n") {
		printed += "\n"
	}
	return printed + text
}

// Unexecuted reports whether a cell has not been executed although it should be. Such a cell has
// neither outputs nor an execution count.
func Unexecuted(c *nbformat.Cell) bool {
	return Runs(c) && c.ExecutionCount == nil && len(c.Outputs) == 0
}

// failure returns the message of an error output.
func failure(o *nbformat.Output) string {
	return cmp.Or(strings.TrimPrefix(strings.TrimSuffix(o.ErrorName+": "+o.ErrorValue, ": "), ": "), "an error that says nothing")
}

// Failures describes the errors of cells that should not have failed. Reports show these errors.
func Failures(nb *nbformat.Notebook) (failures []string) {
	for i, place := range places(nb) {
		for _, o := range nb.Cells[i].Outputs {
			if o.Type == nbformat.Error && !nb.Cells[i].HasTag(TagRaises) {
				message, _, _ := strings.Cut(failure(o), "\n")
				failures = append(failures, place+" failed: "+message)
			}
		}
	}
	return failures
}

// Shows converts an output of a cell to a block for a report, or to text that the report shows with
// the code. Reports omit standard error and repeated captions of figures: for these outputs, Shows
// returns nil and "".
func Shows(o *nbformat.Output) (reports.Block, string, error) {
	switch o.Type {
	case nbformat.Stream:
		if o.Name == "stderr" {
			return nil, "", nil
		}
		return nil, o.Text, nil
	case nbformat.Error:
		return nil, cmp.Or(strings.Join(o.Traceback, "\n"), failure(o)), nil
	case nbformat.DisplayData, nbformat.ExecuteResult:
	default:
		return nil, fmt.Sprintf("(an output of type %q, shown in the notebook only)", o.Type), nil
	}
	if _, ok := o.Data[reports.MIMECaption]; ok {
		return nil, "", nil
	}
	for _, mime := range o.Data.Types() {
		if strings.HasPrefix(mime, "application/vnd.puzzlelab.") && mime != reports.MIMEStatus {
			block, err := typedBlock(mime, o.Data)
			return block, "", err
		}
	}
	return untyped(o.Data)
}

// untyped returns what a bundle without a block becomes in a report: the best of its forms.
func untyped(data nbformat.Bundle) (reports.Block, string, error) {
	text, hasText := data.Text("text/plain")
	if f, ok := pictured(data, text); ok {
		return f, "", nil
	}
	if markdown, ok := data.Text("text/markdown"); ok {
		return reports.Text{Markdown: markdown}, "", nil
	}
	html, hasHTML := data.Text("text/html")
	if latex, ok := data.Text("text/latex"); ok && strings.IndexAny(strings.TrimSpace(latex), `$\`) == 0 && (!hasHTML || understood(latex)) {
		return reports.Text{Markdown: latex}, "", nil
	}
	says := !wordless().MatchString(text)
	if hasHTML && !says {
		text = cmp.Or(textOf(html), text)
	}
	runs, seen := running().MatchString(html), text != "" || visible().MatchString(html)
	hidden := slices.DeleteFunc(data.Types(), func(mime string) bool {
		return mime == "text/plain" || mime == reports.MIMEStatus || says && repeated().MatchString(mime) || mime == "text/html" && !runs && !seen
	})
	note := fmt.Sprintf("(%s, shown in the notebook only)", strings.Join(hidden, ", "))
	switch {
	case hasHTML && seen && !runs:
		return reports.Code{Output: cmp.Or(text, note), HTML: html}, "", nil
	case !hasText && !hasHTML && data["application/json"] != nil:
		json, err := json.MarshalIndent(data["application/json"], "", "  ")
		return nil, string(json), err
	case len(hidden) == 0:
		return nil, text, nil
	}
	return nil, strings.TrimLeft(text+"\n", "\n") + note, nil
}

// understood reports whether a page can show TeX without warnings.
func understood(latex string) bool {
	var texts page.Texts
	_, err := texts.Read(reports.Text{Markdown: latex})
	return err == nil && texts.Warnings == nil
}

var (
	// wordless matches what programs print for an object that has only other forms.
	wordless = lazy.Regexp(`^\s*(<[^<>\n]*>|[\w.]+\(\.\.\.\))?\s*$`)
	// repeated matches forms whose content the text of an output has, too.
	repeated = lazy.Regexp(`^text/|^application/(json$|vnd\.(google|dataresource))`)
	// visible matches HTML that shows something without words.
	visible = lazy.Regexp(`(?i)<(img|svg)\b`)
)

// pictured returns the figure in a bundle, and whether it has one that a page can show.
func pictured(b nbformat.Bundle, alt string) (reports.Figure, bool) {
	f := reports.Figure{Alt: fmt.Sprintf("%.300s", alt)} // the first characters describe it
	mime, data := picture(b)
	if mime == "image/svg+xml" {
		if drawn := page.SVG(data); (reports.Figure{ID: "x", SVG: drawn}).Check() == nil && !running().Match(drawn) {
			f.SVG = drawn
		}
		data, _ = b.Bytes("image/png")
	}
	if png, err := page.PNG(data); err == nil {
		f.PNG = png
	}
	return f, f.SVG != nil || f.PNG != nil
}

// running matches content that a picture on a page must not have.
var running = lazy.Regexp(`(?i)<script|\son[a-z]+\s*=|<foreignObject|<iframe|javascript:`)

// Patterns that convert HTML to plain text: they remove scripts, and put block elements on separate
// lines.
var (
	unread    = lazy.Regexp(`(?is)<(script|style|head)\b.*?</(script|style|head)\s*>|<!--.*?-->`)
	lineEnd   = lazy.Regexp(`(?i)<br\b[^>]*>|</(p|div|tr|li|h[1-6]|table|ul|ol|pre)\s*>`)
	cellEnd   = lazy.Regexp(`(?i)</t[dh]\s*>`)
	anyTag    = lazy.Regexp(`(?s)</?[A-Za-z][^>]*>`)
	emptyLine = lazy.Regexp(`\n\s*\n`)
)

func textOf(source string) string {
	text := anyTag().ReplaceAllString(cellEnd().ReplaceAllString(lineEnd().ReplaceAllString(unread().ReplaceAllString(source, ""), "\n"), "\t"), "")
	return html.UnescapeString(strings.TrimSpace(emptyLine().ReplaceAllString(text, "\n")))
}

// typedBlock decodes a block that package display put into a bundle. The JSON is a string, as it
// was sent, or an object that another kernel made of it.
func typedBlock(mime string, data nbformat.Bundle) (reports.Block, error) {
	encoded, isText := data[mime].(string)
	if !isText {
		encoded, _ = data.Text(mime)
	}
	block, err := reports.UnmarshalBlock(mime, []byte(encoded))
	if err != nil {
		return nil, err
	}
	f, isFigure := block.(reports.Figure)
	if !isFigure {
		return block, nil
	}
	svg, _ := data.Text("image/svg+xml")
	f.SVG = []byte(svg)
	if f.PNG, err = data.Bytes("image/png"); err == nil && len(f.SVG)+len(f.PNG) == 0 {
		return drawn.Figure(f)
	}
	f.Chart = nil // this version may not be able to draw the data, but the pictures show it
	return f, err
}

// marked returns the block, marked as timing if the cell is.
func marked(b reports.Block, timing bool) reports.Block {
	if timing {
		return b.About().Timed()
	}
	return b
}

// OutputsDigest returns a digest of the outputs of a notebook's cells. The digest does not depend
// on the program that saved the file, on measured times, or on messages about the run, so two runs
// give the same digest.
func OutputsDigest(nb *nbformat.Notebook) string {
	h := sha256.New()
	for _, c := range nb.Cells {
		if c.HasTag(TagTiming) {
			continue
		}
		for _, o := range c.Outputs {
			block, _, _ := Shows(o)
			if _, passing := o.Data[reports.MIMEStatus]; passing || block != nil && block.About().Timing {
				continue
			}
			fmt.Fprintf(h, "%s %q %q %q %q\n", o.Type, o.Name, o.Text, o.ErrorName, o.ErrorValue)
			for _, mime := range o.Data.Types() {
				text, _ := o.Data.Text(mime)
				fmt.Fprintf(h, "%s %q\n", mime, strings.TrimSpace(text))
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
