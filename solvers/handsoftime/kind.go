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

// Core returns what the puzzle says of itself, without what its sub-packages add:
// see package render.
var Core = sync.OnceValue(func() *puzzle.Kind[Ring] {
	return &puzzle.Kind[Ring]{
		Name:    name,
		Doc:     "Hands of Time: visit every node of a ring once",
		Source:  "Final Fantasy XIII-2, 2011; N. Johnston, arXiv:1203.1633",
		Example: "2 2 2 2 1 3",
		Code:    []fs.FS{search.Source, Source},

		Formats: formats,
		Part:    partly,
		Full:    full,
		Question: []puzzle.Option{{
			Name: "start", Want: "K|all", Doc: "start at node `K` instead of the ring's own start, or try all",
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
		ParseSize:    puzzle.ParseN("nodes", 2, MaxSize),
		SizeWant:     "N",
		SizeDoc:      "nodes on the ring, 2 or more",
		SizeExamples: []string{"13", "1k"},
		Families:     families,

		Analyze: func(r Ring) puzzle.Analysis { return analysis{Analyze(r)} },
	}
})

// parseStart reads a node, or all.
func parseStart(text string) (string, error) {
	node, ok := number(text, MaxSize)
	if text != "all" && !ok {
		return "", fmt.Errorf("%s is not a node (want 0 or more) and not all", wording.Quote(text))
	}
	if text == "all" {
		return text, nil
	}
	return strconv.Itoa(int(node)), nil
}

// ask returns the ring with the start that is chosen.
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

// Check replays a solution in the text of [Path.String] and returns its cost, the
// number of moves.
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

// pathShown is the number of nodes of a path that describe prints at most.
const pathShown = 60

// describe prints three rows, folded at 80 columns: the nodes visited, their
// values, and which way the hand went from there.
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

// moveName names the move from the first node of a path.
func moveName(r Ring, path Path) string {
	if len(path) == 1 {
		return "end"
	}
	return [...]string{"none", "cw", "ccw", "both"}[r.Direction(int(path[0]), int(path[1]))]
}
