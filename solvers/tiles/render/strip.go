package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// MaxStrip is the maximum number of boards that [Strip] can draw in one picture.
const MaxStrip = 2_000

// Strip draws the boards along a path in rows: the board before the first move, after every
// o.Every moves, and after the last move. The heading of each board shows the number of moves made
// and the letter of the last move; the tile that moved last has a thick border. Colors are the
// same as in [SVG], and a dot in the corner means that a tile is at home. Strip ignores o.Step and
// o.Heuristic.
func Strip(w io.Writer, b tiles.Board, o Drawing) error {
	return write(w, b, o, (*canvas).strip, "strip", max(1, o.Every), o.Columns)
}

// Sizes in a picture with several boards in rows.
const (
	frameCell = 24
	frameHead = 16 // above a board
	frameGap  = 16
)

func (c *canvas) strip() {
	b, made := c.start, 0
	at := draw.Frames(len(c.Path), max(1, c.Every))
	film := draw.Film{Frames: len(at), Width: frameCell*b.Width() + 4, Height: frameHead + frameCell*b.Height() + 4, Gap: frameGap, Columns: c.Columns}
	width, height := film.Size()
	c.open(width, height, c.stripDescription(), "", true)
	c.stamps()
	for i, step := range at {
		for ; made < step; made++ {
			b, _ = b.Apply(c.Path[made])
		}
		x, y := film.Corner(i)
		c.frame(b, step, x, y)
	}
	c.Printf("</svg>\n")
}

func (c *canvas) stripDescription() string {
	end, _ := c.start.Replay(c.Path)
	s := describe(c.start)
	switch len(c.Path) {
	case 0:
		return s
	case 1:
		s += " One move"
	default:
		s += fmt.Sprintf(" %d moves", len(c.Path))
	}
	s += ", the directions in which tiles move: " + strings.Join(wording.Groups(tiles.FormatPath(c.Path)), " ") + "."
	if end.Solved() {
		s += " Then the board is solved."
	}
	return s
}

// stamps defines the tray, each tile, and each tile at home, to be placed by
// frame.
func (c *canvas) stamps() {
	b := c.start
	c.Printf("<defs>\n<rect class=\"%s\" id=\"%s-tray\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"%s\"/>\n", c.stamped("tray"), c.ID, frameCell*b.Width()+4, frameCell*b.Height()+4, trayColor)
	for tile := 1; tile < b.Cells(); tile++ {
		row := b.Home(tile) / b.Width()
		c.Printf("<g id=\"%s-%d\"><rect class=\"%s\" x=\".5\" y=\".5\" width=\"%d\" height=\"%d\" rx=\"3\" fill=\"%s\"/><text class=\"%s\" x=\"%d\" y=\"17\" fill=\"%s\">%d</text></g>\n",
			c.ID, tile, c.stamped(fmt.Sprintf("row%d", row)), frameCell-1, frameCell-1, rowColors[rowColor(row, b.Height())], c.stamped("ink"), frameCell/2, inkColor, tile)
		c.Printf("<g id=\"%s-%dh\"><use href=\"#%s-%d\"/><circle class=\"%s\" cx=\"4\" cy=\"4\" r=\"1.8\" fill=\"%s\"/></g>\n", c.ID, tile, c.ID, tile, c.stamped("ink"), inkColor)
	}
	c.Printf("</defs>\n")
}

// frame draws the board after a number of moves, with its top left corner at x, y.
func (c *canvas) frame(b tiles.Board, step, x, y int) {
	c.Printf("<g data-step=\"%d\" transform=\"translate(%d %d)\" font-size=\"13\">\n<text class=\"label\" x=\"1\" y=\"9\" font-size=\"12\" text-anchor=\"start\" fill=\"%s\">%d", step, x, y, labelColor, step)
	if step > 0 {
		c.Printf(" %v", c.Path[step-1])
	}
	c.Printf("</text>\n<use href=\"#%s-tray\" y=\"%d\"/>\n", c.ID, frameHead)
	for cell := range b.Cells() {
		tile := b.Tile(cell)
		if tile == 0 {
			continue
		}
		home := ""
		if b.Home(tile) == cell {
			home = "h"
		}
		cx, cy := frameCorner(b, cell)
		c.Printf("<use href=\"#%s-%d%s\" x=\"%d\" y=\"%d\"/>", c.ID, tile, home, cx, cy)
	}
	if step > 0 {
		cx, cy := frameCorner(b, movedTo(b, c.Path[step-1]))
		c.Printf("\n<rect class=\"edge\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\" fill=\"none\" stroke=\"%s\" stroke-width=\"2.5\"/>", cx+1, cy+1, frameCell-2, frameCell-2, accentColor)
	}
	c.Printf("\n</g>\n")
}

func frameCorner(b tiles.Board, cell int) (x, y int) {
	return 2 + cell%b.Width()*frameCell, frameHead + 2 + cell/b.Width()*frameCell
}
