package pruning

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
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

// published lists the numbers printed in the write-up (B. Pitney, 2013). Times are totals of a C#
// program over 50 rings, with a different sample for each size. Contraction is not in the write-up.
// A number that we do not measure has a reason.
var published = study.Read(files, "published.csv", func(row []string) printed {
	return printed{row[1], row[2], row[3], row[4], row[5]}
})

// printed is a number in the write-up's text, for rings of a size and for a strategy; either may be
// "". unmeasured says why we measure nothing comparable, or is "".
type printed struct{ figure, size, strategy, text, unmeasured string }

// publishedSaving is what the write-up concludes from two totals at 100 nodes: sorting saves 8 % of
// the time.
const publishedSaving = 1 - 280.5/304.8

// publishedValues lists the values that the hand visits in the write-up's two drawings: a solution,
// and a line of moves that loses.
var publishedValues = [...]string{"2 2 1 2 2 3", "2 2 1 3"}

// publishedTable compares every number in the write-up with ours.
func publishedTable(trials frame.Frame) (reports.Table, error) {
	t := reports.Table{
		ID: "published", Title: "Published results and ours", Timing: true, Groups: 1,
		Caption: fmt.Sprintf("The write-up gives the total times of a C# program on %d rings. We ran other rings from the same generator, one at a time, and compare times per ring. [[claim:sample-too-small]] is about what %[1]d rings can show about sorting.", growthInstances),
		Columns: []reports.Column{
			{Name: "figure"},
			{Name: "n", Kind: reports.Count},
			{Name: "strategy"},
			{Name: "published", Kind: reports.Number},
			{Name: "ours", Kind: reports.Number},
			{Name: "our rings", Kind: reports.Count},
			{Name: "our median", Kind: reports.Seconds},
			{Name: "nodes per second", Kind: reports.Count, Doc: "total number of nodes expanded divided by total CPU time"},
			{Name: "difference"},
		},
	}
	none := reports.Cell{}
	add := func(p printed, ours, rings, median, rate reports.Cell, difference string) {
		n := none
		if size, err := strconv.Atoi(p.size); err == nil {
			n = reports.Int(size)
		}
		t.Rows = append(t.Rows, []reports.Cell{study.Cell(p.figure), n, study.Cell(p.strategy), study.Cell(p.text), ours, rings, median, rate, study.Cell(difference)})
	}
	ring, path, err := solvedExample()
	if err != nil {
		return t, err
	}
	for i, line := range []handsoftime.Path{path, drawnLoss(ring, path)} {
		drawn := [...]string{"values along the solution in the drawing", "values along the lost game in the drawing"}[i]
		values := strings.Join(study.Map(line, func(node int32) string { return fmt.Sprint(ring.Values[node]) }), " ")
		add(printed{figure: drawn, size: strconv.Itoa(ring.Size()), text: publishedValues[i]}, reports.Str(values), none, none, none, "none")
	}
	ours := map[string]frame.Cell{} // at the last size seen
	for _, p := range published {
		if p.unmeasured != "" {
			add(p, none, none, none, none, p.unmeasured)
			continue
		}
		size, _ := strconv.Atoi(p.size)
		rows := timed(trials).Where(frame.Size.Is(size), frame.Strategy.Is(p.strategy))
		c := rows.Summary(trial.Seconds)
		rate := none
		if c.Total.Value > 0 {
			rate = reports.Num(math.Round(rows.Summary(trial.Expanded).Total.Value / c.Total.Value))
		}
		add(p, column.Bounded(c.Total), reports.Int(c.Valued), column.Bounded(c.Median), rate, p.difference(c, rows.NodeLimit()))
		ours[p.strategy] = c
	}
	with, without := ours["pruning+sorting"], ours["pruning"]
	saving, difference := none, "unknown: runs are missing or were stopped"
	if with.Censored+without.Censored == 0 && with.Valued == without.Valued && without.Total.Value > 0 {
		saving, difference = reports.Num(100*(1-with.Total.Value/without.Total.Value)), "the rings differ"
	}
	add(printed{figure: "time saved by sorting, %", size: "100", strategy: "pruning+sorting", text: fmt.Sprintf("%.0f", 100*publishedSaving)}, saving, none, none, none, difference)
	return t, nil
}

// difference says why the printed time and ours differ.
func (p printed) difference(ours frame.Cell, limit uint64) string {
	seconds, err := strconv.ParseFloat(p.text, 64)
	switch {
	case ours.N == 0:
		return "not run"
	case ours.Censored > 0:
		return fmt.Sprintf("lower bound: a limit of %s nodes stopped %d of %s", study.Grouped(limit), ours.Censored, study.Plural(ours.N, "run"))
	case !(ours.Total.Value > 0):
		return "no times were measured"
	case err == nil:
		return fmt.Sprintf("%.2g times as fast per ring; the machine, language and rings differ", seconds/growthInstances/ours.Mean.Value)
	}
	return "ours alone"
}

// drawnLoss returns the moves that the write-up draws as an example of a loss. They leave the
// solution at the third move, for a node without any further move.
func drawnLoss(ring handsoftime.Ring, solution handsoftime.Path) handsoftime.Path {
	return append(solution[:3:3], int32(ring.Clockwise(int(solution[2]))))
}

// overview lists what was run: instances, strategies and limits of each set.
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
		column.Counts("capped", func(g group) int { return g.Count(frame.Limited) }).Doc("number of trials stopped by a limit"),
	), nil
}

// example is the ring used as an example in the write-up.
const example = "2 2 2 2 1 3"

// solvedExample returns the example with the solution that the write-up draws.
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

// puzzleFigure draws the example with a solution. It explains the puzzle to readers who do not know
// it.
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
		ID: "puzzle", Title: "A ring with " + study.Plural(ring.Size(), "place"), SVG: svg, PNG: png,
		Caption: fmt.Sprintf("The hand starts at place %d and moves by the value there, clockwise or counterclockwise. The arrows show one solution, which visits the places in this order: %d.", ring.Start, []int32(path)),
		Alt:     fmt.Sprintf("A clock face with the values %s and a path through all places: %d.", ring, []int32(path)),
		Steps:   block.StepsOf(steps.Play()),
	}, cmp.Or(err, failed)
}
