package search_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// roads is an explicit graph whose estimates are arbitrary numbers. Road k
// leads from one place to another; taking it is action k+1. It is not a
// Packer, so that searches hold it in the general table.
type roads struct {
	start, goal int32
	out         [][]lane
	h           []int32
}

type lane struct{ number, to, cost int32 }

func (r *roads) Start() (int32, int32) { return r.start, r.h[r.start] }
func (r *roads) Goal(s *int32) bool    { return *s == r.goal }

func (r *roads) Branching() int {
	most := 1
	for _, out := range r.out {
		most = max(most, len(out))
	}
	return most
}

func (r *roads) Expand(s *int32, _ int32, dst []search.Step[int32, int32]) int {
	for i, road := range r.out[*s] {
		dst[i] = search.Step[int32, int32]{State: road.to, Action: road.number + 1, Cost: road.cost, H: r.h[road.to]}
	}
	return len(r.out[*s])
}

// streets are roads that come in pairs, there (2k) and back (2k+1): a Packer
// and an Inverter, so that searches use the packed table. With more than 255
// of them it comes to its limit, and the search goes on in the general one.
type streets struct{ *roads }

func (r streets) Pack(s *int32) uint64    { return uint64(*s) }
func (r streets) Unpack(key uint64) int32 { return int32(key) }

func (r streets) Inverse(a int32) int32 {
	if a == 0 {
		return 0
	}
	return (a - 1) ^ 1 + 1
}

func (r streets) Expand(s *int32, via int32, dst []search.Step[int32, int32]) int {
	n := 0
	for _, road := range r.out[*s] {
		if via != 0 && road.number+1 == r.Inverse(via) {
			continue
		}
		dst[n] = search.Step[int32, int32]{State: road.to, Action: road.number + 1, Cost: road.cost, H: r.h[road.to]}
		n++
	}
	return n
}

// randomStreets draws a graph of so many places and streets with costs from 1
// to dearest, without estimates.
func randomStreets(rng *rand.Rand, places, streets int, dearest int32) *roads {
	r := &roads{start: 0, goal: int32(places - 1), out: make([][]lane, places), h: make([]int32, places)}
	for k := range int32(streets) {
		a, b, cost := rng.Int32N(int32(places)), rng.Int32N(int32(places)), 1+rng.Int32N(dearest)
		r.out[a] = append(r.out[a], lane{2 * k, b, cost})
		r.out[b] = append(r.out[b], lane{2*k + 1, a, cost})
	}
	return r
}

// distances returns the cheapest cost from every place to the goal, or
// Infinite, by relaxing all roads until nothing changes (Bellman and Ford).
func (r *roads) distances() []int32 {
	d := make([]int32, len(r.out))
	for i := range d {
		d[i] = search.Infinite
	}
	d[r.goal] = 0
	for changed := true; changed; {
		changed = false
		for from, out := range r.out {
			for _, road := range out {
				if d[road.to] != search.Infinite && d[road.to]+road.cost < d[from] {
					d[from] = d[road.to] + road.cost
					changed = true
				}
			}
		}
	}
	return d
}

// estimates are ways to fill h from the true distances.
var estimates = []struct {
	name       string
	consistent bool
	of         func(rng *rand.Rand, distance int32) int32
}{
	{"none", true, func(*rand.Rand, int32) int32 { return 0 }},
	{"half", true, func(_ *rand.Rand, d int32) int32 { return d / 2 }},
	{"perfect", true, func(_ *rand.Rand, d int32) int32 { return d }},
	{"inconsistent", false, func(rng *rand.Rand, d int32) int32 { return rng.Int32N(d + 1) }},
	{"all or nothing", false, func(rng *rand.Rand, d int32) int32 { return d * rng.Int32N(2) }},
}

// eachGraph calls check with random graphs of several sizes and costs under
// each kind of estimate, some with a goal out of reach, as general and as
// packed problems.
func eachGraph(t *testing.T, check func(t *testing.T, p search.Problem[int32, int32], r *roads, distances []int32, consistent bool)) {
	for _, size := range []struct {
		places, streets int
		dearest         int32
	}{
		{2, 1, 3},
		{10, 12, 1},
		{12, 20, 5},
		{40, 100, 20},
		{40, 100, 3_000_000}, // more than the packed table can tell
		{150, 400, 8},        // more actions than it can number
	} {
		for _, e := range estimates {
			for seed := range uint64(15) {
				rng := rand.New(rand.NewPCG(seed, uint64(size.streets)))
				r := randomStreets(rng, size.places, size.streets, size.dearest)
				d := r.distances()
				for i := range r.h {
					if r.h[i] = e.of(rng, min(d[i], search.Infinite-1)); d[i] == search.Infinite {
						r.h[i] = int32(seed%2) * search.Infinite // a dead end, known or not
					}
				}
				name := fmt.Sprintf("%d places, %d streets to %d, h %s, seed %d", size.places, size.streets, size.dearest, e.name, seed)
				for kind, p := range map[string]search.Problem[int32, int32]{"roads": r, "streets": streets{r}} {
					t.Run(name+", "+kind, func(t *testing.T) { check(t, p, r, d, e.consistent) })
				}
			}
		}
	}
}

// drive follows a path and returns its cost; -1 if it does not lead to the goal.
func (r *roads) drive(path []int32) int {
	at, cost := r.start, 0
	for _, a := range path {
		found := false
		for _, road := range r.out[at] {
			if road.number+1 == a {
				at, cost, found = road.to, cost+int(road.cost), true
				break
			}
		}
		if !found {
			return -1
		}
	}
	if at != r.goal {
		return -1
	}
	return cost
}
