package colorwalk

import (
	"math"
	"math/rand/v2"
	"testing"
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

// walks returns the positions of 40 games of random moves that remove something.
func walks(g *graph) []area {
	r := rand.New(rand.NewPCG(1, 2))
	var list []area
	for range 40 {
		for a := g.origin(); !a.solved(); {
			list = append(list, a)
			next := g.newArea()
			for !g.play(next, a, &g.colors[r.IntN(len(g.colors))]) {
			}
			a = next
		}
	}
	return list
}

func BenchmarkGraph(b *testing.B) {
	board := seriesBoard(b, 0)
	b.ReportAllocs()
	for b.Loop() {
		if g := newGraph(board, false); g.regions != 377 {
			b.Fatalf("%d regions, want 377", g.regions)
		}
	}
}

func BenchmarkMove(b *testing.B) {
	g := newGraph(seriesBoard(b, 0), false)
	list, next := walks(g), g.newArea()
	i, c := 0, 0
	for b.Loop() {
		g.play(next, list[i], &g.colors[c])
		if c++; c == len(g.colors) {
			c = 0
			if i++; i == len(list) {
				i = 0
			}
		}
	}
}

func BenchmarkEstimate(b *testing.B) {
	g := newGraph(seriesBoard(b, 0), false)
	list, s := walks(g), g.newScratch()
	for _, e := range []struct {
		name string
		of   func(area) int
	}{
		{"layers", func(a area) int { return g.layers(a, s) }},
		{"distances", func(a area) int { return g.distances(a, s) }},
	} {
		b.Run(e.name, func(b *testing.B) {
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
