package lookahead

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

var distributionItems = []study.Item{
	figure("moves", movesFigure), figure("spread", spreadFigure),
	figure("gaps", gapsFigure), study.Block("gaps-table", gapsTable),
	study.Claim(claims, "proved"), study.Claim(claims, "far-above"), study.Claim(claims, "distances-win"),
	figure("luck", luckFigure), study.Block("luck-table", luckTable), study.Claim(claims, "luck-rare"),
}

var distributionClaims = []claim.Claim{
	{ID: "proved", Of: onSeries, Ask: func(f frame.Frame) (claim.Answer, error) {
		s := summarize(movesOf(f, exact))
		proved := func(c frame.Case) bool { return c.Trials[0].Bound == c.Trials[0].Cost }
		return everyBoard(seriesBoards, "board", proved, looked{"", f.Match(exact).Solved()}).
			Saying("The solutions have %.0f to %.0f moves, and %.2f on average.", s.least, s.most, s.mean), nil
	}},
	{ID: "far-above", Of: onDrawn, Population: anyBoard, Ask: func(f frame.Frame) (claim.Answer, error) {
		return claim.Above(claim.Ratio(f, trial.Cost, exact, breadthFirst, "board"), 1.05).
			Saying("On average, %s (best in the series, five moves ahead) needs %.1f more moves than a shortest solution.", breadthFirst, stats.Mean(above(f, exact, breadthFirst))), nil
	}},
	{ID: "distances-win", Of: onDrawn, Population: anyBoard, Ask: func(f frame.Frame) (claim.Answer, error) {
		least, moves := bestOfSeries(f, byBound)
		return claim.Below(claim.Mean("moves more than the best of the thirteen", "board", minus(moves, least)).Called("mean difference in moves (our program minus the best of the thirteen)"), 0), nil
	}},
	{ID: "luck-rare", Of: frame.Selection{Sets: []string{drawnSet, repeatSet}, Mode: trial.Budget}, Population: anyBoard, Ask: func(f frame.Frame) (claim.Answer, error) {
		shares := study.Map(draws(f), func(d draw) float64 { return float64(d.wins) / float64(len(d.moves)) })
		return claim.Below(claim.Mean("share of games with fewer moves", "board", shares).Called("mean share of games that beat playing the colors in turn"), 0.5), nil
	}},
}

// bestOfSeries returns, for each board, the fewest moves of the series' thirteen algorithms and the
// moves of another strategy.
func bestOfSeries(f frame.Frame, other string) (least, moves []float64) {
	for _, c := range ended(f).Match(append(tabled(), other)...) {
		all := study.Map(c.Trials, limitedMoves.Value)
		last := len(all) - 1
		least, moves = append(least, slices.Min(all[:last])), append(moves, all[last])
	}
	return least, moves
}

// Strategies that look one move ahead and compare boards by distances on the region graph.
const (
	byDistances = "distance-greedy"
	byBound     = "beam-1/layers+distances"
)

// measured returns the names of the strategies that are compared with the optimum: the thirteen
// algorithms in the series' table, and the two that evaluate distances.
func measured() []string { return append(tabled(), byDistances, byBound) }

// nearer returns those of the measured strategies that are not far from the optimum.
func nearer() []string {
	return slices.DeleteFunc(measured(), func(name string) bool { return name == deepPath })
}

// optimum is the name of the exact strategy where its lengths are shown.
const optimum = "optimum"

// shown returns the name of a strategy in figures of lengths.
func shown(strategy string) string {
	return cmp.Or(map[string]string{exact: optimum}[strategy], strategy)
}

// movesFigure shows the distribution of the number of moves for every algorithm.
func movesFigure(trials frame.Frame) (plots.Figure, error) {
	rows := trials.Where(onDrawn.Pass)
	curves := study.Map(ranked(rows, append(nearer(), exact)...), func(s score) plots.Distribution {
		return plots.Distribution{Name: shown(s.name), Answered: s.moves}
	})
	f, err := plots.ECDF("moves", "Share of boards cleared within a given number of moves", plots.ECDFOptions{XLabel: "moves", YLabel: "share of boards cleared", Height: 4.4 * 72}, curves)
	return f.Captioned("Shares are computed over %s. Names are sorted by the mean number of moves. %s is not shown.", boardsOf(rows, anyBoard), deepPath), err
}

// spreadFigure shows the quartiles of the number of moves for every algorithm, sorted by mean.
func spreadFigure(trials frame.Frame) (plots.Figure, error) {
	rows := trials.Where(onDrawn.Pass)
	boxes := study.Map(ranked(rows, append(measured(), exact, "round-robin", "random")...), func(s score) plots.BoxRow {
		return plots.BoxRow{Name: shown(s.name), Values: s.moves}
	})
	f, err := plots.Box("spread", "Number of moves that each algorithm needs", plots.BoxOptions{XLabel: "moves"}, boxes)
	return f.Captioned("The algorithms played on %s. They are sorted by the mean number of moves.", boardsOf(rows, anyBoard)), err
}

