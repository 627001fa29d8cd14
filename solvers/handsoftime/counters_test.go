package handsoftime

import (
	"math/rand/v2"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// recursive is the write-up's search as plain recursion, with the counters as
// package search defines them: the independent account that the loop with its
// tables is held to. It counts all solutions.
type recursive struct {
	ring    Ring
	order   staticOrder
	inputs  []int32
	visited []bool
	meter   search.Meter
	found   int
}

func (c *recursive) visit(i, depth int) {
	c.meter.Expanded++
	c.meter.MaxDepth = max(c.meter.MaxDepth, depth)
	if depth == len(c.ring.Values)-1 {
		c.found++
		return
	}
	c.visited[i] = true
	defer func() { c.visited[i] = false }()
	a, b := c.ring.Clockwise(i), c.ring.CounterClockwise(i)
	enter := func(t int) {
		if !c.visited[t] {
			c.meter.Generated++
			c.visit(t, depth+1)
		}
	}
	reject := func(t int) {
		if !c.visited[t] {
			c.meter.Pruned++
		}
	}
	mark := c.ring.Start
	if c.order.literal {
		mark = 0
	}
	switch {
	case a == b:
		enter(a)
	case c.order.prune && a != mark && c.inputs[a] == 1:
		reject(b)
		enter(a)
	case c.order.prune && b != mark && c.inputs[b] == 1:
		reject(a)
		enter(b)
	case c.order.sort && c.inputs[a] > c.inputs[b]:
		enter(b)
		enter(a)
	default:
		enter(a)
		enter(b)
	}
}

func TestBaselinesCountLikePlainRecursion(t *testing.T) {
	orders := map[string]staticOrder{
		"standard":                {},
		"pruning":                 {prune: true},
		"pruning+sorting":         {prune: true, sort: true},
		"pruning,literal":         {prune: true, literal: true},
		"pruning+sorting,literal": {prune: true, sort: true, literal: true},
	}
	rng := rand.New(rand.NewPCG(11, 12))
	for range 600 {
		r := randomRing(rng, 2+rng.IntN(19))
		for name, order := range orders {
			want := recursive{ring: r, order: order, inputs: r.inputs(), visited: make([]bool, r.Size())}
			want.visit(r.Start, 0)
			s, err := parseStrategy(name)
			if err != nil {
				t.Fatal(err)
			}
			got := s.Count(t.Context(), r, search.Limits{})
			m := got.Meter
			m.Bytes, m.Stored = 0, 0
			if !m.Equal(want.meter) || got.Solutions.Int64() != int64(want.found) {
				t.Fatalf("%s on %v from %d: %v solutions, %+v; plain recursion: %d, %+v", name, r.Values, r.Start, got.Solutions, m, want.found, want.meter)
			}
		}
	}
}

// A finished search has expanded what it generated, and the root; strategies
// that refute a ring before they decide anything have expanded nothing.
func TestFinishedSearchesExpandWhatTheyGenerate(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for range 2000 {
		r := randomRing(rng, 2+rng.IntN(30))
		for _, s := range strategies(t) {
			if r.Size() > 20 && (s.Name == "standard" || s.Name == "pruning" || s.Name == "pruning+sorting") {
				continue
			}
			m := s.Count(t.Context(), r, search.Limits{}).Meter
			if m.Expanded > 0 && m.Generated != m.Expanded-1 || m.Expanded == 0 && m.Generated > 0 {
				t.Fatalf("%s on %v from %d: %d expanded, %d generated", s.Name, r.Values, r.Start, m.Expanded, m.Generated)
			}
		}
	}
}
