package programs

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// plainDepthFirst is the program's search on boards, with the exact adjacency.
type plainDepthFirst struct {
	colors       []colorwalk.Color
	limit, nodes int
	best         []colorwalk.Color
	bound        int
}

func (p *plainDepthFirst) search(b colorwalk.Board) {
	for _, c := range p.colors {
		p.try(b, 1, nil, c)
	}
}

func (p *plainDepthFirst) next(b colorwalk.Board, depth int, line []colorwalk.Color) {
	p.nodes++
	if p.nodes > p.limit {
		return
	}
	for i := range p.colors {
		if c := p.colors[(i+depth)%len(p.colors)]; c != line[len(line)-1] {
			p.try(b, depth, line, c)
		}
	}
}

func (p *plainDepthFirst) try(b colorwalk.Board, depth int, line []colorwalk.Color, c colorwalk.Color) {
	if depth >= p.bound {
		return
	}
	next, removed := b.Apply(c)
	if removed == 0 {
		return
	}
	line = append(slices.Clip(line), c)
	if next.Solved() {
		p.best, p.bound = line, depth
		return
	}
	p.next(next, depth+1, line)
}

func TestDepthFirstFindsWhatThePlainProgramFinds(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	found, missed, limited := 0, 0, 0
	for range 1500 {
		b := searchBoard(t, rng)
		if b.Solved() {
			continue
		}
		want := plainDepthFirst{colors: colorsLeft(b), limit: 1 + rng.IntN(60), bound: 2 + rng.IntN(12)}
		s := &depthFirst{limit: want.limit, bound: want.bound}
		want.search(b)
		g := newGame(t.Context(), b, false, search.Limits{})
		r := g.play(s)
		if !slices.Equal(r.Path, want.best) || (want.best == nil) != (r.Outcome == search.Incomplete) || s.nodes != want.nodes {
			t.Errorf("%v, %d nodes, fewer than %d moves: %v, path %v after %d nodes, want %v after %d",
				b, s.limit, s.bound, r.Outcome, r.Path, s.nodes, want.best, want.nodes)
		}
		if want.best == nil {
			missed++
		} else {
			found++
		}
		if want.nodes > want.limit {
			limited++
		}
	}
	if found < 300 || missed < 300 || limited < 300 {
		t.Errorf("%d found, %d not, %d limited: the sample tests too little", found, missed, limited)
	}
}

// A line that needs as many moves as the bound is none.
func TestDepthFirstFindsNothingBeyondItsBound(t *testing.T) {
	for _, c := range []struct {
		strategy string
		moves    int
		want     search.Outcome
	}{{"dfs", 49, search.Solved}, {"dfs", 50, search.Incomplete}, {"dfs,bound=30", 29, search.Solved}, {"dfs,bound=30", 30, search.Incomplete}} {
		line := []colorwalk.Color{colorwalk.Blank}
		for i := range c.moves {
			line = append(line, colorwalk.Color(1+i%3))
		}
		b, err := colorwalk.NewBoard(1, len(line), 0, line)
		if err != nil {
			t.Fatal(err)
		}
		if r := mustStrategy(t, c.strategy).Solve(t.Context(), b, 0, search.Limits{}); r.Outcome != c.want || r.Outcome == search.Solved && r.Cost != c.moves {
			t.Errorf("%s on a row of %d cells: %v, %d moves, want %v", c.strategy, c.moves, r.Outcome, r.Cost, c.want)
		}
	}
}

func BenchmarkDepthFirst(b *testing.B) {
	board := seriesBoard(b, 0)
	for _, nodes := range []int{5_000, 50_000} {
		b.Run(fmt.Sprintf("nodes=%d", nodes), func(b *testing.B) {
			s := mustStrategy(b, fmt.Sprintf("dfs,nodes=%d", nodes))
			expanded := uint64(0)
			for b.Loop() {
				expanded = s.Solve(b.Context(), board, 0, search.Limits{}).Expanded
			}
			if expanded != uint64(nodes)+1 {
				b.Fatalf("%d expanded, want %d", expanded, nodes+1)
			}
			b.ReportMetric(float64(expanded)*float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
