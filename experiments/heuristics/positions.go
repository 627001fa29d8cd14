package heuristics

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/measure"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

var positionsItems = []study.Item{
	figure("depths", depthsFigure), study.Block("spaces", spacesTable), study.Claim(claims, "histograms"),
	study.Block("quality", qualityTable), study.Claim(claims, "admissible"), figure("errors", errorsFigure),
	figure("maps", mapsFigure),
}

var positionsClaims = []claim.Claim{
	{ID: "histograms", Of: everywhere, Ask: func(f frame.Frame) (claim.Answer, error) {
		return every("histogram", goalNames(), assessedGoals(f), func(a assessment) string { return a.goal }, assessment.agrees)
	}},
	{ID: "admissible", Of: everywhere, Ask: func(f frame.Frame) (claim.Answer, error) {
		return every("survey", atGoals(heuristicNames()...), assessments(f), assessment.name, func(a assessment) bool { return a.over == 0 })
	}},
}

// everywhere selects the trials that examine all positions.
var everywhere = frame.Selection{Sets: []string{everySet}}

func goalNames() []string { return study.Map(goalCells, func(g goal) string { return g.name }) }

// atGoals returns the names of the cases, once for every goal.
func atGoals(cases ...string) []string {
	return sliding.Under(goalNames(), sliding.Under([]string{", goal "}, cases...)...)
}

// assessment summarizes the estimates of a heuristic for all positions, for one goal.
type assessment struct {
	cell             int // cell of the goal's blank
	goal, heuristic  string
	estimates        []plots.Cell // number of positions with distance X and estimate Y
	positions, over  int          // over: positions at which the estimate exceeds the distance
	meanH, meanError float64
	correlation      float64   // Pearson's correlation between estimate and distance; NaN for a constant estimate
	errors           []float64 // errors[e] is the share of positions at which the estimate is e below the distance
}

func (a assessment) name() string { return a.heuristic + ", goal " + a.goal }

// assessmentOf computes an assessment from the number of positions with distance X and estimate Y.
func assessmentOf(estimates []plots.Cell) assessment {
	a := assessment{estimates: estimates, errors: make([]float64, 1), correlation: math.NaN()}
	var n, sumD, sumH, sumDD, sumHH, sumDH float64
	for _, c := range estimates {
		d, h, k := float64(c.X), float64(c.Y), float64(c.Count)
		n, sumD, sumH = n+k, sumD+k*d, sumH+k*h
		sumDD, sumHH, sumDH = sumDD+k*d*d, sumHH+k*h*h, sumDH+k*d*h
		e := c.X - c.Y
		if e < 0 {
			a.over += int(c.Count)
			continue
		}
		a.errors = append(a.errors, make([]float64, max(0, e+1-len(a.errors)))...)
		a.errors[e] += k
	}
	for e := range a.errors {
		a.errors[e] /= n
	}
	a.positions, a.meanH, a.meanError = int(n), sumH/n, sumD/n-sumH/n
	// The integers are below 2^53, so the differences are exact.
	if v := (n*sumDD - sumD*sumD) * (n*sumHH - sumH*sumH); v > 0 {
		a.correlation = (n*sumDH - sumD*sumH) / math.Sqrt(v)
	}
	return a
}

// assessments returns the assessments of the surveys that were run, by goal and heuristic.
func assessments(trials frame.Frame) []assessment {
	var all []assessment
	for _, goal := range goalCells {
		rows := trials.Where(frame.Set.Is(everySet), frame.Index.Is(goal.cell), frame.Answered)
		for strategy, of := range frame.By(rows.Where(algorithm.Is(surveyPrefix)), byStrategy) {
			list, _ := measure.Of[[]surveyed](of.First())
			a := assessmentOf(study.Map(list, func(s surveyed) plots.Cell {
				return plots.Cell{X: s.Distance, Y: s.Estimate, Count: uint64(s.Positions)}
			}))
			a.cell, a.goal, a.heuristic = goal.cell, goal.name, strings.TrimPrefix(strategy, surveyPrefix)
			all = append(all, a)
		}
	}
	return all
}

// atCorner passes trials whose goal has the blank in the corner.
var atCorner = frame.Index.Is(goalCells[0].cell)

// assessedGoals returns one assessment for each goal that has any. The distances are the same for
// every heuristic.
func assessedGoals(trials frame.Frame) []assessment {
	return slices.CompactFunc(assessments(trials), func(a, b assessment) bool { return a.cell == b.cell })
}

// distances returns the number of positions at each distance.
func (a assessment) distances() tiles.Histogram {
	var h tiles.Histogram
	for _, c := range a.estimates {
		h = append(h, make(tiles.Histogram, max(0, c.X+1-len(h)))...)
		h[c.X] += c.Count
	}
	return h
}

