package handsoftime

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"sync"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Core returns the description of the puzzle without drawings. Package render adds them.
var Core = sync.OnceValue(func() *puzzle.Kind[Ring] {
	return &puzzle.Kind[Ring]{
		Name:    name,
		Doc:     "Hands of Time: visit every place of a ring once",
		Source:  "Final Fantasy XIII-2, 2011; N. Johnston, arXiv:1203.1633",
		Example: "2 2 2 2 1 3",
		Code:    []fs.FS{search.Source, Source},

		Formats: formats,
		Part:    partly,
		Full:    full,
		Question: []puzzle.Option{{
			Name: "start", Want: "K|all", Doc: "start at place `K` instead of the ring's own start; all tries every place",
			Words: []puzzle.Word{{Name: "all", Doc: "every start"}}, Parse: parseStart,
		}},
		Ask: ask,

		Strategies: puzzle.NewGrammar(name, "heuristic", patterns),
		Default:    DefaultStrategy,

		Check: Check,
		Path: func(path string) json.RawMessage {
			return json.RawMessage("[" + strings.ReplaceAll(path, " ", ",") + "]")
		},
		Describe: describe,

		Size:         Ring.Size,
		ParseSize:    puzzle.ParseN("places", 2, MaxSize),
		SizeWant:     "N",
		SizeDoc:      "number of places on the ring, `N`, at least 2",
		SizeExamples: []string{"13", "1k"},
		Families:     families,

		Analyze: func(r Ring) puzzle.Analysis { return analysis{Analyze(r)} },
	}
})

// parseStart parses a node number or "all".
func parseStart(text string) (string, error) {
	node, ok := number(text, MaxSize)
	if text != "all" && !ok {
		return "", fmt.Errorf("%s is not a place (want 0 or more) and not all", wording.Quote(text))
	}
	if text == "all" {
		return text, nil
	}
	return strconv.Itoa(int(node)), nil
}

// ask returns the ring with the chosen start.
func ask(r Ring, c puzzle.Choice) (Ring, error) {
	switch start := c.Value("start"); start {
	case "":
		return r, nil
	case "all":
		r.Start = AnyStart
		return r, nil
	default:
		node, err := strconv.Atoi(start)
		if err != nil {
			return r, err
		}
		if node >= r.Size() {
			return r, &ValueError{Index: -1, Value: node, Size: r.Size()}
		}
		r.Start = node
		return r, nil
	}
}

// Check replays a solution, written in the format of [Path.String], and returns its cost,
// which is the number of moves. It returns an error if the solution is wrong.
func Check(r Ring, solution string) (cost int, err error) {
	path, err := ParsePath(solution)
	if err != nil {
		return 0, err
	}
	if err := r.Verify(path); err != nil {
		return 0, err
	}
	return len(path) - 1, nil
}

// pathShown is the maximum number of nodes that describe prints.
const pathShown = 60

// describe writes a table of at most 80 columns with three rows: the visited
// nodes, their values, and the directions in which the hand moved on.
//
//	position    0    2    4    3    1    5
//	value       2    2    1    2    2    3
//	move       cw   cw  ccw  ccw both  end
func describe(out io.Writer, r Ring, solution string) error {
	path, err := ParsePath(solution)
	if err != nil {
		return err
	}
	if r.Start == AnyStart {
		if _, err := fmt.Fprintf(out, "  start     %4d\n", path[0]); err != nil {
			return err
		}
	}
	shown := min(len(path), pathShown)
	cell := max(4, len(strconv.Itoa(len(path)-1))) + 1
	err = wording.Rows(out, []string{"  position", "  value   ", "  move    "}, cell, shown, func(row, i int) string {
		return [...]string{fmt.Sprint(path[i]), fmt.Sprint(r.Values[path[i]]), moveName(r, path[i:])}[row]
	})
	return cmp.Or(err, wording.More(out, shown, len(path), "positions"))
}

// moveName returns the name of the move from the first node of a path.
func moveName(r Ring, path Path) string {
	if len(path) == 1 {
		return "end"
	}
	return [...]string{"none", "cw", "ccw", "both"}[r.Direction(int(path[0]), int(path[1]))]
}
