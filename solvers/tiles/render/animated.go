package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// Times of an animation, in milliseconds.
const (
	moveTime  = 500  // from the beginning of a move to that of the next
	slideTime = 250  // of the tile
	holdTime  = 1500 // before the first move and after the last
)

// Animated draws the board and lets the tiles slide along the path, over
// and over, two moves a second. It is one file without a script; the animation
// stands still while the pointer is on it, and for readers who prefer less
// motion it does not run: they see the board before the first move. A bar
// under the board shows how far it is. o.Step and o.Heuristic are not used.
func Animated(w io.Writer, b tiles.Board, o Drawing) error {
	if err := checkDrawing(b, o, MaxStepped); err != nil {
		return err
	}
	c := newCanvas(b, o, "film")
	c.film()
	return c.writeTo(w, "SVG")
}

func (c *canvas) film() {
	b := c.start
	width, height := 2*(margin+rim)+cellSize*b.Width(), 2*(margin+rim)+cellSize*b.Height()
	if len(c.Path) > 0 {
		height += 8
	}
	c.open(width, height, c.stripDescription(), c.keyframes(), false)
	c.tray(b, cellSize)
	for tile := 1; tile < b.Cells(); tile++ {
		x, y := corner(b, find(b, tile))
		c.printf("<g class=\"tile%d\" style=\"transform:translate(%dpx,%dpx)\">", tile, x, y)
		c.tile(tile, false)
		c.printf("</g>\n")
	}
	if len(c.Path) > 0 {
		c.printf("<g transform=\"translate(%d %d)\"><rect class=\"label bar\" width=\"%d\" height=\"4\" rx=\"2\" fill=\"%s\"/></g>\n", margin, height-margin, width-2*margin, labelColor)
	}
	c.printf("</svg>\n")
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
	total := 2*holdTime + moveTime*len(c.Path)
	frames, last := make([]strings.Builder, c.start.Cells()), make([]string, c.start.Cells())
	b := c.start
	for step, m := range c.Path {
		b, _ = b.Apply(m)
		to := movedTo(b, m)
		tile := b.Tile(to)
		begin, end := holdTime+moveTime*step, holdTime+moveTime*step+slideTime
		x, y := corner(b, to)
		fromX, fromY := corner(b, b.Blank())
		at := fmt.Sprintf("{transform:translate(%dpx,%dpx)}", x, y)
		fmt.Fprintf(&frames[tile], "%s{transform:translate(%dpx,%dpx)}%s%s", percent(begin, total), fromX, fromY, percent(end, total), at)
		last[tile] = at
	}
	var s strings.Builder
	name := strings.ReplaceAll(c.ID, ".", `\.`)
	animation := func(class, easing string) {
		fmt.Fprintf(&s, "[id=\"%s\"] .%s{animation:k%s-%s %dms %s infinite}", c.ID, class, name, class, total, easing)
	}
	for tile := range frames {
		if last[tile] == "" {
			continue
		}
		class := fmt.Sprintf("tile%d", tile)
		fmt.Fprintf(&s, "@keyframes k%s-%s{%sto%s}\n", name, class, frames[tile].String(), last[tile])
		animation(class, "ease-in-out")
	}
	fmt.Fprintf(&s, "@keyframes k%s-bar{0%%,%s{transform:scaleX(0)}%s,to{transform:none}}\n", name, percent(holdTime, total), percent(total-holdTime, total))
	animation("bar", "linear")
	fmt.Fprintf(&s, "\n[id=\"%s\"]:hover *{animation-play-state:paused}@media (prefers-reduced-motion:reduce){[id=\"%s\"] *{animation:none}}\n", c.ID, c.ID)
	return s.String()
}

// percent writes a share of the whole with three decimals, in whole numbers all
// the way.
func percent(part, whole int) string {
	thousandths := (part*100_000 + whole/2) / whole
	s := fmt.Sprintf("%d.%03d", thousandths/1000, thousandths%1000)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".") + "%"
}
