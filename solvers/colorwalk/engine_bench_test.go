package colorwalk

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// seriesBoard makes board number k of the series, from 0.
func seriesBoard(t testing.TB, k int) Board {
	seed := float64(600*k + 1)
	cells := make([]Color, 600)
	for i := range cells {
		x := math.Sin(seed) * 10000
		seed++
		cells[i] = Color(math.Floor((x-math.Floor(x))*5)) + 1
	}
	cells[0] = 0
	b, err := NewBoard(20, 30, -1, cells)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// walks returns the positions of 40 games of random moves that remove
// something, one behind the other in memory as in a search.
func walks(g *Graph) []Area {
	r := rand.New(rand.NewPCG(1, 2))
	l := newLayer(g)
	for range 40 {
		a, next := g.Origin(), g.NewArea()
		for !a.Solved() {
			l.reserve(1)
			here, _ := l.grow()
			here.CopyFrom(a)
			for !g.Play(&next, &a, &g.Colors[r.IntN(len(g.Colors))]) {
			}
			a, next = next, a
		}
	}
	var list []Area
	for i := range l.nodes {
		list = append(list, l.area(i))
	}
	return list
}

func BenchmarkGraph(b *testing.B) {
	board := seriesBoard(b, 0)
	b.ReportAllocs()
	for b.Loop() {
		if g := NewGraph(board, -1); g.Regions != 377 {
			b.Fatalf("%d regions, want 377", g.Regions)
		}
	}
}

// The checks inside the benchmarks are of what the tests compare with other
// programs; node counts are our own, to notice a change.

func BenchmarkMove(b *testing.B) {
	g := NewGraph(seriesBoard(b, 0), -1)
	list, next := walks(g), g.NewArea()
	i, c, useful := 0, 0, 0
	for b.Loop() {
		if g.Play(&next, &list[i], &g.Colors[c]) {
			useful++
		}
		if c++; c == len(g.Colors) {
			c = 0
			if i++; i == len(list) {
				i = 0
			}
		}
	}
	b.ReportMetric(float64(useful)/float64(b.N), "useful/op")
}

func BenchmarkEstimate(b *testing.B) {
	g := NewGraph(seriesBoard(b, 0), -1)
	list, s := walks(g), g.newScratch()
	for _, e := range []struct {
		name string
		of   func(Area) int
		root int
	}{
		{"layers", func(a Area) int { return g.layers(a, s) }, plainLayers(plainGraphOf(g.board), make([]bool, g.Regions))},
		{"distances", func(a Area) int { return g.distances(a, s) }, 0},
		{"layers+distances", func(a Area) int { h, _ := g.layersAndDistances(a, s); return h }, 0},
		{"closure", func(a Area) int {
			s.fork.CopyFrom(a)
			return int(g.closure(s.fork, s))
		}, 0},
	} {
		b.Run(e.name, func(b *testing.B) {
			if h := e.of(g.Origin()); e.root != 0 && h != e.root {
				b.Fatalf("%d at the start, want %d", h, e.root)
			}
			i := 0
			for b.Loop() {
				e.of(list[i])
				if i++; i == len(list) {
					i = 0
				}
			}
		})
	}
}

func BenchmarkExpand(b *testing.B) {
	p, err := New(seriesBoard(b, 0))
	if err != nil {
		b.Fatal(err)
	}
	s, _ := p.Start()
	dst := make([]search.Step[State, Color], p.Branching())
	b.ReportAllocs()
	for b.Loop() {
		if n := p.Expand(&s, 0, dst); n != 2 {
			b.Fatalf("%d steps from the start, want 2", n)
		}
	}
}

// One operation is all boards of the series, so that ns/op over 100 is the mean
// of a board.
func BenchmarkBeam(b *testing.B) {
	for _, c := range []struct {
		strategy string
		moves    int
	}{
		{"distance-greedy", 3190},
		{"beam-1/layers+distances", 3076},
		{"beam-10/layers+distances", 2914},
		{"beam-100/layers+distances", 2883},
		{"beam-1000/layers+distances", 2877},
	} {
		b.Run(c.strategy, func(b *testing.B) {
			series, s := mustSet(b, "series"), mustStrategy(b, c.strategy)
			for b.Loop() {
				moves := 0
				for _, k := range series {
					moves += s.Solve(b.Context(), k.Board, 0, search.Limits{}).Cost
				}
				if moves != c.moves {
					b.Fatalf("%d moves in all, want %d", moves, c.moves)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(series)), "µs/board")
		})
	}
}

// Boards of the series that are easy and hard.
func BenchmarkOptimal(b *testing.B) {
	for _, strategy := range []string{"layered/layers", "astar/layers"} {
		for _, number := range []int{1, 2, 9, 31, 34} {
			b.Run(fmt.Sprintf("%s/board=%d", strategy, number), func(b *testing.B) {
				k, s := mustSet(b, "series")[number-1], mustStrategy(b, strategy)
				expanded := uint64(0)
				for b.Loop() {
					r := s.Solve(b.Context(), k.Board, 0, search.Limits{})
					if !r.Optimal || r.Cost != k.Optimal {
						b.Fatalf("%v, %d moves, want %d", r.Outcome, r.Cost, k.Optimal)
					}
					expanded = r.Expanded
				}
				b.ReportMetric(float64(expanded), "expanded/op")
			})
		}
	}
}

// All boards of the series with proof.
func BenchmarkSeries(b *testing.B) {
	series, s := mustSet(b, "series"), mustStrategy(b, DefaultStrategy)
	for b.Loop() {
		moves := 0
		for _, k := range series {
			moves += s.Solve(b.Context(), k.Board, 0, search.Limits{}).Cost
		}
		if moves != 2877 {
			b.Fatalf("%d moves in all, want 2877", moves)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N*len(series)), "ms/board")
}
