package programs

import "github.com/puzzlelab/puzzlelab/solvers/colorwalk"

// picker plays the colors that are drawn for it, uniformly or in turn, from
// those that occur outside the blank area of the start.
type picker struct {
	draws drawer
	skip  bool // draw again until the color removes something
}

// drawer draws a number from 0 to n−1, as [search.Random] does.
type drawer interface{ Below(n int) int }

// inTurn draws the numbers in turn. It keeps its turn from game to game.
type inTurn struct{ next int }

func (t *inTurn) Below(n int) int {
	drawn := t.next % n
	t.next = (drawn + 1) % n
	return drawn
}

func (p picker) step(g *game) {
	if !g.enter() {
		return
	}
	k := p.draw(g)
	for p.skip && !g.blank.Useful(k) {
		g.meter.Pruned++
		k = p.draw(g)
	}
	g.meter.Generated++
	g.move(k)
}

func (p picker) draw(g *game) *colorwalk.Class {
	return &g.graph.Colors[p.draws.Below(len(g.graph.Colors))]
}
