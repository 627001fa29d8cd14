package idastar

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/block"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/programs"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

var lemteaItems = []study.Item{
	study.Claim(claims, "lemtea8-sixty"), study.Block("lemtea8-path", pathFigure),
	study.Block("lemtea8-nodes", lemteaNodesTable), study.Block("lemtea8-memory", lemteaMemoryTable), study.Claim(claims, "lemtea8-gigabyte").Whole(),
	study.Block("lemtea8-calls", lemteaCallsTable), study.Claim(claims, "lemtea8-root").Whole(),
	study.Block("lemtea8-ablations", ablationsTable),
}

var lemteaClaims = []claim.Claim{
	{ID: "lemtea8-sixty", Of: frame.Selection{Sets: []string{"lemtea8"}, Mode: trial.Budget}, Ask: func(f frame.Frame) (claim.Answer, error) {
		done, found := finished(f, disputed.Number), map[string]bool{}
		if done.Len() > 0 {
			found[disputed.Name] = done.Count(func(t *trial.Trial) bool { return t.Cost != disputed.Optimal }) == 0
		}
		return claim.Every("board", []string{disputed.Name}, found).
			Saying("The optimal searches that finished (%d) found solutions with %s moves ([[fig:lemtea8-path]]).", done.Len(), numerals.Listed(length.Of(done))), nil
	}},
	{
		ID: "lemtea8-gigabyte", Of: frame.Selection{Sets: []string{"lemtea8"}, Mode: trial.Budget, Strategies: []string{"astar/lc-wd"}},
		Ask: func(f frame.Frame) (claim.Answer, error) {
			runs, found := f.Where(frame.Index.Is(disputed.Number-1)), map[string]bool{}
			for t := range runs.All() {
				large := t.Meter.Bytes >= gigabyte || t.Outcome == search.LimitMemory && t.Limits.Bytes >= gigabyte
				if large || solved(t) {
					found[disputed.Name] = !large
				}
			}
			return claim.Every("board", []string{disputed.Name}, found).Saying("A* takes %.1f MiB.", runs.Summary(trial.Memory).Max.Value/(1<<20)), nil
		},
	},
	{
		ID: "lemtea8-root", Of: frame.Selection{Sets: []string{"lemtea8"}, Mode: trial.Budget, Strategies: lemteaPrograms},
		Ask: func(f frame.Frame) (claim.Answer, error) {
			boards := slices.DeleteFunc(callEntries(f), func(e entry) bool { return e.Calls == 0 })
			return agreeing("count", boards, callsAgree, lemteaPrograms...), nil
		},
	},
}

// disputed is the board for which the write-up claims 60 moves.
var disputed = sliding.Boards("lemtea8")[9]

// longest is the board from the write-up that needs the most moves.
var longest = sliding.Boards("lemtea8")[8]

// lemteaRows returns the trials on the write-up's boards that ran in parallel.
func lemteaRows(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is("lemtea8"), frame.Mode.Is(trial.Budget))
}

// finished returns the trials of searches that solved the board with the given number.
func finished(trials frame.Frame, number int) frame.Frame {
	return lemteaRows(trials).Where(frame.Index.Is(number-1), solved)
}

var length = frame.NewFactor("length", func(t *trial.Trial) int { return t.Cost })

// pathFigure draws a solution of the board for which the write-up claims 60 moves.
func pathFigure(frame.Frame) (reports.Figure, error) {
	// Write the moves in groups of five, as the write-up does.
	letters := string(bytes.Join(slices.Collect(slices.Chunk([]byte(tiles.FormatPath(disputed.Path)), 5)), []byte(" ")))
	svg, png, err := plots.Drawing(func(w io.Writer) error {
		return render.Strip(w, disputed.Board, render.Drawing{Path: disputed.Path, Every: 4, Columns: 4, ID: "lemtea8-path"})
	})
	steps, failed := render.Steps(disputed.Board, render.Drawing{Path: disputed.Path, ID: "lemtea8-steps"})
	return reports.Figure{
		ID: "lemtea8-path", Title: fmt.Sprintf("Solution of board %s in %d moves", disputed.Name, len(disputed.Path)), SVG: svg, PNG: png,
		Caption: fmt.Sprintf("The strip shows the board after every four moves, with the number of moves made and the last move. The tiles move in these directions: %s.", letters),
		Alt:     fmt.Sprintf("A strip of boards from %s to the goal along the path %s.", disputed.Name, letters),
		Steps:   block.StepsOf(steps.Play()),
	}, cmp.Or(err, failed)
}

// lemteaNodesTable compares the searches by the nodes they expand.
func lemteaNodesTable(trials frame.Frame) (reports.Table, error) {
	return lemteaMatrix(reports.Table{ID: "lemtea8-nodes", Title: "Number of nodes expanded on the boards of the C++ write-up", Caption: "Searches whose names end in lemtea8 are the write-up's programs."},
		trials, trial.Expanded, reports.Count, "bfs", "astar-lemtea8", "astar/manhattan", "astar/lc-wd", "idastar-lemtea8", "idastar/manhattan", "idastar/lc-wd"), nil
}

