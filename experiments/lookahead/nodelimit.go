package lookahead

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/render"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

var nodeLimitItems = []study.Item{
	figure("node-limit", nodeLimitFigure), study.Block("node-limit-table", nodeLimitTable), study.Claim(claims, "node-limit-minute"), study.Claim(claims, "node-limit-behind"),
}

var nodeLimitClaims = []claim.Claim{
	{ID: "node-limit-minute", Of: onSeries, Ask: func(f frame.Frame) (claim.Answer, error) {
		agrees := map[string]bool{}
		for _, r := range limitedRuns(f) {
			if above := r.mean > minute().mean; r.n == seriesBoards && (above || r.none == 0) { // other boards have a different mean
				agrees[limitedName(r.limit)] = above == (r.limit == minuteFrom)
			}
		}
		return claim.Every("limit", []string{limitedName(minuteFrom), limitedName(minuteTo)}, agrees).Saying("The mean numbers of moves are in [[table:node-limit-table]]."), nil
	}},
	{ID: "node-limit-behind", Of: onSeries, Ask: func(f frame.Frame) (claim.Answer, error) {
		more := ended(f).Match(opening, limitedName(manyNodes)).Differences(limitedMoves, 0, 1)
		return claim.Whole(claim.Above(claim.MeanDifference("moves", limitedName(manyNodes), opening, "board", more), 0), seriesBoards), nil
	}},
}

// Node limits that occur in claims.
const (
	minuteFrom = 10_000
	minuteTo   = 100_000
	manyNodes  = 200_000
)

// allLimits lists the node limits of a search. The standard scale leaves out the last one, and the
// quick scale uses quickLimits.
var (
	allLimits   = []int{1000, 2000, 5000, 10_000, 20_000, 30_000, 50_000, 100_000, 200_000, 500_000, 1_000_000}
	quickLimits = []int{1000, 5000, minuteFrom, 30_000, minuteTo, manyNodes}
)

// limitedSearch is the name of the series' depth-first search without a limit.
const limitedSearch = "dfs-gla-5"

// limitedName returns the name of the series' depth-first search with a node limit. Like the
// series' program, the strategy leaves out two edges between cells.
func limitedName(nodes int) string {
	s, _ := render.Puzzle().Strategy(fmt.Sprintf("%s,literal,nodes=%d", limitedSearch, nodes)) // the name is valid in that package
	return s.Name
}

// nodeLimitParts returns the depth-first searches with every limit.
func nodeLimitParts(scale experiments.Scale, _ uint64) ([]study.Part, error) {
	return []study.Part{{Instances: firstOf(seriesBoards), Strategies: study.Map(study.At(scale, quickLimits, allLimits[:10], allLimits), limitedName)}}, nil
}

// longestLine is the minimum number of moves in a game whose search found nothing: 18 moves and a
// line of at least 30.
const longestLine = 18 + 30

// limitedRun holds the searches with one limit.
type limitedRun struct {
	limit   int
	none    int // number of boards on which the search found nothing
	summary     // summary of the moves, counting longestLine if the search found nothing
}

// ended returns the games whose number of moves is known, or known to be at least longestLine.
func ended(trials frame.Frame) frame.Frame {
	return trials.Where(func(t *trial.Trial) bool { return !math.IsNaN(limitedMoves.Value(t)) })
}

// limitedMoves is the number of moves in a game, or longestLine if the search found nothing.
var limitedMoves = trial.Metric{Value: func(t *trial.Trial) float64 {
	if t.Error == "" && t.Outcome == search.Incomplete {
		return longestLine
	}
	return trial.Cost.Value(t)
}}

// limitedRuns returns the searches with every limit, on the boards that all of them ran on.
func limitedRuns(trials frame.Frame) []limitedRun {
	rows := ended(trials.Where(onSeries.Pass))
	limits := slices.DeleteFunc(slices.Clone(allLimits), func(limit int) bool { return !rows.Has(limitedName(limit)) })
	boards := rows.Match(study.Map(limits, limitedName)...)
	var runs []limitedRun
	for i, limit := range limits {
		none := len(boards.Where(func(c frame.Case) bool { return c.Trials[i].Outcome == search.Incomplete }))
		runs = append(runs, limitedRun{limit, none, summarize(boards.Values(limitedMoves, i))})
	}
	return runs
}

// minute returns what the series prints for its search with a limit of a minute.
func minute() algorithm { return row(depthFirst) }

// nodeLimitFigure shows the mean number of moves as a function of the limit.
func nodeLimitFigure(trials frame.Frame) (plots.Figure, error) {
	runs := limitedRuns(trials)
	curve := plots.Curve{Name: limitedSearch}
	var lost []string
	for _, r := range runs {
		p := plots.PointOf(float64(r.limit), r.interval())
		p.Censored = r.none > 0
		curve.Points = append(curve.Points, p)
		if r.none > 0 {
			lost = append(lost, fmt.Sprintf("%d with %s nodes", r.none, study.Grouped(uint64(r.limit))))
		}
	}
	var curves []plots.Curve
	if len(runs) > 0 {
		printed := fmt.Sprintf("published mean, %.1f", minute().mean)
		first, last := float64(runs[0].limit), float64(runs[len(runs)-1].limit)
		curves = append(curves, curve, plots.Curve{Name: printed, Ruler: true, Points: []plots.Point{{X: first, Y: minute().mean}, {X: last, Y: minute().mean}}})
	}
	f, err := plots.Growth("node-limit", "Number of moves that depth-first search makes, by its node limit", plots.CurveOptions{
		XLabel: "node limit of the search", YLabel: "moves, mean", LogX: true, Bars: true,
	}, curves)
	f = f.Captioned("The search ran on %s. Like the series' program, the search leaves out two edges between cells.", boardsOf(trials.Where(onSeries.Pass), "boards of the series"))
	if len(lost) > 0 {
		f.Caption += fmt.Sprintf(" A board on which no solution was found counts as %d moves (boards concerned: %s).", longestLine, strings.Join(lost, ", "))
	}
	return f, err
}

// nodeLimitTable shows the number of moves for every limit.
func nodeLimitTable(trials frame.Frame) (reports.Table, error) {
	text := fmt.Sprintf("A board on which no solution was found counts as %d moves. With a limit of one minute, the series reports a minimum, mean, maximum and standard deviation of %v.", longestLine, minute().figures)
	return column.Fill(reports.Table{ID: "node-limit-table", Title: "Depth-first search by node limit", Caption: text}, limitedRuns(trials),
		column.Counts("nodes", func(r limitedRun) int { return r.limit }).Full(), column.Counts("boards", func(r limitedRun) int { return r.n }),
		column.Counts("nothing found", func(r limitedRun) int { return r.none }).Doc("number of boards on which the search found no solution with fewer than 30 moves after the first 18"),
		column.Numbers("min", reports.Count, func(r limitedRun) float64 { return r.least }),
		column.Cells("mean", reports.Number, func(r limitedRun) reports.Cell {
			if r.none > 0 {
				return reports.AtLeast(r.mean)
			}
			return column.Est(r.interval())
		}).Digits(4),
		column.Bounds("max", reports.Count, func(r limitedRun) frame.Bounded { return frame.Bounded{Value: r.most, Lower: r.none > 0} }),
		column.Numbers("sd", reports.Number, func(r limitedRun) float64 { return r.deviation }).Digits(3).Doc("standard deviation, with n − 1"),
	), nil
}
