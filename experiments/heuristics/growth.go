package heuristics

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

var growthItems = []study.Item{
	growthFigure("astar-growth", "Number of nodes that A* expands", astar), growthFigure("idastar-growth", "Number of nodes that IDA* expands", idastar),
	study.Block("branching", branchingTable), study.Claim(claims, "branching-agrees"),
	study.Block("pairs", pairsTable), study.Claim(claims, "conflict-saves"),
}

var growthClaims = []claim.Claim{
	{ID: "branching-agrees", Of: frame.Selection{Sets: []string{distanceSet}}, Ask: func(f frame.Frame) (claim.Answer, error) {
		return every("factor", study.Map(book, printed.name), agreements(f), agreement.name, agreement.agrees)
	}},
	{ID: "conflict-saves", Of: byCounts, Population: population, Ask: ratio(claim.Below, claim.Ratio, trial.Expanded, astar+"manhattan", astar+"linear-conflict")},
}

// growthFigure shows how the nodes of an algorithm grow with the distance.
func growthFigure(id, title, prefix string) study.Item {
	return figure(id, func(trials frame.Frame) (plots.Figure, error) {
		rows := trials.Where(frame.Set.Is(distanceSet), algorithm.Is(prefix))
		var curves []plots.Curve
		for name, of := range frame.By(rows, byStrategy) {
			c := plots.Curve{Name: strings.TrimPrefix(name, prefix)}
			for d, at := range frame.By(of, distance) {
				cell := at.Summary(trial.Expanded)
				c.Points = append(c.Points, plots.Point{X: float64(d), Y: cell.Median.Value, Low: cell.Q1.Value, High: cell.Q3.Value, Censored: cell.Median.Lower})
			}
			curves = append(curves, c)
		}
		f, err := plots.Growth(id, title, plots.CurveOptions{XLabel: "moves to the goal, d", YLabel: "nodes expanded, median", LogY: true}, curves)
		return f.Captioned("Medians are taken over the boards in the set by-distance. The goal's gap is in the corner."), err
	})
}

// agreement compares what searches do at a distance with what the textbook prints.
type agreement struct {
	printed
	with, without frame.Cell // nodes generated with a table of visited boards, and by the write-up's program
	ours          float64    // mean effective branching factor of A*
}

// name identifies a factor that the textbook prints.
func (p printed) name() string { return fmt.Sprintf("%s at distance %d", p.heuristic, p.distance) }

// agrees reports whether our factor is close to the printed one.
func (a agreement) agrees() bool { return math.Abs(a.ours-a.b) <= branchingTolerance }

// branchingTolerance is the largest difference between two factors that agree.
const branchingTolerance = 0.05

// agreements returns the comparisons for the distances at which A* solved all boards.
func agreements(trials frame.Frame) []agreement {
	var all []agreement
	for _, p := range book {
		at := trials.Where(frame.Set.Is(distanceSet), distance.Is(p.distance))
		of := func(m trial.Metric, algorithm string) frame.Cell {
			c := at.Where(frame.Strategy.Is(algorithm + p.heuristic)).Summary(m)
			if c.Solved < c.N {
				return frame.Frame{}.Summary(m)
			}
			return c
		}
		if a := (agreement{p, of(withRoot, astar), of(withRoot, program), of(factor, astar).Mean.Value}); a.with.N > 0 {
			all = append(all, a)
		}
	}
	return all
}

// Metrics of a search that are compared with the textbook: the nodes generated, including the root,
// and the effective branching factor on a board with a known distance.
var (
	withRoot = trial.Metric{Name: "nodes", Value: func(t *trial.Trial) float64 { return float64(t.Meter.Generated + 1) }}
	factor   = trial.Metric{Name: "b*", Value: func(t *trial.Trial) float64 { return branching(float64(t.Meter.Generated), distanceOf(t)) }}
)

