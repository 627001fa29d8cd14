package diff

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/align"
	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/changes"
)

// Outputs compares the outputs of two notebooks that have the same cells in the same order.
func Outputs(a, b *nbformat.Notebook) (all []Difference) {
	at := places(a, b)
	for i := range min(len(a.Cells), len(b.Cells)) {
		all = append(all, outputs(a.Cells[i], b.Cells[i], at(i, i))...)
	}
	return all
}

// output is one output of a cell.
type output struct {
	name  string // description: "figure growth", "standard error"
	text  string
	block reports.Block // nil for text
	data  nbformat.Bundle
	ends  bool // whether it ends a piece of a stream, whose next piece may continue the line
}

// shown returns the outputs of a cell. It joins adjacent outputs with the same kind of text.
// Between two displays it joins all text of each stream, with standard output first, because the
// order of output from two pipes is random.
func shown(c *nbformat.Cell) (list []output) {
	for _, o := range c.Outputs {
		_, repeats := o.Data[reports.MIMECaption]
		_, passing := o.Data[reports.MIMEStatus]
		if repeats || passing {
			continue
		}
		next, at := outputOf(o), len(list)
		next.ends = o.Type == nbformat.Stream
		if at > 0 && o.Type == nbformat.Stream && o.Name == "stdout" && list[at-1].name == standardError {
			at--
		}
		if last := at - 1; last >= 0 && list[last].name == next.name && next.block == nil && list[last].block == nil {
			if !(list[last].ends && next.ends) && !strings.HasSuffix(list[last].text, "\n") {
				list[last].text += "\n"
			}
			list[last].text += next.text
			list[last].ends = next.ends
			continue
		}
		list = slices.Insert(list, at, next)
	}
	return list
}

const standardError = "standard error"

// outputOf prepares an output for comparison.
func outputOf(o *nbformat.Output) output {
	switch {
	case o.Type == nbformat.Error:
		return output{name: "error", text: strings.Join(append([]string{o.ErrorName + ": " + o.ErrorValue}, o.Traceback...), "\n")}
	case o.Type == nbformat.Stream && o.Name != "stdout":
		return output{name: standardError, text: o.Text}
	}
	text, _ := o.Data.Text("text/plain")
	out := output{name: "text", text: o.Text + text}
	if o.Data != nil && (len(o.Data) > 1 || text == "") {
		out.name = strings.Join(o.Data.Types(), ", ")
	}
	block, _, err := notebooks.Shows(o)
	if _, isText := block.(reports.Code); err == nil && block != nil && !isText {
		out = named(block)
	}
	out.data = o.Data
	return out
}

// forms lists the forms of an output that changed, with their digests. It leaves out this project's
// own form, which includes the source of the block.
func forms(was, is nbformat.Bundle) (lines []string) {
	all := maps.Clone(was)
	maps.Copy(all, is)
	for _, mime := range all.Types() {
		a, b := sum(nbformat.Bundle{mime: was[mime]}), sum(nbformat.Bundle{mime: is[mime]})
		if a != b && !strings.HasPrefix(mime, "application/vnd.puzzlelab.") {
			lines = append(lines, fmt.Sprintf("%s: %s → %s", mime, a, b))
		}
	}
	return lines
}

// sum returns the digest of an output that has no comparable parts.
func sum(b nbformat.Bundle) string {
	h := sha256.New()
	for _, mime := range b.Types() {
		text, _ := b.Text(mime)
		fmt.Fprintf(h, "%s %d %s", mime, len(text), text)
	}
	return fmt.Sprintf("%.4x", h.Sum(nil))
}

// named returns a block as an output with its name. A Markdown block becomes text.
func named(b reports.Block) output {
	name := ""
	switch b := b.(type) {
	case reports.Text:
		return output{name: "Markdown", text: b.Markdown}
	case reports.Figure:
		name = strings.TrimSpace("figure " + b.ID)
	case reports.Table:
		name = strings.TrimSpace("table " + b.ID)
	case reports.Claim:
		name = "claim " + b.ID
	default:
		name = fmt.Sprintf("%T", b)
	}
	return output{name: name, block: b}
}

// outputs compares the outputs of a cell.
func outputs(a, b *nbformat.Cell, at Difference) (all []Difference) {
	before, after := shown(a), shown(b)
	timed := a.HasTag(notebooks.TagTiming) || b.HasTag(notebooks.TagTiming)
	add := func(o output, timing bool, lines []string) {
		if lines != nil {
			d := at.of(o.name, lines)
			d.Timing = timing
			all = append(all, d)
		}
	}
	i, j := 0, 0
	for _, p := range append(align.Common(names(before), names(after)), [2]int{len(before), len(after)}) {
		for ; i < p[0]; i++ {
			add(before[i], false, []string{"is not shown any more"})
		}
		for ; j < p[1]; j++ {
			add(after[j], false, []string{"was not shown"})
		}
		if i == len(before) {
			break
		}
		x, y := before[i], after[j]
		lines, times := changed(split(strings.TrimSuffix(x.text, "\n")), split(strings.TrimSuffix(y.text, "\n"))), timed
		if x.block != nil && y.block != nil {
			lines, times = changes.Of(x.block, y.block), timed || x.block.About().Timing || y.block.About().Timing
		}
		if lines == nil {
			lines = forms(x.data, y.data)
		}
		add(y, times, lines)
		i, j = p[0]+1, p[1]+1
	}
	return all
}

func names(list []output) (names []string) {
	for _, o := range list {
		names = append(names, o.name)
	}
	return names
}
