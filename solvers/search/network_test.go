package search_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// network is an explicit graph as a search problem: the trap tests draw it at
// random and compare with distances found by relaxing all edges until nothing
// changes.
type network struct {
	start, goal int32
	roads       [][]road // by place
	estimates   []int32  // by place
	back        []int32  // estimates of the cost to the start
	twoWay      bool
}

type road struct {
	to, cost int32
}

// leg is an action: along the road between two places, which are numbered
// from 1 here so that the zero leg is none.
type leg struct{ from, to int32 }

func (n *network) Start() (int32, int32) { return n.start, n.estimates[n.start] }
func (n *network) Goal(s *int32) bool    { return *s == n.goal }

func (n *network) Branching() int {
	most := 0
	for _, roads := range n.roads {
		most = max(most, len(roads))
	}
	return most
}

func (n *network) Expand(s *int32, via leg, dst []search.Step[int32, leg]) int {
	i := 0
	for _, r := range n.roads[*s] {
		if n.twoWay && r.to == via.from-1 {
			continue
		}
		d := &dst[i]
		d.State, d.Action, d.Cost, d.H = r.to, leg{*s + 1, r.to + 1}, r.cost, n.estimates[r.to]
		i++
	}
	return i
}

// city is a network of roads that go both ways.
type city struct{ *network }

func (c city) Pack(s *int32) uint64    { return uint64(*s) }
func (c city) Unpack(key uint64) int32 { return int32(key) }
func (c city) Inverse(l leg) leg       { return leg{l.to, l.from} }
func (c city) reverse() *network {
	n := *c.network
	n.start, n.goal = n.goal, n.start
	n.estimates, n.back = n.back, n.estimates
	return &n
}
func (c city) Reverse() search.Reversible[int32, leg] { return city{c.reverse()} }

// randomNetwork draws places and roads, and estimates that are admissible but
// jump about as they like.
func randomNetwork(rng *rand.Rand, twoWay bool) *network {
	places := 2 + rng.IntN(9)
	n := &network{goal: int32(1 + rng.IntN(places-1)), roads: make([][]road, places), twoWay: twoWay}
	for range rng.IntN(3 * places) {
		a, b := rng.IntN(places), rng.IntN(places)
		cost := int32(1 + rng.IntN(9))
		known := func(r road) bool { return r.to == int32(b) }
		if a == b || slices.ContainsFunc(n.roads[a], known) {
			continue
		}
		n.roads[a] = append(n.roads[a], road{int32(b), cost})
		if twoWay {
			n.roads[b] = append(n.roads[b], road{int32(a), cost})
		}
	}
	guess := func(distances []int32) []int32 {
		estimates := make([]int32, places)
		for i, d := range distances {
			switch {
			case d < search.Infinite:
				estimates[i] = rng.Int32N(d + 1)
			case rng.IntN(2) == 0:
				estimates[i] = search.Infinite
			default:
				estimates[i] = rng.Int32N(20)
			}
		}
		return estimates
	}
	n.estimates = guess(n.distances(n.goal))
	n.back = guess(n.distances(n.start)) // as the roads go: used for two-way networks only
	return n
}

// distances returns the cost from every place to one.
func (n *network) distances(to int32) []int32 {
	d := slices.Repeat([]int32{search.Infinite}, len(n.roads))
	d[to] = 0
	for changed := true; changed; {
		changed = false
		for a, roads := range n.roads {
			for _, r := range roads {
				if d[r.to] < search.Infinite && d[r.to]+r.cost < d[a] {
					d[a] = d[r.to] + r.cost
					changed = true
				}
			}
		}
	}
	return d
}

// hasCycle reports whether a search without memory could go round for ever.
func (n *network) hasCycle() bool {
	const inside, done = 1, 2
	marks := make([]int, len(n.roads))
	var visit func(int32) bool
	visit = func(a int32) bool {
		marks[a] = inside
		for _, r := range n.roads[a] {
			if marks[r.to] == inside || marks[r.to] == 0 && visit(r.to) {
				return true
			}
		}
		marks[a] = done
		return false
	}
	return visit(n.start)
}

