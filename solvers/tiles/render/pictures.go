package render

import (
	"fmt"
	"io"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// Style returns the options of the pictures.
func Style() []puzzle.Option {
	heuristic := puzzle.Option{
		Name: "heuristic", Want: "H", Doc: "explain over the board what heuristic `H` adds up; see list heuristics",
		Parse: func(name string) (string, error) {
			canonical, err := tiles.CanonicalHeuristic(name)
			if err != nil {
				err = puzzle.Unprefixed("tiles", err)
			}
			return canonical, err
		},
	}
	for _, h := range tiles.Heuristics() {
		heuristic.Words = append(heuristic.Words, puzzle.Word{Name: h.Name, Doc: h.Doc})
	}
	return []puzzle.Option{heuristic}
}

// Pictures returns the ways to draw a board.
func Pictures() []puzzle.Picture[tiles.Board] {
	of := func(draw func(io.Writer, tiles.Board, Drawing) error) func(io.Writer, tiles.Board, puzzle.View) error {
		return func(w io.Writer, b tiles.Board, v puzzle.View) error {
			d, err := drawingOf(v)
			if err != nil {
				return err
			}
			return draw(w, b, d)
		}
	}
	return []puzzle.Picture[tiles.Board]{
		{
			Name: "board", Doc: "one board", Formats: []string{"text", "svg", "html"}, Structure: []string{"text"},
			Stepped: true, Style: map[string][]string{"heuristic": nil}, Draw: drawBoard, Play: play,
		},
		{
			Name: "strip", Doc: "the boards of the solution in a strip", Formats: []string{"svg", "text"}, Solution: true, Thinned: true, First: []string{"svg"},
			Draw: func(w io.Writer, b tiles.Board, v puzzle.View) error {
				d, err := drawingOf(v)
				if err != nil {
					return err
				}
				if v.Format == "text" {
					d.Every = max(1, d.Every)
					_, err := io.WriteString(w, StripText(b, d))
					return err
				}
				return Strip(w, b, d)
			},
		},
		{Name: "animation", Doc: "one board with moving tiles", Formats: []string{"svg"}, Solution: true, Draw: of(Animated)},
	}
}

// drawingOf returns what is asked of any picture.
func drawingOf(v puzzle.View) (Drawing, error) {
	d := Drawing{Step: v.Step, Every: v.Every}
	path, err := tiles.ParsePath(v.Solution)
	if err != nil {
		return d, err
	}
	d.Path = path
	if name := v.Value("heuristic"); name != "" {
		d.Heuristic, err = tiles.ParseHeuristic(name)
	}
	return d, err
}

func play(b tiles.Board, v puzzle.View) (puzzle.Player, error) {
	d, err := drawingOf(v)
	if err != nil {
		return nil, err
	}
	p, err := Steps(b, d)
	return &p, err
}

func drawBoard(w io.Writer, b tiles.Board, v puzzle.View) error {
	d, err := drawingOf(v)
	if err != nil {
		return err
	}
	switch v.Format {
	case "html":
		return Page(w, b, d)
	case "svg":
		return SVG(w, b, d)
	}
	at, err := b.Replay(d.Path[:d.Step])
	if err != nil {
		return err
	}
	text := Text(at, Drawing{Path: d.Path[d.Step:]})
	if h := d.Heuristic; h.Name != "" {
		if err := h.Fits(b.Width(), b.Height()); err != nil {
			return err
		}
		text += fmt.Sprintf("%s: %d\n", h.Name, h.Of(at))
	}
	return v.Text(w, text, func() puzzle.Analysis { return tiles.Core().Analyze(at) })
}
