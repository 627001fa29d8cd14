package idastar

import (
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/programs"
)

var simonSections = study.Sections{{
	Heading: "The write-up in C",
	Text: "Simon531 (blog post, 2019) wrote IDA* with the Manhattan distance in C and ran it on six boards, all of them Korf's. " +
		"The same search is run here twice: by that program, rewritten, and by the engine with successors in the program's order. " +
		"Every counter it printed can be had again, on any machine; the seconds cannot.",
	Items: []study.Item{
		study.Block("simon531", SimonTable), study.Block("simon531-exact", SimonClaim),
		study.Block("simon531-programs", SimonProgramsTable),
		study.Block("simon531-seconds", SimonSecondsTable), study.Block("simon531-update", SimonUpdateClaim),
	},
}}

// The searches of the write-up in C: its program, and the engine in its order.
const (
	simonProgram = "idastar-simon531"
	simonEngine  = "idastar/manhattan,order=lrud"
)

// simonTrial returns the trial of a strategy on the board of that number.
func simonTrial(trials frame.Frame, number int, strategy string) (experiments.Trial, bool) {
	return single(trials.Where(frame.Set.Is("simon531"), frame.Mode.Is(experiments.Timed)), number, strategy)
}

// single returns the first of the trials of a strategy on the board of that
// number.
func single(trials frame.Frame, number int, strategy string) (experiments.Trial, bool) {
	if t := trials.Where(frame.Index.Is(number-1), frame.Strategy.Is(strategy)).First(); t != nil {
		return *t, true
	}
	return experiments.Trial{}, false
}