// cost follows a path and returns what it costs.
func (n *network) cost(t *testing.T, path []leg) (cost int) {
	t.Helper()
	at := n.start
	for i, l := range path {
		j := slices.IndexFunc(n.roads[at], func(r road) bool { return r.to == l.to-1 })
		if l.from-1 != at || j < 0 {
			t.Fatalf("action %d, %v, is no road out of place %d", i, l, at+1)
		}
		cost += int(n.roads[at][j].cost)
		at = l.to - 1
	}
	if at != n.goal {
		t.Fatalf("the path ends at %d, not at the goal %d", at+1, n.goal+1)
	}
	return cost
}

// With estimates that are admissible but not consistent a search that trusts
// the first path to a state returns too much.
func TestLinearSpaceSearchesStayOptimalWithInconsistentEstimates(t *testing.T) {
	checkNetworks(t, false, map[string]func(*network) search.Result[leg]{
		"IDAStar": func(n *network) search.Result[leg] {
			return search.IDAStar(t.Context(), n, search.Limits{Expanded: 100_000})
		},
		"RBFS": func(n *network) search.Result[leg] {
			return search.RBFS(t.Context(), n, search.Limits{Expanded: 100_000})
		},
	})
}

func TestMMStaysOptimalWithInconsistentEstimates(t *testing.T) {
	checkNetworks(t, true, map[string]func(*network) search.Result[leg]{
		"MM": func(n *network) search.Result[leg] {
			return search.MM(t.Context(), city{n}, search.Limits{})
		},
		"MM of the reverse": func(n *network) search.Result[leg] {
			r := search.MM(t.Context(), city{city{n}.reverse()}, search.Limits{})
			slices.Reverse(r.Path)
			for i := range r.Path {
				r.Path[i] = city{}.Inverse(r.Path[i])
			}
			return r
		},
	})
}

func checkNetworks(t *testing.T, twoWay bool, searches map[string]func(*network) search.Result[leg]) {
	rng := rand.New(rand.NewPCG(15, 4))
	solved, unsolvable := 0, 0
	for i := range 3000 {
		n := randomNetwork(rng, twoWay)
		want := n.distances(n.goal)[n.start]
		memoryless := !twoWay
		if want == search.Infinite && memoryless && n.hasCycle() {
			continue // these searches may go round for ever
		}
		for name, run := range searches {
			r := run(n)
			if want == search.Infinite {
				unsolvable++
				if r.Outcome != search.Unsolvable || r.Path != nil || r.Bound != 0 {
					t.Fatalf("network %d: %s: %v with path %v, bound %d; want unsolvable", i, name, r.Outcome, r.Path, r.Bound)
				}
				continue
			}
			solved++
			if r.Outcome != search.Solved || r.Cost != int(want) || !r.Optimal || r.Bound != r.Cost {
				t.Fatalf("network %d: %s: %v, cost %d, optimal %t, bound %d; want cost %d\n%+v", i, name, r.Outcome, r.Cost, r.Optimal, r.Bound, want, n)
			}
			if cost := n.cost(t, r.Path); cost != r.Cost {
				t.Fatalf("network %d: %s: reports cost %d for a path of cost %d", i, name, r.Cost, cost)
			}
		}
	}
	if solved < 1000 || unsolvable < 100 {
		t.Errorf("only %d solvable and %d unsolvable networks were drawn", solved, unsolvable)
	}
}

// A bound reported when a limit ends a search is proved: never above the cost
// of a cheapest path.
func TestBoundsAtALimitAreProved(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 5))
	limited, positive := 0, 0
	for i := range 2000 {
		n := randomNetwork(rng, true)
		want := n.distances(n.goal)[n.start]
		if want == search.Infinite {
			continue
		}
		limits := search.Limits{Expanded: uint64(1 + rng.IntN(12))}
		for name, r := range map[string]search.Result[leg]{
			"IDAStar": search.IDAStar(t.Context(), n, limits),
			"RBFS":    search.RBFS(t.Context(), n, limits),
			"MM":      search.MM(t.Context(), city{n}, limits),
		} {
			if r.Outcome != search.LimitNodes {
				continue
			}
			limited++
			if r.Bound > 0 {
				positive++
			}
			if r.Bound > int(want) || r.Expanded != limits.Expanded || r.Path != nil || r.Optimal {
				t.Fatalf("network %d: %s: bound %d, %d of %d expanded, path %v; the cheapest path costs %d",
					i, name, r.Bound, r.Expanded, limits.Expanded, r.Path, want)
			}
		}
	}
	if limited < 200 || positive < 100 {
		t.Errorf("only %d runs met the limit, %d with a bound above 0", limited, positive)
	}
}

