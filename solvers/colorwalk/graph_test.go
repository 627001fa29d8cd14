package colorwalk

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// plainGraph is a region graph made by flooding, cell by cell.
type plainGraph struct {
	regions []plainRegion
	of      []int // the region of each cell, rootRegion for the root
	root    int   // cells of the root
	start   []int // the regions that touch the root, in increasing order
}

type plainRegion struct {
	color     Color
	cells     []int
	neighbors []int // in increasing order
}

// plainGraphOf numbers the regions by colour, those of one colour by their
// first cells.
func plainGraphOf(b Board) *plainGraph {
	p := &plainGraph{of: make([]int, b.Cells())}
	flooded := make([]bool, b.Cells())
	flood := func(from int) (cells []int) {
		cells, flooded[from] = []int{from}, true
		for i := 0; i < len(cells); i++ {
			for _, n := range plainNeighbors(b, cells[i]) {
				if !flooded[n] && b.Color(n) == b.Color(from) {
					flooded[n] = true
					cells = append(cells, n)
				}
			}
		}
		slices.Sort(cells)
		return cells
	}
	root := flood(b.Start())
	p.root = len(root)
	for cell := range b.Cells() {
		if !flooded[cell] {
			p.regions = append(p.regions, plainRegion{color: b.Color(cell), cells: flood(cell)})
		}
	}
	slices.SortStableFunc(p.regions, func(x, y plainRegion) int { return cmp.Compare(x.color, y.color) })
	for i := range p.of {
		p.of[i] = rootRegion
	}
	for r := range p.regions {
		for _, cell := range p.regions[r].cells {
			p.of[cell] = r
		}
	}
	for r := range p.regions {
		p.regions[r].neighbors = p.around(b, p.regions[r].cells)
	}
	p.start = p.around(b, root)
	return p
}

