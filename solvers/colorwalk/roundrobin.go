package colorwalk

// roundRobin plays the colours in turn, those that occur outside the blank area
// of the start. It keeps its turn from game to game.
type roundRobin struct {
	next int  // place of the colour to play next
	skip bool // pass over colours that remove nothing
}

func (p *roundRobin) play(g *game) { g.run(p) }

func (p *roundRobin) choose(g *game) *class {
	if !g.enter() {
		return nil
	}
	for {
		k := &g.graph.colors[p.next%len(g.graph.colors)]
		p.next = (p.next + 1) % len(g.graph.colors)
		if !p.skip || g.blank.useful(k) {
			g.meter.Generated++
			return k
		}
		g.meter.Pruned++
	}
}
