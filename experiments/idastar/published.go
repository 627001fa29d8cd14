package idastar

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/programs"
)

var publishedItems = []study.Item{study.Block("published", publishedTable)}

// printed is a number that a write-up prints, ours beside it, and why the two
// differ if they do.
type printed struct {
	of, quantity    string
	published, ours reports.Cell
	why             string
}

// difference says why the two numbers differ.
func (p printed) difference() string {
	switch p.ours {
	case reports.Cell{}:
		return "not at this scale"
	case p.published:
		return "none"
	}
	return p.why
}

// publishedTable sets every number of both write-ups beside ours.
func publishedTable(trials frame.Frame) (reports.Table, error) {
	return column.Fill(reports.Table{
		ID: "published", Title: "Published and ours", Timing: true, Groups: 1,
		Caption: "Every number that the two write-ups print of boards and searches. C: Simon531 (2019), IDA* with the Manhattan distance, blank moves tried left, right, up, down; ours is its program, rewritten. " +
			"Generated: children created in all iterations. Expanded: ours counts the root of each iteration. C++: lemtea8; boards as the write-up has them, row by row in hexadecimal digits; a length is ours if all searches that finished found it, and each finds shortest solutions only. " +
			"Seconds are those of one core, of another machine than ours. A > means more than that.",
	}, append(simonPrinted(trials), lemteaPrinted(trials)...),
		column.Words("board", func(p printed) string { return p.of }),
		column.Words("number", func(p printed) string { return p.quantity }),
		column.Cells("published", reports.Words, func(p printed) reports.Cell { return p.published }).Full().Digits(4),
		column.Cells("ours", reports.Words, func(p printed) reports.Cell { return p.ours }).Full().Digits(4),
		column.Words("difference", printed.difference),
	), nil
}

// simonRates are the nodes per second that the write-up in C prints.
var simonRates = []int{14_211_627, 13_751_593, 14_276_552, 13_260_319, 13_540_551, 14_512_743}

// simonPrinted are the numbers of the write-up in C: its table, and one of its text.
func simonPrinted(trials frame.Frame) (all []printed) {
	for i, e := range simonEntries(trials, simonProgram, simonEngine) {
		board := fmt.Sprintf("C %d (%s)", e.Number, e.title())
		program, engine := e.trials[0], e.trials[1]
		add := func(quantity string, published reports.Cell, ours func() reports.Cell, why string) {
			p := printed{of: board, quantity: quantity, published: published, why: why}
			if program != nil && program.Outcome == search.Solved {
				p.ours = ours()
			}
			all = append(all, p)
		}
		root, speed := "", "machine and language"
		if program != nil {
			root = fmt.Sprintf("convention: it does not count the roots of %d iterations; without them ours is %s", len(program.Meter.Iterations), study.Grouped(programs.Simon531Expanded(program.Meter)))
		}
		if engine != nil {
			speed += fmt.Sprintf("; our engine makes the same search in %.3g s", engine.CPU)
		}
		all = append(all, printed{board, "estimate", reports.Int(e.Thresholds[0]), reports.Int(tiles.Manhattan.Of(e.Board)), "wrong"})
		add("bounds", reports.Str(bounds(e.Thresholds)), func() reports.Cell {
			var ours []int
			for _, i := range program.Meter.Iterations {
				ours = append(ours, i.Bound)
			}
			return reports.Str(bounds(ours))
		}, "not explained")
		add("length", reports.Int(e.Optimal), func() reports.Cell { return reports.Int(program.Cost) }, "not explained")
		add("generated", reports.Int(e.Generated), func() reports.Cell { return reports.Int(program.Meter.Generated) }, "not explained")
		add("expanded", reports.Int(e.Expanded), func() reports.Cell { return reports.Int(program.Meter.Expanded) }, root)
		add("seconds", reports.Str(strconv.FormatFloat(e.Seconds, 'f', 2, 64)), func() reports.Cell { return reports.Num(program.CPU) }, speed)
		add("expanded per second", reports.Int(simonRates[i]), func() reports.Cell {
			return reports.Num(math.Round(float64(program.Meter.Expanded) / program.CPU))
		}, "machine and language")
	}
	return append(all, printed{
		"C, text", "positions to be searched", reports.Num(1e13), reports.Int(countsOf(shape{4, 4}).Positions()),
		"rounded, and printed as 1013; half of the 16! arrangements can be solved",
	})
}

// bounds writes the bounds of iterations as the write-up does.
func bounds(of []int) string { return strings.Trim(fmt.Sprint(of), "[]") }

// lemteaPrinted are the numbers of the write-up in C++: its test list, and what
// its text says.
func lemteaPrinted(trials frame.Frame) (all []printed) {
	for _, e := range entries(lemteaRows(trials), "lemtea8") {
		p := printed{"C++ " + e.title(), "moves", reports.Int(e.Published), reports.Cell{}, fmt.Sprintf("wrong: a solution of %d moves is known", e.Optimal)}
		if lengths := lengthsOf(trials, e.Number); len(lengths) > 0 {
			p.ours = reports.Str(study.Listed(lengths))
		}
		if lengths := lengthsOf(trials, e.Number); len(lengths) == 1 {
			p.ours = reports.Int(lengths[0])
		}
		all = append(all, p)
	}
	memory := printed{"C++ " + disputed.Name, "MiB that A* takes", reports.AtLeast(8 << 10), reports.Cell{}, "our A* with the same estimate finished"}
	if t := trials.Where(frame.Set.Is("lemtea8"), frame.Mode.Is(experiments.Timed), frame.Index.Is(disputed.Number-1), frame.Strategy.Is("astar/manhattan")).First(); t != nil {
		taken := counted(t, experiments.Memory)
		taken.Value /= 1 << 20
		memory.ours = reports.Bounded(taken)
		if taken.Lower {
			memory.why = fmt.Sprintf("our A* with the same estimate was stopped at our limit of %s", binary(t.Limits.Bytes))
		}
	}
	counts, near := countsOf(shape{4, 4}), uint64(0)
	for _, n := range counts[:18] {
		near += n
	}
	return append(all, memory,
		printed{
			"C++, text", "states of breadth-first search at step 17", reports.AtLeast(1e8), reports.Int(near),
			"convention: a tree in which moves are undone has 3^17 = 129 140 163 leaves; ours are all positions up to 17 moves from the goal",
		},
		printed{"C++, text", "moves of the hardest boards", reports.Int(80), reports.Int(counts.Max()), ""})
}
