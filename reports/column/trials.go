package column

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
)

// TrialTable returns a table that summarizes trials, with a row for each combination of set, size
// and strategy. Its columns show the number of instances, of answered instances, and of instances
// with a run stopped by a limit. Each metric has a column with its own aggregate, except that the
// median replaces a geometric mean. An aggregate that includes stopped runs is a lower bound,
// printed as "> 60 000". The table's ID is "trials" followed by the names of the metrics; set a
// different ID for a second table.
//
// If some runs found no answer, the table has columns for coverage and PAR2. If runs had a limit on
// the metric, it also has a column for PAR10. A footnote names strategies that rank differently by
// PAR2 and PAR10. Some metrics can only be compared on instances that all strategies answered;
// their columns use only those instances. If the rows cover different instances, no value is bold.
//
// If trials failed, a column counts them. Warnings become footnotes, for example that a row mixes
// versions of a strategy. The table does not depend on the order of the trials.
func TrialTable(trials frame.Frame, metrics ...trial.Metric) reports.Table {
	counted := trial.Expanded // any metric counts outcomes
	if len(metrics) > 0 {
		counted = metrics[0]
	}
	cells := trials.Summarize(counted)
	is := func(pass func(frame.Cell) bool) bool { return slices.ContainsFunc(cells, pass) }
	t := reports.Table{ID: tableID("trials", metrics), Title: "Trials by size and strategy"}
	columns := append(when(is(func(c frame.Cell) bool { return c.Set != cells[0].Set }), Words("set", func(c summed) string { return c.Set })),
		Counts("size", func(c summed) int { return c.Size }).Full())
	t.Groups = len(columns)
	columns = append(columns,
		Words("strategy", func(c summed) string { return c.Strategy }),
		Counts("instances", func(c summed) int { return c.N }),
		Counts("answered", func(c summed) int { return c.Solved + c.Measured + c.Unsolvable }).Doc("Instances solved, measured or proven to have no solution."),
		Counts("stopped", func(c summed) int { return c.Censored }).Doc("Instances on which a limit stopped the run."))
	columns = append(columns, when(is(func(c frame.Cell) bool { return c.Failed > 0 }),
		Counts("failed", func(c summed) int { return c.Failed }).Doc("Instances on which the run ended in an error; all other columns exclude them."))...)
	columns = append(columns, when(is(unanswered), On(func(c summed) frame.Cell { return c.Cell }, coverage()).Largest())...)
	for _, m := range metrics {
		t.Timing = t.Timing || m.Timing
		head, sums := metricColumn(m), trials.Summarize(m) // every metric has the same cells
		if m.AnsweredOnly && is(unanswered) {
			head.Column.Doc += " The value is computed over the instances of a size that all strategies answered."
			sums = alike(cells, trials.AnsweredByAll().Summarize(m))
		}
		columns = append(columns, On(func(c summed) frame.Cell { return sums[c.row] }, head))
		for _, k := range []int{2, 10} {
			if slices.ContainsFunc(sums, func(c frame.Cell) bool { return unanswered(c) && !math.IsNaN(c.PAR(2)) }) {
				penalised := par(k, fmt.Sprintf("PAR%d %s", k, m.Name)).Kind(head.Column.Kind).Digits(m.Digits)
				columns = append(columns, On(func(c summed) frame.Cell { return sums[c.row] }, penalised))
			}
		}
	}
	return Fill(t, summedUp(cells, counted.SmallerIsBetter), columns...)
}

// summed is a row of a table of trials with its warnings.
type summed struct {
	frame.Cell
	row      int
	warnings []string
}

// Warnings returns the warnings of the row. It replaces the method of the embedded cell.
func (s summed) Warnings() []string { return s.warnings }

