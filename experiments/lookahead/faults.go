package lookahead

import (
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/measure"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

var faultItems = []study.Item{
	figure("stray", strayFigure), study.Claim(claims, "stray-cost"),
	figure("dawdling", dawdlingFigure), study.Block("dawdling-table", dawdlingTable), study.Claim(claims, "dawdling-deeper"),
	figure("marking", markingFigure), study.Block("marking-table", markingTable), study.Claim(claims, "marking-exponential"), study.Claim(claims, "marking-stack"),
	figure("presearch", presearchFigure), study.Claim(claims, "presearch-claim"),
}

var faultClaims = []claim.Claim{
	{ID: "stray-cost", Of: ofBatches, Ask: func(f frame.Frame) (claim.Answer, error) {
		return claim.Whole(claim.Equivalent(claim.Mean("moves with the left-over move, less those without", "game", strays(f)).Called("mean difference in moves (with the leftover move minus without it)"), 0, 1), batchGames), nil
	}},
	{ID: "dawdling-deeper", Of: onDrawn, Population: anyBoard, Ask: func(f frame.Frame) (claim.Answer, error) {
		longer := func(a, b int) claim.Answer {
			games := f.Where(frame.Answered).Match(endgame(a, ""), endgame(b, ""))
			return claim.Above(claim.MeanDifference("moves dawdled", gla(b), gla(a), "board", games.Differences(dawdled, 0, 1)).Called(fmt.Sprintf("mean difference in wasted moves (%s minus %s)", gla(b), gla(a))), 0)
		}
		return claim.All(longer(3, 5), longer(5, 6)), nil
	}},
	{ID: "marking-exponential", Of: onDrawn, Population: anyBoard, Ask: func(f frame.Frame) (claim.Answer, error) {
		factors := func(name, shown string, of counted) claim.Estimate {
			factor := func(t *trial.Trial) float64 { return at(25, of).Value(t) / at(5, of).Value(t) }
			return claim.GeoMean(name+" at move 25 ÷ at move 5", "game", marked(f, markedGame).Values(trial.Metric{Value: factor})).Called("geometric mean ratio of the number of " + shown + " (move 25 ÷ move 5)")
		}
		return claim.All(claim.Above(factors("visits", "visits to regions", visits), 100), claim.Below(factors("removed", "regions removed", removed), 10)), nil
	}},
	{ID: "marking-stack", Of: onDrawn, Ask: func(f frame.Frame) (claim.Answer, error) {
		shallow := func(c frame.Case) bool {
			all := works(c.Trials[0])
			return len(all) > 0 && !slices.ContainsFunc(all, func(w work) bool { return w.Nested > float64(w.Move) })
		}
		return everyBoard(leastBoards, "game", shallow, looked{"", f.Match(markedGame)}), nil
	}},
	{ID: "presearch-claim", Of: onDrawn, Population: anyBoard, Ask: func(f frame.Frame) (claim.Answer, error) {
		return claim.Above(claim.Mean("moves above the optimum with the best moment", "board", presearches(f).best).Called("mean number of moves above the optimum if the search begins at the best moment"), 2), nil
	}},
}

// strays returns by how many moves each game of the breadth-first search changes if it begins with
// the move left over from the game before.
func strays(trials frame.Frame) []float64 {
	with, without := batchOf(trials, row(breadthFirst).literal+strayOption), batchOf(trials, row(breadthFirst).literal)
	if len(with) != len(without) {
		return nil
	}
	return minus(with, without)
}

// strayFigure shows the effect of the left-over move on single games.
func strayFigure(trials frame.Frame) (plots.Figure, error) {
	each := strays(trials)
	var series []plots.Counts
	if len(each) > 0 {
		low, high := int(stats.Quantile(each, 0)), int(stats.Quantile(each, 1))
		counts := plots.Counts{Name: breadthFirst, First: low, Counts: make([]float64, high-low+1)}
		for _, x := range each {
			counts.Counts[int(x)-low]++
		}
		series = append(series, counts)
	}
	f, err := plots.Histogram("stray", "Effect of the leftover move on the length of a game", plots.HistogramOptions{
		XLabel: "additional moves with the leftover move", YLabel: "games", Height: 2.6 * 72,
	}, series)
	return f.Captioned("Each of the %d games in the batch was played with and without the move left over from the previous game.", len(each)), err
}

// The look-ahead depths whose games are compared with and without a preference for the shorter
// finish.
var lookAheads = []int{2, 3, 4, 5, 6, 7}

func gla(depth int) string { return fmt.Sprintf("gla-%d", depth) }

const finishFirst = ",finish-first"

// endgame returns the name of the trial that examines how the games of a look-ahead end.
func endgame(depth int, option string) string {
	return fmt.Sprintf("%s%d/%s%s", finishPrefix, depth, gla(depth), option)
}

// endingsOf returns the trials that examine how the games of a look-ahead end.
func endingsOf(trials frame.Frame, depth int, option string) frame.Frame {
	return trials.Where(onDrawn.Pass, frame.Strategy.Is(endgame(depth, option)), frame.Answered)
}

// dawdled is the number of unnecessary moves played after the end is in sight.
var dawdled = ofEnding(func(e *ending) int { return e.Played - e.Enough })

// ofEnding returns a metric for a number in the end of a game.
func ofEnding(of func(*ending) int) trial.Metric {
	return measure.Metric(func(_ *trial.Trial, e *ending) float64 { return float64(of(e)) })
}

// dawdlingFigure shows the number of moves as a function of the look-ahead depth, with and without
// a preference for the shorter finish.
func dawdlingFigure(trials frame.Frame) (plots.Figure, error) {
	var curves []plots.Curve
	for _, c := range []struct{ option, name string }{{"", "either finish"}, {finishFirst, "shorter finish first"}} {
		curve := plots.Curve{Name: c.name}
		for _, d := range lookAheads {
			if mean := (stats.Bootstrap{}).Mean(endingsOf(trials, d, c.option).Values(trial.Cost)); mean.N > 0 {
				curve.Points = append(curve.Points, plots.PointOf(float64(d), mean))
			}
		}
		curves = append(curves, curve)
	}
	f, err := plots.Growth("dawdling", "Number of moves that greedy look-ahead makes, by depth", plots.CurveOptions{
		XLabel: "look-ahead depth (moves)", YLabel: "moves in the game, mean", Bars: true,
	}, curves)
	return f.Captioned("Greedy look-ahead played on %s, with and without preferring the shorter finish.", boardsOf(trials.Where(onDrawn.Pass), anyBoard)), err
}

// dawdlingTable shows how many moves are played after the end is in sight.
func dawdlingTable(trials frame.Frame) (reports.Table, error) {
	type line struct {
		depth  int
		finish string
		games  frame.Frame
	}
	var endings []line
	for _, d := range lookAheads {
		endings = append(endings, line{d, "not preferred", endingsOf(trials, d, "")}, line{d, "preferred", endingsOf(trials, d, finishFirst)})
	}
	mean := func(m trial.Metric) func(line) stats.Estimate {
		return func(e line) stats.Estimate { return stats.Bootstrap{}.Mean(e.games.Values(m)) }
	}
	plain := func(m trial.Metric) func(line) float64 {
		return func(e line) float64 { return stats.Mean(e.games.Values(m)) }
	}
	return column.Fill(reports.Table{ID: "dawdling-table", Title: "Wasted moves at the end of games with look-ahead", Groups: 1, Caption: "The end is in sight from the first position that needs no more moves than the look-ahead depth. Values are means over the boards, except for the largest number."}, slices.DeleteFunc(endings, func(e line) bool { return e.games.Len() == 0 }),
		column.Counts("look-ahead", func(e line) int { return e.depth }).Unit("moves"), column.Words("shorter finish", func(e line) string { return e.finish }),
		column.Counts("boards", func(e line) int { return e.games.Len() }),
		column.Estimates("length of the game", reports.Number, mean(trial.Cost)).Digits(4).Unit("moves"),
		column.Numbers("enough", reports.Number, plain(ofEnding(func(e *ending) int { return e.Enough }))).Doc("number of moves that would be enough once the end is in sight"),
		column.Numbers("played", reports.Number, plain(ofEnding(func(e *ending) int { return e.Played }))).Doc("number of moves played from that position on"),
		column.Estimates("wasted", reports.Number, mean(dawdled)).Doc("number of wasted moves: “played” minus “enough”"),
		column.Numbers("most wasted", reports.Count, func(e line) float64 { return slices.Max(e.games.Values(dawdled)) }).Doc("largest number of wasted moves"),
	), nil
}

// laterMoves lists numbers of look-ahead moves before a search begins. The series uses 18; the
// others move the search later.
var laterMoves = []int{18, 20, 22, 24, 26, 28}

// presearchNodes is the node limit of these searches. It gives about the same results as the
// one-minute limit of the series.
const presearchNodes = 30_000

func later(moves int) string {
	return fmt.Sprintf("%s%d/dfs,nodes=%d", afterPrefix, moves, presearchNodes)
}

const (
	markedGame   = markingPrefix + "/greedy"
	markedSearch = markingPrefix + "-18/" + opening
)

// anatomyParts returns the trials that examine games, and the look-aheads that the other
// comparisons lack.
func anatomyParts(scale experiments.Scale, seed uint64) ([]study.Part, error) {
	names := []string{markedGame, markedSearch}
	for _, d := range lookAheads[:study.At(scale, 5, 6, 6)] {
		names = append(names, endgame(d, ""), endgame(d, finishFirst))
	}
	return []study.Part{{Instances: drawn(boardsAt(scale), seed), Strategies: append(names, study.Map(laterMoves, later)...)}}, nil
}

// markedMoves lists the moves of a game that are examined if enough boards have them.
var markedMoves = []int{5, 10, 15, 20, 25, 30, 35, 40, 45}

// counted selects one of the numbers counted at a move.
type counted func(work) float64

var (
	visits   counted = func(w work) float64 { return w.Visits }
	nested   counted = func(w work) float64 { return w.Nested }
	revisits counted = func(w work) float64 { return w.Marked }
	removed  counted = func(w work) float64 { return w.Removed }
)

// works returns the counts at the examined moves.
func works(t *trial.Trial) []work {
	all, _ := measure.Of[[]work](t)
	return slices.DeleteFunc(all, func(w work) bool { return !slices.Contains(markedMoves, w.Move) })
}

// at returns a metric for a number at a move. It is NaN for games that end before that move.
func at(move int, of counted) trial.Metric {
	return measure.Metric(func(_ *trial.Trial, all []work) float64 {
		if i := slices.IndexFunc(all, func(w work) bool { return w.Move == move }); i >= 0 {
			return of(all[i])
		}
		return math.NaN()
	})
}

// marked returns the games on random boards whose moves were examined.
func marked(trials frame.Frame, strategy string) frame.Frame {
	return trials.Where(onDrawn.Pass, frame.Strategy.Is(strategy))
}

// enoughGames is the share of the boards whose games must reach a move for that move to be shown.
// The longest games are on the hardest boards only.
const enoughGames = 0.5

// markingFigure shows the visits in the program's traversal as a function of the depth.
func markingFigure(trials frame.Frame) (plots.Figure, error) {
	var curves []plots.Curve
	for i, c := range []struct {
		strategy string
		counted
		name string
	}{
		{markedGame, visits, "the program's walk"},
		{markedSearch, visits, "the program's walk after 18 moves"},
		{markedGame, revisits, "visiting each region once"},
		{markedGame, removed, "move on the region graph"},
	} {
		curve := plots.Curve{Name: c.name}
		var x, y []float64
		games := marked(trials, c.strategy)
		for _, move := range markedMoves {
			q := stats.Quartiles(games.Values(at(move, c.counted)))
			if q.N == 0 || float64(q.N) < enoughGames*float64(games.Len()) {
				continue
			}
			curve.Points = append(curve.Points, plots.Point{X: float64(move), Y: q.Median, Low: q.Q1, High: q.Q3})
			x, y = append(x, float64(move)), append(y, q.Median)
		}
		if i == 0 {
			if fit := stats.FitExponential(x, y); fit.N >= 3 {
				curve.FitLabel = fmt.Sprintf("× %.0f per ten moves", math.Pow(fit.B, 10))
			}
		}
		curves = append(curves, curve)
	}
	f, err := plots.Growth("marking", "Number of regions visited to see what one move removes", plots.CurveOptions{
		XLabel: "depth (number of the move examined)", YLabel: "regions visited, median", LogY: true, Height: 4 * 72,
	}, curves)
	return f.Captioned("The figure covers every move in games played by greedy, and every move after the 18th in games played by %s. Depths that fewer than half of the games reach are omitted.", opening), err
}

// milliseconds maps a depth to the time that part 8 of the series reports for examining a move at
// that depth.
var milliseconds = map[int]string{20: "< 1 ms", 30: "15 ms", 40: "100 ms"}

// markingTable shows the counts for the first board of the series.
func markingTable(trials frame.Frame) (reports.Table, error) {
	first := trials.Where(onSeries.Pass, frame.Strategy.Is(markedGame)).First()
	return column.Fill(reports.Table{ID: "marking-table", Title: "Examining one move on the first board of the series", Caption: "We examine the moves of the game that greedy plays on board 1. The series gives times for a different line of moves on that board; at depth 47, its time is more than 500 ms."}, works(first),
		column.Counts("depth", func(w work) int { return w.Move }).Doc("number of the move examined; all earlier moves are marked on the board"),
		column.Numbers("visits", reports.Count, visits).Full().Doc("number of visits to regions in the program's walk, including repeated visits"),
		column.Numbers("nested calls", reports.Count, nested).Doc("largest depth of nested calls"),
		column.Numbers("with a stack", reports.Count, visits).Full().Doc("number of visits with an explicit stack instead of calls; it is the same by construction and was not counted again"),
		column.Numbers("visited test", reports.Count, revisits).Doc("number of regions visited if none is visited twice"),
		column.Numbers("region graph", reports.Count, removed).Doc("number of regions that the move removes; on the region graph, no others are visited"),
		column.Cells("published time", reports.Words, func(w work) reports.Cell { return study.Cell(milliseconds[w.Move]) }),
	), nil
}

// presearch holds the moves above the optimum for searches that begin after each number in
// laterMoves. If a search finds nothing, the look-ahead continues alone.
type presearch struct {
	after [][]float64
	best  []float64 // the best of these, board by board
	alone []float64 // moves of the look-ahead without a search
}

func presearches(trials frame.Frame) presearch {
	boards := ended(trials.Where(onDrawn.Pass)).Match(append([]string{exact, opening}, study.Map(laterMoves, later)...)...)
	p := presearch{alone: boards.Differences(trial.Cost, 0, 1)}
	for i := range laterMoves {
		each := boards.Differences(trial.Cost, 0, 2+i)
		for j, n := range each {
			if math.IsNaN(n) {
				each[j] = p.alone[j]
			}
		}
		p.after = append(p.after, each)
	}
	for j := range boards {
		p.best = append(p.best, slices.Min(study.Map(p.after, func(each []float64) float64 { return each[j] })))
	}
	return p
}

// presearchFigure shows the effect of beginning the search later.
func presearchFigure(trials frame.Frame) (plots.Figure, error) {
	p := presearches(trials)
	var dots []plots.Dot
	add := func(name string, each []float64) {
		if len(each) > 0 {
			dots = append(dots, plots.DotOf(name, stats.Bootstrap{}.Mean(each), each))
		}
	}
	for i, n := range laterMoves {
		add(fmt.Sprintf("after %d moves", n), p.after[i])
	}
	add("best of these on each board", p.best)
	add("look-ahead alone ("+opening+")", p.alone)
	f, err := plots.Dots("presearch", "Moves above the optimum if depth-first search begins later", aboveOptions, dots)
	return f.Captioned("%s plays first, and then depth-first search expands at most %s nodes on the rest of the board. The best moment is chosen for each board in hindsight ([[claim:presearch-claim]]).", opening, study.Grouped(presearchNodes)), err
}
