package idastar

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/internal/digits"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/programs"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

var lemteaItems = []study.Item{
	study.Claim(claims, "lemtea8-sixty"), study.Block("lemtea8-path", pathFigure),
	study.Block("lemtea8-nodes", lemteaNodesTable), study.Block("lemtea8-memory", lemteaMemoryTable), study.Claim(claims, "lemtea8-gigabyte"),
	study.Block("lemtea8-calls", lemteaCallsTable), study.Claim(claims, "lemtea8-root"),
	study.Block("lemtea8-ablations", ablationsTable),
}

var lemteaClaims = []claim.Claim{
	{
		ID: "lemtea8-sixty", Statement: fmt.Sprintf("The board %s, said to need %d moves, takes %d.", disputed.Name, disputed.Published, disputed.Optimal),
		Ask: func(f frame.Frame) (claim.Answer, error) {
			done := finished(f, disputed.Number)
			return claim.Every("search", done.Len(), done.Len(), done.Count(func(t *experiments.Trial) bool { return t.Cost != disputed.Optimal })).
				Saying("Of the optimal searches %d finished, with %s moves ([[fig:lemtea8-path]]).", done.Len(), digits.Listed(length.Of(done))), nil
		},
	},
	{
		ID: "lemtea8-gigabyte", Statement: fmt.Sprintf("A* with lc-wd solves %s, on which the write-up's A* takes more than 8 GiB, in less than 1 GiB.", disputed.Name),
		Ask: func(f frame.Frame) (claim.Answer, error) {
			runs := lemteaRows(f).Where(frame.Index.Is(disputed.Number-1), frame.Strategy.Is("astar/lc-wd"))
			large := runs.Count(func(t *experiments.Trial) bool {
				return t.Meter.Bytes >= gigabyte || t.Outcome == search.LimitMemory && t.Limits.Bytes >= gigabyte
			})
			small := runs.Count(func(t *experiments.Trial) bool { return solved(t) && t.Meter.Bytes < gigabyte })
			most := runs.Summary(experiments.Memory).Max
			return claim.Every("run", runs.Len(), small+large, large).Saying("It takes %.1f MiB.", most.Value/(1<<20)), nil
		},
	},
	{
		ID: "lemtea8-root", Statement: "Both counts of the IDA* in C++, as written and with the start on its list of the path, come out exactly on the six boards that its program was run on.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			boards := slices.DeleteFunc(callEntries(f), func(e entry) bool { return e.Calls == 0 })
			return agreeing("count", boards, callsAgree), nil
		},
	},
}

// disputed is the board that the write-up says to need 60 moves.
var disputed = sliding.Boards("lemtea8")[9]

// lemteaRows returns the trials on the boards of the write-up that ran beside each
// other.
func lemteaRows(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is("lemtea8"), frame.Mode.Is(experiments.Budget))
}

// finished returns the trials of searches that solved the board of that number.
func finished(trials frame.Frame, number int) frame.Frame {
	return lemteaRows(trials).Where(frame.Index.Is(number-1), solved)
}

var length = frame.NewFactor("length", func(t *experiments.Trial) int { return t.Cost })

// pathFigure draws a solution of the board that is said to need 60 moves.
func pathFigure(frame.Frame) (reports.Figure, error) {
	// In groups of five, as the write-up has them.
	letters := string(bytes.Join(slices.Collect(slices.Chunk([]byte(tiles.FormatPath(disputed.Path)), 5)), []byte(" ")))
	svg, png, err := plots.Drawing(func(w io.Writer) error {
		return render.Strip(w, disputed.Board, render.Drawing{Path: disputed.Path, Every: 4, ID: "lemtea8-path"})
	})
	steps, failed := render.Steps(disputed.Board, render.Drawing{Path: disputed.Path, ID: "lemtea8-steps"})
	return reports.Figure{
		ID: "lemtea8-path", Title: fmt.Sprintf("The board %s solved in %d moves", disputed.Name, len(disputed.Path)), SVG: svg, PNG: png,
		Caption: fmt.Sprintf("Every fourth board on the way, with the number of moves made and the last of them. All moves, as directions of tiles: %s.", letters),
		Alt:     fmt.Sprintf("A strip of boards from %s to the goal along the path %s.", disputed.Name, letters),
		Steps:   reports.StepsOf(steps.Play()),
	}, cmp.Or(err, failed)
}

