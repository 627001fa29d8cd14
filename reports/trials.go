package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
)

// TrialTable sums up trials: a row for each set, size and strategy, with the
// number of instances, how many were answered and how many stopped by a limit,
// and a column for each metric with its own aggregate (the median for metrics
// that ask for a geometric mean). Aggregates that stopped runs entered with
// what they had counted so far are printed as lower bounds, "> 60 000". The ID
// is "trials" and the metrics' names; set another one for a second table.
//
// Where runs were not answered, coverage, PAR2 and PAR10 stand beside one another, the
// latter where runs had a limit on the metric, and a footnote says of which strategies
// the order depends on the choice between them. Metrics that are compared only on
// instances that all strategies answered are over those, and nothing stands out among
// cells that are over different instances.
//
// Failed trials are counted in a column of their own if there are any. What a cell
// warns of, such as two versions of a strategy summed up together, is a footnote. The
// table does not depend on the order of the trials.
func TrialTable(trials frame.Frame, metrics ...experiments.Metric) Table {
	counted := experiments.Expanded // any metric counts the outcomes
	if len(metrics) > 0 {
		counted = metrics[0]
	}
	cells := trials.Summarize(counted)
	t := Table{ID: tableID("trials", metrics), Title: "Trials by size and strategy"}

	several, failures, unanswered := false, false, false
	rows := make([]summed, len(cells))
	for i, c := range cells {
		several, failures, unanswered = several || c.Set != cells[0].Set, failures || c.Failed > 0, unanswered || c.Unanswered() > 0
		rows[i] = summed{c, i, c.Warnings()}
		for _, o := range cells {
			if o.Set == c.Set && o.Size == c.Size && counted.SmallerIsBetter {
				if flips := c.Flips(o); flips != "" {
					rows[i].warnings = append(rows[i].warnings, flips)
				}
			}
		}
	}
	var fields fieldsOf[summed]
	fields.add(several, Column{Name: "set"}, func(c summed) Cell { return Str(c.Set) })
	fields.add(true, Column{Name: "size", Kind: Count, Full: true}, func(c summed) Cell { return Int(c.Size) })
	t.Groups = len(fields)
	fields.add(true, Column{Name: "strategy"}, func(c summed) Cell { return Str(c.Strategy) })
	fields.count("instances", "", func(c summed) int { return c.N })
	fields.count("answered", "Instances solved, measured or proven to have no solution.", func(c summed) int { return c.Solved + c.Measured + c.Unsolvable })
	fields.count("stopped", "Instances on which a limit stopped the run.", func(c summed) int { return c.Censored })
	if failures {
		fields.count("failed", "Instances on which the run ended in an error; left out of everything else.", func(c summed) int { return c.Failed })
	}
	if unanswered {
		fields.add(true, Column{Name: "coverage", Kind: Percent, Best: Largest, Doc: CoverageDoc}, func(c summed) Cell { return Num(c.Coverage()) })
	}
	for _, m := range metrics {
		t.Timing = t.Timing || m.Timing
		head, sums := metricColumn(m), trials.Summarize(m) // the same cells for every metric
		if m.AnsweredOnly && unanswered {
			head.Doc += " Over the instances of a size that all strategies answered."
			sums = alike(cells, trials.AnsweredByAll().Summarize(m))
		}
		of := func(c summed) (frame.Cell, Statistic) { return sums[c.row], aggregate(m) }
		fields = append(fields, Field[summed]{Column: head, Cell: func(c summed) Cell { return Bounded(sums[c.row].Statistic(aggregate(m))) }, Sample: of})
		for _, k := range []int{2, 10} {
			if slices.ContainsFunc(sums, func(c frame.Cell) bool { return c.Unanswered() > 0 && !math.IsNaN(c.PAR(2)) }) {
				par := Column{Name: fmt.Sprintf("PAR%d %s", k, m.Name), Kind: head.Kind, Digits: head.Digits, Best: Smallest, Doc: fmt.Sprintf(PARDoc, k)}
				fields = append(fields, Field[summed]{Column: par, Cell: func(c summed) Cell { return Num(sums[c.row].PAR(float64(k))) }})
			}
		}
	}
	return Fill(t, rows, fields...)
}

// summed is a row of a table of trials, with what is to be said of it below.
type summed struct {
	frame.Cell
	row      int
	warnings []string
}

func (s summed) Warnings() []string { return s.warnings }

// Definitions of columns about runs that were not answered.
const (
	CoverageDoc = "Share of the runs, repeats among them, that were answered."
	PARDoc      = "Mean in which a run without an answer counts %d times the limit."
)

// alike returns, for each of the cells, that of some which is of the same strategy, set
// and size, an empty one where there is none. They have the same order.
func alike(cells, some []frame.Cell) []frame.Cell {
	list := make([]frame.Cell, len(cells))
	for i, c := range cells {
		if len(some) > 0 && some[0].Set == c.Set && some[0].Size == c.Size && some[0].Strategy == c.Strategy {
			list[i], some = some[0], some[1:]
		} else {
			list[i] = frame.Frame{}.Summary(experiments.Expanded)
		}
	}
	return list
}

// metricColumn is the column of a metric's aggregate.
func metricColumn(m experiments.Metric) Column {
	how := m.Aggregate
	if how == experiments.GeoMean {
		how = experiments.Median
	}
	c := Column{Name: strings.TrimSpace(string(how) + " " + m.Name), Unit: m.Unit, Digits: m.Digits, Best: Largest, Doc: m.Doc}
	if m.SmallerIsBetter {
		c.Best = Smallest
	}
	switch {
	case m.Unit == "s":
		c.Kind, c.Unit = Seconds, ""
	case m.Unit == "B":
		c.Kind, c.Unit = Bytes, ""
	case m.Digits == 0:
		c.Kind = Count
	default:
		c.Kind = Number
	}
	return c
}

// aggregate is how a metric is summed up.
func aggregate(m experiments.Metric) Statistic {
	switch m.Aggregate {
	case experiments.Sum:
		return stats.Sum
	case experiments.Mean:
		return stats.Mean
	}
	return stats.Median
}

// about sets the ID and the timing of a table of values of metrics, which it returns,
// each once.
func about[R any](t *Table, first string, values []R, of func(R) experiments.Metric) []experiments.Metric {
	var metrics []experiments.Metric
	for _, v := range values {
		m := of(v)
		if !slices.ContainsFunc(metrics, func(known experiments.Metric) bool { return known.Name == m.Name }) {
			metrics = append(metrics, m)
		}
		t.Timing = t.Timing || m.Timing
	}
	t.ID = tableID(first, metrics)
	return metrics
}

// tableID joins a first word and the names of metrics.
func tableID(first string, metrics []experiments.Metric) string {
	words := []string{first}
	for _, m := range metrics {
		words = append(words, strings.FieldsFunc(strings.ToLower(m.Name), func(r rune) bool {
			return (r < 'a' || r > 'z') && (r < '0' || r > '9')
		})...)
	}
	return strings.Join(words, "-")
}
