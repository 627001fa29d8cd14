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
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

var stepsItems = []study.Item{
	study.Block("course", courseTable), figure("priorities", prioritiesFigure), study.Claim(claims, "manhattan-saves"),
	figure("steps", stepsFigure),
	changesTable(reports.Table{ID: "changes", Title: "One change at a time: boards, queue and memory"},
		named(enqueued, "enqueued", ""), named(experiments.Stored, "longest queue", "Most boards on the queue at one time; for a table of boards, the table."),
		named(experiments.Memory, "memory", "Solver's own accounting; in the write-up's program every board that was ever enqueued, as all stay on some way back to the start.")),
	study.Claim(claims, "critical-saves"), study.Claim(claims, "list-saves"), study.Claim(claims, "twin-doubles"),
	study.Claim(claims, "cache-same"), study.Claim(claims, "table-saves"),
	changesTable(reports.Table{ID: "change-times", Title: "One change at a time: CPU time", Timing: true},
		named(experiments.Seconds, "time", "Total CPU time after the change ÷ before."), named(enqueued, "boards enqueued", "The same for the boards enqueued, on the same runs.")),
	study.Claim(claims, "list-costs-time"),
	study.Block("published", publishedTable),
}

var stepsClaims = []claim.Claim{
	{ID: "manhattan-saves", Statement: "The write-up's program enqueues fewer boards with Manhattan than with Hamming on a typical board.", Ask: saves(enqueued, byHamming, byManhattan)},
	{ID: "critical-saves", Statement: "Not enqueueing the board of the previous node, the “critical optimisation”, saves boards on a typical board.", Ask: saves(enqueued, withParent, byManhattan)},
	{ID: "list-saves", Statement: "The list of closed boards that the write-up gave up saves boards on a typical board.", Ask: saves(enqueued, byManhattan, withClosedList)},
	{
		ID: "twin-doubles", Statement: "Solving the twin in lockstep, instead of testing the parity, doubles the boards enqueued: a factor of 1.9 to 2.1 on a typical board.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			return claim.Equivalent(claim.Ratio(uniform(f, experiments.Budget), enqueued, byManhattan, withTwin, "board"), 1.9, 2.1), nil
		},
	},
	{
		ID: "cache-same", Statement: "Remembering the estimate changes no count on any board drawn here.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			rows := uniform(f, experiments.Budget).Where(frame.Strategy.Is(byManhattan, recomputed))
			pairs := rows.Match(byManhattan, recomputed)
			differ := pairs.Where(func(c frame.Case) bool {
				a, b := c.Trials[0], c.Trials[1]
				return a.Meter.Generated != b.Meter.Generated || a.Meter.Stored != b.Meter.Stored || a.Cost != b.Cost || a.Outcome != b.Outcome
			})
			return claim.Every("board", rows.Instances(), len(pairs.Solved()), len(differ)).
				Saying("%s ran both ways; %d differ.", study.Capitalised(study.Plural(len(pairs), "board")), len(differ)), nil
		},
	},
	{ID: "table-saves", Statement: "A* with a table of boards enqueues fewer than the write-up's program on a typical board, both with Hamming.", Ask: saves(enqueued, byHamming, astar+"hamming")},
	{ID: "list-costs-time", Timing: true, Statement: "The write-up's program is faster without the list of closed boards on a typical board.", Ask: saves(experiments.Seconds, withClosedList, byManhattan)},
}

// saves asks whether strategy b has less of a metric than a on a typical uniform
// board.
func saves(m experiments.Metric, a, b string) func(frame.Frame) (claim.Answer, error) {
	return func(f frame.Frame) (claim.Answer, error) {
		return claim.Below(claim.Ratio(uniform(f, modeOf(m)), m, a, b, "board"), 1), nil
	}
}

// modeOf is the mode in which a metric is measured.
func modeOf(m experiments.Metric) experiments.Mode { return modes[m.Timing] }

var modes = map[bool]experiments.Mode{true: experiments.Timed, false: experiments.Budget}

// enqueued is Generated under the name that the course gives it.
var enqueued = named(experiments.Generated, "boards enqueued", "Boards put onto the queue but for the first: nodes generated.")

