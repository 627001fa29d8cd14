package render

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// Drawing holds the options for drawing a board with a path. The zero Drawing
// shows only the board.
type Drawing struct {
	Path []tiles.Move // moves to make from the board; they need not reach the goal

	// Step is the number of moves to make before [SVG] draws the board, and the step at which
	// [Steps] opens.
	Step int

	// Heuristic is the heuristic that the picture explains, unless it is zero. [SVG] draws how much
	// each tile or line contributes to the estimate, and [Steps] lists the estimate after each
	// move.
	Heuristic tiles.Heuristic

	// Every is the number of moves between boards in [Strip] and [StripText]; 0 means 1. Both
	// functions always show the last board.
	Every   int
	Columns int    // number of boards per row of [Strip]; 0 means as many as fit on a page
	Size    int    // width of the picture in pixels; 0 means the default width
	Title   string // title of the picture; "" means the board's size and goal
	ID      string // prefix of all IDs in the picture; "" means a hash of the drawing
}

// SVG draws the board after o.Step moves. A tile's color shows its home row, from light for the
// first row to dark for the last. A check mark in the corner of a tile means that the tile is at
// home. The last moved tile has a thick border. With a heuristic, the picture shows the parts of
// the estimate, and a sentence below the board gives the same total as [tiles.Heuristic.Of]:
//
//   - for Manhattan distance: an arrow toward home and the distance on each tile;
//   - for linear conflict: a frame around each line with conflicts, and +2 on the tiles that
//     must leave it;
//   - for walking distance: next to the board, how many tiles in each row belong in each row,
//     and below the board, the same for columns;
//   - for inversion distance: on each tile, how many larger tiles come before it by rows and by
//     columns;
//   - for Hamming: a cross on each tile that is not at home.
//
// SVG returns an error if a part of the drawing does not fit the board, or if w fails.
func SVG(w io.Writer, b tiles.Board, o Drawing) error {
	return write(w, b, o, (*canvas).single, "board", o.Step, o.Heuristic.Name)
}

// write writes a picture; see [newCanvas].
func write(w io.Writer, b tiles.Board, o Drawing, picture func(*canvas), kind string, distinct ...any) error {
	c, err := newCanvas(b, o, kind, distinct...)
	if err != nil {
		return err
	}
	picture(c)
	return c.Save(w, name+": write SVG")
}

// name is the prefix of this package's errors.
const name = "tiles"

// MaxStepped is the maximum number of moves in a path for [Steps], [Animated] and [SVG].
const MaxStepped = 5_000

// checkDrawing returns an error about the first part of the drawing that does not
// fit the board.
func checkDrawing(b tiles.Board, o Drawing, kind string) error {
	if b.Cells() == 0 {
		return errors.New("tiles: draw: the zero Board is no board; make one with NewBoard or a parser")
	}
	r := draw.Request{Moves: len(o.Path), MaxMoves: MaxStepped, Step: o.Step, Every: o.Every, Columns: o.Columns, Size: o.Size, ID: o.ID}
	if kind == "strip" {
		r.MaxMoves, r.MaxBoards = math.MaxInt, MaxStrip
	}
	if err := r.Check(); err != nil {
		return fmt.Errorf("tiles: draw: %w", err)
	}
	if _, err := b.Replay(o.Path); err != nil {
		return err
	}
	if o.explains() {
		return o.Heuristic.Fits(b.Width(), b.Height())
	}
	return nil
}

// explains reports whether a heuristic is shown.
func (o Drawing) explains() bool { return o.Heuristic.Name != "" }

// canvas is an unfinished drawing.
type canvas struct {
	Drawing
	draw.Canvas
	start tiles.Board // where the path begins
}

// newCanvas checks and completes the drawing. Drawings that differ in kind, or in
// the other things given, have different ids.
func newCanvas(b tiles.Board, o Drawing, kind string, distinct ...any) (*canvas, error) {
	if err := checkDrawing(b, o, kind); err != nil {
		return nil, err
	}
	c := &canvas{Drawing: o, start: b}
	if c.Title == "" {
		c.Title = fmt.Sprintf("Sliding tiles, %dx%d, goal %v", b.Width(), b.Height(), b.Goal())
	}
	if c.ID == "" {
		c.ID = draw.ID("tiles-"+kind, b.Width(), b.Height(), b.Goal(), b.Tiles(), tiles.FormatPath(o.Path), o.Size, o.Title, distinct)
	}
	return c, nil
}

// open begins the svg element of a picture, with a style sheet of its own and
// that of the dark scheme, and paints its background.
func (c *canvas) open(width, height int, description, style string, stamps bool) {
	c.Open(draw.Picture{
		ID: c.ID, Title: c.Title, Description: description, Width: width, Height: height, Size: c.Size, Anchor: "middle",
		Style: style, Dark: draw.Dark(c.ID, c.darkRules(), stamps),
	})
	c.Printf("<rect class=\"paper\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", width, height, paperColor)
}

// describe describes a board in words.
func describe(b tiles.Board) string {
	var s strings.Builder
	s.WriteString("Rows from the top:")
	for row := range b.Height() {
		if row > 0 {
			s.WriteByte(';')
		}
		for col := range b.Width() {
			if tile := b.Tile(row*b.Width() + col); tile == 0 {
				s.WriteString(" blank")
			} else {
				fmt.Fprintf(&s, " %d", tile)
			}
		}
	}
	s.WriteByte('.')
	return s.String()
}

// directions are the moves in words.
var directions = [...]string{tiles.Up: "up", tiles.Down: "down", tiles.Left: "left", tiles.Right: "right"}

// stepSentence describes one move of a path in words, given the board after it.
func stepSentence(after tiles.Board, path []tiles.Move, step int) string {
	m := path[step-1]
	return fmt.Sprintf("Move %d of %d: tile %d %s", step, len(path), after.Tile(movedTo(after, m)), directions[m])
}

// movedTo returns the cell of the tile that made the last move.
func movedTo(after tiles.Board, m tiles.Move) int {
	return after.Blank() + [...]int{tiles.Up: -after.Width(), tiles.Down: after.Width(), tiles.Left: -1, tiles.Right: 1}[m]
}
