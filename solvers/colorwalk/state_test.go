package colorwalk

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// space is the whole space of a board of up to 64 regions, by the regions
// absorbed.
type space struct {
	g    *Graph
	left map[uint64]int // fewest moves left
	list []Area         // the positions that moves lead to, in the order they were met
}

// spaceOf explores the space of a graph. It knows of nothing but play.
func spaceOf(t testing.TB, g *Graph) *space {
	t.Helper()
	if g.Regions > 64 {
		t.Fatalf("a board of %d regions is too large", g.Regions)
	}
	s := &space{g: g, left: map[uint64]int{}}
	s.optimum(g.Origin(), true)
	return s
}

// optimum returns the fewest moves left of a position, which need not be one
// that moves lead to.
func (s *space) optimum(a Area, listed bool) int {
	if n, known := s.left[a.Absorbed[0]]; known {
		return n
	}
	if listed {
		s.list = append(s.list, a)
	}
	best := 0
	if !a.Solved() {
		best = s.g.Regions
		for i := range s.g.Colors {
			next := s.g.NewArea()
			if s.g.Play(&next, &a, &s.g.Colors[i]) {
				best = min(best, 1+s.optimum(next, listed))
			}
		}
	}
	s.left[a.Absorbed[0]] = best
	return best
}

// copied returns an area with memory of its own.
func (g *Graph) copied(a Area) Area {
	c := g.NewArea()
	c.CopyFrom(a)
	return c
}

// smallSpaces calls check with the spaces of many small boards, of one to six
// colours, with blank and coloured starts.
func smallSpaces(t *testing.T, boards, most int, check func(t *testing.T, s *space)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(boards), uint64(most)))
	positions := 0
	for range boards {
		s := spaceOf(t, NewGraph(anySmallBoard(t, rng, most), -1))
		positions += len(s.list)
		check(t, s)
		if t.Failed() {
			t.Fatalf("on %v", s.g.board)
		}
	}
	if positions < 20*boards {
		t.Errorf("%d boards have only %d positions: the sample tests too little", boards, positions)
	}
}

// game compares a random game on a graph with the same on cells.
func gameOnCells(t *testing.T, g *Graph, rng *rand.Rand) {
	t.Helper()
	b, a := g.board, g.Origin()
	for !a.Solved() {
		k := &g.Colors[rng.IntN(len(g.Colors))]
		before, next := g.copied(a), g.copied(a)
		after, removed := b.Apply(k.Color)
		moved := g.Play(&next, &a, k)
		if moved != (removed > 0) || a.Useful(k) != moved {
			t.Fatalf("color %v on %v: %d cells removed, the graph says %v, useful %v", k.Color, b, removed, moved, a.Useful(k))
		}
		if !slices.Equal(a.Absorbed, before.Absorbed) || !slices.Equal(a.Frontier, before.Frontier) {
			t.Fatalf("color %v on %v changed the position it was played on", k.Color, b)
		}
		if !moved && (!slices.Equal(next.Absorbed, a.Absorbed) || !slices.Equal(next.Frontier, a.Frontier)) {
			t.Fatalf("color %v on %v, which removes nothing, wrote a position", k.Color, b)
		}
		a, b = next, after
		if moved {
			compareArea(t, g, a, b)
		}
	}
	if !b.Solved() {
		t.Fatalf("the graph of %v is solved, the cells are not: %v", g.board, b)
	}
}

// compareArea compares a position with the cells of a board on which a move
// has been made: what is blank is absorbed, what touches it is the frontier.
func compareArea(t *testing.T, g *Graph, a Area, b Board) {
	t.Helper()
	frontier := make([]bool, g.Regions)
	for cell, r := range g.Region {
		blank := b.Color(cell) == Blank
		if r == rootRegion {
			continue
		}
		if blank != a.Absorbed.Has(int(r)) {
			t.Fatalf("%v became %v: region %d is absorbed: %v", g.board, b, r, a.Absorbed.Has(int(r)))
		}
		for _, n := range plainNeighbors(b, cell) {
			if !blank && b.Color(n) == Blank {
				frontier[r] = true
			}
		}
	}
	for r, want := range frontier {
		if a.Frontier.Has(r) != want {
			t.Fatalf("%v became %v: region %d is in the frontier: %v", g.board, b, r, a.Frontier.Has(r))
		}
	}
}

func TestMovesOnRegionsAreThoseOnCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for range 400 {
		g := NewGraph(anySmallBoard(t, rng, 10), -1)
		gameOnCells(t, g, rng)
		gameOnCells(t, widened(g), rng)
	}
	gameOnCells(t, NewGraph(seriesBoard(t, 0), -1), rng)
	gameOnCells(t, NewGraph(someBoard(t, rng, 40, 40, 6), -1), rng)
}

// The two forms of a graph are one to all that is computed on them.
func TestNarrowAndWideGraphsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for i := range 150 {
		b := seriesBoard(t, i)
		if i > 2 {
			b = anySmallBoard(t, rng, 12)
		}
		narrow := NewGraph(b, -1)
		wide := widened(narrow)
		s, z := narrow.newScratch(), wide.newScratch()
		same := func(what string, x, y Area) {
			t.Helper()
			if !slices.Equal(x.Absorbed, y.Absorbed) || !slices.Equal(x.Frontier, y.Frontier) {
				t.Fatalf("%v: %s: %v on a narrow graph, %v on a wide one", b, what, x, y)
			}
		}
		a, w := narrow.Origin(), wide.Origin()
		for !a.Solved() {
			same("moves", a, w)
			for _, values := range [][2]int{
				{narrow.layers(a, s), wide.layers(w, z)},
				{narrow.distances(a, s), wide.distances(w, z)},
				{narrow.eccentricity(a, s), wide.eccentricity(w, z)},
				{narrow.Cells(a), wide.Cells(w)},
				{int(layersThenDistances(narrow, a, s)), int(layersThenDistances(wide, w, z))},
			} {
				if values[0] != values[1] {
					t.Fatalf("%v: %d on a narrow graph, %d on a wide one", b, values[0], values[1])
				}
			}
			x, y := narrow.copied(a), wide.copied(w)
			if narrow.closure(x, s) != wide.closure(y, z) {
				t.Fatalf("%v: other colors are owed on a wide graph", b)
			}
			same("closure", x, y)
			x, y = narrow.copied(a), wide.copied(w)
			narrow.settle(x, s)
			wide.settle(y, z)
			same("settle", x, y)
			k := rng.IntN(len(narrow.Colors))
			x, y = narrow.NewArea(), wide.NewArea()
			if narrow.Play(&x, &a, &narrow.Colors[k]) != wide.Play(&y, &w, &wide.Colors[k]) {
				t.Fatalf("%v: a move is useful on one graph only", b)
			}
			if a.Useful(&narrow.Colors[k]) {
				if narrow.stale(x, a, k) != wide.stale(y, w, k) {
					t.Fatalf("%v: other colors are stale on a wide graph", b)
				}
				a, w = x, y
			}
		}
	}
}

// What a search calls once a node or more takes no memory.
func TestMovesAndEstimatesDoNotAllocate(t *testing.T) {
	narrow := NewGraph(seriesBoard(t, 0), -1)
	for _, g := range []*Graph{narrow, widened(narrow)} {
		list, s := walks(g), g.newScratch()
		a, next := list[len(list)/80], g.NewArea()
		for _, c := range []struct {
			name string
			call func()
		}{
			{"play", func() {
				for i := range g.Colors {
					g.Play(&next, &a, &g.Colors[i])
				}
			}},
			{"stale", func() { g.stale(next, a, 3) }},
			{"layers", func() { g.layers(a, s) }},
			{"distances", func() { g.distances(a, s) }},
			{"layersAndDistances", func() { g.layersAndDistances(a, s) }},
			{"eccentricity", func() { g.eccentricity(a, s) }},
			{"cells", func() { g.Cells(a) }},
			{"closure", func() { next.CopyFrom(a); g.closure(next, s) }},
			{"settle", func() { next.CopyFrom(a); g.settle(next, s) }},
		} {
			if n := testing.AllocsPerRun(20, c.call); n != 0 {
				t.Errorf("%s, narrow %v: %v allocations", c.name, g.narrow(), n)
			}
		}
	}
}