// named returns a metric under another name.
func named(m experiments.Metric, name, doc string) experiments.Metric {
	m.Name, m.Doc = name, doc
	return m
}

// courseTable gives what the write-up's program enqueues on the course's
// boards.
func courseTable(trials frame.Frame) (reports.Table, error) {
	type board = frame.Group[int] // by index
	rows, known := trials.Where(frame.Set.Is(courseSet), frame.Mode.Is(experiments.Budget)), sliding.Boards(courseSet)
	count := func(name, strategy string) column.Of[board] {
		return column.Bounds(name, reports.Count, func(b board) frame.Bounded { return b.Where(frame.Strategy.Is(strategy)).Summary(enqueued).Total })
	}
	return column.Fill(reports.Table{ID: "course", Title: "Boards enqueued on the course's boards", Groups: 1, Caption: "The write-up's last program, which keeps no table of boards, and A* with one."}, frame.Groups(rows, frame.Index),
		column.Words("size", func(b board) string {
			return fmt.Sprintf("%d×%d", known[b.Value].Board.Width(), known[b.Value].Board.Height())
		}),
		column.Words("board", func(b board) string { return known[b.Value].Name }),
		column.Counts("moves", func(b board) int { return known[b.Value].Optimal }),
		count("program, Hamming", byHamming), count("program, Manhattan", byManhattan),
		count("table, Hamming", astar+"hamming"), count("table, Manhattan", astar+"manhattan"),
	), nil
}

// prioritiesFigure shows, board by board, what the write-up's program puts onto
// its queue with either priority function.
func prioritiesFigure(trials frame.Frame) (plots.Figure, error) {
	f, err := plots.ScatterOf(uniform(trials, experiments.Budget).Where(frame.Strategy.Is(byHamming, byManhattan)), enqueued, byHamming, byManhattan)
	f.ID, f.Title = "priorities", "The write-up's program with either priority function"
	return f, err
}

// change is one thing done differently, under the name that a row gives it: the
// strategies before and after it.
type change struct{ name, before, after string }

// changes are the steps of the write-up, each taken from its last program, and
// the two steps that it did not take.
var changes = study.Read(files, "changes.csv", func(row []string) change { return change{row[0], row[1], row[2]} })

// changed is a change with what it changes on the same boards, by each metric.
type changed struct {
	change
	by []analysis.Comparison
}

// compared returns the changes of which both sides were run.
func compared(rows frame.Frame, metrics ...experiments.Metric) (all []changed, err error) {
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

// stepsFigure shows what each step of the write-up is worth in boards enqueued.
func stepsFigure(trials frame.Frame) (plots.Figure, error) {
	all, err := compared(uniform(trials, experiments.Budget), enqueued)
	if err != nil {
		return plots.Figure{}, err
	}
	rows := study.Map(all, func(c changed) plots.Interval { return plots.IntervalOf(c.name, c.by[0].Totals, c.by[0].N) })
	f, err := plots.Forest("steps", "What each step is worth", plots.ForestOptions{XLabel: "total boards enqueued after the change ÷ before", Below: "fewer boards", Above: "more boards"}, rows)
	return f.Captioned("Each row changes one thing of the write-up's last program. Pairs with a stopped run are left out, which makes effects look smaller."), err
}

// changesTable compares the write-up's last program with each change, by the ratio of
// the totals of each metric.
func changesTable(t reports.Table, metrics ...experiments.Metric) study.Item {
	columns := []column.Of[changed]{
		column.Words("change", func(c changed) string { return c.name }), column.Counts("boards", func(c changed) int { return c.by[0].N }),
		column.Counts("stopped", func(c changed) int { return c.by[0].Censored }).Doc("Pairs with a run that the limit ended."),
	}
	for i, m := range metrics {
		columns = append(columns, column.Estimates(m.Name, reports.Ratio, func(c changed) stats.Estimate { return c.by[i].Totals }).Doc(m.Doc))
	}
	return study.Block(t.ID, func(trials frame.Frame) (reports.Table, error) {
		t, mode := t, modeOf(metrics[0])
		t.Caption = "Totals after the change ÷ before, on the same uniform boards; pairs with a stopped run are left out."
		all, err := compared(uniform(trials, mode), metrics...)
		return column.Fill(t, all, columns...), err
	})
}
