package heuristics

import (
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
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

var stepsItems = []study.Item{
	study.Block("course", courseTable), figure("priorities", prioritiesFigure), study.Claim(claims, "manhattan-saves"),
	figure("steps", stepsFigure), study.Block("changes", stepsTable),
	study.Claim(claims, "critical-saves"), study.Claim(claims, "list-saves"), study.Claim(claims, "twin-doubles"),
	study.Claim(claims, "cache-same"), study.Claim(claims, "table-saves"),
	study.Block("change-times", stepTimesTable), study.Claim(claims, "list-costs-time"),
}

var stepsClaims = []claim.Claim{
	{ID: "manhattan-saves", Statement: "On a typical board the write-up's program enqueues fewer boards with the Manhattan priority than with the Hamming priority.", Ask: saves(enqueued, byHamming, byManhattan)},
	{
		ID: "critical-saves", Statement: "On a typical board not enqueueing the board of the previous node, the “critical optimisation”, saves boards.",
		Said: claim.Forms{
			Holds:     "Of the write-up's steps, not enqueueing the previous board saves boards on a typical one: where no limit stopped a run, {estimate} times as many are enqueued ([[fig:steps]])",
			Fails:     "Of the write-up's steps, not enqueueing the previous board costs boards on a typical one ([[fig:steps]])",
			Undecided: "Whether the write-up's program saves boards by not enqueueing the previous one is open ([[fig:steps]])",
		},
		Ask: saves(enqueued, withParent, byManhattan),
	},
	{ID: "list-saves", Statement: "On a typical board the list of closed boards that the write-up gave up saves boards on the queue.", Ask: saves(enqueued, byManhattan, withClosedList)},
	{
		ID: "twin-doubles", Statement: "On a typical board solving the twin in lockstep, instead of testing the parity, doubles the boards enqueued: by a factor from 1.9 to 2.1.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			return claim.Equivalent(claim.Ratio(uniform(f, experiments.Budget), enqueued, byManhattan, withTwin, "board"), 1.9, 2.1), nil
		},
	},
	{
		ID: "cache-same", Statement: "On none of the boards drawn here does remembering the estimate change a count: boards enqueued, longest queue and moves of the solution are the same.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			rows := uniform(f, experiments.Budget).Where(frame.Strategy.Is(byManhattan, recomputed))
			pairs := rows.Match(byManhattan, recomputed)
			differ := pairs.Where(func(c frame.Case) bool {
				a, b := c.Trials[0], c.Trials[1]
				return a.Meter.Generated != b.Meter.Generated || a.Meter.Stored != b.Meter.Stored || a.Cost != b.Cost || a.Outcome != b.Outcome
			})
			return claim.Every("board", rows.Instances(), len(pairs.Solved()), len(differ)).
				Saying("%s ran both ways; the counts differ on %d.", study.Capitalised(study.Plural(len(pairs), "board")), len(differ)), nil
		},
	},
	{ID: "table-saves", Statement: "On a typical board A* with a table of boards enqueues fewer, with the Hamming priority, than the write-up's program, which keeps none.", Ask: saves(enqueued, byHamming, astar+"hamming")},
	{ID: "list-costs-time", Timing: true, Statement: "On a typical board the write-up's program is faster without the list of closed boards.", Ask: saves(experiments.Seconds, withClosedList, byManhattan)},
}

// saves asks whether strategy b has less of a metric than a on a typical uniform
// board.
func saves(m experiments.Metric, a, b string) func(frame.Frame) (claim.Answer, error) {
	mode := experiments.Budget
	if m.Timing {
		mode = experiments.Timed
	}
	return func(f frame.Frame) (claim.Answer, error) {
		return claim.Below(claim.Ratio(uniform(f, mode), m, a, b, "board"), 1), nil
	}
}

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
	type board struct {
		tiles.Known
		rows frame.Frame
	}
	var boards []board
	rows := trials.Where(frame.Set.Is(courseSet))
	for _, k := range sliding.Boards(courseSet) {
		if at := rows.Where(frame.Index.Is(k.Number - 1)); at.Len() > 0 {
			boards = append(boards, board{k, at})
		}
	}
	count := func(name, strategy string) column.Of[board] {
		return column.Bounds(name, reports.Count, func(b board) frame.Bounded { return b.rows.Where(frame.Strategy.Is(strategy)).Summary(enqueued).Total })
	}
	return column.Fill(reports.Table{
		ID: "course", Title: "Boards enqueued on the course's boards", Groups: 1,
		Caption: "The write-up's last program, which keeps no table of boards, and A* with one. " + limitPhrase(rows, "Their counts are lower bounds.") +
			" The write-up prints no counts, only how many of the course's tests each version passed.",
	}, boards,
		column.Words("size", func(b board) string { return fmt.Sprintf("%d×%d", b.Board.Width(), b.Board.Height()) }),
		column.Words("board", func(b board) string { return b.Name }),
		column.Counts("moves", func(b board) int { return b.Optimal }),
		count("program, Hamming", byHamming), count("program, Manhattan", byManhattan),
		count("table, Hamming", astar+"hamming"), count("table, Manhattan", astar+"manhattan"),
	), nil
}

