package render

import (
	"errors"
	"fmt"
	"io"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
)

// Drawing holds the options for drawing a board with a path. The zero Drawing shows only the board.
type Drawing struct {
	Path []colorwalk.Color // moves to play from the board; they may remove nothing, and need not clear the board

	// Step is the number of moves to make before [SVG], [Regions] and [Text] draw the board, and
	// the step at which [Steps] opens.
	Step int

	Palette  Palette // colors of the cells; zero means the series' colors
	Digits   Digits  // whether cells show the digit of their color; zero means that only cells of small boards do
	Frontier bool    // whether [SVG] and [Steps] outline the regions that the next move can remove

	// Bound holds lower bounds on the number of remaining moves, one before the first move and one
	// after each move. [Steps] shows them. It is nil if no bounds are known.
	Bound []int

	// Every is the number of moves between boards in [Strip] and [StripText]; 0 means that this
	// number depends on the length of the path. Both functions always show the last board.
	Every   int
	Columns int    // number of boards per row of [Strip]; 0 means as many as fit on a page
	Size    int    // width of the picture in pixels; 0 means the default width
	ANSI    bool   // whether [Text] and [StripText] use terminal colors
	Title   string // title of the picture; "" means the board's size
	ID      string // prefix of all IDs in the picture; "" means a hash of the drawing
}

// Digits determines whether cells show the digits of their colors. Cells in the colors of
// [SafePalette] always show them.
type Digits uint8

// Values of type Digits, which select the boards whose cells show digits.
const (
	AutoDigits Digits = iota // cells show digits on boards of up to 14x14 cells
	WithDigits
	NoDigits
)

var digitWords = []string{AutoDigits: "auto", WithDigits: "on", NoDigits: "off"}

// SVG draws the board after o.Step moves. A small frame marks the start, and the cells removed by
// the last move are outlined. If o.Frontier is true, a dashed line surrounds the regions that the
// next move can remove. Below the board are the colors of the path, with a frame around the last
// move, and a sentence about that move.
//
// SVG returns an error if a part of the drawing does not fit the board, or if w fails.
func SVG(w io.Writer, b colorwalk.Board, o Drawing) error {
	return write(w, b, o, (*canvas).single, "board", o.Step, o.Frontier)
}

// write writes a picture; see [newCanvas].
func write(w io.Writer, b colorwalk.Board, o Drawing, picture func(*canvas), kind string, distinct ...any) error {
	c, err := newCanvas(b, o, kind, distinct...)
	if err != nil {
		return err
	}
	picture(c)
	return c.Save(w, name+": write SVG")
}

// name is the prefix of this package's errors.
const name = "colorwalk"

const (
	// MaxDrawn is the maximum number of rows or columns of a board that can be drawn.
	MaxDrawn = 200
	// MaxStepped is the maximum number of moves in a drawn path.
	MaxStepped = 5_000
)

// checkDrawing reports the first part of the drawing that cannot be drawn.
func checkDrawing(b colorwalk.Board, o Drawing, kind string) error {
	if b.Cells() == 0 {
		return errors.New("colorwalk: draw: the zero Board is no board; make one with NewBoard or a parser")
	}
	r := draw.Request{Moves: len(o.Path), MaxMoves: MaxStepped, Step: o.Step, Every: o.Every, Columns: o.Columns, Size: o.Size, ID: o.ID}
	if kind == "strip" {
		r.MaxBoards = MaxStrip
	}
	if err := r.Check(); err != nil {
		return fmt.Errorf("colorwalk: draw: %w", err)
	}
	switch {
	case b.Rows() > MaxDrawn || b.Cols() > MaxDrawn:
		return fmt.Errorf("colorwalk: draw: a board of %dx%d is too large for a picture (want at most %dx%d)", b.Cols(), b.Rows(), MaxDrawn, MaxDrawn)
	case kind == "regions" && (b.Rows() > MaxRegionsDrawn || b.Cols() > MaxRegionsDrawn):
		return fmt.Errorf("colorwalk: draw: the region graph of a board of %dx%d is too large for a picture (want at most %dx%d)", b.Cols(), b.Rows(), MaxRegionsDrawn, MaxRegionsDrawn)
	case int(o.Palette) >= len(palettes):
		return fmt.Errorf("colorwalk: draw: there is no palette %d (want series or safe)", o.Palette)
	case o.Digits > NoDigits:
		return fmt.Errorf("colorwalk: draw: Digits cannot be %d (want AutoDigits, WithDigits or NoDigits)", o.Digits)
	case o.Bound != nil && len(o.Bound) != len(o.Path)+1:
		return fmt.Errorf("colorwalk: draw: %d bounds for a path of %d moves (want %d)", len(o.Bound), len(o.Path), len(o.Path)+1)
	}
	if i := noColor(o.Path); i < len(o.Path) {
		return fmt.Errorf("colorwalk: draw: %s", wrongMove(o.Path, i))
	}
	return nil
}

// noColor returns the place of the first move that is no color; the length of the path for
// none.
func noColor(path []colorwalk.Color) int {
	for i, move := range path {
		if move == colorwalk.Blank || move > colorwalk.MaxColors {
			return i
		}
	}
	return len(path)
}

// wrongMove says what is wrong with a move.
func wrongMove(path []colorwalk.Color, i int) string {
	return fmt.Sprintf("move %d is %d (want 1 to %d)", i+1, uint8(path[i]), colorwalk.MaxColors)
}

// digits reports whether the cells of a board show digits.
func (o Drawing) digits(b colorwalk.Board) bool {
	const small = 14
	return o.Palette == SafePalette || o.Digits == WithDigits ||
		o.Digits == AutoDigits && b.Rows() <= small && b.Cols() <= small
}

// canvas is a drawing in the making.
type canvas struct {
	Drawing
	draw.Canvas
	*course
	outliner outliner
}

// newCanvas checks and completes the drawing. Drawings that differ in kind, or
// in the other things given, have different ids.
func newCanvas(b colorwalk.Board, o Drawing, kind string, distinct ...any) (*canvas, error) {
	if err := checkDrawing(b, o, kind); err != nil {
		return nil, err
	}
	c := &canvas{Drawing: o, course: newCourse(b, o.Path), outliner: newOutliner(b)}
	if c.Title == "" {
		c.Title = fmt.Sprintf("Color Walk, %dx%d", b.Cols(), b.Rows())
	}
	if c.ID == "" {
		cells := make([]uint8, b.Cells())
		for cell := range cells {
			cells[cell] = uint8(b.Color(cell))
		}
		c.ID = draw.ID("colorwalk-"+kind, b.Rows(), b.Cols(), b.Start(), cells, o.Path, o.Palette, o.digits(b), o.Size, o.Title, distinct)
	}
	return c, nil
}

// open begins the svg element of a picture, with a style sheet of its own and
// that of the dark scheme, and paints its background.
func (c *canvas) open(width, height int, description, style string) {
	c.Open(draw.Picture{
		ID: c.ID, Title: c.Title, Description: description, Width: width, Height: height, Size: c.Size, Anchor: "middle",
		Style: style, Dark: draw.Dark(c.ID, darkRules, false),
	})
	c.Printf("<rect class=\"paper\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", width, height, paperColor)
}
