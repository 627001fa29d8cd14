package render

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
)

// Steps returns a page that steps through a path; see [draw.Page]. The page shows the board with
// the cells of the last move outlined. For each move, it lists the number of removed cells, the
// numbers of remaining cells and regions, the number of regions that the next move can remove (the
// frontier), and the lower bound from o.Bound. A checkbox outlines the frontier; it is checked if
// o.Frontier is true. The page opens at o.Step.
func Steps(b colorwalk.Board, o Drawing) (draw.Page, error) {
	c, err := newCanvas(b, o, "page")
	if err != nil {
		return draw.Page{}, err
	}
	c.stage()
	end, err := newCanvas(b, Drawing{Path: o.Path, Step: len(o.Path), Palette: o.Palette, Digits: o.Digits, ID: c.ID + "-end"}, "")
	if err != nil {
		return draw.Page{}, err
	}
	end.single()
	p := draw.Page{
		Title: c.Title, Style: stageStyle, Stage: c.String(), End: end.String(), Open: o.Step,
		Checks: []draw.Check{{Class: "fringe", Label: "Outline the regions that the next move can remove", On: o.Frontier}},
	}
	c.facts(&p)
	return p, nil
}

const stageStyle = `.gone { opacity: 0; transition: opacity .2s }
.gone.made { opacity: 1 }
svg .gone:not(.fresh) { stroke: none }
svg .fresh { fill: ` + freshColor + ` }
.stay { display: none }
.fringe .stay.now { display: inline }
`

// stage draws the board before the first move, and over it the parts that appear
// later: the cells that each move makes blank, and the outlines of the regions
// while they are next to the blank area.
func (c *canvas) stage() {
	b := c.board
	cell := c.cellSize(boardSize, 4, 40)
	c.open(2*draw.Margin+cell*b.Cols(), 2*draw.Margin+cell*b.Rows(), c.journey(), "")
	c.begin(cell)
	c.placed(draw.Margin, draw.Margin, cell)
	for i := range c.Path {
		if d := c.turned(i + 1); d != "" {
			c.Printf("<path%v d=\"%s\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"/>\n", draw.NewTrack("class", "blank edge gone").Set(i+1, "fresh edge gone made").Set(i+2, "blank edge gone made"), d, blankColor, inkColor, lineWidth(cell))
		}
	}
	stays := c.stays()
	for _, f := range slices.SortedFunc(maps.Keys(stays), stay.compare) {
		c.Printf("<g%v>", draw.NewTrack("class", "stay").Set(f.from, "stay now").Set(f.to, "stay"))
		c.Printf(frontierLines+"</g>\n", stays[f], paperColor, lineWidth(cell), inkColor)
	}
	c.Printf("</g>\n")
	c.startMark(draw.Margin, draw.Margin, cell, 0)
	c.Printf("</svg>\n")
}

// stay is the time in which a region is next to the blank area: from one number
// of moves until the move that removes it.
type stay struct{ from, to int }

func (s stay) compare(t stay) int {
	return cmp.Or(cmp.Compare(s.from, t.from), cmp.Compare(s.to, t.to))
}

// stays returns the outlines of the regions of each stay.
func (c *canvas) stays() map[stay]string {
	outlines := map[stay]string{}
	for r := range int32(len(c.cells)) {
		if r > 0 && c.reached[r] <= len(c.Path) {
			outlines[stay{c.reached[r], c.taken[r]}] += c.around(r)
		}
	}
	return outlines
}

// facts describes the moves.
func (c *canvas) facts(p *draw.Page) {
	p.Facts = []string{"color", "removed", "cells left", "regions left", "frontier"}
	if c.Bound != nil {
		p.Facts = append(p.Facts, "bound")
	}
	for step, left := range c.standings() {
		s := draw.Step{Said: c.sentenceOf(step, left), Facts: []string{"", ""}}
		if step > 0 {
			color := c.Path[step-1]
			s.Label, s.Ground = color.String(), c.Palette.Hex(color)
			s.Facts = []string{s.Label, strconv.Itoa(c.removed[step-1])}
		}
		s.Facts = append(s.Facts, strconv.Itoa(left.cells), strconv.Itoa(left.regions), strconv.Itoa(left.frontier))
		if c.Bound != nil {
			s.Facts = append(s.Facts, strconv.Itoa(c.Bound[step]))
		}
		p.Steps = append(p.Steps, s)
	}
}