// SimonTable sets the write-up's table beside ours.
func SimonTable(trials frame.Frame) (reports.Table, error) {
	t := reports.Table{
		ID: "simon531", Title: "The table of the write-up in C, beside ours",
		Caption: "IDA* with the Manhattan distance, blank moves tried left, right, up, down. Generated: children created in all iterations, in both programs. " +
			"Expanded: the write-up leaves out the root of each iteration; ours is converted, expanded less the number of iterations.",
		Columns: []reports.Column{
			{Name: "board"},
			{Name: "h", Kind: reports.Count, Doc: "Manhattan distance of the start"},
			{Name: "bounds"},
			{Name: "length", Kind: reports.Count},
			{Name: "generated, published", Kind: reports.Count, Full: true},
			{Name: "generated, ours", Kind: reports.Count, Full: true},
			{Name: "expanded, published", Kind: reports.Count, Full: true},
			{Name: "expanded, ours", Kind: reports.Count, Full: true},
			{Name: "agrees", Doc: "length, bounds and both counters are equal, in the rewritten program and in the engine"},
		},
	}
	for _, k := range sliding.Boards("simon531") {
		row := []reports.Cell{
			reports.Str(boardName(k)), reports.Int(tiles.Manhattan.Of(k.Board)), reports.Str(span(k.Thresholds)), reports.Int(k.Optimal),
			reports.Int(k.Generated),
			{},
			reports.Int(k.Expanded),
			{},
			reports.Str("not run"),
		}
		agree, ran := true, 0
		for _, strategy := range []string{simonEngine, simonProgram} {
			if trial, ok := simonTrial(trials, k.Number, strategy); ok {
				row[5], row[7] = counted(&trial, trial.Meter.Generated), counted(&trial, programs.Simon531Expanded(trial.Meter))
				agree = agree && simonAgrees(k, &trial)
				ran++
			}
		}
		if ran > 0 {
			row[8] = reports.YesNo(agree)
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}

// simonAgrees reports whether a trial counts what is published of its board.
func simonAgrees(k tiles.Known, t *experiments.Trial) bool {
	var bounds []int
	for _, i := range t.Meter.Iterations {
		bounds = append(bounds, i.Bound)
	}
	return t.Outcome.Answered() && t.Cost == k.Optimal && slices.Equal(bounds, k.Thresholds) &&
		t.Meter.Generated == k.Generated && programs.Simon531Expanded(t.Meter) == k.Expanded
}

// SimonClaim asks whether the published counters come out to the last digit.
func SimonClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("simon531-exact", "The table of the write-up in C comes out to the last digit: lengths, bounds, nodes generated and nodes expanded.")
	known := sliding.Boards("simon531")
	equal, ran := 0, 0
	for _, k := range known {
		for _, strategy := range []string{simonProgram, simonEngine} {
			if trial, ok := simonTrial(trials, k.Number, strategy); ok {
				ran++
				if simonAgrees(k, &trial) {
					equal++
				}
			}
		}
	}
	return claim.Decided(ran, reports.VerdictOf(equal == ran),
		"Two programs on %d boards make %s, of which %d were run; %d of these agree in every number.", len(known), study.Plural(2*len(known), "row"), ran, equal), nil
}

// SimonProgramsTable shows what another order of moves and a better heuristic
// do to the same boards.
func SimonProgramsTable(trials frame.Frame) (reports.Table, error) {
	t := reports.Table{
		ID: "simon531-programs", Title: "Nodes generated on the write-up's boards",
		Caption: "The order of moves is that of the blank. It changes the last iteration only, in which a solution is met sooner or later; the heuristic changes all of them.",
		Columns: []reports.Column{
			{Name: "board"},
			{Name: "left right up down", Kind: reports.Count, Full: true, Doc: "Manhattan distance, the order of the write-up"},
			{Name: "up left right down", Kind: reports.Count, Full: true, Doc: "Manhattan distance, the order of Korf's counts"},
			{Name: "÷", Kind: reports.Ratio, Doc: "second order over first"},
			{Name: "lc-wd", Kind: reports.Count, Full: true, Doc: "in the order of Korf's counts"},
			{Name: "lc-wd ÷ Manhattan", Kind: reports.Ratio},
		},
	}
	for _, k := range sliding.Boards("simon531") {
		row := []reports.Cell{reports.Str(boardName(k)), {}, {}, {}, {}, {}}
		var generated [3]float64
		for i, strategy := range []string{simonEngine, "idastar/manhattan", "idastar/lc-wd"} {
			if trial, ok := simonTrial(trials, k.Number, strategy); ok {
				row[[]int{1, 2, 4}[i]] = counted(&trial, trial.Meter.Generated)
				if trial.Outcome.Answered() {
					generated[i] = float64(trial.Meter.Generated)
				}
			}
		}
		row[3], row[5] = quotient(generated[1], generated[0]), quotient(generated[2], generated[1])
		if generated != [3]float64{} {
			t.Rows = append(t.Rows, row)
		}
	}
	return t, nil
}

// SimonSecondsTable sets the write-up's seconds beside ours.
func SimonSecondsTable(trials frame.Frame) (reports.Table, error) {
	t := reports.Table{
		ID: "simon531-seconds", Title: "The write-up's seconds beside ours", Timing: true,
		Caption: "One run at a time on one core. The published seconds are of another machine. The program and the engine make the same search, node for node: " +
			"the program computes the Manhattan distance anew on every node; the engine changes it with each move.",
		Columns: []reports.Column{
			{Name: "board"},
			{Name: "published", Kind: reports.Seconds},
			{Name: "program", Kind: reports.Seconds, Doc: "the write-up's, rewritten"},
			{Name: "engine", Kind: reports.Seconds, Doc: "in the write-up's order"},
			{Name: "faster by", Kind: reports.Ratio, Doc: "program over engine: the same nodes on the same machine"},
			{Name: "Korf's order", Kind: reports.Seconds, Doc: "the engine with blank moves up, left, right, down, for which it has generated code"},
			{Name: "nodes per second", Kind: reports.Count, Doc: "generated, in Korf's order"},
			{Name: "lc-wd", Kind: reports.Seconds, Doc: "the engine with that heuristic, in Korf's order"},
		},
	}
	for _, k := range sliding.Boards("simon531") {
		row := []reports.Cell{reports.Str(boardName(k)), reports.Num(k.Seconds), {}, {}, {}, {}, {}, {}}
		var seconds [4]float64
		for i, strategy := range []string{simonProgram, simonEngine, "idastar/manhattan", "idastar/lc-wd"} {
			trial, ok := simonTrial(trials, k.Number, strategy)
			if !ok {
				continue
			}
			seconds[i] = trial.CPU
			row[[]int{2, 3, 5, 7}[i]] = reports.Num(trial.CPU)
			if i == 2 && trial.CPU > 0 {
				row[6] = reports.Num(float64(trial.Meter.Generated) / trial.CPU)
			}
		}
		row[4] = quotient(seconds[0], seconds[1])
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}

// updateFactor is what keeping the estimate up to date is claimed to gain.
const updateFactor = 2

// SimonUpdateClaim asks what it is worth not to compute estimates anew.
func SimonUpdateClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("simon531-update", "On each of the write-up's boards the engine makes the same search more than twice as fast as the write-up's program, rewritten.")
	claim.Timing = true
	var ratios []float64
	for _, k := range sliding.Boards("simon531") {
		program, ok := simonTrial(trials, k.Number, simonProgram)
		engine, ok2 := simonTrial(trials, k.Number, simonEngine)
		if ok && ok2 && engine.CPU > 0 && program.Meter.Generated == engine.Meter.Generated {
			ratios = append(ratios, program.CPU/engine.CPU)
		}
	}
	if len(ratios) == 0 {
		return claim, nil
	}
	return claim.Decided(len(ratios), reports.VerdictOf(slices.Min(ratios) > updateFactor),
		"CPU time of the program over that of the engine: %.1f to %.1f on %s.", slices.Min(ratios), slices.Max(ratios), study.Plural(len(ratios), "board")), nil
}