// lemteaMemoryTable compares the searches by the memory they take.
func lemteaMemoryTable(trials frame.Frame) (reports.Table, error) {
	return lemteaMatrix(reports.Table{ID: "lemtea8-memory", Title: "Memory used on the boards of the C++ write-up", Caption: "Values are the peak memory of tables, queues and path lists, as counted by each search. IDA* keeps only one path."},
		trials, trial.Memory, reports.Bytes, "bfs", "astar-lemtea8", "astar/manhattan", "astar/lc-wd", "idastar-lemtea8"), nil
}

// lemteaMatrix has a row for each board and a column for each strategy.
func lemteaMatrix(t reports.Table, trials frame.Frame, m trial.Metric, kind reports.Kind, strategies ...string) reports.Table {
	t.Across = true
	columns := []column.Of[entry]{column.Words("board", entry.title), column.Counts("moves", func(e entry) int { return e.Optimal })}
	for i, s := range strategies {
		columns = append(columns, counter(s, i, m).Kind(kind).Smallest())
	}
	return column.Fill(t, tried(entries(lemteaRows(trials), "lemtea8", strategies...)), columns...)
}

// gigabyte is the memory limit of A* on the board for which, according to the write-up, it takes
// more than 8 GiB.
const gigabyte = 1 << 30

// lemteaCalls counts nodes in the same way as the write-up's IDA*.
var lemteaCalls = trial.Metric{Value: func(t *trial.Trial) float64 { return float64(programs.Lemtea8Count(t.Meter)) }}

// lemteaPrograms lists the write-up's IDA*, as written and with the start on its path list.
var lemteaPrograms = []string{"idastar-lemtea8", "idastar-lemtea8,root-on-path"}

// callEntries returns the boards for which the number of calls is published or was counted by one
// of three searches: the program, the program with the start on its path list, and the engine in
// the same move order.
func callEntries(trials frame.Frame) []entry {
	all := entries(lemteaRows(trials), "lemtea8", append(slices.Clip(lemteaPrograms), "idastar/manhattan,order=udlr")...)
	return slices.DeleteFunc(all, func(e entry) bool { return e.Calls == 0 && !e.hasTrial() })
}

// lemteaCallsTable compares the node counts of the write-up's IDA* with ours, and shows the cost of
// leaving the root out of its path list.
func lemteaCallsTable(trials frame.Frame) (reports.Table, error) {
	text := "The program counts calls of its recursive function, so we compare them with our number of nodes generated plus the number of iterations. We obtained the program's counts by running it."
	calls := func(name string, of func(entry) uint64) column.Of[entry] {
		return column.Numbers(name, reports.Count, func(e entry) float64 { return positive(float64(of(e))) }).Full()
	}
	return column.Fill(reports.Table{ID: "lemtea8-calls", Title: "Number of calls in the IDA* of the C++ write-up", Caption: text}, callEntries(trials),
		column.Words("board", entry.title),
		calls("program", func(e entry) uint64 { return e.Calls }), counter("rewritten", 0, lemteaCalls).Full(),
		calls("program, start listed", func(e entry) uint64 { return e.CallsRepaired }), counter("rewritten, start listed", 1, lemteaCalls).Full(),
		column.Cells("agrees", reports.Words, func(e entry) reports.Cell {
			if equal := callsAgree(e); len(equal) > 0 {
				return column.YesNo(!slices.Contains(slices.Collect(maps.Values(equal)), false))
			}
			return reports.Cell{}
		}).Doc("whether both pairs of counts are equal"),
		column.Numbers("omission costs", reports.Percent, omission).Doc("share of additional calls made because the start is not on the list"),
		counter("no list", 2, lemteaCalls).Full().Doc("number of calls for our engine without a path list, with moves in the same order"),
	), nil
}

// omission returns the share of additional calls that the write-up's program makes because the
// start is not on its path list.
func omission(e entry) float64 { return quotient(float64(e.Calls), float64(e.CallsRepaired)) - 1 }

// callsAgree returns, for each program that finished a board, whether its counts equal the
// published ones.
func callsAgree(e entry) map[string]bool {
	equal := map[string]bool{}
	for i, calls := range []uint64{e.Calls, e.CallsRepaired} {
		if t := e.trials[i]; t != nil && calls > 0 && t.Outcome.Answered() {
			equal[t.Strategy] = programs.Lemtea8Count(t.Meter) == calls
		}
	}
	return equal
}

