package colorwalk

import "github.com/puzzlelab/puzzlelab/solvers/search"

// greedy plays the color that removes the most cells (in a tie, the first)
// until the board is cleared or the guard stops it. It finds the first solution
// for wide graphs, on which even a single estimate takes a long time.
func greedy(g *Graph, guard *search.Guard, m *search.Meter) ([]Color, search.Outcome) {
	at, next := g.Origin(), g.NewArea()
	bytes := g.Footprint() + 4*8*uint64(g.words)
	if !guard.Holds(1) || !guard.Fits(bytes) {
		return nil, guard.Outcome()
	}
	m.Stored, m.Bytes = 1, bytes
	var path []Color
	for p := (pace{g: g, guard: guard, meter: m}); !at.Solved(); {
		if !p.goOn() {
			return nil, guard.Outcome()
		}
		m.Expanded++
		var best *Class
		most := 0
		for i := range g.Colors {
			k := &g.Colors[i]
			removed := g.Removed(at, k)
			if removed == 0 {
				m.Pruned++
				continue
			}
			m.Generated++
			if removed > most {
				best, most = k, removed
			}
		}
		g.Play(&next, &at, best)
		at, next = next, at
		path = append(path, best.Color)
		m.MaxDepth = len(path)
	}
	return path, search.Solved
}
