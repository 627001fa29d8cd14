package idastar

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

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
		Said: claim.Forms{
			Holds:     "The board that the write-up in C++ gives 60 moves takes 58 ([[fig:lemtea8-path]])",
			Fails:     "The board that the write-up in C++ gives 60 moves does not take 58 ([[table:published]])",
			Undecided: "No search here finished the board that the write-up in C++ gives 60 moves ([[table:published]])",
		},
		Ask: func(f frame.Frame) (claim.Answer, error) {
			done := finished(f, disputed.Number)
			return claim.Every("search", done.Len(), done.Len(), done.Count(func(t *experiments.Trial) bool { return t.Cost != disputed.Optimal })).
				Saying("Of the searches, all of which find shortest solutions only, %d finished, with %s moves; [[fig:lemtea8-path]] shows a path.", done.Len(), digits.Listed(length.Of(done))), nil
		},
	},
	{
		ID: "lemtea8-gigabyte", Statement: fmt.Sprintf("The board %s, on which the write-up's A* takes more than 8 GiB, is solved by A* with lc-wd in less than 1 GiB.", disputed.Name),
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
		ID: "lemtea8-root", Statement: "Both counts of the IDA* of the write-up in C++ come out exactly on all six boards that its program was run on: as it is written, with the start left off its list of the path, and repaired.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			boards := slices.DeleteFunc(callEntries(f), func(e entry) bool { return e.Calls == 0 })
			equal, ran := 0, 0
			for _, e := range boards {
				same, of := callsAgree(e)
				equal, ran = equal+same, ran+of
			}
			worst := slices.MaxFunc(boards, func(a, b entry) int { return cmp.Compare(omission(a), omission(b)) })
			return claim.Every("count", 2*len(boards), ran, ran-equal).
				Saying("%d of %d agree. The omission costs most on %s: %.0f %% more nodes.", equal, ran, worst.Name, 100*omission(worst)), nil
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
	k := disputed
	const every = 4
	var svg bytes.Buffer
	if err := render.Strip(&svg, k.Board, render.Drawing{Path: k.Path, Every: every, ID: "lemtea8-path"}); err != nil {
		return reports.Figure{}, err
	}
	var groups []string // of five, as the write-up has them
	for group := range slices.Chunk([]byte(tiles.FormatPath(k.Path)), 5) {
		groups = append(groups, string(group))
	}
	letters := strings.Join(groups, " ")
	png, err := plots.Raster(svg.Bytes())
	if err != nil {
		return reports.Figure{}, err
	}
	steps, err := render.Steps(k.Board, render.Drawing{Path: k.Path, ID: "lemtea8-steps"})
	if err != nil {
		return reports.Figure{}, err
	}
	return reports.Figure{
		ID: "lemtea8-path", Title: fmt.Sprintf("The board %s solved in %d moves", k.Name, len(k.Path)), SVG: svg.Bytes(), PNG: png,
		Caption: fmt.Sprintf("Every %dth board on the way, and the last. Above each: the number of moves made, and the last of them. All moves, as directions of tiles: %s.", every, letters),
		Alt:     fmt.Sprintf("A strip of boards from %s to the goal along the path %s.", k.Name, letters),
		Steps:   reports.StepsOf(steps.Play()),
	}, nil
}

// lemteaNodesTable compares the searches by the nodes they expand.
func lemteaNodesTable(trials frame.Frame) (reports.Table, error) {
	text := "One column for each search; those ending in lemtea8 are the write-up's programs. A > means that a limit ended the run: " + lemteaLimits(trials) + "."
	return lemteaMatrix(reports.Table{ID: "lemtea8-nodes", Title: "Nodes expanded on the boards of the write-up in C++", Caption: text},
		trials, experiments.Expanded, reports.Count, "bfs", "astar-lemtea8", "astar/manhattan", "astar/lc-wd", "idastar-lemtea8", "idastar/manhattan", "idastar/lc-wd"), nil
}