// prioritiesFigure shows, board by board, what the write-up's program puts onto
// its queue with either priority function.
func prioritiesFigure(trials frame.Frame) (plots.Figure, error) {
	rows := programs(trials, experiments.Budget).Where(frame.Strategy.Is(byHamming, byManhattan))
	f, err := plots.ScatterOf(rows, enqueued, byHamming, byManhattan)
	f.ID, f.Title = "priorities", "The write-up's program with either priority function"
	f.Caption += " " + limitPhrase(rows, "")
	return f, err
}

// change is one thing done differently, and what it changes on the same boards.
type change struct {
	name          string // as a row says it
	before, after string // strategies
	by            []analysis.Comparison
}

// changes are the steps of the write-up, each taken from its last program, and
// the two steps that it did not take.
var changes = []change{
	{name: "enqueue the previous board too", before: byManhattan, after: withParent},
	{name: "look up a list of closed boards", before: byManhattan, after: withClosedList},
	{name: "solve the twin in lockstep", before: byManhattan, after: withTwin},
	{name: "compute estimates again and again", before: byManhattan, after: recomputed},
	{name: "Manhattan for Hamming", before: byHamming, after: byManhattan},
	{name: "a table of boards, Manhattan", before: byManhattan, after: astar + "manhattan"},
	{name: "a table of boards, Hamming", before: byHamming, after: astar + "hamming"},
}

// compared returns the changes of which both sides were run, compared by each
// of the metrics.
func compared(rows frame.Frame, metrics ...experiments.Metric) ([]change, error) {
	var all []change
	for _, c := range changes {
		if !rows.Has(c.before, c.after) {
			continue
		}
		for _, m := range metrics {
			by, err := analysis.Compare(rows, m, c.before, c.after)
			if err != nil {
				return nil, err
			}
			c.by = append(c.by, by)
		}
		all = append(all, c)
	}
	return all, nil
}

// stepsFigure shows what each step of the write-up is worth in boards enqueued.
func stepsFigure(trials frame.Frame) (plots.Figure, error) {
	all, err := compared(uniform(trials, experiments.Budget), enqueued)
	if err != nil {
		return plots.Figure{}, err
	}
	var rows []plots.Interval
	for _, c := range all {
		rows = append(rows, plots.IntervalOf(c.name, c.by[0].Totals, c.by[0].N))
	}
	f, err := plots.Forest("steps", "What each step is worth", plots.ForestOptions{
		XLabel: "total boards enqueued after the change ÷ before",
		Below:  "fewer boards", Above: "more boards",
	}, rows)
	f.Caption += " Each row changes one thing of the write-up's last program, on the same uniform boards. " +
		limitPhrase(programs(trials, experiments.Budget), "Pairs with such a run are left out of the ratios, which makes the effect look smaller than it is.")
	return f, err
}

// changesTable compares the write-up's last program with each change, by the ratio of
// the totals of each metric.
func changesTable(t reports.Table, trials frame.Frame, mode experiments.Mode, metrics ...experiments.Metric) (reports.Table, error) {
	t.Caption += limitPhrase(programs(trials, mode), "Pairs with such a run are left out of the ratios.")
	columns := []column.Of[change]{
		column.Words("change", func(c change) string { return c.name }),
		column.Counts("boards", func(c change) int { return c.by[0].N }),
		column.Counts("stopped", func(c change) int { return c.by[0].Censored }).Doc("Pairs with a run that the limit ended."),
	}
	for i, m := range metrics {
		columns = append(columns, column.Estimates(m.Name, reports.Ratio, func(c change) stats.Estimate { return c.by[i].Totals }).Doc(m.Doc))
	}
	all, err := compared(uniform(trials, mode), metrics...)
	return column.Fill(t, all, columns...), err
}

// stepsTable compares boards, queue and memory.
func stepsTable(trials frame.Frame) (reports.Table, error) {
	return changesTable(reports.Table{
		ID: "changes", Title: "One change at a time: boards, queue and memory",
		Caption: "Totals after the change ÷ before, on the same uniform boards, with 95 % bootstrap intervals. ",
	}, trials, experiments.Budget,
		named(enqueued, "enqueued", ""),
		named(experiments.Stored, "longest queue", "Most boards on the queue at one time; for a table of boards, the table."),
		named(experiments.Memory, "memory", "Solver's own accounting; in the write-up's program every board that was ever enqueued, as all stay on some way back to the start."))
}

// stepTimesTable compares the times.
func stepTimesTable(trials frame.Frame) (reports.Table, error) {
	return changesTable(reports.Table{
		ID: "change-times", Title: "One change at a time: CPU time", Timing: true,
		Caption: "One run at a time on the same uniform boards; ratios of totals with 95 % bootstrap intervals. ",
	}, trials, experiments.Timed,
		named(experiments.Seconds, "time", "Total CPU time after the change ÷ before."),
		named(enqueued, "boards enqueued", "The same for the boards enqueued, on the same runs."))
}
