package heuristics

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// enqueued is Generated under the name that the course gives it.
var enqueued = func() experiments.Metric {
	m := experiments.Generated
	m.Name, m.Doc = "boards enqueued", "Boards put onto the queue but for the first: nodes generated."
	return m
}()

// PrioritiesFigure shows, board by board, what the write-up's program puts onto
// its queue with either priority function.
func PrioritiesFigure(trials frame.Frame) (plots.Figure, error) {
	rows := programs(trials).Where(frame.Strategy.Is(byHamming, byManhattan))
	f, err := plots.ScatterOf(rows, enqueued, byHamming, byManhattan)
	f.ID, f.Title = "priorities", "The write-up's program with either priority function"
	f.Caption += " " + limitPhrase(rows, "")
	return f, err
}

// StepsFigure shows what each step of the write-up is worth in boards enqueued.
func StepsFigure(trials frame.Frame) (plots.Figure, error) {
	var rows []plots.Interval
	used := 0
	for _, s := range changes {
		c, ok, err := s.compare(trials, enqueued)
		if err != nil {
			return plots.Figure{}, err
		}
		if !ok {
			continue
		}
		used = max(used, c.Censored)
		rows = append(rows, plots.Interval{Name: s.name, Value: c.Totals.Value, Low: c.Totals.BCa.Low, High: c.Totals.BCa.High, N: c.N})
	}
	f, err := plots.Forest("steps", "What each step is worth", plots.ForestOptions{
		XLabel: "total boards enqueued after the change ÷ before",
		Below:  "fewer boards", Above: "more boards",
	}, rows)
	f.Caption += " Each row changes one thing of the write-up's last program, on the same uniform boards. "
	f.Caption += limitPhrase(programs(trials), "Pairs with such a run are left out of the ratios, which makes the effect look smaller than it is.")
	return f, err
}

// DepthsFigure shows how many positions there are at each distance from each
// goal.
func DepthsFigure(trials frame.Frame) (plots.Figure, error) {
	var series []plots.Counts
	for _, goal := range goalCells {
		surveys := surveyedHeuristics(trials, goal.cell)
		if len(surveys) == 0 {
			continue
		}
		c := plots.Counts{Name: goal.name}
		for _, n := range surveys[0].histogram() { // the same for every heuristic
			c.Counts = append(c.Counts, float64(n))
		}
		series = append(series, c)
	}
	f, err := plots.Histogram("depths", "Positions of the 8-puzzle by distance from the goal", plots.HistogramOptions{
		XLabel: "moves to the goal, d", YLabel: "positions",
	}, series)
	f.Caption = fmt.Sprintf("All %s positions, for goals with the gap in the corner, on the edge and in the centre.", study.Grouped(positions))
	return f, err
}

// ErrorsFigure shows how far each heuristic is from the distance.
func ErrorsFigure(trials frame.Frame) (plots.Figure, error) {
	var series []plots.Counts
	for _, j := range surveyedHeuristics(trials, goalCells[0].cell) {
		if j.heuristic == tiles.None.Name {
			continue
		}
		q := j.quality()
		// The parity of most estimates is that of the distance: the shares of
		// two neighbouring errors together make the curves comparable.
		paired := make([]float64, (len(q.errors)+1)/2)
		for e, share := range q.errors {
			paired[e/2] += share
		}
		series = append(series, plots.Counts{Name: j.heuristic, Counts: paired})
	}
	f, err := plots.Histogram("errors", "How far the estimates are from the truth", plots.HistogramOptions{
		XLabel: "half of the error, ⌊(d − h)/2⌋", YLabel: "share of positions", Percent: true,
	}, series)
	f.Caption = fmt.Sprintf("Share of all %s positions by the error of the estimate, goal with the gap in the corner. Errors of 0 and 1 move stand at 0, of 2 and 3 at 1, and so on, because most estimates have the parity of the distance.", study.Grouped(positions))
	return f, err
}

// MapFigure returns the figure that sets a heuristic's estimates of all
// positions against their distances.
func MapFigure(heuristic string) func(frame.Frame) (plots.Figure, error) {
	return func(trials frame.Frame) (plots.Figure, error) {
		j, _ := surveyedBy(trials, heuristic, goalCells[0].cell)
		var cells []plots.Cell
		for _, p := range j.pairs {
			cells = append(cells, plots.Cell{X: p[0], Y: p[1], Count: uint64(j.counts[p])})
		}
		// The same scales for all, taken from all that were surveyed.
		most, furthest := uint64(0), 0
		for _, other := range surveyedHeuristics(trials, goalCells[0].cell) {
			if other.heuristic == tiles.None.Name {
				continue
			}
			for _, p := range other.pairs {
				most, furthest = max(most, uint64(other.counts[p])), max(furthest, p[0])
			}
		}
		f, err := plots.Heatmap(mapID(heuristic), "Estimate against distance: "+heuristic, plots.HeatmapOptions{
			XLabel: "moves to the goal, d", YLabel: "estimate, h", Quantity: "positions", Identity: "h = d", Mean: true,
			XMax: furthest, YMax: furthest, Most: most,
		}, cells)
		if err != nil || len(cells) == 0 {
			return f, err
		}
		q := j.quality()
		f.Caption = fmt.Sprintf("All %s positions, goal with the gap in the corner; the heavy line is the mean estimate at each distance. Mean error %.1f moves, largest %d, exact at %.2g %% of the positions. The scales are those of all maps.",
			study.Grouped(uint64(q.positions)), q.meanError, q.largestError, 100*q.exact)
		return f, nil
	}
}

