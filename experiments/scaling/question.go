package scaling

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

// Question describes one kind of growth: which trials to use, what their size means, and which
// models may fit. Its methods make figures, tables and claims from the trials of the whole study.
type Question struct {
	ID     string // prefix of the IDs of the question's figures, tables and claims
	What   string // description of the instances, which follows "Nodes expanded on" in titles
	Noun   string // word for an instance, such as "board"
	Axis   string // label of the axis that shows the size
	Unit   string // name of the unit of the size, such as "node"; the declared questions contain it
	Step   string // name of the unit in growth factors, as in "×1.3 per place"; "" means Unit
	Models []Model

	strategies []string // in the order of figures and tables
	looks      []string // strategies in the order in which figures assign looks
	legend     string   // explains strategies below the figure of growth
	// rows returns the trials that the question uses, and a function that returns the size of each:
	// 0 if it has none.
	rows func(trials frame.Frame) (frame.Frame, against)
	// asked selects the trials for claims, and population names what their instances are drawn
	// from.
	asked      frame.Selection
	population string
	// shape names the boards in a set, for questions about shapes.
	shape func(set string) string
	bars  bool // draw bars instead of bands, because several points have the same size
	// alike is set if all strategies count the same thing and promise the same, so that the
	// smallest number at a size is the best.
	alike bool
}

// against returns the size of a trial, in the sense of the question.
type against func(t *trial.Trial) float64

// bySize selects trials that pass a filter, with the instance size as the size.
func bySize(pass frame.Filter) func(frame.Frame) (frame.Frame, against) {
	return func(trials frame.Frame) (frame.Frame, against) {
		return trials.Where(pass), func(t *trial.Trial) float64 { return float64(t.Size) }
	}
}

// Questions returns the questions of the study, in the order of the report.
func Questions() []Question { return []Question{Rings, Boards, Shapes, Lengths, Walk, Colors} }

// seriesOf is the key under which the series of a question are stored. It contains the question's
// ID.
type seriesOf string

// series returns the series of every strategy that has points.
func (q Question) series(trials frame.Frame) []series {
	return frame.Memo(trials, seriesOf(q.ID), func() []series { return q.newSeries(trials) })
}

func (q Question) newSeries(trials frame.Frame) []series {
	rows, x := q.rows(trials)
	places := placesBy(x)
	var all []series
	for strategy, of := range frame.By(rows, frame.Strategy.In(q.strategies...)) {
		s := series{strategy: strategy}
		for place, at := range frame.By(of, places) {
			p := point{place: place, cell: at.Summary(trial.Expanded)}
			for _, o := range at.Outcomes(trial.Expanded) {
				if !math.IsNaN(o.Value.Value) {
					p.values = append(p.values, o.Value)
				}
			}
			if place.x > 0 && len(p.values) > 0 {
				s.points = append(s.points, p)
			}
		}
		if len(s.points) > 0 {
			all = append(all, s)
		}
	}
	return all
}

// one returns the series of one strategy; it has no points if there are no
// trials.
func (q Question) one(trials frame.Frame, strategy string) series {
	for _, s := range q.series(trials) {
		if s.strategy == strategy {
			return s
		}
	}
	return series{}
}

// of selects the trials of the given strategies for a claim.
func (q Question) of(strategies ...string) frame.Selection {
	q.asked.Strategies = strategies
	return q.asked
}

// ratio returns the number of nodes that strategy a expanded, divided by a power of the number that
// strategy b expanded on the same instances, at every place at which both strategies ran. It has no
// value at places where a run of b was stopped.
func (q Question) ratio(trials frame.Frame, a, b string, power float64) []point {
	rows, x := q.rows(trials)
	var points []point
	for place, at := range frame.By(rows, placesBy(x)) {
		if place.x > 0 && at.Has(a, b) {
			points = append(points, point{place: place, values: claim.Quotients(at, trial.Expanded, b, a, power)})
		}
	}
	return points
}

