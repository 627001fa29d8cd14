package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// MaxStrip is the largest number of boards that [Strip] draws.
const MaxStrip = 2_000

// Strip draws the boards of a path one after the other, in rows like a
// film: the board before the first move, the board after each o.Every moves,
// and the last. Above each stand the number of moves made and the letter of
// the last, and the tile that made it has a heavy border. Colours are those of
// [SVG], and a dot in the corner says that a tile is at home. o.Step and
// o.Heuristic are not used.
func Strip(w io.Writer, b tiles.Board, o Drawing) error {
	every := max(1, o.Every)
	longest := (MaxStrip - 1) * min(every, 1<<20)
	if err := checkDrawing(b, o, longest); err != nil {
		if o.Every >= 0 && len(o.Path) > longest {
			return fmt.Errorf("tiles: draw: a path of %d moves has more than %d boards to show (set Every to %d or more)", len(o.Path), MaxStrip, (len(o.Path)+MaxStrip-2)/(MaxStrip-1))
		}
		return err
	}
	c := newCanvas(b, o, "strip", every, o.Columns)
	c.strip(frames(len(o.Path), every))
	return c.writeTo(w, "SVG")
}

// frames returns the numbers of moves after which a board is shown.
func frames(moves, every int) []int {
	var at []int
	for step := 0; step < moves; step += every {
		at = append(at, step)
	}
	return append(at, moves)
}

// Lengths of a strip.
const (
	frameCell  = 24
	frameHead  = 16 // above a board
	frameGap   = 16
	stripWidth = 940 // that as many boards as possible stand in
)

func (c *canvas) strip(at []int) {
	b := c.start
	width, height := frameCell*b.Width()+4, frameCell*b.Height()+4
	columns := c.Columns
	if columns == 0 {
		columns = max(1, (stripWidth-2*margin+frameGap)/(width+frameGap))
	}
	columns = min(columns, len(at))
	rows := (len(at) + columns - 1) / columns
	c.open(2*margin+columns*(width+frameGap)-frameGap, 2*margin+rows*(frameHead+height+frameGap)-frameGap, c.stripDescription(), "", true)
	c.stamps()
	next := 0
	for step := 0; ; step++ {
		if step == at[next] {
			x, y := margin+next%columns*(width+frameGap), margin+next/columns*(frameHead+height+frameGap)
			c.frame(b, step, x, y)
			if next++; next == len(at) {
				break
			}
		}
		b, _ = b.Apply(c.Path[step])
	}
	c.printf("</svg>\n")
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
	s += ", the directions in which tiles move: " + strings.Join(groups(c.Path), " ") + "."
	if end.Solved() {
		s += " Then the board is solved."
	}
	return s
}

// stamps defines the tray, each tile, and each tile at home, to be placed by
// frame.
func (c *canvas) stamps() {
	b := c.start
	c.printf("<defs>\n<rect class=\"%s\" id=\"%s-tray\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"%s\"/>\n", c.stamped("tray"), c.ID, frameCell*b.Width()+4, frameCell*b.Height()+4, trayColor)
	for tile := 1; tile < b.Cells(); tile++ {
		row := b.Home(tile) / b.Width()
		c.printf("<g id=\"%s-%d\"><rect class=\"%s\" x=\".5\" y=\".5\" width=\"%d\" height=\"%d\" rx=\"3\" fill=\"%s\"/><text class=\"%s\" x=\"%d\" y=\"17\" fill=\"%s\">%d</text></g>\n",
			c.ID, tile, c.stamped(fmt.Sprintf("row%d", row)), frameCell-1, frameCell-1, rowColors[rowColor(row, b.Height())], c.stamped("ink"), frameCell/2, inkColor, tile)
		c.printf("<g id=\"%s-%dh\"><use href=\"#%s-%d\"/><circle class=\"%s\" cx=\"4\" cy=\"4\" r=\"1.8\" fill=\"%s\"/></g>\n", c.ID, tile, c.ID, tile, c.stamped("ink"), inkColor)
	}
	c.printf("</defs>\n")
}

// frame draws the board after so many moves, with its top left corner at x, y.
func (c *canvas) frame(b tiles.Board, step, x, y int) {
	c.printf("<g data-step=\"%d\" transform=\"translate(%d %d)\" font-size=\"13\">\n<text class=\"label\" x=\"1\" y=\"9\" font-size=\"12\" text-anchor=\"start\" fill=\"%s\">%d", step, x, y, labelColor, step)
	if step > 0 {
		c.printf(" %v", c.Path[step-1])
	}
	c.printf("</text>\n<use href=\"#%s-tray\" y=\"%d\"/>\n", c.ID, frameHead)
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
		c.printf("<use href=\"#%s-%d%s\" x=\"%d\" y=\"%d\"/>", c.ID, tile, home, cx, cy)
	}
	if step > 0 {
		cx, cy := frameCorner(b, movedTo(b, c.Path[step-1]))
		c.printf("\n<rect class=\"edge\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\" fill=\"none\" stroke=\"%s\" stroke-width=\"2.5\"/>", cx+1, cy+1, frameCell-2, frameCell-2, accentColor)
	}
	c.printf("\n</g>\n")
}

func frameCorner(b tiles.Board, cell int) (x, y int) {
	return 2 + cell%b.Width()*frameCell, frameHead + 2 + cell/b.Width()*frameCell
}