// gapsFigure shows how many moves above the optimum every algorithm makes.
func gapsFigure(trials frame.Frame) (plots.Figure, error) {
	rows := trials.Where(onDrawn.Pass)
	least, optima := bestOfSeries(rows, exact)
	list := known(append(scores(rows, nearer()...), score{name: "best on each board", moves: least, above: minus(least, optima)}))
	slices.SortStableFunc(list, func(a, b score) int { return cmp.Compare(a.gap().Value, b.gap().Value) })
	dots := study.Map(list, func(s score) plots.Dot {
		return plots.DotOf(cmp.Or(map[string]string{byBound: "our program"}[s.name], s.name), s.gap(), s.above)
	})
	f, err := plots.Dots("gaps", "Moves above the optimum of the same board", aboveOptions, dots)
	return f.Captioned("Dots show means with 95 %% intervals, and strokes show the %s. Our program is %s, and %s is also ours. The best on each board is one of the thirteen. %s is not shown.", boardsOf(rows, "random boards"), byBound, byDistances, deepPath), err
}

var aboveOptions = plots.DotsOptions{XLabel: "moves above the optimum", References: []plots.Reference{{At: 0, Label: optimum}}}

// deepPath is so far from the other algorithms that figures are clearer without it.
const deepPath = "deep-path"

// gapsTable shows the moves above the optimum, and the cost of finding the solutions.
func gapsTable(trials frame.Frame) (reports.Table, error) {
	rows := trials.Where(onDrawn.Pass)
	return column.Fill(reports.Table{ID: "gaps-table", Title: "Moves above the optimum", Caption: fmt.Sprintf("The algorithms played on %s.", boardsOf(rows, anyBoard))}, known(ranked(rows, slices.Concat([]string{exact}, measured(), games()[len(published):])...)),
		column.Words("algorithm", func(s score) string { return s.name }), column.Counts("boards", func(s score) int { return len(s.above) }),
		meanMoves, aboveOptimum, leastAbove, mostAbove, optimalShare, movesTried,
	), nil
}

// Names and sizes for the comparison of random play with playing the colors in turn.
const (
	repeatSet   = drawnSet + ", repeated"
	repeatGames = 25
	boxes       = 15 // number of boards in a figure
	lucky       = "random-skip"
	inTurn      = "round-robin-skip"
)

// repeatParts returns the random games: repeatGames of them on each board.
func repeatParts(_ experiments.Scale, seed uint64) ([]study.Part, error) {
	boards := drawn(leastBoards, seed)
	for i := range boards {
		boards[i].Set = repeatSet
	}
	return []study.Part{{Instances: boards, Strategies: []string{lucky}, Repeats: repeatGames}}, nil
}

// draw holds the random games on a board.
type draw struct {
	board  int
	moves  []float64
	inTurn float64 // moves of the strategy inTurn
	wins   int     // games with fewer moves than inTurn
}

// draws returns the random games on each board on which inTurn ran too.
func draws(trials frame.Frame) (list []draw) {
	for i, rows := range frame.By(trials.Where(frame.Set.Is(repeatSet)), frame.Index) {
		moves, inTurn := rows.Values(trial.Cost), stats.Mean(movesOf(trials.Where(onDrawn.Pass, frame.Index.Is(i)), inTurn))
		if wins, same, more := count(study.Map(moves, func(n float64) float64 { return n - inTurn })); wins+same+more > 0 && inTurn > 0 {
			list = append(list, draw{i + 1, moves, inTurn, wins})
		}
	}
	return list
}

// luckFigure shows the number of moves of the random games on each board.
func luckFigure(trials frame.Frame) (plots.Figure, error) {
	list := draws(trials)
	f, err := plots.Box("luck", "Number of moves in random games on the same board", plots.BoxOptions{XLabel: "moves"}, study.Map(list[:min(len(list), boxes)], func(d draw) plots.BoxRow {
		return plots.BoxRow{Name: fmt.Sprintf("board %d", d.board), Values: d.moves}
	}))
	mean := stats.Bootstrap{}.Clusters(study.Map(list, func(d draw) []float64 { return d.moves }), stats.Mean)
	return f.Captioned("On average over %s with %d seeds each, %s needs %.1f moves (%.1f to %.1f). The first %d boards are shown.", study.Plural(len(list), "board"), repeatGames, lucky, mean.Value, mean.BCa.Low, mean.BCa.High, boxes), err
}

// luckTable counts the random games that need fewer moves than play in turn.
func luckTable(trials frame.Frame) (reports.Table, error) {
	return column.Fill(reports.Table{ID: "luck-table", Title: "Number of random games that beat playing the colors in turn", Caption: fmt.Sprintf("A game played by %s succeeds if it takes fewer moves than %s on the same board.", lucky, inTurn)}, draws(trials),
		column.Counts("board", func(d draw) int { return d.board }), column.Counts("games", func(d draw) int { return len(d.moves) }),
		column.Numbers("in turn", reports.Count, func(d draw) float64 { return d.inTurn }).Unit("moves"),
		column.Numbers("least", reports.Count, func(d draw) float64 { return stats.Quantile(d.moves, 0) }).Unit("moves"),
		column.Numbers("median", reports.Number, func(d draw) float64 { return stats.Median(d.moves) }).Unit("moves"),
		column.Counts("successes", func(d draw) int { return d.wins }),
		column.Cells("share", reports.Percent, func(d draw) reports.Cell {
			interval := stats.ClopperPearson(d.wins, len(d.moves), stats.DefaultLevel)
			return reports.Between(float64(d.wins)/float64(len(d.moves)), interval.Low, interval.High)
		}),
	), nil
}
