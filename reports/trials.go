package reports

import (
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
)

// TrialTable sums up trials: a row for each set, size and strategy, with the
// number of instances, how many were answered and how many stopped by a limit,
// and a column for each metric with its own aggregate (the median for metrics
// that ask for a geometric mean). Aggregates that stopped runs entered with
// what they had counted so far are printed as lower bounds, "> 60 000". The ID
// is "trials" and the metrics' names; set another one for a second table.
//
// Failed trials are counted in a column of their own if there are any. The
// table does not depend on the order of the trials.
func TrialTable(trials frame.Frame, metrics ...experiments.Metric) Table {
	counted := experiments.Expanded // any metric counts the outcomes
	if len(metrics) > 0 {
		counted = metrics[0]
	}
	cells := trials.Summarize(counted)
	t := Table{ID: tableID("trials", metrics), Title: "Trials by size and strategy"}

	several, failures := false, false
	for _, c := range cells {
		several, failures = several || c.Set != cells[0].Set, failures || c.Failed > 0
	}
	var fields fieldsOf[frame.Cell]
	fields.add(several, Column{Name: "set"}, func(c frame.Cell) Cell { return Str(c.Set) })
	fields.add(true, Column{Name: "size", Kind: Count, Full: true}, func(c frame.Cell) Cell { return Int(c.Size) })
	t.Groups = len(fields)
	fields.add(true, Column{Name: "strategy"}, func(c frame.Cell) Cell { return Str(c.Strategy) })
	fields.count("instances", "", func(c frame.Cell) int { return c.N })
	fields.count("answered", "Instances solved, measured or proven to have no solution.", func(c frame.Cell) int { return c.Solved + c.Measured + c.Unsolvable })
	fields.count("stopped", "Instances on which a limit stopped the run.", func(c frame.Cell) int { return c.Censored })
	if failures {
		fields.count("failed", "Instances on which the run ended in an error; left out of everything else.", func(c frame.Cell) int { return c.Failed })
	}
	for _, m := range metrics {
		of := func(c frame.Cell) frame.Cell { return c.Rows.Summary(m) }
		fields = append(fields, Field[frame.Cell]{Column: metricColumn(m), Cell: func(c frame.Cell) Cell { return aggregate(of(c), m) }, Sample: of})
		t.Timing = t.Timing || m.Timing
	}
	return Fill(t, cells, fields...)
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

func aggregate(c frame.Cell, m experiments.Metric) Cell {
	switch m.Aggregate {
	case experiments.Sum:
		return Bounded(c.Total)
	case experiments.Mean:
		return Bounded(c.Mean)
	}
	return Bounded(c.Median)
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
