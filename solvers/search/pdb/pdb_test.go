package pdb_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/pdb"
	"github.com/puzzlelab/puzzlelab/solvers/search/searchtest"
)

// tower is the Towers of Hanoi: the peg of each disc, two bits a disc, the smallest lowest.
// All are to be moved to peg 2. The estimate is the number of discs that are elsewhere.
type tower struct {
	start uint32
	discs int
}

// hop takes the top disc of a peg to another one.
type hop struct{ from, to uint8 }

func (t tower) Start() (uint32, int32) { return t.start, t.elsewhere(t.start) }
func (t tower) Goal(s *uint32) bool    { return t.elsewhere(*s) == 0 }
func (t tower) Branching() int         { return 3 }

func (t tower) elsewhere(s uint32) (n int32) {
	for range t.discs {
		if s&3 != 2 {
			n++
		}
		s >>= 2
	}
	return n
}

func (t tower) Expand(s *uint32, via hop, dst []search.Step[uint32, hop]) int {
	n := 0
	hops(*s, t.discs, func(to uint32, disc int) {
		h := hop{uint8(*s >> (2 * disc) & 3), uint8(to >> (2 * disc) & 3)}
		if via.from != via.to && h.from == via.to && h.to == via.from {
			return
		}
		dst[n] = search.Step[uint32, hop]{State: to, Action: h, Cost: 1, H: t.elsewhere(to)}
		n++
	})
	return n
}

// hops yields the positions after each move of some discs, and the disc that moves.
func hops(s uint32, discs int, yield func(to uint32, disc int)) {
	var taken uint32 // pegs with a smaller disc
	for disc := range discs {
		peg := s >> (2 * disc) & 3
		if taken>>peg&1 == 0 {
			for to := range uint32(3) {
				if to != peg && taken>>to&1 == 0 {
					yield(s&^(3<<(2*disc))|to<<(2*disc), disc)
				}
			}
		}
		taken |= 1 << peg
	}
}

// largest is the table of all discs but so many of the smallest, counting their moves.
func largest(discs, without int) *pdb.Table[uint32] {
	goal := uint32(0xaaaaaaaa) & (1<<(2*(discs-without)) - 1)
	moves := func(k uint32, yield func(uint32, int)) {
		hops(k, discs-without, func(to uint32, _ int) { yield(to, 1) })
	}
	return pdb.New([]uint32{goal}, moves, func(s uint32) uint32 { return s >> (2 * without) })
}

// smallest is the table of some of the smallest discs, counting their moves; larger ones never
// are in their way.
func smallest(discs int) *pdb.Table[uint32] {
	mask := uint32(1)<<(2*discs) - 1
	moves := func(k uint32, yield func(uint32, int)) {
		hops(k, discs, func(to uint32, _ int) { yield(to, 1) })
	}
	return pdb.New([]uint32{0xaaaaaaaa & mask}, moves, func(s uint32) uint32 { return s & mask })
}

