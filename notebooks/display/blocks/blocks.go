// Package blocks enables package display to show blocks of package reports, claims, and results of
// package analysis. Package engine adds package blocks to the programs of cells that import one of
// those packages.
package blocks

import (
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/notebooks/internal/sent"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/block"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

func init() { sent.Block = encoded }

// encoded returns the block that a value is or offers, in the form in which it is sent, or nil if
// there is none.
func encoded(v any) (*sent.Value, error) {
	b := of(v)
	if b == nil {
		return nil, nil
	}
	if code, ok := b.(reports.Code); ok {
		return &sent.Value{Plain: code.Output}, nil // the source cell itself is the block
	}
	s := &sent.Value{}
	if f, ok := b.(reports.Figure); ok {
		s.SVG, s.PNG = f.SVG, f.PNG
	}
	var err error
	s.MIME, s.Block, err = reports.MarshalBlock(b)
	return s, err
}

func of(v any) reports.Block {
	switch v := v.(type) {
	case reports.Block:
		return v
	case claim.Result:
		return block.ClaimOf(v)
	case analysis.Comparison:
		return reports.Text{Markdown: sent.Escape(v.Sentence()), Timing: v.Metric.Timing}
	case []analysis.Comparison:
		return column.ComparisonTable(v...)
	case analysis.Growth:
		return reports.Text{Markdown: sent.Escape(v.Sentence()), Timing: v.Metric.Timing}
	case []analysis.Growth:
		return column.GrowthTable(v...)
	case interface{ Block() reports.Block }:
		return v.Block()
	case interface{ Table() reports.Table }:
		return v.Table()
	case interface{ Claim() reports.Claim }:
		return v.Claim()
	}
	return nil
}
