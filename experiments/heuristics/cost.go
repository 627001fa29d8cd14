package heuristics

import (
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/measure"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

var costItems = []study.Item{
	figure("must-expand", mustFigure), study.Block("expansions", expansionsTable), study.Claim(claims, "error-ranks"),
	study.Block("dominance", dominanceTable), study.Claim(claims, "dominance-saves"),
}

var costClaims = []claim.Claim{
	{ID: "error-ranks", Of: everywhere, Ask: func(f frame.Frame) (claim.Answer, error) {
		var names []string
		for i, h := range heuristicNames() {
			names = append(names, sliding.Under(heuristicNames()[:i], h+" and ")...)
		}
		found := map[string]bool{}
		for _, c := range counts(f) {
			all := assessments(f.Where(frame.Index.Is(c.cell)))
			for i, a := range all {
				for _, b := range all[:i] {
					d := a.meanError - b.meanError
					found[a.heuristic+" and "+b.name()] = d == 0 || d*(total(c.Must[a.heuristic])-total(c.Must[b.heuristic])) > 0
				}
			}
		}
		return claim.Every("pair", atGoals(names...), found), nil
	}},
	{ID: "dominance-saves", Of: everywhere, Ask: func(f frame.Frame) (claim.Answer, error) {
		return every("goal", goalNames(), counts(f), func(c count) string { return c.goal }, func(c count) bool {
			return !slices.ContainsFunc(dominations(f.Where(frame.Index.Is(c.cell))), func(p domination) bool { return p.more > 0 })
		})
	}},
}

// count holds a trial's counts of what A* expands, for one goal. Among the trials for that goal it
// is the one with the most starts.
type count struct {
	*expanded
	cell   int // cell of the goal's blank
	goal   string
	starts int
}

// counts returns the counts for each goal that was run.
func counts(trials frame.Frame) []count {
	var all []count
	rows := trials.Where(frame.Set.Is(everySet), algorithm.Is(expansionsPrefix), frame.Answered)
	for _, goal := range goalCells {
		var most count
		for t := range rows.Where(frame.Index.Is(goal.cell)).All() {
			if e, ok := measure.Of[*expanded](t); ok && total(e.Starts) > most.starts {
				most = count{e, goal.cell, goal.name, total(e.Starts)}
			}
		}
		if most.starts > 0 {
			all = append(all, most)
		}
	}
	return all
}

// total adds up the numbers for all distances.
func total[N int | float64](at []N) (sum N) {
	for _, n := range at {
		sum += n
	}
	return sum
}

// meanOf returns the mean of a sample, computed from its sum and its sum of squares. The interval
// comes from the normal distribution, for a sample drawn without replacement. It is unknown if the
// sample is the whole population.
func meanOf(sum, squares float64, n, all int) (mean float64, interval stats.Interval) {
	mean, half := sum/float64(n), math.NaN()
	if n >= 2 && n < all {
		variance := (squares - sum*mean) / float64(n-1)
		rest := 1 - float64(n)/float64(all)
		half = normal975 * math.Sqrt(max(variance, 0)/float64(n)*rest)
	}
	return mean, stats.Interval{Low: mean - half, High: mean + half, Level: stats.DefaultLevel}
}

// normal975 is the quantile of the normal distribution for 95 % intervals.
const normal975 = 1.959963984540054

// mustFigure shows how many positions A* must expand, by distance.
func mustFigure(trials frame.Frame) (plots.Figure, error) {
	var curves []plots.Curve
	for _, c := range counts(trials.Where(atCorner)) {
		for _, h := range heuristicNames() {
			curve := plots.Curve{Name: h}
			for d, there := range published(c.cell) {
				if n, must := c.Starts[d], c.Must[h][d]; d > 0 && n >= int(min(fewStarts, there)) && must > 0 {
					curve.Points = append(curve.Points, plots.Point{X: float64(d), Y: must / float64(n)})
				}
			}
			curves = append(curves, curve)
		}
	}
	f, err := plots.Growth("must-expand", "Number of positions that A* must expand", plots.CurveOptions{XLabel: "length of a shortest solution (moves)", YLabel: "positions that A* must expand, mean", LogY: true}, curves)
	return f.Captioned("A* must expand every position whose moves made and estimate total less than the solution length, so larger estimates save work. none estimates 0; lc-wd is the larger of linear-conflict and walking-distance. Each mean covers at least %d starts in [[table:expansions]], for the goal “corner”.", fewStarts), err
}

// fewStarts is the number of starts that a distance needs for its mean to be drawn, unless there
// are fewer positions at that distance.
const fewStarts = 10

// expansionsOf describes what A* expands with one heuristic.
type expansionsOf struct {
	count
	heuristic string
}

// must returns how many positions A* must expand, summed over all starts.
func (e expansionsOf) must() float64 { return total(e.Must[e.heuristic]) }

// expansionsTable shows how many positions A* must expand with each heuristic.
func expansionsTable(trials frame.Frame) (reports.Table, error) {
	rows := slices.Concat(study.Map(counts(trials), func(c count) []expansionsOf {
		return study.Map(heuristicNames(), func(h string) expansionsOf { return expansionsOf{c, h} })
	})...)
	must := column.Cells("must expand", reports.Number, func(r expansionsOf) reports.Cell {
		mean, i := meanOf(r.must(), r.Squares[r.heuristic], r.starts, positions)
		return reports.Between(mean, i.Low, i.High)
	}).Digits(4)
	may := column.Numbers("may expand", reports.Number, func(r expansionsOf) float64 { return total(r.Most[r.heuristic]) / float64(r.starts) }).Digits(4)
	if !slices.ContainsFunc(rows, func(r expansionsOf) bool { return r.starts < positions }) { // all positions were starts
		must, may = must.Smallest(), may.Smallest()
	}
	text := "A* must expand every position with g + h below the distance of the start. It may also expand positions where g + h equals that distance. Values are means over the starts. If “must expand” has no interval, every position was a start."
	return column.Fill(reports.Table{ID: "expansions", Title: "Positions that A* must expand and may expand", Groups: 1, Caption: text}, rows,
		column.Words("goal", func(r expansionsOf) string { return r.goal }), column.Words("heuristic", func(r expansionsOf) string { return r.heuristic }),
		column.Counts("starts", func(r expansionsOf) int { return r.starts }).Full(),
		must, may,
		column.Numbers("must ÷ Manhattan", reports.Ratio, func(r expansionsOf) float64 { return r.must() / total(r.Must[tiles.Manhattan.Name]) }).Doc("Mean number of positions that A* must expand, relative to the number with Manhattan."),
	), nil
}

// domination is a pair of heuristics where a is never below b, for all goals that were counted.
type domination struct {
	a, b                string
	goals               int
	above, under        int // positions at which a is above b, or below
	starts, fewer, more int // starts, and how many of them make A* expand fewer or more positions with a
}

// dominations returns all pairs of heuristics where one dominates the other.
func dominations(trials frame.Frame) []domination {
	var all []domination
	counted := counts(trials)
	for _, a := range heuristicNames() {
		for _, b := range heuristicNames() {
			p := domination{a: a, b: b, goals: len(counted)}
			for _, c := range counted {
				p.starts, p.above, p.under = p.starts+c.starts, p.above+c.Below[b][a], p.under+c.Below[a][b]
				p.fewer, p.more = p.fewer+c.MustMore[b][a], p.more+c.MustMore[a][b]
			}
			if a != b && p.goals > 0 && p.under == 0 {
				all = append(all, p)
			}
		}
	}
	return all
}

// dominanceTable lists the pairs of heuristics where one is never below the other, and shows
// whether A* ever has to expand more with the higher one.
func dominanceTable(trials frame.Frame) (reports.Table, error) {
	return column.Fill(reports.Table{ID: "dominance", Title: "Heuristics that are never below another", Caption: "For each of the three goals, estimates are compared over all positions, and numbers of expansions over the starts in [[table:expansions]]."}, dominations(trials),
		column.Words("heuristic", func(p domination) string { return p.a }), column.Words("never less than", func(p domination) string { return p.b }),
		column.Numbers("larger", reports.Percent, func(p domination) float64 { return float64(p.above) / float64(p.goals*positions) }).Doc("Share of positions at which the first heuristic gives the larger estimate."),
		column.Counts("starts", func(p domination) int { return p.starts }).Full(),
		column.Counts("must expand fewer", func(p domination) int { return p.fewer }).Full().Doc("Number of starts from which A* must expand fewer positions with the first heuristic."),
		column.Counts("as many", func(p domination) int { return p.starts - p.fewer - p.more }).Full(),
		column.Counts("more", func(p domination) int { return p.more }).Full(),
	), nil
}