// summedUp returns the rows for cells. If flips is set, their warnings also name strategies whose
// order depends on how unanswered runs count.
func summedUp(cells []frame.Cell, flips bool) []summed {
	rows := make([]summed, len(cells))
	for i, c := range cells {
		rows[i] = summed{c, i, c.Warnings()}
		for _, o := range cells {
			if !flips || o.Set != c.Set || o.Size != c.Size {
				continue
			}
			if said := c.Flips(o); said != "" {
				rows[i].warnings = append(rows[i].warnings, said)
			}
		}
	}
	return rows
}

// alike returns, for each cell, the cell of some with the same strategy, set and size. If there is
// none, it returns an empty cell. Both lists have the same order.
func alike(cells, some []frame.Cell) []frame.Cell {
	list := make([]frame.Cell, len(cells))
	for i, c := range cells {
		if len(some) > 0 && some[0].Set == c.Set && some[0].Size == c.Size && some[0].Strategy == c.Strategy {
			list[i], some = some[0], some[1:]
		} else {
			list[i] = frame.Frame{}.Summary(trial.Expanded)
		}
	}
	return list
}

// metricColumn returns a column with the aggregate of a metric.
func metricColumn(m trial.Metric) Of[frame.Cell] {
	how, statistic := m.Aggregate, stats.Median
	switch how {
	case trial.GeoMean:
		how = trial.Median
	case trial.Sum:
		statistic = stats.Sum
	case trial.Mean:
		statistic = stats.Mean
	}
	c := statisticOf(strings.TrimSpace(string(how)+" "+m.Name), statistic).Unit(m.Unit).Digits(m.Digits).Largest().Doc(m.Doc)
	if m.SmallerIsBetter {
		c = c.Smallest()
	}
	switch {
	case m.Unit == "s":
		return c.Kind(reports.Seconds).Unit("")
	case m.Unit == "B":
		return c.Kind(reports.Bytes).Unit("")
	case m.Digits > 0:
		return c.Kind(reports.Number)
	}
	return c
}

// tableID joins a first word and the names of metrics.
func tableID(first string, metrics []trial.Metric) string {
	words := []string{first}
	for _, m := range metrics {
		words = append(words, strings.FieldsFunc(strings.ToLower(m.Name), func(r rune) bool {
			return (r < 'a' || r > 'z') && (r < '0' || r > '9')
		})...)
	}
	return strings.Join(words, "-")
}

// longest is the maximum length of an instance or solution for a page with all of them.
const longest = 600

// Texts maps each instance to its text and the text of its first solution. The keys have the form
// SET/SIZE/NUMBER. Texts longer than 600 bytes are omitted.
func Texts(trials frame.Frame) map[string][]string {
	texts := map[string][]string{}
	for t := range trials.All() {
		key := fmt.Sprintf("%s/%d/%d", t.Set, t.Size, t.Index)
		if texts[key] == nil && len(t.Text) <= longest {
			texts[key] = []string{t.Text, ""}
		}
		if has := texts[key]; has != nil && has[1] == "" && len(t.Solution) <= longest {
			has[1] = t.Solution
		}
	}
	return texts
}

// TrialRows returns all trials as rows of strings and integers, and describes the columns. It omits
// values that depend on measured times. The cost of a trial without a solution is "".
func TrialRows(trials frame.Frame) (columns []reports.Column, rows [][]any) {
	for _, name := range []string{"set", "size", "number", "strategy", "repeat", "outcome", "cost", "expanded", "generated", "stored"} {
		c := reports.Column{Name: name, Kind: reports.Count}
		if name == "set" || name == "strategy" || name == "outcome" {
			c.Kind = reports.Words
		}
		columns = append(columns, c)
	}
	for t := range trials.All() {
		var cost any = ""
		if !math.IsNaN(trial.Cost.Value(t)) {
			cost = t.Cost
		}
		rows = append(rows, []any{
			t.Set, t.Size, t.Index, t.Strategy, t.Repeat,
			t.Outcome.String(), cost, t.Meter.Expanded, t.Meter.Generated, t.Meter.Stored,
		})
	}
	return columns, rows
}
