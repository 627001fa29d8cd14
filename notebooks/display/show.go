package display

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/internal/drawing"
	"github.com/puzzlelab/puzzlelab/notebooks/internal/sent"
)

// Show shows values one after another. It accepts:
//
//   - blocks of reports: reports.Text, reports.Figure, reports.Table, reports.Claim, reports.Code
//   - drawings that can render themselves (block.Drawn in package reports/block), such as figures
//     of package plots
//   - anything with a method Block() reports.Block, Table() reports.Table or Claim() reports.Claim
//   - results of package analysis: a Comparison or a Growth, shown as a paragraph, and a slice of
//     either, shown as a table
//   - decided claims (claim.Result)
//   - anything with a method Sentence() string, shown as a paragraph
//   - errors; a nil error shows nothing, so that the results of a function that returns
//     (reports.Table, error) can be passed on directly
//   - anything else, printed as fmt.Println prints it; consecutive values share a line
//
// If one of the values is a non-nil error, Show panics without showing any value. If a value cannot
// be shown, Show panics after it has shown the values before it. A panic ends the cell. Show does
// not return the error, because cells would ignore it, and a missing figure must not go unnoticed.
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
		block, err := shown(v)
		if err == nil && block != nil {
			flush()
			err = out.show(*block)
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

// Markdown shows a paragraph of Markdown, formatted as by [fmt.Sprintf]. The notebook's report
// includes the paragraph as text.
func Markdown(format string, args ...any) {
	if err := out.show(sent.Value{Markdown: fmt.Sprintf(format, args...)}); err != nil {
		panic(err)
	}
}

// shown returns the form in which a value is sent, or nil if it is only printed.
func shown(v any) (*sent.Value, error) {
	if d, ok := v.(drawing.Drawn); ok {
		f, err := drawing.Of(d)
		return &sent.Value{Drawing: &f}, err
	}
	if sent.Block != nil {
		if block, err := sent.Block(v); block != nil || err != nil {
			return block, err
		}
	}
	if answer, ok := v.(interface{ Sentence() string }); ok {
		return &sent.Value{Markdown: sent.Escape(answer.Sentence())}, nil
	}
	return nil, nil
}

// sink is a destination for values to show.
type sink interface {
	show(v sent.Value) error
	text(s string)
	// status begins a line of text and returns a function that replaces it. Do not call show more
	// often than once per interval.
	status() (show func(text string), every time.Duration)
}

// out is the notebook or standard output. Tests replace it.
var out = newSink()

// notebook shows values in the notebook whose kernel started this program.
type notebook struct{}

func (notebook) show(v sent.Value) error { return transmit(v) }

func (notebook) text(s string) {
	if err := transmit(sent.Value{Plain: strings.TrimSuffix(s, "\n")}); err != nil {
		panic(err)
	}
}

// status shows one output, which is updated under one display ID.
func (notebook) status() (show func(text string), every time.Duration) {
	id := "puzzlelab-" + uniqueID()
	return func(text string) {
		// A lost progress line is not worth an error.
		if err := transmit(sent.Value{ID: id, Plain: text, Status: true}); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}, 250 * time.Millisecond
}