// lemteaNodesTable compares the searches by the nodes they expand.
func lemteaNodesTable(trials frame.Frame) (reports.Table, error) {
	return lemteaMatrix(reports.Table{ID: "lemtea8-nodes", Title: "Nodes expanded on the boards of the write-up in C++", Caption: "Searches that end in lemtea8 are the write-up's programs."},
		trials, experiments.Expanded, reports.Count, "bfs", "astar-lemtea8", "astar/manhattan", "astar/lc-wd", "idastar-lemtea8", "idastar/manhattan", "idastar/lc-wd"), nil
}

// lemteaMemoryTable compares the searches by the memory they take.
func lemteaMemoryTable(trials frame.Frame) (reports.Table, error) {
	return lemteaMatrix(reports.Table{ID: "lemtea8-memory", Title: "Memory on the boards of the write-up in C++", Caption: "Peak of each search's own accounting: tables, queues and path lists. IDA* keeps one path."},
		trials, experiments.Memory, reports.Bytes, "bfs", "astar-lemtea8", "astar/manhattan", "astar/lc-wd", "idastar-lemtea8"), nil
}

// lemteaMatrix has a row for each board and a column for each strategy.
func lemteaMatrix(t reports.Table, trials frame.Frame, m experiments.Metric, kind reports.Kind, strategies ...string) reports.Table {
	t.Across = true
	columns := []column.Of[entry]{column.Words("board", entry.title), column.Counts("moves", func(e entry) int { return e.Optimal })}
	for i, s := range strategies {
		columns = append(columns, counter(s, i, m).Kind(kind).Smallest())
	}
	return column.Fill(t, tried(entries(lemteaRows(trials), "lemtea8", strategies...)), columns...)
}

// gigabyte is what A* is to do with on the board that the write-up says takes
// more than 8 GiB.
const gigabyte = 1 << 30

// lemteaCalls counts nodes as the write-up's IDA* does.
var lemteaCalls = experiments.Metric{Value: func(t *experiments.Trial) float64 { return float64(programs.Lemtea8Count(t.Meter)) }}

// callEntries returns the boards whose calls are published or were counted: by
// the program, the program with the start on its list, and the engine in the
// same order of moves.
func callEntries(trials frame.Frame) []entry {
	all := entries(lemteaRows(trials), "lemtea8", "idastar-lemtea8", "idastar-lemtea8,root-on-path", "idastar/manhattan,order=udlr")
	return slices.DeleteFunc(all, func(e entry) bool { return e.Calls == 0 && !e.hasTrial() })
}

// lemteaCallsTable sets the node counts of the write-up's IDA* beside ours, and
// shows what the root that is missing from its path list costs.
func lemteaCallsTable(trials frame.Frame) (reports.Table, error) {
	text := "The program counts calls of its recursive function; ours is converted: generated plus iterations. Its counts are from running it."
	calls := func(name string, of func(entry) uint64) column.Of[entry] {
		return column.Numbers(name, reports.Count, func(e entry) float64 { return positive(float64(of(e))) }).Full()
	}
	return column.Fill(reports.Table{ID: "lemtea8-calls", Title: "Nodes of the IDA* of the write-up in C++", Caption: text}, callEntries(trials),
		column.Words("board", entry.title),
		calls("program", func(e entry) uint64 { return e.Calls }), counter("rewritten", 0, lemteaCalls).Full(),
		calls("program, start listed", func(e entry) uint64 { return e.CallsRepaired }), counter("rewritten, start listed", 1, lemteaCalls).Full(),
		column.Cells("agrees", reports.Words, func(e entry) reports.Cell {
			if equal, compared := callsAgree(e); compared > 0 {
				return reports.YesNo(equal == compared)
			}
			return reports.Cell{}
		}).Doc("both pairs of counts are equal"),
		column.Numbers("omission costs", reports.Percent, omission).Doc("what its program counts more than with the start on the list"),
		counter("no list", 2, lemteaCalls).Full().Doc("the engine in the same order of moves"),
	), nil
}

// omission is the share of calls that the write-up's program makes more because
// the start is not on its list.
func omission(e entry) float64 { return quotient(float64(e.Calls), float64(e.CallsRepaired)) - 1 }

