package render

import (
	"errors"
	"slices"
	"sync"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/programs"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
)

// Kind returns the complete description of the puzzle: [colorwalk.Core], the programs of
// the series, and the drawings.
var Kind = sync.OnceValue(func() *puzzle.Kind[colorwalk.Board] {
	k := *colorwalk.Core()
	k.Strategies = puzzle.NewGrammar(k.Name, "evaluation", slices.Concat(programs.Strategies(), colorwalk.Strategies()))
	k.Code = append(slices.Clip(k.Code), programs.Source)
	k.Sets = slices.Clone(k.Sets)
	for i := range k.Sets {
		if s := &k.Sets[i]; s.Name == "series" {
			// The boards behind the published hundred are what its program would have
			// made next.
			s.Doc += "; a larger --count adds more boards from the same generator"
			s.More = programs.Series
		}
	}
	k.Pictures, k.Style = pictureList(), style()
	return &k
})

// Puzzle returns the puzzle of [Kind] as a [puzzle.Puzzle], so that a list can hold different
// puzzles; see [puzzle.Of].
var Puzzle = sync.OnceValue(func() *puzzle.Puzzle { return puzzle.Of(Kind()) })

// style returns the options of the pictures.
func style() []puzzle.Option {
	return []puzzle.Option{
		puzzle.OneOf("palette", "the colors of the cells: the colors of the series, or colors that are safe for color-blind readers, with digits", paletteNames...),
		puzzle.OneOf("digits", "write the digit of its color into each cell (auto: on boards up to 14x14)", digitWords...),
		puzzle.Switch("frontier", "outline the regions that the next move can remove"),
		puzzle.Switch("ansi", "use the colors of a terminal"),
	}
}

// pictureList returns the ways to draw a board.
func pictureList() []puzzle.Picture[colorwalk.Board] {
	drawn := []string{"svg", "html"}
	colored := map[string][]string{"palette": nil, "digits": drawn, "ansi": {"text"}}
	show := func(p puzzle.Picture[colorwalk.Board], s draw.Show[colorwalk.Board, Drawing]) puzzle.Picture[colorwalk.Board] {
		s.Puzzle, s.Asked = name, asked
		if p.Style == nil {
			p.Style = colored
		}
		return s.Picture(p)
	}
	return []puzzle.Picture[colorwalk.Board]{
		show(puzzle.Picture[colorwalk.Board]{
			Name: "board", Doc: "one board", Formats: []string{"text", "svg", "html"}, Structure: []string{"text"}, Stepped: true,
			Style: map[string][]string{"palette": nil, "digits": drawn, "frontier": drawn, "ansi": {"text"}},
		}, draw.Show[colorwalk.Board, Drawing]{SVG: SVG, Text: boardText, Steps: Steps, Analyze: colorwalk.Core().Analyze}),
		show(puzzle.Picture[colorwalk.Board]{
			Name: "strip", Doc: "the boards of the solution in a strip", Formats: []string{"svg", "text"}, Solution: true, Thinned: true, First: []string{"svg"},
		}, draw.Show[colorwalk.Board, Drawing]{SVG: Strip, Text: stripText}),
		show(puzzle.Picture[colorwalk.Board]{Name: "animation", Doc: "one board on which cells change", Formats: []string{"svg"}, Solution: true}, draw.Show[colorwalk.Board, Drawing]{SVG: Animated}),
		show(puzzle.Picture[colorwalk.Board]{Name: "absorption", Doc: "the move that removes each cell", Formats: []string{"svg"}, Solution: true}, draw.Show[colorwalk.Board, Drawing]{SVG: Absorption}),
		show(puzzle.Picture[colorwalk.Board]{Name: "regions", Doc: "the graph of the board's regions", Formats: []string{"svg"}, Stepped: true}, draw.Show[colorwalk.Board, Drawing]{SVG: Regions}),
	}
}

// asked returns what is asked of any picture.
func asked(b colorwalk.Board, v puzzle.View) (colorwalk.Board, Drawing, error) {
	d := Drawing{Step: v.Step, Every: v.Every, Frontier: v.Given("frontier"), ANSI: v.Given("ansi")}
	var err error
	if d.Path, err = colorwalk.ParsePath(v.Solution); err != nil {
		return b, d, err
	}
	d.Palette = Palette(slices.Index(paletteNames, v.Value("palette")))
	d.Digits = Digits(slices.Index(digitWords, v.Value("digits")))
	if d.Digits == NoDigits && d.Palette == SafePalette {
		return b, d, errors.New("the palette safe has a digit in every cell (give no --digits off)")
	}
	if v.Format == "html" && len(d.Path) > 0 {
		d.Bound = colorwalk.LayerBounds(b, d.Path)
	}
	return b, d, nil
}

// boardText returns the drawing of the board that is shown, and that board.
func boardText(b colorwalk.Board, d Drawing) (string, colorwalk.Board, error) {
	at, _, err := b.Replay(d.Path[:d.Step])
	return Text(b, d), at, err
}

func stripText(b colorwalk.Board, d Drawing) (string, colorwalk.Board, error) {
	return StripText(b, d), b, nil
}
