package scaling

import (
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/internal/digits"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

// A Question is one kind of growth: which trials bear on it, what they are seen
// against, and which models may describe it. Its methods make the items, each a
// function of the trials of the whole study.
type Question struct {
	ID     string // begins the IDs of its items
	What   string // what is measured, in words that follow "Nodes expanded on"
	Noun   string // an instance
	Axis   string // what the size is
	Unit   string // one of the size, in "×1.3 per …"
	Models []Model

	strategies []string // in the order of figures and tables
	// rows returns the trials that bear on it, and what each is seen against: 0 for
	// those that have no such value.
	rows func(trials frame.Frame) (frame.Frame, against)
	// asked selects the trials that claims are asked of, and population says what their
	// instances are drawn from.
	asked      frame.Selection
	population string
	// shape names the boards of a set, for questions about shapes.
	shape func(set string) string
	bars  bool // several points at one size are drawn with bars instead of bands
	// alike says that all strategies count the same and promise the same, so that
	// the smallest number of a size is the best.
	alike bool
}

// against returns what a trial is seen against.
type against func(t *experiments.Trial) float64

// bySize sees trials that pass a filter against their size.
func bySize(pass frame.Filter) func(frame.Frame) (frame.Frame, against) {
	return func(trials frame.Frame) (frame.Frame, against) {
		return trials.Where(pass), func(t *experiments.Trial) float64 { return float64(t.Size) }
	}
}

// Questions returns the questions of the study, in the order of its report.
func Questions() []Question { return []Question{Rings, Boards, Shapes, Lengths, Walk, Colors} }

// seriesOf is the key of the series of a question, by its ID.
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
			p := point{place: place, cell: at.Summary(experiments.Expanded)}
			for _, o := range at.Outcomes(experiments.Expanded) {
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

// of selects the trials of some strategies that a claim is asked of.
func (q Question) of(strategies ...string) frame.Selection {
	q.asked.Strategies = strategies
	return q.asked
}

// ratio returns what strategy a expanded ÷ a power of what strategy b expanded on the same
// instances, at every place at which both ran. It has no values where a run of b was
// stopped.
func (q Question) ratio(trials frame.Frame, a, b string, power float64) []point {
	rows, x := q.rows(trials)
	var points []point
	for place, at := range frame.By(rows, placesBy(x)) {
		if place.x > 0 && at.Has(a, b) {
			points = append(points, point{place: place, values: claim.Quotients(at, experiments.Expanded, b, a, power)})
		}
	}
	return points
}

// unplaced says in a caption which shapes have trials but nothing to be seen
// against.
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
	return fmt.Sprintf(" Left out, since the mean is not known: %s.", digits.Enumerate(names))
}

// name says where a point is: "n = 56", "7×2".
func (q Question) name(p place) string {
	if q.shape != nil {
		return q.shape(p.set)
	}
	return fmt.Sprintf("n = %.0f", p.x)
}

// where is the column that says it.
func (q Question) where() column.Of[place] {
	if q.shape != nil {
		return column.Words(q.Noun, q.name)
	}
	return column.Counts("n", func(p place) int { return int(p.x) })
}
