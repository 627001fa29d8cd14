package colorwalk

// random plays colours drawn uniformly from those that occur outside the blank
// area of the start.
type random struct {
	draws drawer
	skip  bool // draw again until the colour removes something
}

// drawer draws a number from 0 to n−1, as [search.Random] does.
type drawer interface{ Below(n int) int }

func (p random) play(g *game) { g.run(p) }

func (p random) choose(g *game) *class {
	if !g.enter() {
		return nil
	}
	for {
		k := &g.graph.colors[p.draws.Below(len(g.graph.colors))]
		if !p.skip || g.blank.useful(k) {
			g.meter.Generated++
			return k
		}
		g.meter.Pruned++
	}
}
