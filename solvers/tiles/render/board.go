package render

import (
	"fmt"
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// Sizes in the picture of one board, in units of its view box:
//
//	Margin ┌ tray ─────────────┐
//	       │ ┌ cell ┐┌ cell ┐  │ rim around the cells
//	       │ └──────┘└──────┘  │
//	       └───────────────────┘
//	       caption
const (
	cellSize = 72
	rim      = 4
)

// single draws the board after c.Step moves, what explains it, and a caption.
func (c *canvas) single() {
	b, _ := c.start.Replay(c.Path[:c.Step])
	width, height := 2*(draw.Margin+rim)+cellSize*b.Width(), 2*(draw.Margin+rim)+cellSize*b.Height()
	var e tiles.Explanation
	var caption []string
	description := describe(b)
	if c.Step > 0 {
		caption = append(caption, stepSentence(b, c.Path, c.Step))
	}
	if c.explains() {
		e = tiles.Explain(b, c.Heuristic)
		caption = append(caption, e.Sentences...)
		width, height = room(&e, width, height)
	}
	if len(caption) > 0 {
		description += " " + strings.Join(caption, ". ") + "."
		width = max(width, 300)
	}
	lines := draw.Wrap(caption, width-2*draw.Margin)
	captionTop := height
	if len(lines) > 0 {
		height += draw.LineHeight*len(lines) + 4
	}
	c.open(width, height, description, "", false)
	c.tray(b, cellSize)
	for cell := range b.Cells() {
		if tile := b.Tile(cell); tile != 0 {
			x, y := corner(b, cell)
			c.Printf("<g data-tile=\"%d\" transform=\"translate(%d %d)\">", tile, x, y)
			c.tile(tile, b.Home(tile) == cell)
			if c.explains() {
				c.tileMarks(&e, tile, cell)
			}
			c.Printf("</g>\n")
		}
	}
	if c.Step > 0 {
		x, y := corner(b, movedTo(b, c.Path[c.Step-1]))
		c.Printf("<rect class=\"edge\" data-mark=\"moved\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"7\" fill=\"none\" stroke=\"%s\" stroke-width=\"4\"/>\n", x+3, y+3, cellSize-6, cellSize-6, accentColor)
	}
	if c.explains() {
		c.lineMarks(&e)
	}
	c.Caption(lines, draw.Margin, captionTop+10, inkColor)
	c.Printf("</svg>\n")
}

// tray draws what the tiles lie in; the blank shows it.
func (c *canvas) tray(b tiles.Board, cell int) {
	c.Printf("<rect class=\"tray\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"10\" fill=\"%s\"/>\n",
		draw.Margin, draw.Margin, 2*rim+cell*b.Width(), 2*rim+cell*b.Height(), trayColor)
}

// corner returns the top left corner of a cell.
func corner(b tiles.Board, cell int) (x, y int) {
	return draw.Margin + rim + cell%b.Width()*cellSize, draw.Margin + rim + cell/b.Width()*cellSize
}

// tile draws a tile at the origin. A tile that may come home later has a tick
// that the page shows then.
func (c *canvas) tile(tile int, home bool) {
	row := c.start.Home(tile) / c.start.Width()
	c.Printf("<rect class=\"row%d\" x=\"1.5\" y=\"1.5\" width=\"%d\" height=\"%d\" rx=\"7\" fill=\"%s\"/>", row, cellSize-3, cellSize-3, rowColors[rowColor(row, c.start.Height())])
	c.Printf("<text class=\"ink\" x=\"%d\" y=\"46\" font-size=\"28\" fill=\"%s\">%d</text>", cellSize/2, inkColor, tile)
	if home {
		c.Printf(tick, inkColor)
	}
}

// tick marks a tile at home, in its top left corner.
const tick = `<path class="line" data-mark="home" d="M8 13l4 4 7-8" fill="none" stroke="%s" stroke-width="2"/>`

// tileMarks draws, inside the tile, what the tile contributes to the estimate: a
// cross at the top left, +2 at the top right, arrow and distance at the bottom
// left, and inversions at the bottom right.
func (c *canvas) tileMarks(e *tiles.Explanation, tile, cell int) {
	if e.Uses(tiles.Hamming) && e.Distance[tile] > 0 {
		c.Printf("<path class=\"edge\" data-mark=\"misplaced\" d=\"M9 9l9 9m0-9l-9 9\" fill=\"none\" stroke=\"%s\" stroke-width=\"2.5\"/>", accentColor)
	}
	cost := 0
	for _, leaves := range e.Leaves {
		if leaves[tile] {
			cost += 2
		}
	}
	if cost > 0 {
		c.Printf("<text class=\"accent\" data-mark=\"leaves\" x=\"%d\" y=\"19\" font-size=\"15\" font-weight=\"bold\" text-anchor=\"end\" fill=\"%s\">+%d</text>", cellSize-7, accentColor, cost)
	}
	if (e.Uses(tiles.Manhattan) || e.Uses(tiles.LinearConflict)) && e.Distance[tile] > 0 {
		c.Printf(arrow, draw.NewTrack("transform", turned(e.Board, tile, cell)), inkColor)
		c.Printf("<text class=\"ink\" data-mark=\"distance\" x=\"25\" y=\"65\" font-size=\"13\" text-anchor=\"start\" fill=\"%s\">%d</text>", inkColor, e.Distance[tile])
	}
	if e.Uses(tiles.InversionDistance) {
		c.Printf("<text class=\"ink\" data-mark=\"inversions\" x=\"%d\" y=\"65\" font-size=\"11\" text-anchor=\"end\" fill=\"%s\">%d·%d</text>", cellSize-6, inkColor, e.Inversions[0][tile], e.Inversions[1][tile])
	}
}

// arrow points right before it is turned; it takes a transformation and a color.
const arrow = `<path class="line" data-mark="arrow" d="M-7 0H7M2-4.5 7 0 2 4.5"%v fill="none" stroke="%s" stroke-width="1.8"/>`

// homeward returns the rows down and the columns to the right from a cell to the
// tile's home.
func homeward(b tiles.Board, tile, cell int) (down, right int) {
	home, w := b.Home(tile), b.Width()
	return home/w - cell/w, home%w - cell%w
}

// turned returns the transformation that turns an arrow from a cell toward the
// tile's home.
func turned(b tiles.Board, tile, cell int) string {
	down, right := homeward(b, tile, cell)
	return fmt.Sprintf("translate(15 60) rotate(%d)", int(math.Round(math.Atan2(float64(down), float64(right))*180/math.Pi)))
}
