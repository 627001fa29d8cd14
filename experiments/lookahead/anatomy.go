package lookahead

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

var anatomySections = study.Sections{
	{
		Heading: "A move that is left over",
		Text: "In the series' program a search that has played a game to its end returns to a driver that still plays what the look-ahead had chosen before the search began; by then there is a new board. " +
			"So every game behind the first begins with a move that was meant for another board. It counts, and it may remove something, or nothing.",
		Items: []study.Item{study.Figure("stray", StrayFigure), study.Block("stray-cost", StrayCostClaim)},
	},
	{
		Heading: "Dawdling at the end",
		Text: "A look-ahead of *D* moves values a line by the cells that it removes. Once *D* moves are enough to clear the board, every line that does so has the same value, also one that takes its time, and of equal ones the line whose first colour comes first is played. " +
			"The next move is decided in the same way; what was seen in *D* moves can be put off again and again, the more so the larger *D* is.",
		Items: []study.Item{study.Figure("dawdling", DawdlingFigure), study.Block("dawdling-table", DawdlingTable), study.Block("dawdling-deeper", DawdlingClaim)},
	},
	{
		Heading: "What makes the search slow",
		Text: "Part 8 finds that looking at a move takes under a millisecond at depth 20, 15 at depth 30, 100 at 40 and more than 500 at 47, and supposes that function calls become slow as the call stack gets deeper. " +
			"The published program suggests another cause. It marks regions with the number of the move that removes them, and to see what the next move removes it walks from the root over regions with ever larger marks; the walk does not know where it has been, and comes to a region once for every chain of marks that leads there. The chains are counted here, along games that greedy plays.\n\n" +
			"The series proposes two cures. A stack of the program's own in place of the calls would visit the same chains: they are a property of the walk, not of the way it is written. A quick search first, to see whether to play more moves of look-ahead before the long one, makes the searched depth smaller, and lets the look-ahead decide more of the game. " +
			"A test whether a region was visited takes the growth away, and on a graph of regions that keeps its frontier a move looks only at what it removes.",
		Items: []study.Item{
			study.Figure("marking", MarkingFigure), study.Block("marking-table", MarkingTable), study.Block("marking-exponential", MarkingClaim), study.Block("marking-stack", StackClaim),
			study.Figure("presearch", PresearchFigure), study.Block("presearch-claim", PresearchClaim),
		},
	},
}

// The depths of look-ahead whose games are compared with and without a
// preference for the shorter finish.
var lookAheads = []int{2, 3, 4, 5, 6, 7}

func gla(depth int) string { return fmt.Sprintf("gla-%d", depth) }

const finishFirst = ",finish-first"

// endgame names the trial that looks at how the games of a look-ahead end.
func endgame(depth int, option string) string {
	return fmt.Sprintf("%s%d/%s%s", finishPrefix, depth, gla(depth), option)
}

// laterMoves are the moves of look-ahead before a search begins: 18 in the
// series, more where a search before the search says so.
var laterMoves = []int{18, 20, 22, 24, 26, 28}

// presearchNodes limits these searches: what comes out where the minute of the
// series did.
const presearchNodes = 30_000

func later(moves int) string {
	return fmt.Sprintf("%s%d/dfs,nodes=%d", afterPrefix, moves, presearchNodes)
}

const (
	markedGame   = markingPrefix + "/greedy"
	markedSearch = markingPrefix + "-18/" + opening
)

// anatomyParts are the trials that look into games, and the look-aheads beside
// those of the other comparisons.
func anatomyParts(scale experiments.Scale) ([]Part, error) {
	names := []string{markedGame, markedSearch}
	for _, d := range lookAheads {
		names = append(names, endgame(d, ""), endgame(d, finishFirst))
	}
	for _, n := range laterMoves {
		names = append(names, later(n))
	}
	return []Part{{Instances: firstOf(boardsAt(scale)), Strategies: names}}, nil
}

// strays returns by how many moves the games of the breadth-first search change
// if each begins with what the one before it left over.
func strays(trials frame.Frame) []float64 {
	with, without := batchOf(trials, row(breadthFirst).literal+strayOption), batchOf(trials, row(breadthFirst).literal)
	if len(with) != len(without) {
		return nil
	}
	return minus(with, without)
}

// StrayFigure shows what the left-over move does to single games.
func StrayFigure(trials frame.Frame) (plots.Figure, error) {
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
	f, err := plots.Histogram("stray", "What the left-over move does to a game", plots.HistogramOptions{
		XLabel: "moves more than without it", YLabel: "games", Steps: true, Height: 2.6 * 72,
	}, series)
	return f.Captioned("The %d games of the series' batch, each with and without the move that the game before it left over. The first game has none.", len(each)), err
}

// StrayCostClaim asks what the left-over move costs on average.
func StrayCostClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("stray-cost", "The left-over move makes games longer, by less than a whole move on average.")
	each := strays(trials)
	e := stats.Bootstrap{}.Mean(each)
	shorter, same, longer := count(each)
	return claim.DecidedBy(e.Firm(), reports.All(reports.Above(e.BCa, 0), reports.Below(e.BCa, 1)),
		"%+.2f moves (95 %% interval %+.2f to %+.2f); %d games are longer, %d as long and %d shorter.", e.Value, e.BCa.Low, e.BCa.High, longer, same, shorter), nil
}