func TestDepthFirstAndBeamFindPathsOrProveThereIsNone(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 6))
	outcomes := map[search.Outcome]int{}
	for i := range 3000 {
		n := randomNetwork(rng, i%2 == 0)
		want := n.distances(n.goal)[n.start]
		check := func(name string, complete bool, r search.Result[leg]) {
			outcomes[r.Outcome]++
			switch r.Outcome {
			case search.Solved:
				if cost := n.cost(t, r.Path); cost != r.Cost || cost < int(want) {
					t.Fatalf("network %d: %s: reports cost %d for a path of cost %d; the cheapest is %d", i, name, r.Cost, cost, want)
				}
			case search.Unsolvable:
				if want < search.Infinite {
					t.Fatalf("network %d: %s: unsolvable, but there is a path of cost %d", i, name, want)
				}
			case search.Incomplete:
				if complete {
					t.Fatalf("network %d: %s: incomplete, though it leaves nothing out", i, name)
				}
			default:
				t.Fatalf("network %d: %s: %v", i, name, r.Outcome)
			}
		}
		check("depth-first", true, search.DepthFirst(t.Context(), n, 0, search.Limits{}))
		check("beam as wide as the space", true, search.Beam(t.Context(), n, len(n.roads), search.Limits{}))
		for k := range 4 {
			r := search.DepthFirst(t.Context(), n, k+1, search.Limits{})
			if len(r.Path) > k+1 {
				t.Fatalf("network %d: depth limit %d: path of %d actions", i, k+1, len(r.Path))
			}
			check("depth-first under a limit", false, r)
			check("beam", false, search.Beam(t.Context(), n, k, search.Limits{}))
		}
	}
	for _, o := range []search.Outcome{search.Solved, search.Unsolvable, search.Incomplete} {
		if outcomes[o] < 100 {
			t.Errorf("only %d runs ended %v", outcomes[o], o)
		}
	}
}

// MM expands no node farther from its side than half the cost of a solution.
func TestMMMeetsInTheMiddle(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 7))
	checked := 0
	for range 2000 {
		n := randomNetwork(rng, true)
		want := n.distances(n.goal)[n.start]
		if want == search.Infinite {
			continue
		}
		w := &witness{city: city{n}, from: n.distances(n.start)}
		w.other = &witness{city: city{w.reverse()}, from: n.distances(n.goal)}
		w.other.other = w
		if r := search.MM[int32, leg](context.Background(), w, search.Limits{}); r.Cost != int(want) {
			t.Fatalf("cost %d, want %d", r.Cost, want)
		}
		for _, side := range []*witness{w, w.other} {
			checked++
			if 2*side.farthest > want {
				t.Fatalf("a node at distance %d was expanded; the cheapest path costs %d", side.farthest, want)
			}
		}
	}
	if checked < 500 {
		t.Errorf("only %d searches were checked", checked)
	}
}

// witness notes the distance of the farthest state expanded.
type witness struct {
	city
	from     []int32 // true distance of every place from where the side begins
	farthest int32
	other    *witness
}

func (w *witness) Reverse() search.Reversible[int32, leg] { return w.other }

func (w *witness) Expand(s *int32, via leg, dst []search.Step[int32, leg]) int {
	if via == (leg{}) && *s != w.start { // the replay of the path found asks with no action
		return w.city.Expand(s, via, dst)
	}
	w.farthest = max(w.farthest, w.from[*s])
	return w.city.Expand(s, via, dst)
}
