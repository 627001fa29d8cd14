package idastar

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
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
	t := reports.Table{
		ID: "lemtea8", Title: "The boards of the write-up in C++, and their lengths",
		Caption: "Boards as the write-up has them, row by row in hexadecimal digits. Every search here finds shortest solutions only, so one that finishes settles the length.",
		Columns: []reports.Column{
			{Name: "board"},
			{Name: "moves, published", Kind: reports.Count},
			{Name: "moves, ours", Kind: reports.Count},
			{Name: "agrees"},
			{Name: "searches", Kind: reports.Count},
			{Name: "finished", Kind: reports.Count, Doc: "searches that no limit ended"},
		},
	}
	for _, k := range sliding.Boards("lemtea8") {
		lengths, finished := lengthsOf(trials, k.Number)
		ran := lemteaRows(trials).Count(frame.Index.Is(k.Number - 1))
		row := []reports.Cell{reports.Str(k.Name), reports.Int(k.Published), {}, reports.Str("not run"), reports.Int(ran), reports.Int(finished)}
		switch len(lengths) {
		case 0:
			if ran > 0 {
				row[3] = reports.Str("not known")
			}
		case 1:
			row[2], row[3] = reports.Int(lengths[0]), reports.YesNo(lengths[0] == k.Published)
		default:
			row[2], row[3] = reports.Str(study.Listed(lengths)), reports.Str("no")
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}

// lengthsOf returns the different lengths that finished searches found for a
// board, and the number of those searches.
func lengthsOf(trials frame.Frame, number int) (lengths []int, finished int) {
	for t := range lemteaRows(trials).All() {
		if t.Index == number-1 && t.Outcome == search.Solved {
			finished++
			lengths = append(lengths, t.Cost)
		}
	}
	slices.Sort(lengths)
	return slices.Compact(lengths), finished
}

// SixtyClaim asks how many moves the board takes that is said to need 60.
func SixtyClaim(trials frame.Frame) (reports.Claim, error) {
	k := sliding.Boards("lemtea8")[sixty-1]
	claim := study.Undecided("lemtea8-sixty", fmt.Sprintf("The board %s, said to need %d moves, takes %d.", k.Name, k.Published, k.Optimal))
	lengths, finished := lengthsOf(trials, sixty)
	end, err := k.Board.Replay(k.Path)
	if err != nil {
		return claim, err
	}
	path := fmt.Sprintf("The path %s has %d moves and %s the goal when it is replayed.", inGroups(tiles.FormatPath(k.Path)), len(k.Path), map[bool]string{true: "reaches", false: "misses"}[end.Solved()])
	if finished == 0 {
		claim.Evidence = path + " That none is shorter was not shown by the trials at hand."
		return claim, nil
	}
	claim.Evidence = fmt.Sprintf("%s Of the searches, all of which find shortest solutions only, %d finished, with %s moves. Letters are the directions in which tiles move.",
		path, finished, study.Listed(lengths))
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
	t := lemteaMatrix(trials, []string{"bfs", "astar-lemtea8", "astar/manhattan", "astar/lc-wd", "idastar-lemtea8", "idastar/manhattan", "idastar/lc-wd"},
		reports.Column{Kind: reports.Count, Best: reports.Smallest}, func(t *experiments.Trial) uint64 { return t.Meter.Expanded })
	t.ID, t.Title = "lemtea8-nodes", "Nodes expanded on the boards of the write-up in C++"
	t.Caption = "One column for each search; those ending in lemtea8 are the write-up's programs. A > means that a limit ended the run: " + lemteaLimits(trials) + "."
	return t, nil
}

// LemteaMemoryTable compares the searches by the memory they take.
func LemteaMemoryTable(trials frame.Frame) (reports.Table, error) {
	t := lemteaMatrix(trials, []string{"bfs", "astar-lemtea8", "astar/manhattan", "astar/lc-wd", "idastar-lemtea8"},
		reports.Column{Kind: reports.Bytes, Best: reports.Smallest}, func(t *experiments.Trial) uint64 { return t.Meter.Bytes })
	t.ID, t.Title = "lemtea8-memory", "Memory on the boards of the write-up in C++"
	t.Caption = "Peak of each search's own accounting: tables, queues and path lists, not the rest of the process. A > means that the run was stopped: " + lemteaLimits(trials) +
		". IDA* keeps one path, so its memory does not grow; our IDA* takes even less than the program shown."
	return t, nil
}

// lemteaMatrix has a row for each board and a column for each strategy.
func lemteaMatrix(trials frame.Frame, strategies []string, column reports.Column, value func(*experiments.Trial) uint64) reports.Table {
	t := reports.Table{Across: true, Columns: []reports.Column{{Name: "board"}, {Name: "moves", Kind: reports.Count}}}
	for _, s := range strategies {
		column.Name = s
		t.Columns = append(t.Columns, column)
	}
	rows := lemteaRows(trials)
	for _, k := range sliding.Boards("lemtea8") {
		row := []reports.Cell{reports.Str(k.Name), reports.Int(k.Optimal)}
		ran := false
		for _, s := range strategies {
			cell := reports.Cell{}
			if trial, ok := single(rows, k.Number, s); ok && trial.Error == "" {
				cell, ran = counted(&trial, value(&trial)), true
			}
			row = append(row, cell)
		}
		if ran {
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// lemteaLimits says under which limits the boards were searched.
func lemteaLimits(trials frame.Frame) string {
	const roomy = "astar/lc-wd" // has more room at larger scales, to show that it fits
	var bytes, roomyBytes, nodes uint64
	for t := range lemteaRows(trials).All() {
		nodes = max(nodes, t.Limits.Expanded)
		if t.Strategy == roomy {
			roomyBytes = max(roomyBytes, t.Limits.Bytes)
		} else {
			bytes = max(bytes, t.Limits.Bytes)
		}
	}
	var limits []string
	switch {
	case bytes == 0 && roomyBytes == 0:
	case bytes == roomyBytes || roomyBytes == 0:
		limits = append(limits, binary(bytes)+" for searches that store nodes")
	case bytes == 0:
		limits = append(limits, binary(roomyBytes)+" for "+roomy)
	default:
		limits = append(limits, fmt.Sprintf("%s for searches that store nodes (%s for %s)", binary(bytes), binary(roomyBytes), roomy))
	}
	if nodes > 0 {
		limits = append(limits, study.Grouped(nodes)+" nodes expanded for IDA*")
	}
	if len(limits) == 0 {
		return "no limit was set"
	}
	return strings.Join(limits, ", ")
}

// gigabyte is what A* is to do with on the board that the write-up says takes
// more than 8 GiB.
const gigabyte = 1 << 30

// GigabyteClaim asks whether A* needs as much memory as the write-up says.
func GigabyteClaim(trials frame.Frame) (reports.Claim, error) {
	k := sliding.Boards("lemtea8")[sixty-1]
	claim := study.Undecided("lemtea8-gigabyte", fmt.Sprintf("The board %s, on which the write-up's A* takes more than 8 GiB, is solved by A* with lc-wd in less than 1 GiB.", k.Name))
	trial, ok := single(lemteaRows(trials), sixty, "astar/lc-wd")
	if !ok {
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

// LemteaCallsTable sets the node counts of the write-up's IDA* beside ours, and
// shows what the root that is missing from its path list costs.
func LemteaCallsTable(trials frame.Frame) (reports.Table, error) {
	t := reports.Table{
		ID: "lemtea8-calls", Title: "Nodes of the IDA* of the write-up in C++",
		Caption: "Its program counts calls of its recursive function: generated nodes, pruned ones included, and the root of every iteration; ours is converted, generated plus the number of iterations. " +
			"The counts of its program are from running it; the write-up itself prints times. It looks through the boards of the path before it goes on, but never puts the start there. " +
			"The last column only refuses to undo the last move.",
		Columns: []reports.Column{
			{Name: "board"},
			{Name: "program", Kind: reports.Count, Full: true},
			{Name: "rewritten", Kind: reports.Count, Full: true},
			{Name: "program, start listed", Kind: reports.Count, Full: true},
			{Name: "rewritten, start listed", Kind: reports.Count, Full: true},
			{Name: "agrees", Doc: "both pairs of counts are equal"},
			{Name: "omission costs", Kind: reports.Percent, Doc: "what its program counts more than with the start on the list"},
			{Name: "no list", Kind: reports.Count, Full: true, Doc: "the engine in the same order of moves"},
		},
	}
	rows := lemteaRows(trials)
	for _, k := range sliding.Boards("lemtea8") {
		row := []reports.Cell{reports.Str(k.Name), {}, {}, {}, {}, {}, {}, {}}
		if k.Calls > 0 {
			row[1], row[3] = reports.Int(k.Calls), reports.Int(k.CallsRepaired)
			row[6] = reports.Num(float64(k.Calls)/float64(k.CallsRepaired) - 1)
		}
		ran := false
		for i, strategy := range []string{"idastar-lemtea8", "idastar-lemtea8,root-on-path", "idastar/manhattan,order=udlr"} {
			if trial, ok := single(rows, k.Number, strategy); ok {
				row[[]int{2, 4, 7}[i]], ran = counted(&trial, programs.Lemtea8Count(trial.Meter)), true
			}
		}
		if equal, compared := callsAgree(rows, k); compared > 0 {
			row[5] = reports.YesNo(equal == compared)
		}
		if ran || k.Calls > 0 {
			t.Rows = append(t.Rows, row)
		}
	}
	return t, nil
}

// callsAgree returns how many of the two programs' counts on a board were
// compared, and how many are equal.
func callsAgree(rows frame.Frame, k tiles.Known) (equal, compared int) {
	for _, program := range []struct {
		strategy string
		calls    uint64
	}{{"idastar-lemtea8", k.Calls}, {"idastar-lemtea8,root-on-path", k.CallsRepaired}} {
		trial, ok := single(rows, k.Number, program.strategy)
		if !ok || program.calls == 0 || !trial.Outcome.Answered() {
			continue
		}
		compared++
		if programs.Lemtea8Count(trial.Meter) == program.calls {
			equal++
		}
	}
	return equal, compared
}

// RootClaim asks whether the missing root explains what the program counts.
func RootClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("lemtea8-root", "The IDA* of the write-up in C++ leaves the start off its list of the path and searches up to 76 % more nodes for it; both its counts come out exactly.")
	equal, compared := 0, 0
	most, board := 0.0, ""
	for _, k := range sliding.Boards("lemtea8") {
		e, c := callsAgree(lemteaRows(trials), k)
		equal, compared = equal+e, compared+c
		if c == 0 {
			continue
		}
		if more := float64(k.Calls)/float64(k.CallsRepaired) - 1; more > most {
			most, board = more, k.Name
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
