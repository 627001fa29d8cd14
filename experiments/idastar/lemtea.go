package idastar

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
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

func lemteaRows(trials []experiments.Trial) []experiments.Trial {
	return analysis.Where(trials, analysis.Sets("lemtea8"))
}

// LemteaTable sets the write-up's lengths beside ours.
func LemteaTable(trials []experiments.Trial) (reports.Table, error) {
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
		ran := len(analysis.Where(lemteaRows(trials), func(t *experiments.Trial) bool { return t.Index == k.Number-1 }))
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
func lengthsOf(trials []experiments.Trial, number int) (lengths []int, finished int) {
	for _, t := range lemteaRows(trials) {
		if t.Index == number-1 && t.Outcome == search.Solved {
			finished++
			lengths = append(lengths, t.Cost)
		}
	}
	slices.Sort(lengths)
	return slices.Compact(lengths), finished
}

// SixtyClaim asks how many moves the board takes that is said to need 60.
func SixtyClaim(trials []experiments.Trial) (reports.Claim, error) {
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
func PathFigure([]experiments.Trial) (reports.Figure, error) {
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
