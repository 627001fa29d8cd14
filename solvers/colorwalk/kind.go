package colorwalk

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/known"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Core returns the description of the puzzle, without drawings and without the strategies of the
// blog series. Package render adds both.
var Core = sync.OnceValue(func() *puzzle.Kind[Board] {
	return &puzzle.Kind[Board]{
		Name:    name,
		Doc:     "Color Walk and Flood-It: clear a colored grid from one cell",
		Source:  `S. Koblenski, Explore Simple Game Algorithms with Color Walk, 2017; R. Clifford et al., Theory of Computing Systems 50, 2012`,
		Example: "0312/1131/1331/3221",
		Code:    []fs.FS{search.Source, Source},

		Formats: formats,
		Part:    partly,
		Full:    full,
		Question: []puzzle.Option{{
			Name: "start", Want: "ROW,COL", Doc: "start from the cell `ROW,COL`, counted from 1, instead of the board's own start", Parse: parseStart,
		}},
		Ask: ask,

		Strategies: puzzle.NewGrammar(name, "evaluation", Strategies()),
		Default:    DefaultStrategy,
		Heuristics: wording.Each(evaluations, func(e evaluation) puzzle.Heuristic { return e.Heuristic }),
		DefaultTime: func(b Board) time.Duration {
			if b.Cells() > quickCells {
				return time.Minute
			}
			return 0
		},
		TimeAdvice: fmt.Sprintf("1m for boards of more than %d cells if no limit is given", quickCells),
		Endless:    "its strategies look for one short solution, and none lists others",

		Check:    Check,
		Path:     pathJSON,
		Describe: describePath,

		Size:         Board.Cells,
		ParseSize:    parseSize,
		SizeWant:     "WxH",
		SizeDoc:      "size of the board, `WxH`: 30x20 has 30 columns and 20 rows, and 30x20x5 also has 5 colors",
		SizeExamples: []string{"6x6", "30x20"},
		Making:       []puzzle.Option{puzzle.CountOption("colors", "5", fmt.Sprintf("number of colors, `N`, from 1 to %d", MaxColors))},
		Families:     families,
		Sets:         known.Listed(knownSets, func(k Known) Board { return k.Board }),

		Analyze: func(b Board) puzzle.Analysis { return analysis{Analyze(b)} },
	}
})

// quickCells is the maximum size of boards on which searches rarely take long.
const quickCells = 600

// parseStart reads a cell, ROW,COL counted from 1.
func parseStart(text string) (string, error) {
	row, col, ok := parseCell(text)
	if !ok {
		return "", fmt.Errorf("%s is not a cell (want ROW,COL counted from 1, as in 10,10)", wording.Quote(text))
	}
	return fmt.Sprintf("%d,%d", row, col), nil
}

// ask returns the board with the chosen start.
func ask(b Board, c puzzle.Choice) (Board, error) {
	text := c.Value("start")
	if text == "" {
		return b, nil
	}
	start, err := cellOf(text, b.Rows(), b.Cols())
	if err != nil {
		return b, err
	}
	if blank := b.Start(); b.Color(blank) == Blank && b.Color(start) != Blank {
		return b, fmt.Errorf("cannot start from cell %s, of color %v: cell %s is blank (want a blank start, or a board without a blank cell)",
			text, b.Color(start), b.place(blank))
	}
	b, _ = makeBoard(b.Rows(), b.Cols(), start, b.cells)
	return b, nil
}

// pathJSON writes a path as numbers.
func pathJSON(solution string) json.RawMessage {
	path, err := ParsePath(solution)
	if err != nil {
		return json.RawMessage("null")
	}
	text, _ := json.Marshal(wording.Each(path, func(c Color) int { return int(c) }))
	return text
}

// movesShown is the maximum number of moves that describePath prints.
const movesShown = 200

// describePath writes a table of at most 80 columns with two rows: the colors, and the number
// of cells that each of them removes.
//
//	path       1   3   1   2
//	removes    2   4   5   4
func describePath(w io.Writer, b Board, solution string) error {
	path, err := ParsePath(solution)
	if err != nil {
		return err
	}
	if len(path) == 0 {
		_, err := fmt.Fprintln(w, "  path  no move, nothing is left to remove")
		return err
	}
	shown := path[:min(len(path), movesShown)]
	_, removed, err := b.Replay(shown)
	if err != nil {
		return err
	}
	cell := max(4, len(strconv.Itoa(slices.Max(removed)))+1)
	err = wording.Rows(w, []string{"  path   ", "  removes"}, cell, len(shown), func(row, i int) string {
		return [...]string{shown[i].String(), strconv.Itoa(removed[i])}[row]
	})
	return cmp.Or(err, wording.More(w, len(shown), len(path), "moves"))
}
