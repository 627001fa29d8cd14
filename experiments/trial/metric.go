package trial

import (
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Aggregate is how a metric is aggregated over instances.
type Aggregate string

// The aggregates.
const (
	Sum     Aggregate = "total"
	Mean    Aggregate = "mean"
	GeoMean Aggregate = "geometric mean"
	Median  Aggregate = "median"
)

// Metric reads a number from a trial and describes how to show it. Tables, axes, tests and captions
// use the same name.
type Metric struct {
	Name string // as on an axis or column: "nodes expanded"
	Unit string // "s", "B"; "" for a count
	Doc  string // the definition, printed under tables

	// Value returns the number for a trial, NaN if the trial has none.
	Value func(t *Trial) float64

	SmallerIsBetter bool
	Aggregate       Aggregate
	Log             bool // drawn on a logarithmic axis
	Digits          int  // significant digits when printed; 0 means all, for counts
	Timing          bool // depends on the machine
	AnsweredOnly    bool // compared only on instances that all strategies answered

	// Limit returns the limit on the metric from the limits of a run, 0 for none. It is nil if
	// limits never bound the metric.
	Limit func(l search.Limits) float64
}

// Expanded is the number of nodes expanded, as defined by [search.Meter].
var Expanded = Metric{
	Name: "nodes expanded", Doc: "Nodes expanded: the root and every node the search went on to.",
	Value:           counter(func(t *Trial) uint64 { return t.Meter.Expanded }),
	SmallerIsBetter: true, Aggregate: Sum, Log: true, Limit: func(l search.Limits) float64 { return float64(l.Expanded) },
}

// Seconds is the CPU time of one run, measured with one trial at a time. It is
// NaN for trials that ran in parallel and for failed ones.
var Seconds = Metric{
	Name: "CPU time", Unit: "s", Doc: "CPU seconds of one run, one trial at a time.",
	Value:           valueIf(isTimed, func(t *Trial) float64 { return t.CPU }),
	SmallerIsBetter: true, Aggregate: Sum, Log: true, Digits: 3, Timing: true, Limit: func(l search.Limits) float64 { return l.Time.Seconds() },
}

// Observed returns the metric of an observation that strategies report under the given name. It is
// NaN for trials without that observation. A name that ends in "seconds" is a time: it depends on
// the machine, and rows need not agree on it.
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

// isTime reports whether observations with this name are times.
func isTime(name string) bool { return strings.HasSuffix(name, "seconds") }
