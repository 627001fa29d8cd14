package idastar

import (
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/programs"
)

var simonItems = []study.Item{
	study.Claim(claims, "simon531-exact"), study.Block("simon531-programs", simonProgramsTable),
	study.Block("simon531-seconds", simonSecondsTable), study.Claim(claims, "simon531-update"),
}

var simonClaims = []claim.Claim{
	{
		ID: "simon531-exact", Statement: "The table of the write-up in C comes out to the last digit on all six boards, in its program and in the engine: lengths, bounds, nodes generated and nodes expanded.",
		Said: claim.Forms{
			Holds:     "The counters of the write-up in C come out to the last digit ([[table:published]])",
			Fails:     "Some counters of the write-up in C do not come out ([[table:published]])",
			Undecided: "Whether all counters of the write-up in C come out is open until its largest boards are run ([[table:published]])",
		},
		Ask: func(f frame.Frame) (claim.Answer, error) {
			boards := simonEntries(f, simonProgram, simonEngine)
			equal, ran := 0, 0
			for _, e := range boards {
				agree, of := simonAgree(e)
				equal, ran = equal+agree, ran+of
			}
			return claim.Every("row", 2*len(boards), ran, ran-equal).Saying("%d of %d agree in every number.", equal, ran), nil
		},
	},
	{
		ID: "simon531-update", Timing: true, Statement: "On each of the write-up's six boards the engine makes the same search faster than the write-up's program, rewritten.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			var ratios []float64
			against := 0
			for _, c := range simonRows(f).Match(simonProgram, simonEngine).Solved() {
				program, engine := c.Trials[0], c.Trials[1]
				ratios = append(ratios, program.CPU/engine.CPU)
				if !(program.CPU > engine.CPU) || program.Meter.Generated != engine.Meter.Generated {
					against++
				}
			}
			return claim.Every("board", len(sliding.Boards("simon531")), len(ratios), against).
				Saying("CPU time of the program over that of the engine: %.1f to %.1f.", stats.Quantile(ratios, 0), stats.Quantile(ratios, 1)), nil
		},
	},
}

// The searches of the write-up in C: its program, and the engine in its order.
const (
	simonProgram = "idastar-simon531"
	simonEngine  = "idastar/manhattan,order=lrud"
)

// simonRows returns the trials on the boards of the write-up that ran one at a time.
func simonRows(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is("simon531"), frame.Mode.Is(experiments.Timed))
}

// simonEntries returns the boards of the write-up with these trials.
func simonEntries(trials frame.Frame, strategies ...string) []entry {
	return entries(simonRows(trials), "simon531", strategies...)
}

// simonAgree returns how many trials finished a board, and how many of them count
// what is published.
func simonAgree(e entry) (equal, ran int) {
	for _, t := range e.trials {
		if t == nil || !t.Outcome.Answered() {
			continue
		}
		ran++
		sameBound := func(i search.Iteration, bound int) bool { return i.Bound == bound }
		if t.Cost == e.Optimal && slices.EqualFunc(t.Meter.Iterations, e.Thresholds, sameBound) &&
			t.Meter.Generated == e.Generated && programs.Simon531Expanded(t.Meter) == e.Expanded {
			equal++
		}
	}
	return equal, ran
}

// simonProgramsTable shows what another order of moves and a better heuristic
// do to the same boards.
func simonProgramsTable(trials frame.Frame) (reports.Table, error) {
	return column.Fill(reports.Table{
		ID: "simon531-programs", Title: "Nodes generated on the write-up's boards",
		Caption: "The order of moves is that of the blank. It changes the last iteration only, in which a solution is met sooner or later; the heuristic changes all of them.",
	}, tried(simonEntries(trials, simonEngine, "idastar/manhattan", "idastar/lc-wd")),
		column.Words("board", entry.title),
		counter("left right up down", 0, experiments.Generated).Full().Doc("Manhattan distance, the order of the write-up"),
		counter("up left right down", 1, experiments.Generated).Full().Doc("Manhattan distance, the order of Korf's counts"),
		times("÷", 1, 0, experiments.Generated).Doc("second order over first"),
		counter("lc-wd", 2, experiments.Generated).Full().Doc("in the order of Korf's counts"),
		times("lc-wd ÷ Manhattan", 2, 1, experiments.Generated),
	), nil
}

// simonSecondsTable sets the write-up's seconds beside ours.
func simonSecondsTable(trials frame.Frame) (reports.Table, error) {
	seconds := func(name string, i int) column.Of[entry] {
		return counter(name, i, experiments.Seconds).Kind(reports.Seconds)
	}
	return column.Fill(reports.Table{
		ID: "simon531-seconds", Title: "The write-up's seconds beside ours", Timing: true,
		Caption: "One run at a time on one core. The published seconds are of another machine. The program and the engine make the same search, node for node: " +
			"the program computes the Manhattan distance anew on every node; the engine changes it with each move.",
	}, simonEntries(trials, simonProgram, simonEngine, "idastar/manhattan", "idastar/lc-wd"),
		column.Words("board", entry.title),
		column.Numbers("published", reports.Seconds, func(e entry) float64 { return e.Seconds }),
		seconds("program", 0).Doc("the write-up's, rewritten"),
		seconds("engine", 1).Doc("in the write-up's order"),
		times("faster by", 0, 1, experiments.Seconds).Doc("program over engine: the same nodes on the same machine"),
		seconds("Korf's order", 2).Doc("the engine with blank moves up, left, right, down, for which it has generated code"),
		column.Numbers("nodes per second", reports.Count, func(e entry) float64 {
			return quotient(e.answered(2, experiments.Generated), e.answered(2, experiments.Seconds))
		}).Doc("generated, in Korf's order"),
		seconds("lc-wd", 3).Doc("the engine with that heuristic, in Korf's order"),
	), nil
}
