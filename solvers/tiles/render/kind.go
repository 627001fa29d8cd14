package render

import (
	"fmt"
	"slices"
	"sync"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/programs"
)

// Kind returns the complete description of the puzzle: [tiles.Core], the programs of
// the write-ups, and the drawings.
var Kind = sync.OnceValue(func() *puzzle.Kind[tiles.Board] {
	k := *tiles.Core()
	k.Strategies = puzzle.NewGrammar(k.Name, "heuristic", slices.Concat(tiles.Strategies(), programs.Strategies()))
	k.Code = append(slices.Clip(k.Code), programs.Source)
	k.Pictures, k.Style = pictureList(), style()
	return &k
})

// Puzzle returns the puzzle of [Kind] as a [puzzle.Puzzle], so that a list can hold different
// puzzles; see [puzzle.Of].
var Puzzle = sync.OnceValue(func() *puzzle.Puzzle { return puzzle.Of(Kind()) })

// style returns the options of the pictures.
func style() []puzzle.Option {
	heuristic := puzzle.Option{
		Name: "heuristic", Want: "H", Doc: "show above the board which terms the heuristic `H` adds up; see list heuristics",
		Parse: func(text string) (string, error) {
			canonical, err := tiles.CanonicalHeuristic(text)
			if err != nil {
				err = wording.Unprefixed(name, err)
			}
			return canonical, err
		},
	}
	heuristic.Words = wording.Each(tiles.Heuristics(), func(h tiles.Heuristic) puzzle.Word { return puzzle.Word{Name: h.Name, Doc: h.Doc} })
	return []puzzle.Option{heuristic}
}

// pictureList returns the ways to draw a board.
func pictureList() []puzzle.Picture[tiles.Board] {
	board := draw.Show[tiles.Board, Drawing]{Puzzle: name, Asked: asked, SVG: SVG, Text: boardText, Steps: Steps, Analyze: tiles.Core().Analyze}
	strip := draw.Show[tiles.Board, Drawing]{Puzzle: name, Asked: asked, SVG: Strip, Text: stripText}
	film := draw.Show[tiles.Board, Drawing]{Puzzle: name, Asked: asked, SVG: Animated}
	return []puzzle.Picture[tiles.Board]{
		board.Picture(puzzle.Picture[tiles.Board]{
			Name: "board", Doc: "one board", Formats: []string{"text", "svg", "html"}, Structure: []string{"text"},
			Stepped: true, Style: map[string][]string{"heuristic": nil},
		}),
		strip.Picture(puzzle.Picture[tiles.Board]{
			Name: "strip", Doc: "the boards of the solution in a strip", Formats: []string{"svg", "text"}, Solution: true, Thinned: true, First: []string{"svg"},
		}),
		film.Picture(puzzle.Picture[tiles.Board]{
			Name: "animation", Doc: "one board with moving tiles", Formats: []string{"svg"}, Solution: true,
		}),
	}
}

// asked converts a view to drawing options.
func asked(b tiles.Board, v puzzle.View) (tiles.Board, Drawing, error) {
	d := Drawing{Step: v.Step, Every: v.Every}
	var err error
	if d.Path, err = tiles.ParsePath(v.Solution); err == nil && v.Value("heuristic") != "" {
		d.Heuristic, err = tiles.ParseHeuristic(v.Value("heuristic"))
	}
	return b, d, err
}

// boardText returns the drawing of the board that is shown, and that board.
func boardText(b tiles.Board, d Drawing) (string, tiles.Board, error) {
	at, err := b.Replay(d.Path[:d.Step])
	if err != nil {
		return "", at, err
	}
	text := Text(at, Drawing{Path: d.Path[d.Step:]})
	if h := d.Heuristic; h.Name != "" {
		if err := h.Fits(b.Width(), b.Height()); err != nil {
			return "", at, err
		}
		text += fmt.Sprintf("%s: %d\n", h.Name, h.Of(at))
	}
	return text, at, nil
}

func stripText(b tiles.Board, d Drawing) (string, tiles.Board, error) { return StripText(b, d), b, nil }
