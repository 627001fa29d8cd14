package lookahead

import (
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
)

// markedMoves are the moves of a game that are looked at, on enough boards.
var markedMoves = []int{5, 10, 15, 20, 25, 30, 35, 40, 45}

// seenAt returns an observation of a marking at a move, on all boards whose game
// has so many moves.
func seenAt(trials frame.Frame, strategy, name string, move int) []float64 {
	var values []float64
	for t := range onSeries(trials).Where(frame.Strategy.Is(strategy)).All() {
		if v, ok := t.Observation(step(name, move)); ok {
			values = append(values, v)
		}
	}
	return values
}

// enoughGames is the share of the boards whose games must have so many moves for
// a move to be shown: the longest games are of the hardest boards.
const enoughGames = 0.5

// markedAt returns the moves that are shown.
func markedAt(trials frame.Frame, strategy string) []int {
	all := onSeries(trials).Where(frame.Strategy.Is(strategy)).Len()
	var shown []int
	for _, move := range markedMoves {
		if n := len(seenAt(trials, strategy, visitsSeen, move)); n > 0 && float64(n) >= enoughGames*float64(all) {
			shown = append(shown, move)
		}
	}
	return shown
}

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
		for _, move := range markedAt(trials, c.strategy) {
			q := stats.Quartiles(seenAt(trials, c.strategy, c.seen, move))
			curve.Points = append(curve.Points, plots.Point{X: float64(move), Y: q.Median, Low: q.Q1, High: q.Q3})
			x, y = append(x, float64(move)), append(y, q.Median)
		}
		if len(curve.Points) == 0 {
			continue
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
	t := reports.Table{
		ID: "marking-table", Title: "Looking at one move on the first board of the series",
		Caption: "Along the game of greedy on board 1. The times are those that part 8 of the series prints for its search, which was of another line of moves on that board; at depth 47 they are more than 500 ms.",
		Columns: []reports.Column{
			{Name: "depth", Kind: reports.Count, Doc: "number of the move that is looked at; those before it are marked"},
			{Name: "visits", Kind: reports.Count, Full: true, Doc: "regions that the program's walk visits, each time counted"},
			{Name: "nested calls", Kind: reports.Count, Doc: "calls inside each other, at most"},
			{Name: "with a stack", Kind: reports.Count, Full: true, Doc: "visits with a stack of the program's own in place of the calls: the same by construction, not counted apart"},
			{Name: "visited test", Kind: reports.Count, Doc: "regions visited if none is visited twice"},
			{Name: "region graph", Kind: reports.Count, Doc: "regions that the move removes, which is what a move on the region graph looks at"},
			{Name: "published time"},
		},
	}
	for trial := range onSeries(trials).Where(frame.Strategy.Is(markedGame)).All() {
		if trial.Index != 0 {
			continue
		}
		for _, move := range markedMoves {
			visits, ok := trial.Observation(step(visitsSeen, move))
			if !ok {
				continue
			}
			nested, _ := trial.Observation(step(nestedSeen, move))
			once, _ := trial.Observation(step(markedSeen, move))
			removed, _ := trial.Observation(step(removedSeen, move))
			time := reports.Cell{}
			if ms, ok := milliseconds[move]; ok {
				time = reports.Str(ms)
			}
			t.Rows = append(t.Rows, []reports.Cell{
				reports.Int(move), reports.Num(visits), reports.Num(nested), reports.Num(visits), reports.Num(once), reports.Num(removed), time,
			})
		}
	}
	return t, nil
}

// MarkingClaim asks whether the visits grow exponentially with the depth while
// what a move removes does not grow.
func MarkingClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("marking-exponential", "The work of the program's walk grows exponentially with the depth: over the depths from 10 to 30 it multiplies by more than 100, while what a move removes does not even double.")
	factor := func(name string) stats.Estimate {
		var low, high []float64
		for t := range onSeries(trials).Where(frame.Strategy.Is(markedGame)).All() {
			a, ok := t.Observation(step(name, 10))
			b, both := t.Observation(step(name, 30))
			if ok && both && a > 0 && b > 0 {
				low, high = append(low, a), append(high, b)
			}
		}
		return stats.Bootstrap{}.RatioOfGeoMeans(high, low)
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
	for t := range onSeries(trials).Where(frame.Strategy.Is(markedGame)).All() {
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

// PresearchFigure shows what comes of beginning the search later.
func PresearchFigure(trials frame.Frame) (plots.Figure, error) {
	boards, best := presearch(trials)
	var dots []plots.Dot
	add := func(name string, each []float64) {
		if len(each) == 0 {
			return
		}
		mean := stats.Bootstrap{}.Mean(each)
		dots = append(dots, plots.DotOf(name, mean, each))
	}
	optima := movesOf(onSeries(trials), exact)
	for _, n := range laterMoves {
		add(fmt.Sprintf("after %d moves", n), among(movesOf(onSeries(trials), later(n)), boards).above(optima))
	}
	add("best of these, board by board", best.above(optima))
	add("look-ahead alone ("+opening+")", among(movesOf(onSeries(trials), opening), boards).above(optima))
	f, err := plots.Dots("presearch", "Beginning the depth-first search later", plots.DotsOptions{
		XLabel: "moves above the optimum", References: []plots.Reference{{At: 0, Label: optimum}},
	}, dots)
	return f.Captioned("Moves of %s, then %s nodes of depth-first search on what is left, on %s; means with 95 %% bootstrap intervals, strokes are single boards. No search before the search could choose better among these moments than the best on each board.",
		opening, study.Grouped(presearchNodes), study.Plural(len(best), "board")), err
}

// presearch returns the boards on which the search found something wherever it
// began, and the fewest moves on each.
func presearch(trials frame.Frame) (boards map[int]bool, best moves) {
	boards, best = map[int]bool{}, moves{}
	for i, n := range laterMoves {
		found := movesOf(onSeries(trials), later(n))
		if i == 0 {
			best = found
			continue
		}
		for _, board := range best.boards() {
			if n, ok := found[board]; ok {
				best[board] = min(best[board], n)
			} else {
				delete(best, board)
			}
		}
	}
	for board := range best {
		boards[board] = true
	}
	return boards, best
}

// among returns the moves on some boards.
func among(m moves, boards map[int]bool) moves {
	some := moves{}
	for board, n := range m {
		if boards[board] {
			some[board] = n
		}
	}
	return some
}

// PresearchClaim asks how much the choice of the moment could help.
func PresearchClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("presearch-claim", "A search before the search could help, but not cure it: even the best of these moments for every board, which it would have to guess, leaves more than two moves to the optimum.")
	_, best := presearch(trials)
	rows := onSeries(trials)
	gaps := best.above(movesOf(rows, exact))
	if len(gaps) < stats.MinBootstrap {
		return claim, nil
	}
	mean := stats.Bootstrap{}.Mean(gaps)
	gain := stats.Bootstrap{}.Mean(movesOf(rows, later(laterMoves[0])).above(best))
	return claim.DecidedBy(mean.Firm(), reports.All(reports.Above(mean.BCa, 2), reports.Above(gain.BCa, 0)),
		"With the best moment %.2f moves above the optimum (95 %% interval %.2f to %.2f, %s), %.2f fewer than if all searches begin after %d moves; %s is %.2f above the optimum.",
		mean.Value, mean.BCa.Low, mean.BCa.High, study.Plural(len(gaps), "board"), gain.Value, laterMoves[0], opening, stats.Mean(movesOf(rows, opening).above(movesOf(rows, exact)))), nil
}