// agrees reports whether the distances are distributed as published.
func (a assessment) agrees() bool { return slices.Equal(a.distances(), published(a.cell)) }

// depthsFigure shows how many positions there are at each distance from each
// goal.
func depthsFigure(trials frame.Frame) (plots.Figure, error) {
	series := study.Map(assessedGoals(trials), func(a assessment) plots.Counts {
		return plots.Counts{Name: a.goal, Counts: study.Map(a.distances(), func(n uint64) float64 { return float64(n) })}
	})
	f, err := plots.Histograms("depths", "Positions of the 8-puzzle by distance from the goal", plots.HistogramOptions{
		XLabel: "moves to the goal, d", YLabel: "positions",
	}, series)
	return f.Captioned("Each histogram counts all %s positions.", study.Grouped(positions)), err
}

// spacesTable compares the histograms of distances with the published ones.
func spacesTable(trials frame.Frame) (reports.Table, error) {
	return column.Fill(reports.Table{ID: "spaces", Title: "Positions by location of the goal's gap", Caption: "Every position was counted."}, assessedGoals(trials),
		column.Words("goal's gap", func(a assessment) string { return a.goal }),
		column.Counts("positions", func(a assessment) uint64 { return a.distances().Positions() }).Full(),
		column.Numbers("mean distance", reports.Number, func(a assessment) float64 { return a.distances().Mean() }).Digits(6),
		column.Counts("largest distance", func(a assessment) int { return a.distances().Max() }),
		column.Counts("positions there", func(a assessment) uint64 { h := a.distances(); return h[h.Max()] }).Doc("Number of positions at the largest distance."),
		column.Words("published", func(a assessment) string { return sequences[a.cell] }),
		column.Cells("agrees", reports.Words, func(a assessment) reports.Cell { return column.YesNo(a.agrees()) }),
	), nil
}

// Table columns that show how accurate a heuristic's estimates are.
var (
	meanEstimate = column.Numbers("mean estimate", reports.Number, func(a assessment) float64 { return a.meanH }).Digits(4)
	meanError    = column.Numbers("mean error", reports.Number, func(a assessment) float64 { return a.meanError }).Digits(4).Doc("Mean of distance minus estimate, in moves.")
	exact        = column.Numbers("exact", reports.Percent, func(a assessment) float64 { return a.errors[0] }).Doc("Share of positions at which the estimate equals the distance.")
)

// qualityTable shows how good each heuristic is over all positions.
func qualityTable(trials frame.Frame) (reports.Table, error) {
	return column.Fill(reports.Table{ID: "quality", Title: "Accuracy of the estimates", Groups: 1, Caption: "The values cover all positions, without sampling."}, assessments(trials),
		column.Words("goal", func(a assessment) string { return a.goal }), column.Words("heuristic", func(a assessment) string { return a.heuristic }),
		meanEstimate, meanError.Smallest(),
		column.Counts("largest error", func(a assessment) int { return len(a.errors) - 1 }).Smallest(),
		exact.Largest(),
		column.Numbers("correlation", reports.Number, func(a assessment) float64 { return a.correlation }).Largest().Doc("Pearson's correlation between estimate and distance."),
	), nil
}

// errorsFigure shows how far the estimates of each heuristic are from the distance.
func errorsFigure(trials frame.Frame) (plots.Figure, error) {
	var series []plots.Counts
	for _, a := range assessments(trials.Where(atCorner)) {
		if a.heuristic == tiles.None.Name {
			continue
		}
		// Most estimates have the same parity as the distance. Adding the shares of two neighboring
		// errors makes the curves comparable.
		paired := make([]float64, (len(a.errors)+1)/2)
		for e, share := range a.errors {
			paired[e/2] += share
		}
		series = append(series, plots.Counts{Name: a.heuristic, Counts: paired})
	}
	f, err := plots.Histograms("errors", "Errors of the estimates", plots.HistogramOptions{
		XLabel: "half of the error, ⌊(d − h)/2⌋", YLabel: "share of positions", Percent: true,
	}, series)
	return f.Captioned("Shares are computed over all positions, for the goal with the gap in the corner. Errors are grouped in pairs (0 and 1 are shown at 0, 2 and 3 at 1, and so on), because most estimates have the same parity as the distance."), err
}