// endingsOf returns the games of a look-ahead whose ends were looked at.
func endingsOf(trials frame.Frame, depth int, option string) frame.Frame {
	return onSeries(trials).Where(frame.Strategy.Is(endgame(depth, option)), answered)
}

// dawdled is what is played more than enough from where the end is in sight.
var dawdled = experiments.Metric{Value: func(t *experiments.Trial) float64 {
	return seen(playedSeen).Value(t) - seen(enoughSeen).Value(t)
}}

// DawdlingFigure shows the moves of a look-ahead against its depth, with and
// without a preference for the shorter finish.
func DawdlingFigure(trials frame.Frame) (plots.Figure, error) {
	var curves []plots.Curve
	for _, c := range []struct{ option, name string }{{"", "lines of equal value"}, {finishFirst, "shorter finish first"}} {
		curve := plots.Curve{Name: c.name}
		for _, d := range lookAheads {
			if mean := (stats.Bootstrap{}).Mean(endingsOf(trials, d, c.option).Values(experiments.Cost)); mean.N > 0 {
				curve.Points = append(curve.Points, plots.PointOf(float64(d), mean))
			}
		}
		curves = append(curves, curve)
	}
	f, err := plots.Growth("dawdling", "Look-ahead: deeper is better, if it wants to finish", plots.CurveOptions{
		XLabel: "moves of look-ahead", YLabel: "moves of the game, mean", Bars: true,
	}, curves)
	return f.Captioned("Greedy look-ahead on %s, with 95 %% bootstrap intervals.", boardsOf(trials)), err
}

// DawdlingTable gives the moves that are played once the end is in sight.
func DawdlingTable(trials frame.Frame) (reports.Table, error) {
	type ending struct {
		depth  int
		finish string
		games  frame.Frame
	}
	var endings []ending
	for _, d := range lookAheads {
		endings = append(endings, ending{d, "no matter", endingsOf(trials, d, "")}, ending{d, "first", endingsOf(trials, d, finishFirst)})
	}
	mean := func(m experiments.Metric) func(ending) stats.Estimate {
		return func(e ending) stats.Estimate { return stats.Bootstrap{}.Mean(e.games.Values(m)).Firm() }
	}
	plain := func(m experiments.Metric) func(ending) float64 {
		return func(e ending) float64 { return stats.Mean(e.games.Values(m)) }
	}
	return column.Fill(reports.Table{
		ID: "dawdling-table", Title: "How look-aheads finish", Groups: 1,
		Caption: fmt.Sprintf("On %s; means over boards. The end is in sight from the first position of a game from which no more moves are needed than the look-ahead sees.", boardsOf(trials)),
	}, slices.DeleteFunc(endings, func(e ending) bool { return e.games.Len() == 0 }),
		column.Counts("look-ahead", func(e ending) int { return e.depth }).Unit("moves"), column.Words("shorter finish", func(e ending) string { return e.finish }),
		column.Counts("boards", func(e ending) int { return e.games.Len() }),
		column.Estimates("game", reports.Number, mean(experiments.Cost)).Digits(4).Unit("moves"),
		column.Numbers("enough", reports.Number, plain(seen(enoughSeen))).Doc("moves that are enough when the end is in sight"),
		column.Numbers("played", reports.Number, plain(seen(playedSeen))).Doc("moves that are played from there"),
		column.Estimates("dawdled", reports.Number, mean(dawdled)).Doc("played less enough"),
		column.Numbers("worst", reports.Count, func(e ending) float64 { return slices.Max(e.games.Values(dawdled)) }).Doc("largest number of moves dawdled"),
	), nil
}

// DawdlingClaim asks whether the deeper look-ahead dawdles more, and whether it
// finishes in time if it prefers to.
func DawdlingClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("dawdling-deeper", "Once the end is in sight the look-ahead dawdles, the longer the deeper it looks; where the shorter finish comes first, it never does.")
	claim.Holds = reports.Holds
	before := math.Inf(-1)
	var means []string
	for _, d := range lookAheads {
		plainly, first := endingsOf(trials, d, "").Values(dawdled), endingsOf(trials, d, finishFirst).Values(dawdled)
		if len(plainly) == 0 || len(first) == 0 {
			return study.Undecided(claim.ID, claim.Statement), nil
		}
		mean := stats.Mean(plainly)
		if mean < before || slices.Max(first) > 0 || slices.Min(first) < 0 {
			claim.Holds = reports.Fails
		}
		means = append(means, fmt.Sprintf("%.2f at %d", mean, d))
		before = mean
	}
	first := "With the shorter finish first, none at any depth."
	if claim.Holds == reports.Fails {
		first = "See [[table:dawdling-table]] for the shorter finish."
	}
	claim.Evidence = fmt.Sprintf("Moves dawdled, mean over boards: %s. %s", strings.Join(means, ", "), first)
	return claim, nil
}
