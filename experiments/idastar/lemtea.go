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
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/programs"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

var lemteaItems = []study.Item{
	study.Block("lemtea8", lemteaTable), study.Claim(claims, "lemtea8-sixty"), study.Block("lemtea8-path", pathFigure),
	study.Block("lemtea8-nodes", lemteaNodesTable), study.Block("lemtea8-memory", lemteaMemoryTable), study.Claim(claims, "lemtea8-gigabyte"),
	study.Block("lemtea8-calls", lemteaCallsTable), study.Claim(claims, "lemtea8-root"),
}

var lemteaClaims = []claim.Claim{
	{
		ID: "lemtea8-sixty", Statement: fmt.Sprintf("The board %s, said to need %d moves, takes %d.", disputed.Name, disputed.Published, disputed.Optimal),
		Said: claim.Forms{
			Holds:     "The board that the write-up in C++ gives 60 moves takes 58 ([[fig:lemtea8-path]])",
			Fails:     "The board that the write-up in C++ gives 60 moves does not take 58 ([[table:lemtea8]])",
			Undecided: "No search here finished the board that the write-up in C++ gives 60 moves ([[table:lemtea8]])",
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

func lemteaRows(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is("lemtea8"))
}

// lemteaTable sets the write-up's lengths beside ours.
func lemteaTable(trials frame.Frame) (reports.Table, error) {
	searches := func(e entry) int { return lemteaRows(trials).Count(frame.Index.Is(e.Number - 1)) }
	return column.Fill(reports.Table{
		ID: "lemtea8", Title: "The boards of the write-up in C++, and their lengths",
		Caption: "Boards as the write-up has them, row by row in hexadecimal digits. Every search here finds shortest solutions only, so one that finishes settles the length.",
	}, entries(trials, "lemtea8"),
		column.Words("board", entry.title),
		column.Counts("moves, published", func(e entry) int { return e.Published }),
		column.Cells("moves, ours", reports.Count, func(e entry) reports.Cell {
			switch lengths := lengthsOf(trials, e.Number); len(lengths) {
			case 0:
				return reports.Cell{}
			case 1:
				return reports.Int(lengths[0])
			default:
				return reports.Str(digits.Listed(lengths))
			}
		}),
		column.Words("agrees", func(e entry) string {
			switch lengths := lengthsOf(trials, e.Number); {
			case searches(e) == 0:
				return "not run"
			case len(lengths) == 0:
				return "not known"
			case slices.Equal(lengths, []int{e.Published}):
				return "yes"
			}
			return "no"
		}),
		column.Counts("searches", searches),
		column.Counts("finished", func(e entry) int { return finished(trials, e.Number).Len() }).Doc("searches that no limit ended"),
	), nil
}

// finished returns the trials of searches that solved the board of that number.
func finished(trials frame.Frame, number int) frame.Frame {
	return lemteaRows(trials).Where(frame.Index.Is(number-1), solved)
}

// lengthsOf returns the different lengths that were found for a board.
func lengthsOf(trials frame.Frame, number int) []int { return length.Of(finished(trials, number)) }

var length = frame.NewFactor("length", func(t *experiments.Trial) int { return t.Cost })

// inGroups writes the letters of a path in groups of five, as the write-up does.
func inGroups(letters string) string {
	var groups []string
	for group := range slices.Chunk([]byte(letters), 5) {
		groups = append(groups, string(group))
	}
	return strings.Join(groups, " ")
}

// pathFigure draws a solution of the board that is said to need 60 moves.
func pathFigure(frame.Frame) (reports.Figure, error) {
	k := disputed
	const every = 4
	var svg bytes.Buffer
	if err := render.Strip(&svg, k.Board, render.Drawing{Path: k.Path, Every: every, ID: "lemtea8-path"}); err != nil {
		return reports.Figure{}, err
	}
	letters := inGroups(tiles.FormatPath(k.Path))
	return reports.Figure{
		ID: "lemtea8-path", Title: fmt.Sprintf("The board %s solved in %d moves", k.Name, len(k.Path)), SVG: svg.Bytes(),
		Caption: fmt.Sprintf("Every %dth board on the way, and the last. Above each: the number of moves made, and the last of them. All moves, as directions of tiles: %s.", every, letters),
		Alt:     fmt.Sprintf("A strip of boards from %s to the goal along the path %s.", k.Name, letters),
	}, nil
}

// lemteaNodesTable compares the searches by the nodes they expand.
func lemteaNodesTable(trials frame.Frame) (reports.Table, error) {
	return lemteaMatrix(reports.Table{
		ID: "lemtea8-nodes", Title: "Nodes expanded on the boards of the write-up in C++",
		Caption: "One column for each search; those ending in lemtea8 are the write-up's programs. A > means that a limit ended the run: " + lemteaLimits(trials) + ".",
	}, trials, experiments.Expanded, reports.Count, "bfs", "astar-lemtea8", "astar/manhattan", "astar/lc-wd", "idastar-lemtea8", "idastar/manhattan", "idastar/lc-wd"), nil
}

// lemteaMemoryTable compares the searches by the memory they take.
func lemteaMemoryTable(trials frame.Frame) (reports.Table, error) {
	return lemteaMatrix(reports.Table{
		ID: "lemtea8-memory", Title: "Memory on the boards of the write-up in C++",
		Caption: "Peak of each search's own accounting: tables, queues and path lists, not the rest of the process. A > means that the run was stopped: " + lemteaLimits(trials) +
			". IDA* keeps one path, so its memory does not grow; our IDA* takes even less than the program shown.",
	}, trials, experiments.Memory, reports.Bytes, "bfs", "astar-lemtea8", "astar/manhattan", "astar/lc-wd", "idastar-lemtea8"), nil
}

// lemteaMatrix has a row for each board and a column for each strategy.
func lemteaMatrix(t reports.Table, trials frame.Frame, m experiments.Metric, kind reports.Kind, strategies ...string) reports.Table {
	t.Across = true
	columns := []column.Of[entry]{column.Words("board", entry.title), column.Counts("moves", func(e entry) int { return e.Optimal })}
	for i, s := range strategies {
		columns = append(columns, counter(s, i, m).Kind(kind).Smallest())
	}
	return column.Fill(t, tried(entries(trials, "lemtea8", strategies...)), columns...)
}

// lemteaLimits says under which limits the boards were searched.
func lemteaLimits(trials frame.Frame) string {
	const roomy = "astar/lc-wd" // has more room at larger scales, to show that it fits
	rows := lemteaRows(trials)
	most := rows.Where(frame.Strategy.Is(roomy)).MemoryLimit()
	bytes := rows.Where(func(t *experiments.Trial) bool { return t.Strategy != roomy }).MemoryLimit()
	var limits []string
	if bytes > 0 {
		limits = append(limits, study.Binary(bytes)+" for searches that store nodes")
	}
	if most > bytes {
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
	all := entries(trials, "lemtea8", "idastar-lemtea8", "idastar-lemtea8,root-on-path", "idastar/manhattan,order=udlr")
	return slices.DeleteFunc(all, func(e entry) bool { return e.Calls == 0 && !e.hasTrial() })
}

// lemteaCallsTable sets the node counts of the write-up's IDA* beside ours, and
// shows what the root that is missing from its path list costs.
func lemteaCallsTable(trials frame.Frame) (reports.Table, error) {
	return column.Fill(reports.Table{
		ID: "lemtea8-calls", Title: "Nodes of the IDA* of the write-up in C++",
		Caption: "Its program counts calls of its recursive function: generated nodes, pruned ones included, and the root of every iteration; ours is converted, generated plus the number of iterations. " +
			"The counts of its program are from running it; the write-up itself prints times. It looks through the boards of the path before it goes on, but never puts the start there. " +
			"The last column only refuses to undo the last move.",
	}, callEntries(trials),
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
