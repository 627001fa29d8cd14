package tiles

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/known"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/pdb"
)

// Core returns the description of the puzzle, without drawings and without the programs of the
// write-ups. Package render adds both.
var Core = sync.OnceValue(func() *puzzle.Kind[Board] {
	return &puzzle.Kind[Board]{
		Name:    name,
		Doc:     "sliding tiles: 8-, 15-, 24-puzzle, any board from 2x2 to 25 cells",
		Source:  "N. P. Chapman, 1880; W. W. Johnson & W. E. Story, American Journal of Mathematics 2, 1879",
		Example: "2348170c56ab9def",
		Code:    []fs.FS{search.Source, pdb.Source, Source},

		Formats: []puzzle.Format[Board]{
			{Name: "line", Doc: "one board per line", Example: "1 2 3 4 5 6 7 0 8", Read: readLines},
			{Name: "grid", Doc: "one row per line, with a blank line between boards; a line with n, or with the width and height, may come first", Example: "1 2 3\n4 5 6\n7 _ 8", Read: puzzle.Sheets(name, headed, fromTable)},
			{Name: "list", Doc: "one board per line in any other notation, such as commas, lists, or digits or letters without spaces", Example: "[1, 2, 3, 4, 5, 6, 7, 0, 8]", Read: puzzle.Sheets(name, puzzle.Apart, fromTable)},
		},
		Part: func(b Board, line string) bool {
			return b.Cells() == 4 && !strings.Contains(line, ":") && !strings.Contains(line, "=")
		},
		Reading: []puzzle.Option{goalOption("the goal of boards that do not name their own")},

		Strategies:    puzzle.NewGrammar(name, "heuristic", Strategies()),
		DefaultFor:    DefaultStrategy,
		DefaultAdvice: "idastar/lc-wd for 4x4 boards, or idastar/pdb-663 if it is worth building the tables; idastar/linear-conflict for other sizes",
		Session:       session,
		Tables:        tables,
		Space: func(size puzzle.Size) (search.Space, error) {
			return Space(size.Numbers[0], size.Numbers[1], 0)
		},
		Heuristics: listedHeuristics(),
		DefaultTime: func(b Board) time.Duration {
			if b.Cells() > 16 {
				return time.Minute
			}
			return 0
		},
		TimeAdvice: "1m for boards larger than 4x4 if no limit is given",
		Endless:    "a board that can be solved has no end of solutions, since every move can be taken back",

		Check:    Check,
		Describe: describePath,

		Size:         Board.Cells,
		ParseSize:    parseSize,
		SizeWant:     "WxH",
		SizeDoc:      "size of the board, `WxH`: 4x3 has 4 columns and 3 rows, and 16 is the square with 16 cells",
		SizeExamples: []string{"3x3", "4x4"},
		Making:       []puzzle.Option{goalOption("write boards for this goal; boards of a published set are written as published unless you set the flag")},
		Made: func(b Board, c puzzle.Choice) (Board, error) {
			if c.Given("goal") {
				return b.For(goalOf(c))
			}
			return b, nil
		},
		Families: families,
		Sets:     known.Listed(knownSets, func(k Known) Board { return k.Board }),

		Analyze: func(b Board) puzzle.Analysis { return analysis{b} },
	}
})

// readLines reads one board per line.
func readLines(r io.Reader, file string, c puzzle.Choice) iter.Seq2[Board, error] {
	return puzzle.ReadEach(r, name, file, maxLine, func(line *puzzle.Scanner) (Board, error) {
		b, err := parseBoard(line, goalOf(c))
		if err == nil && !strings.Contains(line.Text, "goal=") {
			assumeGoal(c)
		}
		return b, err
	})
}

func goalOption(doc string) puzzle.Option {
	return puzzle.Option{
		Name: "goal", Default: BlankLast.String(), Doc: doc, Want: "blank-first|snail|LIST",
		Words: []puzzle.Word{
			{Name: BlankLast.String(), Doc: "1 2 3 … 0, as people write it"},
			{Name: BlankFirst.String(), Doc: "0 1 2 3 …, as most of the literature writes it"},
			{Name: Snail.String(), Doc: "a spiral, 1 2 3, 8 0 4, 7 6 5; or any goal as a list, 1,2,3,8,0,4,7,6,5"},
		},
		Parse: func(value string) (string, error) {
			g, err := ParseGoal(value)
			if err != nil {
				err = wording.Unprefixed(name, err)
			}
			return g.String(), err
		},
	}
}

func goalOf(c puzzle.Choice) Goal {
	g, err := ParseGoal(c.Value("goal"))
	if err != nil {
		panic(err) // goalOption has checked it
	}
	return g
}

// listedHeuristics returns the heuristics in the form for lists.
func listedHeuristics() []puzzle.Heuristic {
	return wording.Each(append(Heuristics(), Databases()...), func(h Heuristic) puzzle.Heuristic {
		return puzzle.Heuristic{Name: h.Name, Doc: h.Doc, Source: h.Source, Admissible: true, Consistent: h.Consistent, For: sizesFor[h.Name]}
	})
}

// sizesFor describes the supported sizes of each heuristic that does not support all. A test
// computes them.
var sizesFor = map[string]string{
	WalkingDistance.Name: walkingSizes,
	LCWD.Name:            walkingSizes,
	"pdb-555":            "4x4",
	"pdb-663":            "4x4",
	"pdb-78":             "4x4",
	"pdb-55554":          "5x5",
	"pdb-6666":           "5x5",
}

const walkingSizes = "2x2, 3x2, 4x2, 5x2, 2x3, 3x3, 4x3, 2x4, 3x4, 4x4, 2x5"

// Check replays a solution, written as one letter per move, and returns its length. It returns an
// error if the solution does not solve the board.
func Check(b Board, solution string) (cost int, err error) {
	path, err := ParsePath(solution)
	if err != nil {
		return 0, err
	}
	end, err := b.Replay(path)
	switch {
	case err != nil:
		return 0, err
	case !end.Solved():
		return 0, fmt.Errorf("tiles: %s leave the board %v unsolved", wording.Counted(len(path), "move"), end)
	}
	return len(path), nil
}

// movesShown is the maximum number of moves that describePath prints.
const movesShown = 250

// describePath prints the letters in groups of five, with fifty letters per line.
//
//	path  ULLDR DRUUL LDRRU
func describePath(w io.Writer, _ Board, solution string) error {
	if len(solution) == 0 {
		_, err := fmt.Fprintln(w, "  path  no move, the board is solved")
		return err
	}
	const perLine = 10
	head := "  path  "
	var err error
	for words := range slices.Chunk(wording.Groups(solution[:min(len(solution), movesShown)]), perLine) {
		_, err = fmt.Fprintln(w, head+strings.Join(words, " "))
		head = "        "
	}
	return cmp.Or(err, wording.More(w, movesShown, len(solution), "moves"))
}
