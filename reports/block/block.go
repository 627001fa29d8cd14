// Package block converts the drawings and decided claims of studies to report blocks.
package block

import (
	"math"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/internal/drawing"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/reports"
)

// Drawn is a drawing that can render itself, such as a figure from package plots.
type Drawn = drawing.Drawn

// FigureOf renders d in all its forms (see [drawing.Of]) and returns it as a figure for a report.
// It returns an error if d cannot be drawn or has an invalid ID.
func FigureOf(d Drawn) (reports.Figure, error) {
	f, err := drawing.Of(d)
	if err != nil {
		return reports.Figure{}, err
	}
	return Figure(f)
}

// Figure converts a rendered drawing to a figure for a report. It returns an error if the drawing
// has an invalid ID or no picture.
func Figure(d drawing.Drawing) (reports.Figure, error) {
	f := reports.Figure{
		ID: d.ID, Title: d.Title, Caption: d.Caption, Alt: d.Alt, Timing: d.Timing,
		SVG: d.SVG, PNG: d.PNG, Narrow: d.Narrow, Linear: d.Linear, Chart: d.Chart,
	}
	return f, f.Check()
}

// StepsOf returns a picture that shows a solution step by step. The argument stage is the SVG
// before the first step, style contains CSS rules for it, and said contains one sentence for each
// step. See [reports.Steps].
func StepsOf(stage, style string, said []string) *reports.Steps {
	return &reports.Steps{Stage: stage, Style: style, Said: said}
}

// ClaimOf converts a decided claim to a claim for a report. It rounds numbers as [reports.Num]
// does.
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