func mapID(heuristic string) string { return "map-" + heuristic }

// mapItems returns the maps of all heuristics.
func mapItems() []study.Item {
	var items []study.Item
	for _, h := range heuristicNames()[1:] {
		items = append(items, study.Figure(mapID(h), MapFigure(h)))
	}
	return items
}

// MustFigure shows how many positions A* must expand, by distance.
func MustFigure(trials frame.Frame) (plots.Figure, error) {
	t, starts := expansionsOf(trials, goalCells[0].cell)
	var curves []plots.Curve
	for _, h := range heuristicNames() {
		c := plots.Curve{Name: h}
		for d := 1; t != nil && d < len(published(goalCells[0].cell)); d++ {
			n, _ := t.Observation(startsAt(d))
			must, ok := t.Observation(mustAt(h, d))
			if ok && n >= float64(min(fewStarts, published(goalCells[0].cell)[d])) && must > 0 {
				c.Points = append(c.Points, plots.Point{X: float64(d), Y: must / n})
			}
		}
		curves = append(curves, c)
	}
	f, err := plots.Growth("must-expand", "Positions that A* must expand", plots.CurveOptions{
		XLabel: "moves to the goal, d", YLabel: "positions with g + h < d, mean", LogY: true,
	}, curves)
	return f.Captioned("Mean number of positions with g + h < d, which A* must expand whatever the order of ties, over %s; goal with the gap in the corner. Means of 0 are not drawn, nor distances with fewer than %d starts.", startsPhrase(starts), fewStarts), err
}

// fewStarts is how many starts a distance must have for its mean to be drawn,
// unless it has fewer positions.
const fewStarts = 10

func startsPhrase(n int) string {
	if n >= positions {
		return fmt.Sprintf("all %s positions as starts", study.Grouped(positions))
	}
	return fmt.Sprintf("%s of the %s positions as starts, drawn at random", study.Grouped(uint64(n)), study.Grouped(positions))
}

// GrowthFigure shows how A* grows with the distance.
func GrowthFigure(trials frame.Frame) (plots.Figure, error) {
	return growthOf(trials, "astar-growth", "Nodes that A* expands", astar)
}

// IDAGrowthFigure shows how IDA* grows with the distance.
func IDAGrowthFigure(trials frame.Frame) (plots.Figure, error) {
	return growthOf(trials, "idastar-growth", "Nodes that IDA* expands", idastar)
}

func growthOf(trials frame.Frame, id, title, algorithm string) (plots.Figure, error) {
	rows := atDistances(trials).Where(ofAlgorithm(algorithm))
	var curves []plots.Curve
	most := 0
	for _, name := range strategiesOf(rows) {
		c := plots.Curve{Name: strings.TrimPrefix(name, algorithm)}
		for d := 1; d < len(published(goalCells[0].cell)); d++ {
			at := rows.Where(frame.Strategy.Is(name), func(t *experiments.Trial) bool { return distanceOf(t) == d })
			for _, cell := range at.Summarize(experiments.Expanded, name) {
				most = max(most, cell.N)
				c.Points = append(c.Points, plots.Point{
					X: float64(d), Y: cell.Median.Value, Low: cell.Q1.Value, High: cell.Q3.Value, Censored: cell.Median.Lower,
				})
			}
		}
		curves = append(curves, c)
	}
	f, err := plots.Growth(id, title, plots.CurveOptions{
		XLabel: "moves to the goal, d", YLabel: "nodes expanded, median", LogY: true,
	}, curves)
	return f.Captioned("Median over up to %s at each distance (there are only two at 31), goal with the gap in the corner; bands reach from the lower to the upper quartile. %s",
		study.Plural(most, "board"), limitPhrase(rows, "Open markers with an arrow are lower bounds.")), err
}

// TimesFigure shows the CPU time of A* and IDA* with every heuristic.
func TimesFigure(trials frame.Frame) (plots.Figure, error) {
	rows := timed(trials, false)
	f, err := plots.BoxOf(rows, experiments.Seconds, strategiesOf(rows)...)
	f.ID, f.Title, f.Timing = "times", "CPU time to solve a board", true
	f.Caption = fmt.Sprintf("%s, one run at a time; boxes reach from the lower to the upper quartile with a line at the median. %s Times depend on the machine.",
		study.Capitalised(study.Plural(rows.Instances(), "uniform board")), limitPhrase(rows, "Open markers with an arrow are lower bounds."))
	return f, err
}