// lemteaPrinted returns the numbers in the C++ write-up: those in its list of tests and those in
// its text.
func lemteaPrinted(trials frame.Frame) (all []printed) {
	for _, e := range entries(lemteaRows(trials), "lemtea8") {
		ours := reports.Num(stats.Mean(finished(trials, e.Number).Values(trial.Cost))) // all searches give the same length unless one is wrong
		all = append(all, printed{"C++ " + e.title(), "moves", reports.Int(e.Published), ours, fmt.Sprintf("wrong: a solution of %d moves is known", e.Optimal), ""})
	}
	alone := entries(trials.Where(frame.Mode.Is(trial.Timed)), "lemtea8", "astar/manhattan")[disputed.Number-1].trials[0]
	memory, ended := counted(alone, trial.Memory), "finished"
	memory.Value /= 1 << 20
	if memory.Lower {
		ended = "reached our limit of " + study.Binary(alone.Limits.Bytes)
	}
	queue := lemteaRows(trials).Where(frame.Strategy.Is("astar-lemtea8")).Summary(trial.Stored).Max
	long := counted(entries(lemteaRows(trials), "lemtea8", "idastar-lemtea8")[longest.Number-1].trials[0], trial.Expanded)
	places := movesByPlace()
	return append(
		all,
		printed{"C++ " + disputed.Name, "memory used by A*, MiB", reports.AtLeast(8 << 10), column.Bounded(memory), "with the same estimate, our A* " + ended, ""},
		printed{"C++, text", "number of moves with the blank in a corner, on an edge and inside", reports.Str("2, 3, 4"), reports.Str(fmt.Sprintf("%d, %d, %d", places[0], places[1], places[2])), "wrong", ""},
		printed{
			of: "C++, text", quantity: "number of states at step 17 of breadth-first search", published: reports.AtLeast(1e8),
			unmeasured: "not measured: a tree with three moves per state has 3^17 = 129 140 163 leaves; 473 551 positions are at most 17 moves from the goal (Korf and Schultze, 2005)",
		},
		printed{of: "C++, text", quantity: "number of moves on the hardest boards", published: reports.Int(80), unmeasured: "not measured: 80 was published earlier (Brüngger, Marzetta, Fukuda and Nievergelt, 1999)"},
		printed{"C++, text", "number of boards in A*'s queue", reports.Str("millions, tens of millions"), column.Bounded(queue), "longest queue that our reimplementation of its A* reaches within our memory limit", ""},
		printed{"C++, text", "number of nodes that IDA* expands on a board that needs more than 60 moves", reports.Str("it takes long"), column.Bounded(long), fmt.Sprintf("number for our reimplementation of its IDA* on %s, which needs %d moves", longest.Name, longest.Optimal), ""},
	)
}

// ablations lists variants of the write-up's two programs: without one of the write-up's
// optimizations, or with one of ours in its place.
var ablations = study.Read(files, "ablations.csv", func(row []string) ablation { return ablation{row[1], row[2], row[3]} })

type ablation struct{ program, without, strategy string }

// ablated returns the names of the strategies in the ablations.
func ablated() []string { return study.Map(ablations, func(a ablation) string { return a.strategy }) }

// ablationsTable shows how much each optimization in the write-up saves.
func ablationsTable(trials frame.Frame) (reports.Table, error) {
	type line struct {
		ablation
		entry
		trial, program *trial.Trial
	}
	var lines []line
	base := 0
	boards := tried(entries(trials.Where(frame.Mode.Is(trial.Timed)), "lemtea8", ablated()...))
	for at, a := range ablations {
		if a.without == "" {
			base = at
		}
		for _, e := range boards {
			if e.trials[base] != nil && e.trials[at] != nil {
				lines = append(lines, line{a, e, e.trials[at], e.trials[base]})
			}
		}
	}
	of := func(m trial.Metric) func(line) frame.Bounded {
		return func(l line) frame.Bounded { return counted(l.trial, m) }
	}
	text := "Each row removes one part of a program, or replaces it with the part named after the semicolon. Two searches are the same if they expand, generate and store equal numbers of nodes."
	return column.Fill(reports.Table{ID: "lemtea8-ablations", Title: "Savings from the optimizations described in the C++ write-up", Timing: true, Groups: 2, Caption: text}, lines,
		column.Words("program", func(l line) string { return l.ablation.program }),
		column.Words("without", func(l line) string { return l.without }), column.Words("board", func(l line) string { return l.title() }),
		column.Bounds("generated", reports.Count, of(trial.Generated)).Full(),
		column.Bounds("stored", reports.Count, of(trial.Stored)).Full(),
		column.Cells("same search", reports.Words, func(l line) reports.Cell {
			ours, its := l.trial.Meter, l.program.Meter
			return column.YesNo(ours.Expanded == its.Expanded && ours.Generated == its.Generated && ours.Stored == its.Stored)
		}),
		column.Bounds("time", reports.Seconds, of(trial.Seconds)),
		column.Bounds("÷ the program", reports.Ratio, func(l line) frame.Bounded {
			time := of(trial.Seconds)(l)
			if time.Value = quotient(time.Value, l.program.CPU); frame.Limited(l.program) {
				time.Value = math.NaN() // the divisor is only a lower bound
			}
			return time
		}).Doc("CPU time relative to the complete program; missing where a limit stopped that program"),
	), nil
}