// lemteaMemoryTable compares the searches by the memory they take.
func lemteaMemoryTable(trials frame.Frame) (reports.Table, error) {
	text := "Peak of each search's own accounting: tables, queues and path lists, not the rest of the process. A > means that the run was stopped: " + lemteaLimits(trials) +
		". IDA* keeps one path, so its memory does not grow; our IDA* takes even less than the program shown."
	return lemteaMatrix(reports.Table{ID: "lemtea8-memory", Title: "Memory on the boards of the write-up in C++", Caption: text},
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

// lemteaLimits says under which limits the boards were searched.
func lemteaLimits(trials frame.Frame) string {
	const roomy = "astar/lc-wd" // has more room at larger scales, to show that it fits
	rows := lemteaRows(trials)
	var limits []string
	bytes := rows.Where(func(t *experiments.Trial) bool { return t.Strategy != roomy }).MemoryLimit()
	if bytes > 0 {
		limits = append(limits, study.Binary(bytes)+" for searches that store nodes")
	}
	if most := rows.Where(frame.Strategy.Is(roomy)).MemoryLimit(); most > bytes {
		limits = append(limits, study.Binary(most)+" for "+roomy)
	}
	if nodes := rows.NodeLimit(); nodes > 0 {
		limits = append(limits, study.Grouped(nodes)+" nodes expanded for IDA*")
	}
	return cmp.Or(strings.Join(limits, ", "), "no limit was set")
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
	text := "Its program counts calls of its recursive function: generated nodes, pruned ones included, and the root of every iteration; ours is converted, generated plus the number of iterations. " +
		"The counts of its program are from running it; the write-up itself prints times. It looks through the boards of the path before it goes on, but never puts the start there. " +
		"The last column only refuses to undo the last move."
	return column.Fill(reports.Table{ID: "lemtea8-calls", Title: "Nodes of the IDA* of the write-up in C++", Caption: text}, callEntries(trials),
		column.Words("board", entry.title),
		column.Numbers("program", reports.Count, func(e entry) float64 { return positive(float64(e.Calls)) }).Full(),
		counter("rewritten", 0, lemteaCalls).Full(),
		column.Numbers("program, start listed", reports.Count, func(e entry) float64 { return positive(float64(e.CallsRepaired)) }).Full(),
		counter("rewritten, start listed", 1, lemteaCalls).Full(),
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
	counts, near := countsOf(shape{4, 4}), uint64(0)
	for _, n := range counts[:18] {
		near += n
	}
	return append(all, memory,
		printed{
			"C++, text", "states of breadth-first search at step 17", reports.AtLeast(1e8), reports.Int(near),
			"convention: a tree in which moves are undone has 3^17 = 129 140 163 leaves; ours are all positions up to 17 moves from the goal",
		},
		printed{"C++, text", "moves of the hardest boards", reports.Int(80), reports.Int(counts.Max()), ""})
}

// ablations are the write-up's two programs and what each is without something that
// the write-up adds to it, or with something of ours in its place.
var ablations = []struct{ program, without, strategy string }{
	{"IDA*", "", "idastar-lemtea8"},
	{"IDA*", "blank kept", "idastar-lemtea8,find-blank"},
	{"IDA*", "estimate updated", "idastar-lemtea8,recompute"},
	{"IDA*", "both", "idastar-lemtea8,find-blank,recompute"},
	{"IDA*", "path list; no move is undone", "idastar-lemtea8,undo-only"},
	{"IDA*", "path list", "idastar-lemtea8,all-moves"},
	{"A*", "", "astar-lemtea8"},
	{"A*", "blank kept", "astar-lemtea8,find-blank"},
	{"A*", "estimate updated", "astar-lemtea8,recompute"},
	{"A*", "map of boards", "astar-lemtea8,no-map"},
	{"A*", "binary heap; lists by f", "astar-lemtea8,buckets"},
	{"A*", "all of it; our A*", "astar/manhattan"},
	{"A*", "any estimate; breadth-first", "bfs"},
}

// ablated names the strategies of the ablations.
func ablated() (names []string) {
	for _, a := range ablations {
		names = append(names, a.strategy)
	}
	return names
}

// ablationsTable shows what the write-up's optimisations save.
func ablationsTable(trials frame.Frame) (reports.Table, error) {
	type ablation struct {
		entry
		at, base int // in ablations
	}
	var rows []ablation
	base := 0
	boards := tried(entries(trials.Where(frame.Mode.Is(experiments.Timed)), "lemtea8", ablated()...))
	for at, a := range ablations {
		if a.without == "" {
			base = at
		}
		for _, e := range boards {
			if e.trials[base] != nil {
				rows = append(rows, ablation{e, at, base})
			}
		}
	}
	of := func(m experiments.Metric) func(ablation) frame.Bounded {
		return func(a ablation) frame.Bounded { return counted(a.trials[a.at], m) }
	}
	text := "Its two programs, each without one thing that it has, or with another in its place; one run at a time. The same search means that nodes expanded, generated and stored are all equal. Its heap holds pointers to nodes, ours in the rewritten program their numbers. A > means that a limit ended the run."
	return column.Fill(reports.Table{ID: "lemtea8-ablations", Title: "What the optimisations of the write-up in C++ save", Timing: true, Groups: 2, Caption: text}, rows,
		column.Words("program", func(a ablation) string { return ablations[a.at].program }),
		column.Words("without", func(a ablation) string { return ablations[a.at].without }),
		column.Words("board", func(a ablation) string { return a.title() }),
		column.Bounds("generated", reports.Count, of(experiments.Generated)).Full(),
		column.Bounds("stored", reports.Count, of(experiments.Stored)).Full(),
		column.Cells("same search", reports.Words, func(a ablation) reports.Cell {
			ours, its := a.trials[a.at].Meter, a.trials[a.base].Meter
			return reports.YesNo(ours.Expanded == its.Expanded && ours.Generated == its.Generated && ours.Stored == its.Stored)
		}),
		column.Bounds("time", reports.Seconds, of(experiments.Seconds)),
		column.Bounds("÷ the program", reports.Ratio, func(a ablation) frame.Bounded {
			time := of(experiments.Seconds)(a)
			time.Value /= a.trials[a.base].CPU
			return time
		}),
	), nil
}