// branching returns the effective branching factor b* of a search: nodes + 1 = 1 + b* + b*² + … +
// b*^length (Russell & Norvig, section 3.6.1). nodes is the number of nodes generated without the
// root, and length is the length of the solution. The result is NaN unless there are at least as
// many nodes as moves and at least one move.
func branching(nodes float64, length int) float64 {
	if length < 1 || math.IsNaN(nodes) || nodes < float64(length) {
		return math.NaN()
	}
	low, high := 1.0, nodes+1
	for range 100 {
		b := (low + high) / 2
		sum, power := 0.0, 1.0
		for range length {
			power *= b
			sum += power
		}
		if sum < nodes {
			low = b
		} else {
			high = b
		}
	}
	return (low + high) / 2
}

// branchingTable compares the effective branching factors with those in the textbook.
func branchingTable(trials frame.Frame) (reports.Table, error) {
	text := fmt.Sprintf("The factor b* solves 1 + b* + … + b*^d = nodes. The textbook's values are from Russell & Norvig (2010), figure 3.29; our values agree if they differ by at most %.2f. The column “without a table” shows the write-up's program.", branchingTolerance)
	return column.Fill(reports.Table{ID: "branching", Title: "Effective branching factor, compared with the textbook's", Groups: 1, Caption: text}, agreements(trials),
		column.Words("heuristic", func(a agreement) string { return a.heuristic }),
		column.Counts("d", func(a agreement) int { return a.distance }), column.Counts("boards", func(a agreement) int { return a.with.N }),
		column.Numbers("printed nodes", reports.Count, func(a agreement) float64 { return a.nodes }),
		column.Numbers("our nodes", reports.Count, func(a agreement) float64 { return math.Round(a.with.Mean.Value) }),
		column.Numbers("without a table", reports.Count, func(a agreement) float64 { return math.Round(a.without.Mean.Value) }),
		column.Numbers("printed b*", reports.Number, func(a agreement) float64 { return a.b }).Digits(3),
		column.Numbers("our b*", reports.Number, func(a agreement) float64 { return a.ours }).Digits(3),
		column.Cells("agrees", reports.Words, func(a agreement) reports.Cell { return column.YesNo(a.agrees()) }),
	), nil
}

// pairsTable compares heuristics on the same boards, with the weaker one first.
func pairsTable(trials frame.Frame) (reports.Table, error) {
	var all []analysis.Comparison
	for _, algorithm := range []string{astar, idastar} {
		for _, p := range [][2]tiles.Heuristic{
			{tiles.None, tiles.Hamming},
			{tiles.Hamming, tiles.Manhattan},
			{tiles.Manhattan, tiles.InversionDistance},
			{tiles.Manhattan, tiles.LinearConflict},
			{tiles.Manhattan, tiles.WalkingDistance},
			{tiles.LinearConflict, tiles.WalkingDistance},
			{tiles.LinearConflict, tiles.LCWD},
			{tiles.WalkingDistance, tiles.LCWD},
		} {
			c, ok, err := study.Compare(uniform(trials, trial.Budget), trial.Expanded, algorithm+p[0].Name, algorithm+p[1].Name)
			if err != nil {
				return reports.Table{}, err
			}
			if ok {
				c.Size = 0
				all = append(all, c)
			}
		}
	}
	t := column.ComparisonTable(all...)
	t.ID, t.Title = "pairs", "Pairs of heuristics: number of nodes expanded on the same uniform boards"
	return t, nil
}

// perDistance is the largest number of boards drawn at any distance: in the set by-distance, board
// i at a distance has the index distance·perDistance + i.
const perDistance = 1000

// distance is the true distance of a trial's board, even if the run did not find it.
var distance = frame.NewFactor("distance", distanceOf)

func distanceOf(t *trial.Trial) int { return t.Index / perDistance }

