package pruning

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/block"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime/render"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// overview says what was run: instances, strategies and limits of each set.
func overview(trials frame.Frame) (reports.Table, error) {
	family := func(t *trial.Trial) string { name, _, _ := strings.Cut(t.Set, ","); return name }
	part := frame.NewFactor("part", func(t *trial.Trial) string { return family(t) + " " + string(t.Mode) })
	type group = frame.Group[string]
	return column.Fill(reports.Table{ID: "overview", Title: "What was run"}, frame.Groups(trials.Where(frame.NoControl), part),
		column.Words("rings", func(g group) string { return family(g.First()) }),
		column.Words("sizes", func(g group) string {
			sizes := frame.Size.Of(g.Frame)
			return study.FromTo(sizes) + study.Grouped(uint64(sizes[len(sizes)-1]))
		}),
		column.Words("mode", func(g group) string { return string(g.First().Mode) }),
		column.Words("strategies", func(g group) string {
			names := strategiesOf(g.Frame)
			if len(names) > 3 {
				return fmt.Sprintf("%d, from %s to %s", len(names), names[0], names[len(names)-1])
			}
			return strings.Join(names, ", ")
		}),
		column.Counts("trials", func(g group) int { return g.Len() }),
		column.Counts("capped", func(g group) int { return g.Count(frame.Limited) }),
	), nil
}

// example is the ring of the write-up.
const example = "2 2 2 2 1 3"

// solvedExample returns it with the solution that the write-up draws.
func solvedExample() (ring handsoftime.Ring, path handsoftime.Path, err error) {
	if ring, err = handsoftime.ParseRing(example); err != nil {
		return ring, nil, err
	}
	strategy, err := render.Kind().Strategy(handsoftime.DefaultStrategy)
	if err != nil {
		return ring, nil, err
	}
	result, err := strategy.Run(context.Background(), ring, 0, search.Limits{})
	path, _ = result.Solution.(handsoftime.Path)
	return ring, path, err
}

// puzzleFigure draws the example with a solution: what the puzzle is, for a reader
// who has not met it.
func puzzleFigure(frame.Frame) (reports.Figure, error) {
	ring, path, err := solvedExample()
	if err != nil {
		return reports.Figure{}, err
	}
	svg, png, err := plots.Drawing(func(w io.Writer) error {
		return render.SVG(w, ring, render.Drawing{Path: path, Size: 320, ID: "puzzle"})
	})
	steps, failed := render.Steps(ring, render.Drawing{Path: path, Size: 320, ID: "puzzle-steps"})
	return reports.Figure{
		ID: "puzzle", Title: "A ring of " + study.Plural(ring.Size(), "place"), SVG: svg, PNG: png,
		Caption: fmt.Sprintf("The hand starts at place %d and moves by the value there, clockwise or back. The arrows are one solution: %d.", ring.Start, []int32(path)),
		Alt:     fmt.Sprintf("A clock face with the values %s and a path through all places: %d.", ring, []int32(path)),
		Steps:   block.StepsOf(steps.Play()),
	}, cmp.Or(err, failed)
}