// mapsFigure plots each heuristic's estimates of all positions against their distances.
func mapsFigure(trials frame.Frame) (plots.Figure, error) {
	opt := plots.HeatmapOptions{XLabel: "moves to the goal, d", YLabel: "estimate, h", Quantity: "positions", Identity: "h = d", Mean: true}
	shown := slices.DeleteFunc(assessments(trials.Where(atCorner)), func(a assessment) bool { return a.heuristic == tiles.None.Name })
	var words []string
	for _, a := range shown {
		words = append(words, fmt.Sprintf("%.1f for %s", a.meanError, a.heuristic))
		for _, c := range a.estimates { // all maps have the same scales
			opt.Most, opt.XMax = max(opt.Most, c.Count), max(opt.XMax, c.X)
		}
	}
	opt.YMax = opt.XMax
	var maps []plots.Figure
	for _, a := range shown {
		f, err := plots.Heatmap("map", a.heuristic, opt, a.estimates)
		if err != nil {
			return f, err
		}
		maps = append(maps, f)
	}
	f, err := plots.Multiples("maps", "Estimates against distances", plots.MultiplesOptions{}, maps...)
	return f.Captioned("The mean errors in moves are %s. Points show mean estimates, and colors show numbers of positions (of %s), with the goal's gap in the corner.",
		numerals.Enumerate(words), study.Grouped(positions)), err
}

// assessStarts is the number of starts from which [Assess] counts expansions.
const assessStarts = 1000

// Assess compares heuristics of your own with the heuristics Manhattan distance and lc-wd of
// package tiles, on all positions of the 8-puzzle, for the goal with the blank last. The table
// shows how accurate the heuristics are and whether they ever overestimate. It also shows how many
// positions A* must expand with each of them, on average over 1,000 starts. Assess takes about a
// second, because it examines every position again. It does not store its results. Estimates must
// be between 0 and 255 moves.
func Assess(own ...tiles.Heuristic) (reports.Table, error) {
	goal, err := goalOn(goalCells[0].cell)
	if err != nil {
		return reports.Table{}, err
	}
	s, err := explore(goal)
	if err != nil {
		return reports.Table{}, err
	}
	starts := draw(assessStarts, len(s.states), rootSeed)
	var all []assessed
	for _, h := range append([]tiles.Heuristic{tiles.Manhattan, tiles.LCWD}, own...) {
		a, err := s.assess(h, starts)
		if err != nil {
			return reports.Table{}, err
		}
		all = append(all, a)
	}
	of := func(a assessed) assessment { return a.assessment }
	text := fmt.Sprintf("Estimates and errors are computed over all %s positions, for the goal with the gap in the corner. Numbers of expansions are means over %s of these positions.", study.Grouped(positions), study.Grouped(assessStarts))
	return column.Fill(reports.Table{ID: "own", Title: "Heuristics assessed on every position", Caption: text}, all,
		column.Words("heuristic", func(a assessed) string { return a.heuristic }),
		column.On(of, meanEstimate), column.On(of, meanError), column.On(of, exact),
		column.Counts("too large", func(a assessed) int { return a.over }).Full().Doc("Number of positions at which the estimate exceeds the distance; if there are any, solutions may be longer than necessary."),
		column.Cells("consistent", reports.Words, func(a assessed) reports.Cell { return column.YesNo(a.consistent) }).Doc("Whether every move changes the estimate by at most 1."),
		column.Numbers("must expand", reports.Number, func(a assessed) float64 { return a.must }).Digits(4).Doc("Mean number of positions with g + h below the distance of the start, shown only if the heuristic is consistent and 0 at the goal."),
	), nil
}

// assessed is an assessment with the number of positions that A* must expand.
type assessed struct {
	assessment
	consistent bool    // consistent, and 0 at the goal
	must       float64 // mean over the starts; NaN unless consistent
}

// assess computes a heuristic's estimates for every position.
func (s *space) assess(h tiles.Heuristic, starts []int32) (assessed, error) {
	a := assessed{consistent: true, must: math.NaN()}
	estimate, err := h.Estimator(side, side)
	if err != nil {
		return a, err
	}
	values, estimates := make([]uint8, len(s.states)), make([]plots.Cell, len(s.states))
	for i, d := range s.distance {
		b, err := s.board(i)
		if err != nil {
			return a, err
		}
		b = b.Turned() // as readers expect it, with the blank last
		v := estimate(b)
		if v < 0 || v > 255 {
			return a, fmt.Errorf("heuristics: %s says %d for the board %s (want 0 to 255 moves)", h.Name, v, b)
		}
		values[i], estimates[i] = uint8(v), plots.Cell{X: int(d), Y: v, Count: 1}
	}
	a.assessment = assessmentOf(estimates)
	a.heuristic = h.Name
	for i, next := range s.next {
		a.consistent = a.consistent && (s.distance[i] > 0 || values[i] == 0)
		for _, k := range next {
			a.consistent = a.consistent && (k == none || int(values[k])-int(values[i]) <= 1)
		}
	}
	if a.consistent {
		c, sum := newCounter(s), 0
		for _, start := range starts {
			must, _ := c.expansions(start, values)
			sum += must
		}
		a.must = float64(sum) / float64(len(starts))
	}
	return a, nil
}
