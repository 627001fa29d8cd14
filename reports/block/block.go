// Package block makes blocks of reports from what studies draw and decide.
package block

import (
	"cmp"
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/reports"
)

// Drawn is a figure that can draw itself; those of package plots can. One that has
// other forms, for narrow screens or on linear axes, has methods Narrow and Linear, which
// return them as SVG, or nothing.
type Drawn interface {
	Describe() (id, title, caption, alt string, timing bool)
	SVG() ([]byte, error)
	PNG() ([]byte, error)
}

// FigureOf draws d in both formats. It fails if d cannot be drawn or has a
// bad ID. Where the program has nothing to draw with, as in cells of notebooks, the figure
// has data in place of pictures, if d has a method Undrawn that returns some.
func FigureOf(d Drawn) (reports.Figure, error) {
	var f reports.Figure
	f.ID, f.Title, f.Caption, f.Alt, f.Timing = d.Describe()
	var err error
	if data, ok := d.(interface{ Undrawn() ([]byte, error) }); ok {
		if f.Chart, err = data.Undrawn(); f.Chart != nil || err != nil {
			return f, err
		}
	}
	if f.SVG, err = d.SVG(); err != nil {
		return reports.Figure{}, fmt.Errorf("reports: draw figure %q as SVG: %w", f.ID, err)
	}
	if f.PNG, err = d.PNG(); err != nil {
		return reports.Figure{}, fmt.Errorf("reports: draw figure %q as PNG: %w", f.ID, err)
	}
	if more, ok := d.(interface {
		Narrow() ([]byte, error)
		Linear() ([]byte, error)
	}); ok {
		var wrong error
		f.Narrow, err = more.Narrow()
		f.Linear, wrong = more.Linear()
		if err = cmp.Or(err, wrong); err != nil {
			return reports.Figure{}, fmt.Errorf("reports: draw another form of figure %q: %w", f.ID, err)
		}
	}
	return f, f.Check()
}

// StepsOf returns the steps of a stage with its style and a sentence about each.
func StepsOf(stage, style string, said []string) *reports.Steps {
	return &reports.Steps{Stage: stage, Style: style, Said: said}
}

// ClaimOf is a decided claim as a report shows it, its numbers with the digits of [reports.Num].
func ClaimOf(r claim.Result) reports.Claim {
	c := reports.Claim{ID: r.ID, Statement: r.Statement, Evidence: r.Evidence, Holds: r.Verdict, Timing: r.Timing}
	if e := r.Estimate; e != nil && e.BCa.Known() {
		c.Estimate = &reports.Estimate{Value: numerals.Portable(e.Value), Low: numerals.Portable(e.BCa.Low), High: numerals.Portable(e.BCa.High), N: e.N}
	}
	if !math.IsNaN(r.P) {
		p, adjusted := numerals.Portable(r.P), numerals.Portable(r.Adjusted)
		c.P, c.Adjusted = &p, &adjusted
	}
	return c
}
