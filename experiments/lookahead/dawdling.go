package lookahead

import (
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

var dawdlingItems = []study.Item{
	figure("dawdling", dawdlingFigure), study.Block("dawdling-table", dawdlingTable), study.Claim(claims, "dawdling-deeper"),
}

var dawdlingClaims = []claim.Claim{{
	ID: "dawdling-deeper", Statement: "Once the end is in sight, a deeper look-ahead dawdles longer on average: one of five moves longer than one of three, and one of seven longer than one of five.",
	Ask: func(f frame.Frame) (claim.Answer, error) {
		longer := func(a, b int) claim.Answer {
			games := onSeries(f).Where(answered).Match(endgame(a, ""), endgame(b, ""))
			return claim.Above(claim.Mean(fmt.Sprintf("moves dawdled, %s less %s,", gla(b), gla(a)), "board", games.Differences(dawdled, 0, 1)), 0)
		}
		return claim.All(longer(3, 5), longer(5, 7)), nil
	},
}}

// The depths of look-ahead whose games are compared with and without a
// preference for the shorter finish.
var lookAheads = []int{2, 3, 4, 5, 6, 7}

func gla(depth int) string { return fmt.Sprintf("gla-%d", depth) }

const finishFirst = ",finish-first"

// endgame names the trial that looks at how the games of a look-ahead end.
func endgame(depth int, option string) string {
	return fmt.Sprintf("%s%d/%s%s", finishPrefix, depth, gla(depth), option)
}

// endingsOf returns the games of a look-ahead whose ends were looked at.
func endingsOf(trials frame.Frame, depth int, option string) frame.Frame {
	return onSeries(trials).Where(frame.Strategy.Is(endgame(depth, option)), answered)
}

// dawdled is what is played more than enough from where the end is in sight.
var dawdled = experiments.Metric{Value: func(t *experiments.Trial) float64 {
	return seen(playedSeen).Value(t) - seen(enoughSeen).Value(t)
}}

// dawdlingFigure shows the moves of a look-ahead against its depth, with and
// without a preference for the shorter finish.
func dawdlingFigure(trials frame.Frame) (plots.Figure, error) {
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

// dawdlingTable gives the moves that are played once the end is in sight.
func dawdlingTable(trials frame.Frame) (reports.Table, error) {
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
