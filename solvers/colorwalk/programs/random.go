package programs

import "github.com/puzzlelab/puzzlelab/solvers/colorwalk"

// picker plays the colours that are drawn for it, uniformly or in turn, from
// those that occur outside the blank area of the start.
type picker struct {
	draws drawer
	skip  bool // draw again until the colour removes something
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

func (p picker) play(g *game) { g.run(p) }

func (p picker) choose(g *game) *colorwalk.Class {
	if !g.enter() {
		return nil
	}
	for {
		k := &g.graph.Colors[p.draws.Below(len(g.graph.Colors))]
		if !p.skip || g.blank.Useful(k) {
			g.meter.Generated++
			return k
		}
		g.meter.Pruned++
	}
}
