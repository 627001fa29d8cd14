package lookahead

import (
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

var markingSections = study.Sections{{
	Heading: "What makes the search slow",
	Text: "Part 8 finds that looking at a move takes under a millisecond at depth 20, 15 at depth 30, 100 at 40 and more than 500 at 47, and supposes that function calls become slow as the call stack gets deeper. " +
		"The published program suggests another cause. It marks regions with the number of the move that removes them, and to see what the next move removes it walks from the root over regions with ever larger marks; the walk does not know where it has been, and comes to a region once for every chain of marks that leads there. The chains are counted here, along games that greedy plays.\n\n" +
		"The series proposes two cures. A stack of the program's own in place of the calls would visit the same chains: they are a property of the walk, not of the way it is written. A quick search first, to see whether to play more moves of look-ahead before the long one, makes the searched depth smaller, and lets the look-ahead decide more of the game. " +
		"A test whether a region was visited takes the growth away, and on a graph of regions that keeps its frontier a move looks only at what it removes.",
	Items: []study.Item{
		study.Figure("marking", MarkingFigure), study.Block("marking-table", MarkingTable), study.Block("marking-exponential", MarkingClaim), study.Block("marking-stack", StackClaim),
		study.Figure("presearch", PresearchFigure), study.Block("presearch-claim", PresearchClaim),
	},
}}

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
	return []Part{{Instances: firstOf(boardsAt(scale)), Strategies: append(names, mapped(laterMoves, later)...)}}, nil
}

// markedMoves are the moves of a game that are looked at, on enough boards.
var markedMoves = []int{5, 10, 15, 20, 25, 30, 35, 40, 45}

// marked returns the games on boards of the series whose moves were marked.
func marked(trials frame.Frame, strategy string) frame.Frame {
	return onSeries(trials).Where(frame.Strategy.Is(strategy))
}

// enoughGames is the share of the boards whose games must have so many moves for
// a move to be shown: the longest games are of the hardest boards.
const enoughGames = 0.5

// MarkingFigure shows the visits of the program's walk against the depth.
func MarkingFigure(trials frame.Frame) (plots.Figure, error) {
	var curves []plots.Curve
	for _, c := range []struct{ strategy, seen, name string }{
		{markedGame, visitsSeen, "the program's walk"},
		{markedSearch, visitsSeen, "the same behind 18 moves"},
		{markedGame, markedSeen, "with a test for visited"},
		{markedGame, removedSeen, "move on the region graph"},
	} {
		curve := plots.Curve{Name: c.name}
		var x, y []float64
		games := marked(trials, c.strategy)
		for _, move := range markedMoves {
			q := stats.Quartiles(games.Values(seen(step(c.seen, move))))
			if q.N == 0 || float64(q.N) < enoughGames*float64(games.Len()) {
				continue
			}
			curve.Points = append(curve.Points, plots.Point{X: float64(move), Y: q.Median, Low: q.Q1, High: q.Q3})
			x, y = append(x, float64(move)), append(y, q.Median)
		}
		if c.strategy == markedGame && c.seen == visitsSeen {
			if fit := stats.FitExponential(x, y); fit.N >= 3 {
				curve.FitLabel = fmt.Sprintf("× %.0f in ten moves", math.Pow(fit.B, 10))
			}
		}
		curves = append(curves, curve)
	}
	f, err := plots.Growth("marking", "What is looked at to see what one move removes", plots.CurveOptions{
		XLabel: "depth: number of the move that is looked at", YLabel: "regions visited, median", LogY: true, Height: 4 * 72,
	}, curves)
	return f.Captioned("Along the games of greedy on %s, all moves being tried before the first is played; behind 18 moves, along those of %s. Bands reach from the lower to the upper quartile; depths that fewer than half of the games reach are left out.", boardsOf(trials), opening), err
}

// milliseconds are the times that part 8 of the series gives for looking at a
// move, by its depth.
var milliseconds = map[int]string{20: "< 1 ms", 30: "15 ms", 40: "100 ms"}

// MarkingTable gives the counts on the first board of the series.
func MarkingTable(trials frame.Frame) (reports.Table, error) {
	first := marked(trials, markedGame).Where(frame.Index.Is(0)).First()
	saw := func(name string) func(move int) float64 {
		return func(move int) float64 { return seen(step(name, move)).Value(first) }
	}
	moves := slices.DeleteFunc(slices.Clone(markedMoves), func(move int) bool { return first == nil || math.IsNaN(saw(visitsSeen)(move)) })
	return column.Fill(reports.Table{
		ID: "marking-table", Title: "Looking at one move on the first board of the series",
		Caption: "Along the game of greedy on board 1. The times are those that part 8 of the series prints for its search, which was of another line of moves on that board; at depth 47 they are more than 500 ms.",
	}, moves,
		column.Counts("depth", func(move int) int { return move }).Doc("number of the move that is looked at; those before it are marked"),
		column.Numbers("visits", reports.Count, saw(visitsSeen)).Full().Doc("regions that the program's walk visits, each time counted"),
		column.Numbers("nested calls", reports.Count, saw(nestedSeen)).Doc("calls inside each other, at most"),
		column.Numbers("with a stack", reports.Count, saw(visitsSeen)).Full().Doc("visits with a stack of the program's own in place of the calls: the same by construction, not counted apart"),
		column.Numbers("visited test", reports.Count, saw(markedSeen)).Doc("regions visited if none is visited twice"),
		column.Numbers("region graph", reports.Count, saw(removedSeen)).Doc("regions that the move removes, which is what a move on the region graph looks at"),
		column.Cells("published time", reports.Words, func(move int) reports.Cell {
			if ms, ok := milliseconds[move]; ok {
				return reports.Str(ms)
			}
			return reports.Cell{}
		}),
	), nil
}

