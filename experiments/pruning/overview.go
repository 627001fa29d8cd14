package pruning

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime/kind"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime/render"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// overview says what was run: instances, strategies and limits of each set.
func overview(trials frame.Frame) (reports.Table, error) {
	t := reports.Table{
		ID: "overview", Title: "What was run",
		Caption: "Timed trials ran one at a time, the others beside each other under a limit on nodes. Every ring can be made again from its family, size and number.",
		Columns: []reports.Column{
			{Name: "rings"},
			{Name: "sizes"},
			{Name: "mode"},
			{Name: "strategies"},
			{Name: "trials", Kind: reports.Count},
			{Name: "capped", Kind: reports.Count},
		},
	}
	part := frame.NewFactor("part", func(t *experiments.Trial) string {
		family, _, _ := strings.Cut(t.Set, ",")
		return family + " " + string(t.Mode)
	})
	for name, rows := range frame.By(trials, part) {
		family, mode, _ := strings.Cut(name, " ")
		sizes := frame.Size.Of(rows)
		span := study.Grouped(uint64(sizes[0]))
		if last := sizes[len(sizes)-1]; last != sizes[0] {
			span += " to " + study.Grouped(uint64(last))
		}
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Str(family), reports.Str(span), reports.Str(mode),
			reports.Str(strategyPhrase(strategiesOf(rows))), reports.Int(rows.Len()), reports.Int(rows.Count(frame.Limited)),
		})
	}
	return t, nil
}

// strategyPhrase names up to three strategies and counts more.
func strategyPhrase(names []string) string {
	if len(names) > 3 {
		return fmt.Sprintf("%d, from %s to %s", len(names), names[0], names[len(names)-1])
	}
	return strings.Join(names, ", ")
}

// example is the ring of the write-up.
const example = "2 2 2 2 1 3"

// puzzleFigure draws the example with a solution: what the puzzle is, for a reader
// who has not met it.
func puzzleFigure(frame.Frame) (reports.Figure, error) {
	ring, err := handsoftime.ParseRing(example)
	if err != nil {
		return reports.Figure{}, err
	}
	strategy, err := kind.Kind().Strategy(handsoftime.DefaultStrategy)
	if err != nil {
		return reports.Figure{}, err
	}
	result, err := strategy.Run(context.Background(), ring, 0, search.Limits{})
	if err != nil {
		return reports.Figure{}, err
	}
	path, _ := result.Solution.(handsoftime.Path)
	var svg bytes.Buffer
	if err := render.SVG(&svg, ring, render.Drawing{Path: path, Size: 320, ID: "puzzle"}); err != nil {
		return reports.Figure{}, err
	}
	return reports.Figure{
		ID: "puzzle", Title: "A ring of " + study.Plural(ring.Size(), "node"), SVG: svg.Bytes(),
		Caption: fmt.Sprintf("The hand starts at node %d and moves by the value it stands on, clockwise or back. The arrows are one solution: %d.", ring.Start, []int32(path)),
		Alt:     fmt.Sprintf("A clock face with the values %s and a path through all nodes: %d.", ring, []int32(path)),
	}, nil
}
