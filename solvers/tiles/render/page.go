package render

import (
	"fmt"
	"strconv"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// Steps returns a page that steps through a path; see [draw.Page]. The page
// shows the board with sliding tiles. For each move, it lists the Manhattan
// distance, the estimate of o.Heuristic if this is a different heuristic, and
// the number of remaining moves. A checkbox shows each tile's path home. The
// page opens at o.Step.
func Steps(b tiles.Board, o Drawing) (draw.Page, error) {
	c, err := newCanvas(b, o, "page")
	if err != nil {
		return draw.Page{}, err
	}
	c.stage()
	p := draw.Page{
		Title: c.Title, Style: stageStyle, Stage: c.String(), End: c.end(), Open: o.Step,
		Checks: []draw.Check{{Class: "ways", Label: "Show each tile’s way home"}},
	}
	c.facts(&p)
	return p, nil
}

const stageStyle = `.tile { transition: transform .18s ease-in-out }
.jump .tile { transition: none }
.tile:not(.home) [data-mark=home] { display: none }
.tile.moved [data-mark=moved] { display: inline }
.ways .tile:not(.home) .way { display: inline }
`

// end draws the board after the last move.
func (c *canvas) end() string {
	end := &canvas{Drawing: c.Drawing, start: c.start}
	end.Step, end.Heuristic, end.ID = len(c.Path), tiles.Heuristic{}, c.ID+"-end"
	end.single()
	return end.String()
}

// stage draws the board with what changes on it: the place of each tile, whether
// it is at home or has just moved, and its way home.
func (c *canvas) stage() {
	b := c.start
	c.open(2*(draw.Margin+rim)+cellSize*b.Width(), 2*(draw.Margin+rim)+cellSize*b.Height(), c.stripDescription(), "", false)
	c.tray(b, cellSize)
	for tile := 1; tile < b.Cells(); tile++ {
		c.tracked(tile)
	}
	c.Printf("</svg>\n")
}

// tracked draws a tile that follows the path.
func (c *canvas) tracked(tile int) {
	b := c.start
	cell := find(b, tile)
	place, class := draw.NewTrack("style", placeStyle(b, cell)), draw.NewTrack("class", tileClass(b, tile, cell, false))
	turn, away := draw.NewTrack("transform", turned(b, tile, cell)), draw.NewTrack("text", distance(b, tile, cell))
	for i, m := range c.Path {
		blank := b.Blank()
		b, _ = b.Apply(m)
		moved := b.Tile(blank) == tile
		if moved {
			cell = blank
			place.Set(i+1, placeStyle(b, cell))
			turn.Set(i+1, turned(b, tile, cell))
			away.Set(i+1, distance(b, tile, cell))
		}
		class.Set(i+1, tileClass(b, tile, cell, moved))
	}
	c.Printf("<g%v data-tile=\"%d\"%v>", class, tile, place)
	c.tile(tile, true)
	c.Printf("<rect class=\"edge\" data-mark=\"moved\" x=\"3\" y=\"3\" width=\"%d\" height=\"%d\" rx=\"6\" fill=\"none\" stroke=\"%s\" stroke-width=\"4\" display=\"none\"/>", cellSize-6, cellSize-6, accentColor)
	c.Printf("<g class=\"way\" display=\"none\">"+arrow+"<text class=\"ink\" x=\"25\" y=\"65\" font-size=\"13\" text-anchor=\"start\" fill=\"%s\"%v>%s</text></g></g>\n",
		turn, inkColor, inkColor, away, distance(c.start, tile, find(c.start, tile)))
}

func placeStyle(b tiles.Board, cell int) string {
	x, y := corner(b, cell)
	return fmt.Sprintf("transform:translate(%dpx,%dpx)", x, y)
}

func tileClass(b tiles.Board, tile, cell int, moved bool) string {
	class := "tile"
	if b.Home(tile) == cell {
		class += " home"
	}
	if moved {
		class += " moved"
	}
	return class
}

// distance writes the rows and columns from a cell to the tile's home.
func distance(b tiles.Board, tile, cell int) string { return strconv.Itoa(b.Apart(cell, b.Home(tile))) }

// facts describes the boards of the path.
func (c *canvas) facts(p *draw.Page) {
	p.Facts = []string{"tile", "moves", "Manhattan"}
	heuristics := []tiles.Heuristic{tiles.Manhattan}
	if c.explains() && c.Heuristic.Name != tiles.Manhattan.Name {
		p.Facts = append(p.Facts, c.Heuristic.Name)
		heuristics = append(heuristics, c.Heuristic)
	}
	if len(c.Path) > 0 {
		p.Facts = append(p.Facts, "to go")
	}
	var estimate []func(tiles.Board) int
	for _, h := range heuristics {
		of, _ := h.Estimator(c.start.Width(), c.start.Height()) // checkDrawing has seen that it fits
		estimate = append(estimate, of)
	}
	b := c.start
	for g := 0; ; g++ {
		s := draw.Step{Said: fmt.Sprintf("Before the first of %s.", wording.Counted(len(c.Path), "move")), Facts: []string{"", ""}}
		if len(c.Path) == 0 {
			s.Said = describe(b)
		}
		if g > 0 {
			m := c.Path[g-1]
			s.Said, s.Label = stepSentence(b, c.Path, g)+".", m.String()
			s.Facts = []string{strconv.Itoa(b.Tile(movedTo(b, m))), directions[m]}
		}
		for _, of := range estimate {
			s.Facts = append(s.Facts, strconv.Itoa(of(b)))
		}
		if len(c.Path) > 0 {
			s.Facts = append(s.Facts, strconv.Itoa(len(c.Path)-g))
		}
		p.Steps = append(p.Steps, s)
		if g == len(c.Path) {
			return
		}
		b, _ = b.Apply(c.Path[g])
	}
}