// MarkingClaim asks whether the visits grow exponentially with the depth while
// what a move removes does not grow.
func MarkingClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("marking-exponential", "The work of the program's walk grows exponentially with the depth: over the depths from 10 to 30 it multiplies by more than 100, while what a move removes does not even double.")
	long := marked(trials, markedGame).Where(func(t *experiments.Trial) bool { return seen(step(visitsSeen, 30)).Value(t) > 0 })
	factor := func(name string) stats.Estimate {
		return stats.Bootstrap{}.RatioOfGeoMeans(long.Values(seen(step(name, 30))), long.Values(seen(step(name, 10))))
	}
	walk, move := factor(visitsSeen), factor(removedSeen)
	if !walk.BCa.Known() || !move.BCa.Known() || walk.N < stats.MinBootstrap {
		return claim, nil
	}
	return claim.DecidedBy(walk.Firm(), reports.All(reports.Above(walk.BCa, 100), reports.Below(move.BCa, 2)),
		"From depth 10 to depth 30 visits multiply by %.0f (95 %% interval %.0f to %.0f, geometric mean over %s), the regions that the move removes by %.2f (%.2f to %.2f).",
		walk.Value, walk.BCa.Low, walk.BCa.High, study.Plural(walk.N, "board"), move.Value, move.BCa.Low, move.BCa.High), nil
}

// StackClaim asks whether it can be the depth of the call stack that takes the
// time.
func StackClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("marking-stack", "The visits, not the depth of the call stack, grow out of hand: there are never more calls inside each other than moves, and a stack of the program's own would make as many visits.")
	deepest, at, visits, games := 0.0, 0, 0.0, 0
	within := true
	for t := range marked(trials, markedGame).All() {
		games++
		for _, move := range markedMoves {
			nested, ok := t.Observation(step(nestedSeen, move))
			if !ok {
				continue
			}
			within = within && nested <= float64(move)
			v, _ := t.Observation(step(visitsSeen, move))
			if visits = max(visits, v); nested > deepest {
				deepest, at = nested, move
			}
		}
	}
	if deepest == 0 {
		return claim, nil
	}
	return claim.Decided(games, reports.VerdictOf(within),
		"In %s at most %.0f calls are inside each other, at depth %d, and up to %s regions are visited for one move.",
		study.Plural(games, "game"), deepest, at, study.Grouped(study.Rounded(visits, 2))), nil
}

// presearch is how many moves above the optimum the searches after each of
// laterMoves make, on the boards on which all of them found something.
type presearch struct {
	after [][]float64
	best  []float64 // of these, board by board
	alone []float64 // of the look-ahead without a search
}

func presearches(trials frame.Frame) presearch {
	boards := onSeries(trials).Match(append([]string{exact, opening}, mapped(laterMoves, later)...)...).Solved()
	p := presearch{alone: boards.Differences(experiments.Cost, 0, 1), best: boards.Differences(experiments.Cost, 0, 2)}
	for i := range laterMoves {
		each := boards.Differences(experiments.Cost, 0, 2+i)
		p.after = append(p.after, each)
		for j, n := range each {
			p.best[j] = min(p.best[j], n)
		}
	}
	return p
}

// PresearchFigure shows what comes of beginning the search later.
func PresearchFigure(trials frame.Frame) (plots.Figure, error) {
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
	add("best of these, board by board", p.best)
	add("look-ahead alone ("+opening+")", p.alone)
	f, err := plots.Dots("presearch", "Beginning the depth-first search later", aboveOptions, dots)
	return f.Captioned("Moves of %s, then %s nodes of depth-first search on what is left, on %s; means with 95 %% bootstrap intervals, strokes are single boards. No search before the search could choose better among these moments than the best on each board.",
		opening, study.Grouped(presearchNodes), study.Plural(len(p.best), "board")), err
}

// PresearchClaim asks how much the choice of the moment could help.
func PresearchClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("presearch-claim", "A search before the search could help, but not cure it: even the best of these moments for every board, which it would have to guess, leaves more than two moves to the optimum.")
	p := presearches(trials)
	if len(p.best) < stats.MinBootstrap {
		return claim, nil
	}
	mean, gain := stats.Bootstrap{}.Mean(p.best), stats.Bootstrap{}.Mean(minus(p.after[0], p.best))
	return claim.DecidedBy(mean.Firm(), reports.All(reports.Above(mean.BCa, 2), reports.Above(gain.BCa, 0)),
		"With the best moment %.2f moves above the optimum (95 %% interval %.2f to %.2f, %s), %.2f fewer than if all searches begin after %d moves; %s is %.2f above the optimum.",
		mean.Value, mean.BCa.Low, mean.BCa.High, study.Plural(mean.N, "board"), gain.Value, laterMoves[0], opening, stats.Mean(above(onSeries(trials), exact, opening))), nil
}
