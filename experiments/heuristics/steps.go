package heuristics

import (
	"cmp"
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

var stepsItems = []study.Item{
	study.Block("course", courseTable), figure("priorities", prioritiesFigure), study.Claim(claims, "manhattan-saves"),
	figure("steps", stepsFigure),
	changesTable(reports.Table{ID: "changes", Title: "One change at a time: boards, queue and memory"},
		named(enqueued, "enqueued", "Ratio of the number of boards enqueued after the change to the number before it (geometric mean)."), named(trial.Stored, "longest queue", "Ratio of the largest number of boards in the queue, or in the table of boards if there is one (geometric mean)."),
		named(trial.Memory, "memory", "Ratio of memory used, as counted by the solver (geometric mean). The write-up's program keeps every board that it ever enqueued.")),
	study.Claim(claims, "critical-saves"), study.Claim(claims, "list-saves"), study.Claim(claims, "twin-doubles"),
	study.Claim(claims, "cache-same"), study.Claim(claims, "table-saves"),
	changesTable(reports.Table{ID: "change-times", Title: "One change at a time: CPU time", Timing: true},
		named(trial.Seconds, "time", "Ratio of CPU time after the change to CPU time before it (pseudo-median)."), named(enqueued, "boards enqueued", "Ratio of the numbers of boards enqueued in the same runs (geometric mean).")),
	study.Claim(claims, "list-costs-time"),
	study.Block("published", publishedTable),
}

var stepsClaims = []claim.Claim{
	{ID: "manhattan-saves", Of: byCounts, Population: population, Ask: ratio(claim.Below, claim.Restricted, enqueued, byHamming, byManhattan)},
	{ID: "critical-saves", Of: byCounts, Population: population, Ask: ratio(claim.Above, claim.Restricted, enqueued, byManhattan, withParent)},
	{ID: "list-saves", Of: byCounts, Population: population, Ask: ratio(claim.Below, claim.Restricted, enqueued, byManhattan, withClosedList)},
	{ID: "twin-doubles", Of: byCounts, Population: population, Ask: ratio(doubled, claim.Restricted, enqueued, byManhattan, withTwin)},
	{ID: "cache-same", Of: byCounts, Ask: func(f frame.Frame) (claim.Answer, error) {
		list := make([]string, boardsAt(experiments.Quick))
		for i := range list {
			list[i] = fmt.Sprint("board ", i)
		}
		ran := f.Where(frame.Answered, frame.Index.Below(len(list))).Match(byManhattan, recomputed)
		return every("board", list, ran, func(c frame.Case) string { return fmt.Sprint("board ", c.Index) }, func(c frame.Case) bool {
			a, b := c.Trials[0], c.Trials[1]
			return a.Meter.Generated == b.Meter.Generated && a.Meter.Stored == b.Meter.Stored && a.Cost == b.Cost
		})
	}},
	{ID: "table-saves", Of: byCounts, Population: population, Ask: ratio(claim.Below, claim.Ratio, enqueued, byHamming, astar+"hamming")},
	{ID: "list-costs-time", Timing: true, Of: byTimes, Population: population, Ask: ratio(claim.Above, claim.Ratio, trial.Seconds, byManhattan, withClosedList)},
}

// ratio asks on which side of 1 the ratio b ÷ a of a metric is.
func ratio(side func(claim.Estimate, float64) claim.Answer, of estimator, m trial.Metric, a, b string) func(frame.Frame) (claim.Answer, error) {
	return func(f frame.Frame) (claim.Answer, error) { return side(of(f, m, a, b, "board"), 1), nil }
}

// estimator estimates the ratio b ÷ a of a metric of two strategies, as [claim.Ratio] does.
type estimator func(f frame.Frame, m trial.Metric, a, b, noun string) claim.Estimate

// doubled asks whether an estimate is close to 2.
func doubled(e claim.Estimate, _ float64) claim.Answer { return claim.Equivalent(e, 1.9, 2.1) }

// modes maps whether a metric is a time to the mode in which it is measured.
var modes = map[bool]trial.Mode{true: trial.Timed, false: trial.Budget}

// enqueued is the metric Generated under the name used in the course.
var enqueued = named(trial.Generated, "boards enqueued", "Number of boards added to the queue after the first, which is the number of nodes generated.")

// named returns a metric with another name and definition.
func named(m trial.Metric, name, doc string) trial.Metric {
	m.Name, m.Doc = name, doc
	return m
}

// courseTable shows how many boards the write-up's program enqueues on the course's boards.
func courseTable(trials frame.Frame) (reports.Table, error) {
	type board = frame.Group[int] // by index
	rows, known := trials.Where(frame.Set.Is(courseSet), frame.Mode.Is(trial.Budget)), sliding.Boards(courseSet)
	count := func(name, strategy string) column.Of[board] {
		return column.Bounds(name, reports.Count, func(b board) frame.Bounded { return b.Where(frame.Strategy.Is(strategy)).Summary(enqueued).Total })
	}
	return column.Fill(reports.Table{ID: "course", Title: "Number of boards enqueued to solve each of the course's boards", Groups: 1, Caption: "The write-up's last program, which does not keep a table of boards, is compared with A*, which does."}, frame.Groups(rows, frame.Index),
		column.Words("size", func(b board) string {
			return fmt.Sprintf("%d×%d", known[b.Value].Board.Width(), known[b.Value].Board.Height())
		}),
		column.Words("board", func(b board) string { return known[b.Value].Name }),
		column.Counts("moves", func(b board) int { return known[b.Value].Optimal }),
		count("program, Hamming", byHamming), count("program, Manhattan", byManhattan),
		count("table, Hamming", astar+"hamming"), count("table, Manhattan", astar+"manhattan"),
	), nil
}

// prioritiesFigure shows, board by board, how many boards the write-up's program enqueues with each
// priority function.
func prioritiesFigure(trials frame.Frame) (plots.Figure, error) {
	f, err := plots.ScatterOf(uniform(trials, trial.Budget).Where(frame.Strategy.Is(byHamming, byManhattan)), enqueued, byHamming, byManhattan)
	f.ID, f.Title = "priorities", "Number of boards enqueued by the write-up's program with each heuristic"
	return f, err
}

// change is a difference between two programs: its name in a table, and the strategies before and
// after.
type change struct{ name, before, after string }

// changes lists the improvements of the write-up, each undone in its last program, and two
// improvements that it did not make.
var changes = study.Read(files, "changes.csv", func(row []string) change { return change{row[0], row[1], row[2]} })

// changed is a change with its effect on each metric, for the same boards.
type changed struct {
	change
	by []analysis.Comparison
}

// compared returns the changes for which both strategies were run.
func compared(rows frame.Frame, metrics ...trial.Metric) (all []changed, err error) {
	for _, c := range changes {
		one := changed{change: c}
		for _, m := range metrics {
			by, ok, failed := study.Compare(rows, m, c.before, c.after)
			if err = cmp.Or(err, failed); ok {
				one.by = append(one.by, by)
			}
		}
		if len(one.by) > 0 {
			all = append(all, one)
		}
	}
	return all, err
}

// stepsFigure shows how many boards each improvement in the write-up keeps off the queue.
func stepsFigure(trials frame.Frame) (plots.Figure, error) {
	all, err := compared(uniform(trials, trial.Budget), enqueued)
	if err != nil {
		return plots.Figure{}, err
	}
	rows := study.Map(all, func(c changed) plots.Interval { return plots.IntervalOf(c.name, c.by[0].GeoMeans, c.by[0].N) })
	f, err := plots.Forest("steps", "What each step is worth", plots.ForestOptions{XLabel: "boards enqueued after ÷ before the change, geometric mean", Below: "fewer boards", Above: "more boards"}, rows)
	return f.Captioned("Each row changes one thing in the write-up's last program. For a run stopped at the node limit, we count the boards that it had enqueued by then."), err
}

// changesTable compares the write-up's last program with each change.
func changesTable(t reports.Table, metrics ...trial.Metric) study.Item {
	columns := []column.Of[changed]{
		column.Words("change", func(c changed) string { return c.name }), column.Counts("boards", func(c changed) int { return c.by[0].N }),
		column.Counts("stopped", func(c changed) int { return c.by[0].Censored }).Doc("Number of pairs with a run stopped by the limit."),
	}
	for i, m := range metrics {
		columns = append(columns, column.Estimates(m.Name, reports.Ratio, func(c changed) stats.Estimate { return c.by[i].GeoMeans }).Doc(m.Doc))
	}
	t.Caption = "Each ratio is the value after the change divided by the value before it, for the same uniformly random board. For a run stopped at the node limit, we use its values at that point."
	return study.Block(t.ID, func(trials frame.Frame) (reports.Table, error) {
		all, err := compared(uniform(trials, modes[metrics[0].Timing]), metrics...)
		return column.Fill(t, all, columns...), err
	})
}