func with[S, A comparable](t testing.TB, p search.Problem[S, A], tables ...*pdb.Table[S]) search.Problem[S, A] {
	t.Helper()
	w, err := pdb.With(p, tables...)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestEstimatesKeepTheContract(t *testing.T) {
	const discs = 3
	for name, table := range map[string]*pdb.Table[uint32]{
		"all":           largest(discs, 0),
		"largest alone": largest(discs, 1),
		"sum":           pdb.Sum(largest(discs, 1), smallest(1)),
		"maximum":       pdb.Max(largest(discs, 1), smallest(2)),
	} {
		t.Run(name, func(t *testing.T) {
			begin := func(start uint32) search.Problem[uint32, hop] {
				return with(t, search.Problem[uint32, hop](tower{start, discs}), table)
			}
			suite := searchtest.Suite[uint32, hop]{
				Begin:      func(_ search.Problem[uint32, hop], s uint32) search.Problem[uint32, hop] { return begin(s) },
				Consistent: true, MaxStates: 100, MaxNodes: 1 << 30, Samples: 10,
			}
			for _, start := range []uint32{0, 0b01_10_00} {
				suite.Small = append(suite.Small, searchtest.Instance[uint32, hop]{Name: fmt.Sprintf("%06b", start), Problem: begin(start)})
			}
			searchtest.Run(t, suite)
		})
	}
}

func TestTwelveDiscsTakeTenTimesFewerNodes(t *testing.T) {
	const discs = 12
	p := search.Problem[uint32, hop](tower{0b00_01_10_00_01_10_00_01_10_00_01_00, discs})
	plain := search.AStar(t.Context(), p, search.HighG, search.Limits{})
	got := search.AStar(t.Context(), with(t, p, largest(discs, 0)), search.HighG, search.Limits{})
	if got.Cost != plain.Cost || !got.Optimal || 10*got.Expanded > plain.Expanded {
		t.Errorf("cost %d after %d expansions, without a table %d after %d", got.Cost, got.Expanded, plain.Cost, plain.Expanded)
	}
	sum := search.AStar(t.Context(), with(t, p, pdb.Sum(largest(discs, 1), smallest(1))), search.HighG, search.Limits{})
	if sum.Cost != plain.Cost || 2*sum.Expanded > plain.Expanded {
		t.Errorf("a sum: cost %d after %d expansions, without %d after %d", sum.Cost, sum.Expanded, plain.Cost, plain.Expanded)
	}
}

// pancakes are a stack of ten, from the top down; an action is the number of those that are
// turned over.
type pancakes [10]uint8

func (p pancakes) Start() (pancakes, int32) { return p, 0 }
func (p pancakes) Goal(s *pancakes) bool    { return *s == pancakes{0, 1, 2, 3, 4, 5, 6, 7, 8, 9} }
func (p pancakes) Branching() int           { return len(p) - 1 }

func (p pancakes) Expand(s *pancakes, via int, dst []search.Step[pancakes, int]) int {
	n := 0
	for flip := 2; flip <= len(s); flip++ {
		if flip != via {
			dst[n] = search.Step[pancakes, int]{State: s.flipped(flip), Action: flip, Cost: 1}
			n++
		}
	}
	return n
}

func (p pancakes) flipped(n int) pancakes {
	slices.Reverse(p[:n])
	return p
}

// sorted is the table of the pancakes from a number on, or below it; the others are alike.
func sorted(from, below uint8) *pdb.Table[pancakes] {
	project := func(p pancakes) pancakes {
		for i, size := range p {
			if size < from || size >= below {
				p[i] = 99
			}
		}
		return p
	}
	moves := func(k pancakes, yield func(pancakes, int)) {
		for flip := 2; flip <= len(k); flip++ {
			yield(k.flipped(flip), 1)
		}
	}
	return pdb.New([]pancakes{project(pancakes{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})}, moves, project)
}

func TestTenPancakesTakeTenTimesFewerNodes(t *testing.T) {
	p := search.Problem[pancakes, int](pancakes{7, 2, 9, 4, 0, 5, 8, 1, 3, 6})
	got := search.AStar(t.Context(), with(t, p, sorted(5, 10), sorted(3, 8)), search.HighG, search.Limits{})
	if got.Cost != 10 || !got.Optimal {
		t.Fatalf("cost %d, want 10", got.Cost)
	}
	plain := search.UniformCost(t.Context(), p, search.Limits{Expanded: 10 * got.Expanded})
	if plain.Outcome != search.LimitNodes {
		t.Errorf("without a table it is %v after %d expansions, with one after %d", plain.Outcome, plain.Expanded, got.Expanded)
	}
}

// Both tables pay for the smallest discs.
func TestTablesThatCannotBeAddedAreRefused(t *testing.T) {
	_, err := pdb.With(search.Problem[uint32, hop](tower{0, 6}), pdb.Sum(largest(6, 0), smallest(3)))
	if err == nil || !strings.Contains(err.Error(), "several pay for it") {
		t.Errorf("added: %v", err)
	}
}

func TestAnAbstractionThatLacksMovesIsRefused(t *testing.T) {
	lacking := pdb.New([]uint32{0xaaa}, func(k uint32, yield func(uint32, int)) {
		hops(k, 6, func(to uint32, disc int) {
			if disc > 0 || k&3 == 2 {
				yield(to, 1)
			}
		})
	}, func(s uint32) uint32 { return s })
	if _, err := pdb.With(search.Problem[uint32, hop](tower{0, 6}), lacking); err == nil {
		t.Error("accepted")
	}
}

// line is a one-way road of towns, 0 to 9, which ends at 9; odd towns also lead to 100, from
// which no road leads on. The table's road to the next even town is free.
type line int

func (l line) Start() (int, int32) { return int(l), 0 }
func (l line) Goal(s *int) bool    { return *s == 9 }
func (l line) Branching() int      { return 2 }

func (l line) Expand(s *int, _ int, dst []search.Step[int, int]) int {
	n := 0
	if *s < 9 {
		dst[n] = search.Step[int, int]{State: *s + 1, Action: 1, Cost: 1}
		n++
	}
	if *s%2 == 1 && *s < 9 {
		dst[n] = search.Step[int, int]{State: 100, Action: 2, Cost: 1}
		n++
	}
	return n
}

func TestMovesNeedNoInverseAndMayCostNothing(t *testing.T) {
	roads := pdb.New([]int{9}, func(k int, yield func(int, int)) {
		if k < 9 {
			yield(k+1, k%2)
		}
		if k%2 == 1 && k < 9 {
			yield(100, 0)
		}
	}, func(s int) int { return s })
	p := with(t, search.Problem[int, int](line(1)), roads)
	if _, h := p.Start(); h != 4 {
		t.Errorf("from town 1 the estimate is %d, want 4", h)
	}
	if dead := 100; roads.Of(&dead) != search.Infinite {
		t.Errorf("the estimate of a dead end is %d", roads.Of(&dead))
	}
	if unknown := 55; roads.Of(&unknown) != 0 {
		t.Errorf("the estimate of an unknown state is %d", roads.Of(&unknown))
	}
	if r := search.IDAStar(t.Context(), p, search.Limits{}); r.Cost != 8 {
		t.Errorf("cost %d, want 8", r.Cost)
	}
}
