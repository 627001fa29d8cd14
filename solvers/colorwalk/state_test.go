package colorwalk

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// space is the whole space of a board of up to 64 regions, by the regions
// absorbed.
type space struct {
	g    *graph
	left map[uint64]int // fewest moves left
	list []area         // the positions that moves lead to, in the order they were met
}

// spaceOf explores the space of a graph. It knows of nothing but play.
func spaceOf(t testing.TB, g *graph) *space {
	t.Helper()
	if g.regions > 64 {
		t.Fatalf("a board of %d regions is too large", g.regions)
	}
	s := &space{g: g, left: map[uint64]int{}}
	s.optimum(g.origin(), true)
	return s
}

// optimum returns the fewest moves left of a position, which need not be one
// that moves lead to.
func (s *space) optimum(a area, listed bool) int {
	if n, known := s.left[a.absorbed[0]]; known {
		return n
	}
	if listed {
		s.list = append(s.list, a)
	}
	best := 0
	if !a.solved() {
		best = s.g.regions
		for i := range s.g.colors {
			next := s.g.newArea()
			if s.g.play(&next, &a, &s.g.colors[i]) {
				best = min(best, 1+s.optimum(next, listed))
			}
		}
	}
	s.left[a.absorbed[0]] = best
	return best
}

// copied returns an area with memory of its own.
func (g *graph) copied(a area) area {
	c := g.newArea()
	c.set(a)
	return c
}

// smallSpaces calls check with the spaces of many small boards, of one to six
// colours, with blank and coloured starts.
func smallSpaces(t *testing.T, boards, most int, check func(t *testing.T, s *space)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(boards), uint64(most)))
	positions := 0
	for range boards {
		s := spaceOf(t, newGraph(anySmallBoard(t, rng, most), false))
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
func gameOnCells(t *testing.T, g *graph, rng *rand.Rand) {
	t.Helper()
	b, a := g.board, g.origin()
	for !a.solved() {
		k := &g.colors[rng.IntN(len(g.colors))]
		before, next := g.copied(a), g.copied(a)
		after, removed := b.Apply(k.color)
		moved := g.play(&next, &a, k)
		if moved != (removed > 0) || a.useful(k) != moved {
			t.Fatalf("colour %v on %v: %d cells removed, the graph says %v, useful %v", k.color, b, removed, moved, a.useful(k))
		}
		if !slices.Equal(a.absorbed, before.absorbed) || !slices.Equal(a.frontier, before.frontier) {
			t.Fatalf("colour %v on %v changed the position it was played on", k.color, b)
		}
		if !moved && (!slices.Equal(next.absorbed, a.absorbed) || !slices.Equal(next.frontier, a.frontier)) {
			t.Fatalf("colour %v on %v, which removes nothing, wrote a position", k.color, b)
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
func compareArea(t *testing.T, g *graph, a area, b Board) {
	t.Helper()
	frontier := make([]bool, g.regions)
	for cell, r := range g.region {
		blank := b.Color(cell) == Blank
		if r == rootRegion {
			continue
		}
		if blank != a.absorbed.has(int(r)) {
			t.Fatalf("%v became %v: region %d is absorbed: %v", g.board, b, r, a.absorbed.has(int(r)))
		}
		for _, n := range plainNeighbors(b, cell) {
			if !blank && b.Color(n) == Blank {
				frontier[r] = true
			}
		}
	}
	for r, want := range frontier {
		if a.frontier.has(r) != want {
			t.Fatalf("%v became %v: region %d is in the frontier: %v", g.board, b, r, a.frontier.has(r))
		}
	}
}

func TestMovesOnRegionsAreThoseOnCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for range 400 {
		g := newGraph(anySmallBoard(t, rng, 10), false)
		gameOnCells(t, g, rng)
		gameOnCells(t, widened(g), rng)
	}
	gameOnCells(t, newGraph(seriesBoard(t, 0), false), rng)
	gameOnCells(t, newGraph(someBoard(t, rng, 40, 40, 6), false), rng)
}

// The two forms of a graph are one to all that is computed on them.
func TestNarrowAndWideGraphsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for i := range 150 {
		b := seriesBoard(t, i)
		if i > 2 {
			b = anySmallBoard(t, rng, 12)
		}
		narrow := newGraph(b, false)
		wide := widened(narrow)
		s, z := narrow.newScratch(), wide.newScratch()
		same := func(what string, x, y area) {
			t.Helper()
			if !slices.Equal(x.absorbed, y.absorbed) || !slices.Equal(x.frontier, y.frontier) {
				t.Fatalf("%v: %s: %v on a narrow graph, %v on a wide one", b, what, x, y)
			}
		}
		a, w := narrow.origin(), wide.origin()
		for !a.solved() {
			same("moves", a, w)
			for _, values := range [][2]int{
				{narrow.layers(a, s), wide.layers(w, z)},
				{narrow.distances(a, s), wide.distances(w, z)},
				{narrow.eccentricity(a, s), wide.eccentricity(w, z)},
				{narrow.cells(a), wide.cells(w)},
				{int(layersThenDistances(narrow, a, s)), int(layersThenDistances(wide, w, z))},
			} {
				if values[0] != values[1] {
					t.Fatalf("%v: %d on a narrow graph, %d on a wide one", b, values[0], values[1])
				}
			}
			x, y := narrow.copied(a), wide.copied(w)
			if narrow.closure(x, s) != wide.closure(y, z) {
				t.Fatalf("%v: other colours are owed on a wide graph", b)
			}
			same("closure", x, y)
			x, y = narrow.copied(a), wide.copied(w)
			narrow.settle(x, s)
			wide.settle(y, z)
			same("settle", x, y)
			k := rng.IntN(len(narrow.colors))
			x, y = narrow.newArea(), wide.newArea()
			if narrow.play(&x, &a, &narrow.colors[k]) != wide.play(&y, &w, &wide.colors[k]) {
				t.Fatalf("%v: a move is useful on one graph only", b)
			}
			if a.useful(&narrow.colors[k]) {
				if narrow.stale(x, a, k) != wide.stale(y, w, k) {
					t.Fatalf("%v: other colours are stale on a wide graph", b)
				}
				a, w = x, y
			}
		}
	}
}

// What a search calls once a node or more takes no memory.
func TestMovesAndEstimatesDoNotAllocate(t *testing.T) {
	narrow := newGraph(seriesBoard(t, 0), false)
	for _, g := range []*graph{narrow, widened(narrow)} {
		list, s := walks(g), g.newScratch()
		a, next := list[len(list)/80], g.newArea()
		for _, c := range []struct {
			name string
			call func()
		}{
			{"play", func() {
				for i := range g.colors {
					g.play(&next, &a, &g.colors[i])
				}
			}},
			{"stale", func() { g.stale(next, a, 3) }},
			{"layers", func() { g.layers(a, s) }},
			{"distances", func() { g.distances(a, s) }},
			{"layersAndDistances", func() { g.layersAndDistances(a, s) }},
			{"eccentricity", func() { g.eccentricity(a, s) }},
			{"cells", func() { g.cells(a) }},
			{"closure", func() { next.set(a); g.closure(next, s) }},
			{"settle", func() { next.set(a); g.settle(next, s) }},
		} {
			if n := testing.AllocsPerRun(20, c.call); n != 0 {
				t.Errorf("%s, narrow %v: %v allocations", c.name, g.narrow(), n)
			}
		}
	}
}