// byDistance returns n boards at every distance from the goal except 0, or all boards if a distance
// has fewer. Each board at a distance is equally likely, and none occurs twice.
func byDistance(n int, seed uint64) []experiments.Instance {
	var list []experiments.Instance
	all := sync.OnceValues(func() ([][]tiles.Board, error) { return shuffled(seed) })
	for d, there := range published(goalCells[0].cell) {
		for i := range min(n, perDistance, int(there)) {
			if d > 0 {
				list = append(list, experiments.Instance{
					Set: distanceSet, Index: d*perDistance + i, Size: side * side,
					Text: fmt.Sprintf("tiles by-distance@1 size=3x3 seed=%d distance=%d index=%d", seed, d, i),
					Puzzle: experiments.Made(func() (puzzle.Instance, error) {
						boards, err := all()
						if err != nil {
							return tiles.Board{}, err
						}
						return boards[d][i], nil
					}),
				})
			}
		}
	}
	return list
}

// shuffled returns the boards at each distance in random order. This takes a tenth of a second, so
// it happens only when a board is needed; stored trials need none.
func shuffled(seed uint64) ([][]tiles.Board, error) {
	all, err := tiles.EnumerateDistances(side, side, side*side-1)
	if err != nil {
		return nil, err
	}
	boards := make([][]tiles.Board, len(all.Counts))
	for b, d := range all.All() {
		boards[d] = append(boards[d], b)
	}
	for d, at := range boards {
		r := rand.New(rand.NewPCG(seed, uint64(d)))
		r.Shuffle(len(at), func(i, j int) { at[i], at[j] = at[j], at[i] })
	}
	return boards, nil
}

var timesItems = []study.Item{
	figure("times", timesFigure), study.Block("solve-times", timesTable), study.Claim(claims, "lc-wd-faster"), study.Claim(claims, "idastar-faster"),
}

var timesClaims = []claim.Claim{
	{ID: "lc-wd-faster", Timing: true, Of: byTimes, Population: population, Ask: ratio(claim.Below, claim.Ratio, trial.Seconds, astar+"manhattan", astar+"lc-wd")},
	{ID: "idastar-faster", Timing: true, Of: byTimes, Population: population, Ask: func(f frame.Frame) (claim.Answer, error) {
		fewer := claim.Most(f, trial.Expanded, idastar+"manhattan", astar+"manhattan", "board", 1).Called("share of boards on which A* expands fewer nodes than IDA*")
		return claim.All(claim.Above(fewer, 0.5), claim.Below(claim.Ratio(f, trial.Seconds, astar+"manhattan", idastar+"manhattan", "board"), 1)), nil
	}},
}

// timed returns the trials of A* and IDA* that ran one at a time.
func timed(trials frame.Frame) frame.Frame {
	return uniform(trials, trial.Timed).Where(algorithm.Is(astar, idastar))
}

// timesFigure shows the CPU time of A* and IDA* with every heuristic.
func timesFigure(trials frame.Frame) (plots.Figure, error) {
	rows := timed(trials)
	f, err := plots.BoxOf(rows, trial.Seconds, byStrategy.Of(rows)...)
	f.ID, f.Title, f.Timing = "times", "CPU time to solve a board", true
	return f.Captioned("The times come from %s, solved one at a time.", study.Capitalised(study.Plural(rows.Instances(), "uniform board"))), err
}

// timesTable gives the times of A* and IDA* with every heuristic.
func timesTable(trials frame.Frame) (reports.Table, error) {
	rows := timed(trials)
	nodes := func(c frame.Cell) frame.Bounded {
		return rows.Where(frame.Strategy.Is(c.Strategy)).Summary(trial.Expanded).Total
	}
	return column.Fill(reports.Table{ID: "solve-times", Title: "CPU time with each heuristic", Timing: true, Caption: "The boards are the same as in [[fig:times]]."}, rows.Summarize(trial.Seconds, byStrategy.Of(rows)...),
		column.Strategy(), column.Solved(), column.Bounds("nodes", reports.Count, nodes).Doc("total number of nodes expanded"),
		column.Total("total").Kind(reports.Seconds).Smallest(), column.Median("median").Kind(reports.Seconds).Smallest(),
		column.Numbers("per node", reports.Seconds, func(c frame.Cell) float64 { return c.Total.Value / nodes(c).Value }).Doc("total CPU time divided by the total number of nodes expanded"),
	), nil
}
