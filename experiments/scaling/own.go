package scaling

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	tilesrender "github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

// triedNodes is the node limit of Try on each board.
const triedNodes = 1_000_000

// triedUpTo is the largest number of cells that Try runs on.
const triedUpTo = 10

// Try uses IDA* and the heuristic h, for example your own, to solve n boards of each shape with up
// to ten cells. The table compares the growth of the work with the growth under Manhattan distance.
// With a heuristic that overestimates, IDA* may find solutions that are not optimal; the table
// counts them. Try does not store any trials.
func Try(h tiles.Heuristic, n int) (reports.Table, error) {
	if n < 1 {
		return reports.Table{}, fmt.Errorf("scaling: try %s on %d boards of each shape (want 1 or more)", h.Name, n)
	}
	family, err := tilesrender.Puzzle().Family("uniform")
	var boards []experiments.Instance
	for _, sh := range shapes {
		if sh.Cells <= triedUpTo {
			boards = append(boards, experiments.Drawn(boardsPrefix+sh.Text, family, sh, n, rootSeed)...)
		}
	}
	trials, failed := sliding.Tried(boards, triedNodes, map[string]tiles.Heuristic{idaManhattan: tiles.Manhattan, ownStrategy: h})
	if err = cmp.Or(err, failed); err != nil {
		return reports.Table{}, err
	}
	var all []tried
	var theirs, own []point
	rows, size := Boards.rows(trials)
	for p, at := range frame.By(rows, placesBy(size)) {
		p.x = stats.Mean(at.Where(frame.Strategy.Is(idaManhattan)).Values(trial.Cost))
		of := func(strategy string) point {
			return point{place: p, cell: at.Where(frame.Strategy.Is(strategy)).Summary(trial.Expanded)}
		}
		more := slices.DeleteFunc(at.Match(idaManhattan, ownStrategy).Solved().Differences(trial.Cost, 0, 1), func(moves float64) bool { return moves <= 0 })
		t := tried{of(idaManhattan), of(ownStrategy), len(more)}
		if all = append(all, t); t.both() {
			theirs, own = append(theirs, t.manhattan), append(own, t.own)
		}
	}
	caption := fmt.Sprintf("The boards are uniformly random. Searches are cut off after expanding %s nodes.", study.Grouped(triedNodes))
	if f, g := Exponential.fitTo(theirs), Exponential.fitTo(own); f.known() && g.known() {
		caption += fmt.Sprintf(" Each additional move in the mean length multiplies the median number of nodes by %.3f with Manhattan distance and by %.3f with %s.", f.b(), g.b(), h.Name)
	}
	return column.Fill(reports.Table{ID: "try", Title: "IDA* with " + h.Name + " on boards of increasing size", Caption: caption}, all,
		column.Words("board", func(t tried) string { return shapeName(t.manhattan.set) }),
		column.Counts("boards", func(t tried) int { return t.manhattan.cell.N }),
		column.Numbers("mean length", reports.Number, func(t tried) float64 { return t.manhattan.x }).Unit("moves").Doc("mean length of shortest solutions, over the boards solved with Manhattan distance"),
		column.Counts("longer", func(t tried) int { return t.longer }).Doc("number of boards on which "+h.Name+" found a solution that is longer than necessary"),
		column.Bounds("median number of nodes, manhattan", reports.Count, func(t tried) frame.Bounded { return t.manhattan.cell.Median }),
		column.Bounds("median number of nodes, "+h.Name, reports.Count, func(t tried) frame.Bounded { return t.own.cell.Median }),
		column.Numbers("ratio", reports.Ratio, tried.ratio).Doc("ratio of the medians, "+h.Name+" ÷ manhattan"),
	), nil
}

// tried holds the results on the boards of one shape. Its size is the mean length of the solutions.
type tried struct {
	manhattan, own point
	longer         int // solutions that are longer than necessary
}

// both reports whether both medians are known.
func (t tried) both() bool { return t.manhattan.known() && t.own.known() }

// ratio returns the ratio of the two medians, or NaN if one is unknown.
func (t tried) ratio() float64 {
	if !t.both() {
		return math.NaN()
	}
	return t.own.cell.Median.Value / t.manhattan.cell.Median.Value
}

// ownStrategy names IDA* with the given heuristic.
const ownStrategy = "own"
