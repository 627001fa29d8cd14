package render

import (
	"errors"
	"io"
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// Style returns the options of the pictures.
func Style() []puzzle.Option {
	return []puzzle.Option{
		puzzle.OneOf("palette", "the colours: those of the series, or colours that are safe for colour-blind readers, with digits", paletteNames...),
		puzzle.OneOf("digits", "write the digit of its colour into each cell (auto: on boards up to 14x14)", "auto", "on", "off"),
		puzzle.Switch("frontier", "outline what a next move can remove"),
		puzzle.Switch("ansi", "use the colours of a terminal"),
	}
}

// Pictures returns the ways to draw a board.
func Pictures() []puzzle.Picture[colorwalk.Board] {
	type drawer = func(io.Writer, colorwalk.Board, Drawing, puzzle.View) error
	of := func(draw drawer) func(io.Writer, colorwalk.Board, puzzle.View) error {
		return func(w io.Writer, b colorwalk.Board, v puzzle.View) error {
			d, err := drawingOf(b, v)
			if err != nil {
				return err
			}
			return draw(w, b, d, v)
		}
	}
	svg := func(draw func(io.Writer, colorwalk.Board, Drawing) error) drawer {
		return func(w io.Writer, b colorwalk.Board, d Drawing, _ puzzle.View) error { return draw(w, b, d) }
	}
	drawn := []string{"svg", "html"}
	colored := map[string][]string{"palette": nil, "digits": drawn, "ansi": {"text"}}
	return []puzzle.Picture[colorwalk.Board]{
		{
			Name: "board", Doc: "one board", Formats: []string{"text", "svg", "html"}, Structure: []string{"text"}, Stepped: true,
			Style: map[string][]string{"palette": nil, "digits": drawn, "frontier": drawn, "ansi": {"text"}},
			Draw:  of(drawBoard), Play: play,
		},
		{
			Name: "strip", Doc: "the boards of the solution in a strip", Formats: []string{"svg", "text"}, Solution: true, Thinned: true, First: []string{"svg"}, Style: colored,
			Draw: of(func(w io.Writer, b colorwalk.Board, d Drawing, v puzzle.View) error {
				if v.Format == "text" {
					_, err := io.WriteString(w, StripText(b, d))
					return err
				}
				return Strip(w, b, d)
			}),
		},
		{Name: "animation", Doc: "one board on which cells change", Formats: []string{"svg"}, Solution: true, Style: colored, Draw: of(svg(Animated))},
		{Name: "absorption", Doc: "the move that removes each cell", Formats: []string{"svg"}, Solution: true, Style: colored, Draw: of(svg(Absorption))},
		{Name: "regions", Doc: "the graph of its regions", Formats: []string{"svg"}, Stepped: true, Style: colored, Draw: of(svg(Regions))},
	}
}

// drawingOf returns what is asked of any picture.
func drawingOf(b colorwalk.Board, v puzzle.View) (Drawing, error) {
	d := Drawing{Step: v.Step, Every: v.Every, Frontier: v.Given("frontier"), ANSI: v.Given("ansi")}
	var err error
	if d.Path, err = colorwalk.ParsePath(v.Solution); err != nil {
		return d, err
	}
	d.Palette = Palette(slices.Index(paletteNames, v.Value("palette")))
	switch v.Value("digits") {
	case "on":
		d.Digits = WithDigits
	case "off":
		d.Digits = NoDigits
	}
	if d.Digits == NoDigits && d.Palette == SafePalette {
		return d, errors.New("the palette safe has a digit in every cell (give no --digits off)")
	}
	if v.Format == "html" && len(d.Path) > 0 {
		d.Bound = colorwalk.LayerBounds(b, d.Path)
	}
	return d, nil
}

func play(b colorwalk.Board, v puzzle.View) (puzzle.Player, error) {
	d, err := drawingOf(b, v)
	if err != nil {
		return nil, err
	}
	p, err := Steps(b, d)
	return &p, err
}

func drawBoard(w io.Writer, b colorwalk.Board, d Drawing, v puzzle.View) error {
	switch v.Format {
	case "html":
		return Page(w, b, d)
	case "svg":
		return SVG(w, b, d)
	}
	at, _, err := b.Replay(d.Path[:d.Step])
	if err != nil {
		return err
	}
	return v.Text(w, Text(b, d), func() puzzle.Analysis { return colorwalk.Core().Analyze(at) })
}