// unplaced says, for a caption, which shapes have trials but no known size.
func (q Question) unplaced(trials frame.Frame) string {
	rows, x := q.rows(trials)
	var names []string
	for place := range frame.By(rows, placesBy(x)) {
		if place.x == 0 {
			names = append(names, q.name(place))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf(" This omits %s, because the mean length is unknown.", numerals.Enumerate(names))
}

// name describes the place of a point: "n = 56", "7×2".
func (q Question) name(p place) string {
	if q.shape != nil {
		return q.shape(p.set)
	}
	return fmt.Sprintf("n = %.0f", p.x)
}

// where is the column with the name of the place.
func (q Question) where() column.Of[place] {
	if q.shape != nil {
		return column.Words(q.Noun, q.name)
	}
	return column.Counts("n", func(p place) int { return int(p.x) })
}

// series is the number of nodes that one strategy needs at each place.
type series struct {
	strategy string
	points   []point // in the order of x; boards of several shapes may have the same x
}

// place is the size of instances in the sense of a question, with their set, which distinguishes
// boards of different shapes.
type place struct {
	x   float64
	set string
}

func (p place) compare(o place) int { return cmp.Or(cmp.Compare(p.x, o.x), cmp.Compare(p.set, o.set)) }

// placesBy groups trials by place.
func placesBy(x against) *frame.Factor[place] {
	return frame.NewFactorFunc("place", func(t *trial.Trial) place { return place{x(t), t.Set} }, place.compare)
}

// point is the number of nodes expanded on the instances at one place.
type point struct {
	place
	cell   frame.Cell // median and quartiles, each exact or a lower bound
	values []frame.Bounded
}

// known reports whether the median is known and has a logarithm.
func (p point) known() bool { return !p.cell.Median.Lower && p.cell.Median.Value > 0 }

// known returns the points whose median is known.
func (s series) known() []point {
	return slices.DeleteFunc(slices.Clone(s.points), func(p point) bool { return !p.known() })
}

// at returns the summary at a place, which is empty if the series has no point there.
func (s series) at(where place) frame.Cell {
	for _, p := range s.points {
		if p.place == where {
			return p.cell
		}
	}
	return frame.Frame{}.Summary(trial.Expanded)
}

// fewestFitted is the smallest number of sizes for a fit that predicts.
const fewestFitted = 3

// holdOut splits the series. It holds out the largest third of the sizes at which all medians are
// known, and all larger sizes. Both parts are empty if there are fewer than three sizes to fit or
// none to predict.
func (s series) holdOut() (fitted, held []point) {
	unknown := map[float64]bool{} // sizes with an unknown median
	var sizes []float64
	for _, p := range s.points {
		unknown[p.x] = unknown[p.x] || !p.known()
		sizes = append(sizes, p.x)
	}
	sizes = slices.DeleteFunc(slices.Compact(sizes), func(x float64) bool { return unknown[x] })
	keep := len(sizes) - len(sizes)/3
	if keep == len(sizes) || keep < fewestFitted {
		return nil, nil
	}
	last := sizes[keep-1]
	for _, p := range s.points {
		switch {
		case p.x > last:
			held = append(held, p)
		case p.known():
			fitted = append(fitted, p)
		}
	}
	return fitted, held
}

// verdict says whether a measured median agrees with a prediction.
type verdict uint8

const (
	unjudged verdict = iota // no verdict: see judge
	inside                  // the median is inside the prediction interval
	outside                 // the median is outside
)

func (v verdict) String() string { return [...]string{"not tested", "inside", "outside"}[v] }

// vague is the ratio of the ends of a prediction interval above which the interval says nothing: a
// factor of ten on either side.
const vague = 100

// judge compares a measured median with the prediction of a fit. There is no verdict if the
// interval is vague, or if only a lower bound was measured and the interval does not contradict it.
func (p point) judge(f fit) verdict {
	interval := f.predict(p.x).Interval
	switch {
	case !interval.Known() || !(interval.High <= vague*interval.Low):
		return unjudged
	case p.known() && interval.Contains(p.cell.Median.Value):
		return inside
	case p.known(), interval.High < p.cell.Median.Value:
		return outside
	}
	return unjudged
}
