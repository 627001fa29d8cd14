package plots

import (
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

func BenchmarkSVG(b *testing.B) { benchmarkFigures(b, Figure.SVG) }

func BenchmarkPNG(b *testing.B) { benchmarkFigures(b, Figure.PNG) }

func benchmarkFigures(b *testing.B, render func(Figure) ([]byte, error)) {
	for _, f := range sampleFigures(b) {
		switch f.ID {
		case "growth-nodes-expanded", "ecdf-nodes-expanded-75", "cells", "pareto", "heatmap-31":
			b.Run(f.ID, func(b *testing.B) {
				n := 0
				for b.Loop() {
					out, err := render(f)
					if err != nil {
						b.Fatal(err)
					}
					n = len(out)
				}
				b.ReportMetric(float64(n), "bytes")
			})
		}
	}
}

// BenchmarkGrowthOf is the way from the stored trials of a study to its figure.
func BenchmarkGrowthOf(b *testing.B) {
	trials := syntheticTrials(500, 2e7) // 16,000 rows
	for b.Loop() {
		if _, err := GrowthOf(frame.Of(trials), trial.Expanded); err != nil {
			b.Fatal(err)
		}
	}
}