// callsAgree returns how many of the two programs' counts on a board were
// compared, and how many are equal.
func callsAgree(e entry) (equal, compared int) {
	for i, calls := range []uint64{e.Calls, e.CallsRepaired} {
		if t := e.trials[i]; t != nil && calls > 0 && t.Outcome.Answered() {
			compared++
			if programs.Lemtea8Count(t.Meter) == calls {
				equal++
			}
		}
	}
	return equal, compared
}

// lemteaPrinted are the numbers of the write-up in C++: its test list, and what
// its text says.
func lemteaPrinted(trials frame.Frame) (all []printed) {
	for _, e := range entries(lemteaRows(trials), "lemtea8") {
		var ours reports.Cell
		if done := finished(trials, e.Number).First(); done != nil {
			ours = reports.Int(done.Cost)
		}
		all = append(all, printed{"C++ " + e.title(), "moves", reports.Int(e.Published), ours, fmt.Sprintf("wrong: a solution of %d moves is known", e.Optimal)})
	}
	memory := printed{"C++ " + disputed.Name, "MiB that A* takes", reports.AtLeast(8 << 10), reports.Cell{}, "our A* with the same estimate finished"}
	only := entries(trials.Where(frame.Mode.Is(experiments.Timed)), "lemtea8", "astar/manhattan")
	if t := only[disputed.Number-1].trials[0]; t != nil {
		taken := counted(t, experiments.Memory)
		taken.Value /= 1 << 20
		memory.ours = reports.Bounded(taken)
		if taken.Lower {
			memory.why = fmt.Sprintf("our A* with the same estimate was stopped at our limit of %s", study.Binary(t.Limits.Bytes))
		}
	}
	counts := countsOf(shape{4, 4})
	return append(all, memory,
		printed{
			"C++, text", "states of breadth-first search at step 17", reports.AtLeast(1e8), reports.Int(counts[:18].Positions()),
			"convention: a tree in which moves are undone has 3^17 = 129 140 163 leaves; ours are all positions up to 17 moves from the goal",
		},
		printed{"C++, text", "moves of the hardest boards", reports.Int(80), reports.Int(counts.Max()), ""})
}

// ablations are the write-up's two programs and what each is without something that
// the write-up adds to it, or with something of ours in its place.
var ablations = study.Read(files, "ablations.csv", func(row []string) ablation { return ablation{row[1], row[2], row[3]} })

type ablation struct{ program, without, strategy string }

// ablated names the strategies of the ablations.
func ablated() []string { return study.Map(ablations, func(a ablation) string { return a.strategy }) }

// ablationsTable shows what the write-up's optimisations save.
func ablationsTable(trials frame.Frame) (reports.Table, error) {
	type line struct {
		ablation
		entry
		trial, program *experiments.Trial
	}
	var lines []line
	base := 0
	boards := tried(entries(trials.Where(frame.Mode.Is(experiments.Timed)), "lemtea8", ablated()...))
	for at, a := range ablations {
		if a.without == "" {
			base = at
		}
		for _, e := range boards {
			if e.trials[base] != nil {
				lines = append(lines, line{a, e, e.trials[at], e.trials[base]})
			}
		}
	}
	of := func(m experiments.Metric) func(line) frame.Bounded {
		return func(l line) frame.Bounded { return counted(l.trial, m) }
	}
	text := "Each program without one thing that it has, or with another in its place. The same search: nodes expanded, generated and stored are all equal."
	return column.Fill(reports.Table{ID: "lemtea8-ablations", Title: "What the optimisations of the write-up in C++ save", Timing: true, Groups: 2, Caption: text}, lines,
		column.Words("program", func(l line) string { return l.ablation.program }),
		column.Words("without", func(l line) string { return l.without }), column.Words("board", func(l line) string { return l.title() }),
		column.Bounds("generated", reports.Count, of(experiments.Generated)).Full(),
		column.Bounds("stored", reports.Count, of(experiments.Stored)).Full(),
		column.Cells("same search", reports.Words, func(l line) reports.Cell {
			ours, its := l.trial.Meter, l.program.Meter
			return reports.YesNo(ours.Expanded == its.Expanded && ours.Generated == its.Generated && ours.Stored == its.Stored)
		}),
		column.Bounds("time", reports.Seconds, of(experiments.Seconds)),
		column.Bounds("÷ the program", reports.Ratio, func(l line) frame.Bounded {
			time := of(experiments.Seconds)(l)
			time.Value /= l.program.CPU
			return time
		}),
	), nil
}
