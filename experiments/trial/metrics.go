package trial

import (
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Outcome is the metric for coverage: it is 1 if the trial ended with a solution, a proof that
// there is none, or a completed measurement, and 0 otherwise. Its mean is the share of instances
// answered. A failed trial counts as 0.
var Outcome = Metric{
	Name: "coverage", Doc: "Share of instances that were solved or proved to have no solution.",
	Value: func(t *Trial) float64 {
		if t.Error == "" && t.Outcome.Answered() {
			return 1
		}
		return 0
	},
	Aggregate: Mean, Digits: 3,
}

// Cost is the metric for the cost of the solution, in the puzzle's unit. It is NaN if there is no
// solution.
var Cost = Metric{
	Name: "solution cost", Doc: "Cost of the solution found.",
	Value:           valueIf(func(t *Trial) bool { return t.Outcome == search.Solved }, func(t *Trial) float64 { return float64(t.Cost) }),
	SmallerIsBetter: true, Aggregate: Mean, Digits: 4, AnsweredOnly: true,
}

// LowerBound is the metric for the largest lower bound that the search proved for the cost of every
// solution. Even a run stopped by a limit may have proved a bound. The metric is NaN if the search
// proved none.
var LowerBound = Metric{
	Name: "lower bound", Doc: "Largest lower bound proved for the cost of a solution.",
	Value:     valueIf(func(t *Trial) bool { return t.Bound > 0 }, func(t *Trial) float64 { return float64(t.Bound) }),
	Aggregate: Mean, Digits: 4,
}

// Metrics for the other counters of a search, as defined by [search.Meter].
var (
	Generated = Metric{
		Name: "nodes generated", Doc: "Nodes generated: all children that the search created, over all iterations, not counting the root.",
		Value:           counter(func(t *Trial) uint64 { return t.Meter.Generated }),
		SmallerIsBetter: true, Aggregate: Sum, Log: true,
	}
	Reopened = Metric{
		Name: "nodes reopened", Doc: "Number of closed nodes that were opened again.",
		Value:           counter(func(t *Trial) uint64 { return t.Meter.Reopened }),
		SmallerIsBetter: true, Aggregate: Sum,
	}
	Stored = Metric{
		Name: "nodes stored", Doc: "Largest number of nodes held at one time.",
		Value:           counter(func(t *Trial) uint64 { return t.Meter.Stored }),
		SmallerIsBetter: true, Aggregate: Median, Log: true,
	}
	Pruned = Metric{
		Name: "moves pruned", Doc: "Number of moves that a rule of the strategy rejected, without moves to visited nodes.",
		Value:     counter(func(t *Trial) uint64 { return t.Meter.Pruned }),
		Aggregate: Sum,
	}
	MaxDepth = Metric{
		Name: "depth reached", Doc: "Largest depth reached; the root has depth 0.",
		Value:     counter(func(t *Trial) int { return t.Meter.MaxDepth }),
		Aggregate: Median,
	}
	Memory = Metric{
		Name: "memory", Unit: "B", Doc: "Peak memory in bytes, as counted by the solver.",
		Value:           counter(func(t *Trial) uint64 { return t.Meter.Bytes }),
		SmallerIsBetter: true, Aggregate: Median, Log: true, Digits: 3,
	}
)

// NodesPerSecond is the metric for the number of nodes that a timed trial expanded per second of
// CPU time. It is NaN if [Seconds] is NaN, if no node was expanded, or if the time was too short to
// measure.
var NodesPerSecond = Metric{
	Name: "nodes per second", Unit: "1/s", Doc: "Number of nodes expanded per second of CPU time, with one trial running at a time.",
	Value: func(t *Trial) float64 {
		seconds := Seconds.Value(t)
		if math.IsNaN(seconds) || seconds <= 0 || t.Meter.Expanded == 0 {
			return math.NaN()
		}
		return float64(t.Meter.Expanded) / seconds
	},
	Aggregate: Median, Log: true, Digits: 3, Timing: true,
}

// WallSeconds is the metric for the wall time of one run in seconds. It is NaN for the same trials
// as [Seconds]. If it is much larger than the CPU time, the machine was busy with something else.
var WallSeconds = Metric{
	Name: "wall time", Unit: "s", Doc: "Wall time of one run in seconds, with one trial running at a time.",
	Value:           valueIf(isTimed, func(t *Trial) float64 { return t.Wall }),
	SmallerIsBetter: true, Aggregate: Sum, Log: true, Digits: 3, Timing: true,
}

// Metrics returns the standard metrics, with timing metrics last.
func Metrics() []Metric {
	return []Metric{
		Outcome, Cost, LowerBound, Expanded, Generated, Reopened, Stored, Pruned, MaxDepth, Memory,
		Seconds, WallSeconds, NodesPerSecond,
	}
}

// counter returns the value function for a count. The value is NaN for failed trials, and for
// counts that an external program does not report.
func counter[N int | uint64](of func(t *Trial) N) func(t *Trial) float64 {
	return valueIf(func(t *Trial) bool { return of(t) > 0 || !t.Foreign() }, func(t *Trial) float64 { return float64(of(t)) })
}

// valueIf returns a value function that is NaN for failed trials and for trials for which pass
// returns false.
func valueIf(pass func(t *Trial) bool, of func(t *Trial) float64) func(t *Trial) float64 {
	return func(t *Trial) float64 {
		if t.Error != "" || !pass(t) {
			return math.NaN()
		}
		return of(t)
	}
}

func isTimed(t *Trial) bool { return t.Mode == Timed }

// Aggregate specifies how to combine a metric's values over instances.
type Aggregate string

// Ways to combine a metric's values over instances into one number.
const (
	Sum     Aggregate = "total"
	Mean    Aggregate = "mean"
	GeoMean Aggregate = "geometric mean"
	Median  Aggregate = "median"
)

// Metric extracts a number from a trial and describes how to show it. Tables, axes, tests and
// captions all use the metric's name.
type Metric struct {
	Name string // name of the metric on axes and in column headings, such as "nodes expanded"
	Unit string // unit, such as "s" or "B"; "" for counts
	Doc  string // definition of the metric, printed below tables

	// Value returns the number for a trial, or NaN if the trial has none.
	Value func(t *Trial) float64

	SmallerIsBetter bool
	Aggregate       Aggregate
	Log             bool // whether axes for the metric are logarithmic
	Digits          int  // number of significant digits to print; 0 means that all digits are printed, as for counts
	Timing          bool // whether the number depends on the speed of the machine
	AnsweredOnly    bool // whether strategies are compared only on instances that all of them answered

	// Limit returns the largest value that the metric can reach under the given limits, or 0 if
	// they do not limit it. It is nil if limits never apply to the metric.
	Limit func(l search.Limits) float64
}

// Expanded is the metric for the number of nodes expanded, as defined by [search.Meter].
var Expanded = Metric{
	Name: "nodes expanded", Doc: "Nodes expanded: the root and every node that the search moved to.",
	Value:           counter(func(t *Trial) uint64 { return t.Meter.Expanded }),
	SmallerIsBetter: true, Aggregate: Sum, Log: true, Limit: func(l search.Limits) float64 { return float64(l.Expanded) },
}

// Seconds is the metric for the CPU time of one run, in seconds, measured while no other trial was
// running. It is NaN for failed trials and for trials that ran in parallel with others.
var Seconds = Metric{
	Name: "CPU time", Unit: "s", Doc: "CPU time of one run in seconds, with one trial running at a time.",
	Value:           valueIf(isTimed, func(t *Trial) float64 { return t.CPU }),
	SmallerIsBetter: true, Aggregate: Sum, Log: true, Digits: 3, Timing: true, Limit: func(l search.Limits) float64 { return l.Time.Seconds() },
}

// Observed returns a metric for the number that strategies report under the given name. It is NaN
// for trials without such a number. If the name ends in "seconds", the number is a time, which
// depends on the machine and may differ between rows of the same trial.
func Observed(name, unit, doc string) Metric {
	return Metric{
		Name: name, Unit: unit, Doc: doc,
		Value: func(t *Trial) float64 {
			if v, ok := t.Observation(name); ok {
				return v
			}
			return math.NaN()
		},
		Aggregate: Mean, Digits: 3, Timing: isTime(name),
	}
}

// isTime reports whether observed numbers with this name are times.
func isTime(name string) bool { return strings.HasSuffix(name, "seconds") }
