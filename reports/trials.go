package reports

import (
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

	sets, failures := map[string]bool{}, false
	for _, c := range cells {
		sets[c.Set] = true
		failures = failures || c.Failed > 0
	}
	if len(sets) > 1 {
		t.Columns = append(t.Columns, Column{Name: "set"})
	}
	t.Columns = append(t.Columns, Column{Name: "size", Kind: Count, Full: true})
	t.Groups = len(t.Columns)
	t.Columns = append(t.Columns,
		Column{Name: "strategy"},
		Column{Name: "instances", Kind: Count},
		Column{Name: "answered", Kind: Count, Doc: "Instances solved, measured or proven to have no solution."},
		Column{Name: "stopped", Kind: Count, Doc: "Instances on which a limit stopped the run."})
	if failures {
		t.Columns = append(t.Columns, Column{Name: "failed", Kind: Count, Doc: "Instances on which the run ended in an error; left out of everything else."})
	}
	for _, m := range metrics {
		t.Columns = append(t.Columns, metricColumn(m))
		t.Timing = t.Timing || m.Timing
	}
	for _, c := range cells {
		var row []Cell
		if len(sets) > 1 {
			row = append(row, Str(c.Set))
		}
		row = append(row, Int(c.Size), Str(c.Strategy), Int(c.N), Int(c.Solved+c.Measured+c.Unsolvable), Int(c.Censored))
		if failures {
			row = append(row, Int(c.Failed))
		}
		t.Rows = append(t.Rows, row)
	}
	before, summed := len(t.Columns)-len(metrics), make([][]frame.Cell, len(metrics))
	for k, m := range metrics {
		summed[k] = trials.Summarize(m) // the same cells for every metric
		for i, c := range summed[k] {
			t.Rows[i] = append(t.Rows[i], aggregate(c, m))
		}
	}
	t.Test(func(i, j int) (frame.Cell, bool) {
		if j < before {
			return frame.Cell{}, false
		}
		return summed[j-before][i], true
	})
	return t
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
