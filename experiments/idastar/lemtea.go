package idastar

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/programs"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

var lemteaSections = study.Sections{{
	Heading: "The write-up in C++",
	Text: "lemtea8's write-up discusses breadth-first search, A* and IDA*, tests nine boards, and gives a tenth, said to need 60 moves, as the one on which A* outgrows 8 GiB. " +
		"All ten are searched here by its programs, rewritten, and by ours. What outgrows the memory it is given is shown with what it had when it stopped.",
	Items: []study.Item{
		study.Block("lemtea8", LemteaTable), study.Block("lemtea8-sixty", SixtyClaim), study.Block("lemtea8-path", PathFigure),
		study.Block("lemtea8-nodes", LemteaNodesTable), study.Block("lemtea8-memory", LemteaMemoryTable), study.Block("lemtea8-gigabyte", GigabyteClaim),
		study.Block("lemtea8-calls", LemteaCallsTable), study.Block("lemtea8-root", RootClaim),
	},
}}

// sixty is the number of the board that the write-up says to need 60 moves.
const sixty = 10

func lemteaRows(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is("lemtea8"))
}

// LemteaTable sets the write-up's lengths beside ours.
func LemteaTable(trials frame.Frame) (reports.Table, error) {
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
				return reports.Str(study.Listed(lengths))
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

// SixtyClaim asks how many moves the board takes that is said to need 60.
func SixtyClaim(trials frame.Frame) (reports.Claim, error) {
	k := sliding.Boards("lemtea8")[sixty-1]
	claim := study.Undecided("lemtea8-sixty", fmt.Sprintf("The board %s, said to need %d moves, takes %d.", k.Name, k.Published, k.Optimal))
	lengths := lengthsOf(trials, sixty)
	end, err := k.Board.Replay(k.Path)
	if err != nil {
		return claim, err
	}
	path := fmt.Sprintf("The path %s has %d moves and %s the goal when it is replayed.", inGroups(tiles.FormatPath(k.Path)), len(k.Path), map[bool]string{true: "reaches", false: "misses"}[end.Solved()])
	if len(lengths) == 0 {
		claim.Evidence = path + " That none is shorter was not shown by the trials at hand."
		return claim, nil
	}
	claim.Evidence = fmt.Sprintf("%s Of the searches, all of which find shortest solutions only, %d finished, with %s moves. Letters are the directions in which tiles move.",
		path, finished(trials, sixty).Len(), study.Listed(lengths))
	claim.Holds = reports.VerdictOf(end.Solved() && len(k.Path) == k.Optimal && slices.Equal(lengths, []int{k.Optimal}))
	return claim, nil
}

// inGroups writes the letters of a path in groups of five, as the write-up does.
func inGroups(letters string) string {
	var groups []string
	for group := range slices.Chunk([]byte(letters), 5) {
		groups = append(groups, string(group))
	}
	return strings.Join(groups, " ")
}

// PathFigure draws a solution of the board that is said to need 60 moves.
func PathFigure(frame.Frame) (reports.Figure, error) {
	k := sliding.Boards("lemtea8")[sixty-1]
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

// LemteaNodesTable compares the searches by the nodes they expand.
func LemteaNodesTable(trials frame.Frame) (reports.Table, error) {
	return lemteaMatrix(reports.Table{
		ID: "lemtea8-nodes", Title: "Nodes expanded on the boards of the write-up in C++",
		Caption: "One column for each search; those ending in lemtea8 are the write-up's programs. A > means that a limit ended the run: " + lemteaLimits(trials) + ".",
	}, trials, experiments.Expanded, reports.Count, "bfs", "astar-lemtea8", "astar/manhattan", "astar/lc-wd", "idastar-lemtea8", "idastar/manhattan", "idastar/lc-wd"), nil
}

// LemteaMemoryTable compares the searches by the memory they take.
func LemteaMemoryTable(trials frame.Frame) (reports.Table, error) {
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
	most := memoryLimit(rows.Where(frame.Strategy.Is(roomy)))
	bytes := memoryLimit(rows.Where(func(t *experiments.Trial) bool { return t.Strategy != roomy }))
	var limits []string
	switch {
	case bytes == 0 && most == 0:
	case bytes == most || most == 0:
		limits = append(limits, binary(bytes)+" for searches that store nodes")
	case bytes == 0:
		limits = append(limits, binary(most)+" for "+roomy)
	default:
		limits = append(limits, fmt.Sprintf("%s for searches that store nodes (%s for %s)", binary(bytes), binary(most), roomy))
	}
	if nodes := rows.NodeLimit(); nodes > 0 {
		limits = append(limits, study.Grouped(nodes)+" nodes expanded for IDA*")
	}
	return cmp.Or(strings.Join(limits, ", "), "no limit was set")
}

// gigabyte is what A* is to do with on the board that the write-up says takes
// more than 8 GiB.
const gigabyte = 1 << 30

// GigabyteClaim asks whether A* needs as much memory as the write-up says.
func GigabyteClaim(trials frame.Frame) (reports.Claim, error) {
	k := sliding.Boards("lemtea8")[sixty-1]
	claim := study.Undecided("lemtea8-gigabyte", fmt.Sprintf("The board %s, on which the write-up's A* takes more than 8 GiB, is solved by A* with lc-wd in less than 1 GiB.", k.Name))
	trial := lemteaRows(trials).Where(frame.Index.Is(sixty-1), frame.Strategy.Is("astar/lc-wd")).First()
	if trial == nil {
		return claim, nil
	}
	claim.Evidence = fmt.Sprintf("astar/lc-wd expands %s nodes, stores %s and takes %.1f MiB.", study.Grouped(trial.Meter.Expanded), study.Grouped(trial.Meter.Stored), float64(trial.Meter.Bytes)/(1<<20))
	switch {
	case trial.Outcome == search.Solved && trial.Meter.Bytes < gigabyte:
		claim.Holds = reports.Holds
	case trial.Meter.Bytes >= gigabyte || trial.Outcome == search.LimitMemory && trial.Limits.Bytes >= gigabyte:
		claim.Holds = reports.Fails
	default:
		claim.Evidence = fmt.Sprintf("The run was stopped at %s with %s nodes stored.", binary(trial.Limits.Bytes), study.Grouped(trial.Meter.Stored))
	}
	return claim, nil
}

// lemteaCalls counts nodes as the write-up's IDA* does.
var lemteaCalls = experiments.Metric{Value: func(t *experiments.Trial) float64 { return float64(programs.Lemtea8Count(t.Meter)) }}

// callEntries returns the boards whose calls are published or were counted: by
// the program, the program with the start on its list, and the engine in the
// same order of moves.
func callEntries(trials frame.Frame) []entry {
	all := entries(trials, "lemtea8", "idastar-lemtea8", "idastar-lemtea8,root-on-path", "idastar/manhattan,order=udlr")
	return slices.DeleteFunc(all, func(e entry) bool { return e.Calls == 0 && !e.hasTrial() })
}

// LemteaCallsTable sets the node counts of the write-up's IDA* beside ours, and
// shows what the root that is missing from its path list costs.
func LemteaCallsTable(trials frame.Frame) (reports.Table, error) {
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

// RootClaim asks whether the missing root explains what the program counts.
func RootClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("lemtea8-root", "The IDA* of the write-up in C++ leaves the start off its list of the path and searches up to 76 % more nodes for it; both its counts come out exactly.")
	equal, compared := 0, 0
	most, board := 0.0, ""
	for _, e := range callEntries(trials) {
		same, of := callsAgree(e)
		equal, compared = equal+same, compared+of
		if more := omission(e); of > 0 && more > most {
			most, board = more, e.Name
		}
	}
	if compared == 0 {
		return claim, nil
	}
	claim.Evidence = fmt.Sprintf("%d of %s agree, with the start on the list or without.", equal, study.Plural(compared, "count"))
	if board != "" {
		claim.Evidence += fmt.Sprintf(" The omission costs most on %s: %.0f %% more.", board, 100*most)
	}
	switch {
	case equal < compared:
		claim.Holds = reports.Fails
	case board == "":
	case fmt.Sprintf("%.0f", 100*most) == "76":
		claim.Holds = reports.Holds
	}
	return claim, nil
}
