package reports

import (
	"fmt"
	"math"
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
// Where runs were not answered, coverage, PAR2 and PAR10 stand beside one another, the
// latter where runs had a limit on the metric, and a footnote says of which strategies
// the order depends on the choice between them. Metrics that are compared only on
// instances that all strategies answered are over those, and nothing stands out in a
// column whose cells are over other numbers of instances.
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

	sets, failures, unanswered := map[string]bool{}, false, false
	for _, c := range cells {
		sets[c.Set] = true
		failures = failures || c.Failed > 0
		unanswered = unanswered || c.Unanswered() > 0
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
	for _, c := range cells {
		warnings := c.Warnings()
		for _, o := range cells {
			if o.Set == c.Set && o.Size == c.Size && counted.SmallerIsBetter {
				if flips := c.Flips(o); flips != "" {
					warnings = append(warnings, flips)
				}
			}
		}
		var row []Cell
		if len(sets) > 1 {
			row = append(row, Str(c.Set))
		}
		row = append(row, Int(c.Size), Str(c.Strategy).WithNote(t.Warn(warnings)), Int(c.N), Int(c.Solved+c.Measured+c.Unsolvable), Int(c.Censored))
		if failures {
			row = append(row, Int(c.Failed))
		}
		t.Rows = append(t.Rows, row)
	}
	add := func(c Column, cell func(i int) Cell) {
		t.Columns = append(t.Columns, c)
		for i := range t.Rows {
			t.Rows[i] = append(t.Rows[i], cell(i))
		}
	}
	if unanswered {
		add(Column{Name: "coverage", Kind: Percent, Best: Largest, Doc: CoverageDoc}, func(i int) Cell { return Num(cells[i].Coverage()) })
	}
	for _, m := range metrics {
		t.Timing = t.Timing || m.Timing
		head, sums := metricColumn(m), trials.Summarize(m) // the same cells for every metric
		if m.AnsweredOnly && unanswered {
			head.Doc += " Over the instances of a size that all strategies answered."
			sums = alike(cells, trials.AnsweredByAll().Summarize(m))
		}
		if uneven(sums) {
			head.Best = NoBest
		}
		add(head, func(i int) Cell { return aggregate(sums[i], m) })
		for _, k := range []int{2, 10} {
			if slices.ContainsFunc(sums, func(c frame.Cell) bool { return c.Unanswered() > 0 && !math.IsNaN(c.PAR(2)) }) {
				add(Column{Name: fmt.Sprintf("PAR%d %s", k, m.Name), Kind: head.Kind, Digits: head.Digits, Best: Smallest, Doc: fmt.Sprintf(PARDoc, k)},
					func(i int) Cell { return Num(sums[i].PAR(float64(k))) })
			}
		}
	}
	return t
}

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

// uneven reports whether cells of the same set and size are over other instances.
func uneven(cells []frame.Cell) bool {
	for i, c := range cells[:max(len(cells)-1, 0)] {
		if next := cells[i+1]; c.Set == next.Set && c.Size == next.Size && (c.Valued != next.Valued || c.Failed+next.Failed > 0) {
			return true
		}
	}
	return false
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