// around returns the regions that touch a region of these cells, in increasing
// order.
func (p *plainGraph) around(b Board, cells []int) (list []int) {
	for _, cell := range cells {
		for _, n := range plainNeighbors(b, cell) {
			if p.of[n] != rootRegion && p.of[n] != p.of[cell] {
				list = append(list, p.of[n])
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// members returns the members of a set in increasing order.
func members(s Set) (list []int) {
	s.Each(func(r int) { list = append(list, r) })
	return list
}

// anySmallBoard draws a board of up to so many rows and columns and 1 to 6
// colours, with a blank start or a coloured one, in a corner, in the middle or
// anywhere.
func anySmallBoard(t testing.TB, rng *rand.Rand, most int) Board {
	t.Helper()
	rows, cols, colors := 1+rng.IntN(most), 1+rng.IntN(most), 1+rng.IntN(6)
	cells := make([]Color, rows*cols)
	for i := range cells {
		cells[i] = Color(1 + rng.IntN(colors))
	}
	start := []int{0, rows/2*cols + cols/2, rng.IntN(len(cells))}[rng.IntN(3)]
	if rng.IntN(2) == 0 {
		cells[start] = Blank
	}
	b, err := NewBoard(rows, cols, start, cells)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// widened returns the graph as a wide one.
func widened(g *Graph) *Graph {
	w := *g
	w.rows = nil
	w.Regions = narrowRegions + 1 // as many as a narrow one never has
	w.connect()
	w.Regions = g.Regions
	w.first = w.first[:g.Regions+1]
	return &w
}

// compareGraph compares a graph with the plain one of its board.
func compareGraph(t *testing.T, g *Graph, want *plainGraph) {
	t.Helper()
	if g.Regions != len(want.regions) || g.root != want.root || !slices.Equal(members(g.start), want.start) || g.all.count() != g.Regions {
		t.Fatalf("%v: %d regions, a root of %d cells that touches %v, %d regions in all; want %d, %d, %v",
			g.board, g.Regions, g.root, members(g.start), g.all.count(), len(want.regions), want.root, want.start)
	}
	for cell, r := range want.of {
		if int(g.Region[cell]) != r {
			t.Fatalf("%v: cell %d is in region %d, want %d", g.board, cell, g.Region[cell], r)
		}
	}
	for r := range want.regions {
		var neighbors []int
		g.Neighbors(r, func(n int) { neighbors = append(neighbors, n) })
		w := &want.regions[r]
		if g.color[r] != w.color || int(g.size[r]) != len(w.cells) || !slices.Equal(neighbors, w.neighbors) {
			t.Fatalf("%v: region %d has color %v, %d cells and neighbors %v; want %v, %d, %v",
				g.board, r, g.color[r], g.size[r], neighbors, w.color, len(w.cells), w.neighbors)
		}
	}
	at := 0
	for i, k := range g.Colors {
		if i > 0 && k.Color <= g.Colors[i-1].Color || k.First != at || k.Last <= at || k.lo != k.First/64 || k.hi != (k.Last-1)/64+1 || k.mask.count() != k.Last-k.First {
			t.Fatalf("%v: color %d of the list: %+v, behind region %d", g.board, i, k, at)
		}
		for ; at < k.Last; at++ {
			if g.color[at] != k.Color || !k.mask.Has(at) {
				t.Fatalf("%v: region %d of color %v is among those of %v", g.board, at, g.color[at], k.Color)
			}
		}
	}
	if at != g.Regions {
		t.Fatalf("%v: the colors have %d regions of %d", g.board, at, g.Regions)
	}
}

func TestGraphIsThatOfAFlood(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 1500 {
		b := anySmallBoard(t, rng, 12)
		g, want := NewGraph(b, -1), plainGraphOf(b)
		if !g.narrow() || g.words != blockWords {
			t.Fatalf("%v: %d regions in sets of %d words, narrow: %v", b, g.Regions, g.words, g.narrow())
		}
		compareGraph(t, g, want)
		compareGraph(t, widened(g), want)
	}
}

func TestALargeGraphIsThatOfAFlood(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range []struct{ rows, cols, colors int }{{60, 50, 6}, {90, 60, 2}, {1, 1000, 35}, {40, 41, 10}} {
		b := someBoard(t, rng, size.rows, size.cols, size.colors)
		g := NewGraph(b, -1)
		if g.narrow() || g.words != (g.Regions+63)/64 {
			t.Errorf("%+v: %d regions in sets of %d words, narrow: %v", size, g.Regions, g.words, g.narrow())
		}
		compareGraph(t, g, plainGraphOf(b))
	}
}

// 512 regions are the most of a narrow graph: a line of 513 cells of two
// colours in turn is the largest, 514 cells are one too many.
func TestAGraphIsNarrowUpTo512Regions(t *testing.T) {
	for _, cells := range []int{512, 513, 514, 515} {
		line := make([]Color, cells)
		for i := range line {
			line[i] = Color(1 + i%2)
		}
		b, err := NewBoard(1, cells, 0, line)
		if err != nil {
			t.Fatal(err)
		}
		if g := NewGraph(b, -1); g.Regions != cells-1 || g.narrow() != (cells <= 513) {
			t.Errorf("%d cells: %d regions, narrow: %v", cells, g.Regions, g.narrow())
		}
	}
}

func TestSetsAreThoseOfTheirMembers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for range 200 {
		n := 1 + rng.IntN(300)
		s, in := make(Set, (n+63)/64), make([]bool, n)
		if !s.empty() || s.count() != 0 {
			t.Fatalf("a new set is empty: %v, of %d members", s.empty(), s.count())
		}
		for range rng.IntN(2 * n) {
			r := rng.IntN(n)
			s.add(r)
			in[r] = true
		}
		var want []int
		for r, here := range in {
			if here {
				want = append(want, r)
			}
			if s.Has(r) != here {
				t.Fatalf("has(%d) is %v", r, s.Has(r))
			}
		}
		if got := members(s); !slices.Equal(got, want) || s.count() != len(want) || s.empty() != (len(want) == 0) {
			t.Fatalf("members %v, %d of them, empty: %v; want %v", got, s.count(), s.empty(), want)
		}
	}
}

// plainNeighbors returns the cells to the left, right, above and below.
func plainNeighbors(b Board, cell int) []int {
	var list []int
	if cell%b.Cols() > 0 {
		list = append(list, cell-1)
	}
	if cell%b.Cols()+1 < b.Cols() {
		list = append(list, cell+1)
	}
	if cell >= b.Cols() {
		list = append(list, cell-b.Cols())
	}
	if cell+b.Cols() < b.Cells() {
		list = append(list, cell+b.Cols())
	}
	return list
}

// someBoard draws a board of that size whose top left cell is blank.
func someBoard(t testing.TB, rng *rand.Rand, rows, cols, colors int) Board {
	t.Helper()
	cells := make([]Color, rows*cols)
	for i := range cells[1:] {
		cells[i+1] = Color(1 + rng.IntN(colors))
	}
	b, err := NewBoard(rows, cols, 0, cells)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
