package display

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/block"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

// Show shows values one after the other. It takes
//
//   - blocks of reports: [reports.Text], [reports.Figure], [reports.Table],
//     [reports.Claim], [reports.Code]
//   - figures that can draw themselves ([block.Drawn]), as those of package
//     plots
//   - anything with a method Block() reports.Block, Table() reports.Table or
//     Claim() reports.Claim
//   - answers of package analysis: a Comparison and a Growth as a paragraph, a
//     slice of either as a table; a decided claim ([claim.Result])
//   - anything with a method Sentence() string, shown as a paragraph
//   - errors, of which nil shows nothing, so that the results of a function
//     returning (reports.Table, error) can be passed on directly
//   - anything else, printed as fmt.Println prints it; neighbours share a line
//
// An error that is not nil, or a block that cannot be shown, ends the cell: Show
// panics with it, after having shown what came before. In a notebook there is
// nobody to return it to, and a missing figure must not pass unnoticed.
func Show(values ...any) {
	for _, v := range values {
		if err, ok := v.(error); ok && err != nil {
			panic(err)
		}
	}
	var words []any
	flush := func() {
		if len(words) > 0 {
			out.text(fmt.Sprintln(words...))
			words = nil
		}
	}
	for _, v := range values {
		block, err := blockOf(v)
		if err == nil && block != nil {
			flush()
			err = out.block(block)
		}
		if err != nil {
			flush()
			panic(err)
		}
		if block == nil && v != nil {
			words = append(words, v)
		}
	}
	flush()
}

// Markdown shows a paragraph of Markdown, formatted as in fmt.Sprintf. In a
// report it becomes text.
func Markdown(format string, args ...any) {
	Show(reports.Text{Markdown: fmt.Sprintf(format, args...)})
}

// blockOf returns the block that a value is or offers, nil if there is none.
func blockOf(v any) (reports.Block, error) {
	switch v := v.(type) {
	case reports.Block:
		return v, nil
	case block.Drawn:
		return block.FigureOf(v)
	case claim.Result:
		return block.ClaimOf(v), nil
	case analysis.Comparison:
		return reports.Text{Markdown: escapeMarkdown(v.Sentence()), Timing: v.Metric.Timing}, nil
	case []analysis.Comparison:
		return column.ComparisonTable(v...), nil
	case analysis.Growth:
		return reports.Text{Markdown: escapeMarkdown(v.Sentence()), Timing: v.Metric.Timing}, nil
	case []analysis.Growth:
		return column.GrowthTable(v...), nil
	case interface{ Block() reports.Block }:
		return v.Block(), nil
	case interface{ Table() reports.Table }:
		return v.Table(), nil
	case interface{ Claim() reports.Claim }:
		return v.Claim(), nil
	case interface{ Sentence() string }:
		return reports.Text{Markdown: escapeMarkdown(v.Sentence())}, nil
	}
	return nil, nil
}

// escapeMarkdown makes plain words safe as Markdown, in which A* would begin
// emphasis.
func escapeMarkdown(s string) string {
	return markdownEscaper.Replace(s)
}

var markdownEscaper = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`, "[", `\[`, "|", `\|`, "$", `\$`)

// sink is where things are shown.
type sink interface {
	block(b reports.Block) error
	text(s string)
	// status makes a line of text that show replaces, which it should not do
	// more often than that.
	status() (show func(text string), every time.Duration)
}

// out is the notebook or standard output. Tests replace it.
var out = newSink()

func newSink() sink {
	if os.Getenv("GONB_PIPE") != "" {
		return notebook{}
	}
	return plain{}
}
