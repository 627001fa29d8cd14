package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// Durations of the parts of an animation, in milliseconds.
const (
	moveTime  = 500  // from the beginning of a move to that of the next
	slideTime = 250  // of the tile
	holdTime  = 1500 // before the first move and after the last
)

// Animated draws an animation that plays the moves of the path in a loop, two
// moves per second. A bar below the board shows the progress. The picture is a
// single file without scripts. The animation pauses while the pointer is over it.
// It does not run for readers who prefer reduced motion; they see the board
// before the first move. Animated ignores o.Step and o.Heuristic.
func Animated(w io.Writer, b tiles.Board, o Drawing) error {
	return write(w, b, o, (*canvas).film, "film")
}

func (c *canvas) film() {
	b := c.start
	width, height := 2*(draw.Margin+rim)+cellSize*b.Width(), 2*(draw.Margin+rim)+cellSize*b.Height()
	if len(c.Path) > 0 {
		height += 8
	}
	c.open(width, height, c.stripDescription(), c.keyframes(), false)
	c.tray(b, cellSize)
	for tile := 1; tile < b.Cells(); tile++ {
		c.Printf("<g class=\"tile%d\" style=\"%s\">", tile, placeStyle(b, find(b, tile)))
		c.tile(tile, false)
		c.Printf("</g>\n")
	}
	if len(c.Path) > 0 {
		c.Printf("<g transform=\"translate(%d %d)\"><rect class=\"label bar\" width=\"%d\" height=\"4\" rx=\"2\" fill=\"%s\"/></g>\n", draw.Margin, height-draw.Margin, width-2*draw.Margin, labelColor)
	}
	c.Printf("</svg>\n")
}

// find returns the cell of a tile.
func find(b tiles.Board, tile int) int {
	for cell := range b.Cells() {
		if b.Tile(cell) == tile {
			return cell
		}
	}
	return -1
}

// keyframes returns the style sheet that moves the tiles: for each tile that
// moves, where it stands at the beginning and at the end of each of its moves.
func (c *canvas) keyframes() string {
	if len(c.Path) == 0 {
		return ""
	}
	a := draw.Animation{ID: c.ID, Total: 2*holdTime + moveTime*len(c.Path)}
	frames, last := make([]strings.Builder, c.start.Cells()), make([]string, c.start.Cells())
	b := c.start
	for step, m := range c.Path {
		b, _ = b.Apply(m)
		to := movedTo(b, m)
		tile := b.Tile(to)
		begin := holdTime + moveTime*step
		last[tile] = "{" + placeStyle(b, to) + "}"
		fmt.Fprintf(&frames[tile], "%s{%s}%s%s", a.At(begin), placeStyle(b, b.Blank()), a.At(begin+slideTime), last[tile])
	}
	for tile := range frames {
		if last[tile] != "" {
			class := fmt.Sprintf("tile%d", tile)
			a.Add(class, class, frames[tile].String()+"to"+last[tile], "ease-in-out")
		}
	}
	a.Add("bar", "bar", fmt.Sprintf("0%%,%s{transform:scaleX(0)}%s,to{transform:none}", a.At(holdTime), a.At(a.Total-holdTime)), "linear")
	return a.String()
}
