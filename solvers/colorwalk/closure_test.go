package colorwalk

import (
	"math/bits"
	"slices"
	"testing"
)

// closed returns the closure of a position, and what is owed.
func (g *graph) closed(a area, s *scratch) (closure area, owed uint64) {
	closure = g.copied(a)
	owed = g.closure(closure, s)
	return closure, owed
}

// needed returns the colours of which something is left, as bits by their
// places.
func (g *graph) needed(a area) (colors uint64) {
	for i := range g.colors {
		for r := g.colors[i].first; r < g.colors[i].last; r++ {
			if !a.absorbed.has(r) {
				colors |= 1 << i
			}
		}
	}
	return colors
}

// The closure by its definition: a region of the frontier whose neighbours are
// all absorbed or in the frontier is absorbed; a colour is owed if nothing else
// of it is left.
func TestClosureFollowsItsDefinition(t *testing.T) {
	t.Parallel()
	smallSpaces(t, 300, 5, func(t *testing.T, s *space) {
		g, memory := s.g, s.g.newScratch()
		for _, a := range s.list {
			c, owed := g.closed(a, memory)
			for r := range g.regions {
				dead := a.frontier.has(r)
				g.neighbors(r, func(n int) { dead = dead && (a.absorbed.has(n) || a.frontier.has(n)) })
				if c.absorbed.has(r) != (dead || a.absorbed.has(r)) || c.frontier.has(r) != (!dead && a.frontier.has(r)) {
					t.Errorf("%v, frontier %v: region %d is dead: %v, closure %v", members(a.absorbed), members(a.frontier), r, dead, c)
				}
			}
			if want := g.needed(a) &^ g.needed(c); owed != want {
				t.Errorf("%v, closure %v: colours %b are owed, want %b", members(a.absorbed), members(c.absorbed), owed, want)
			}
			if again, more := g.closed(c, memory); more != 0 || !slices.Equal(again.absorbed, c.absorbed) {
				t.Errorf("%v, closure %v: its closure is %v, with %b owed", members(a.absorbed), members(c.absorbed), members(again.absorbed), more)
			}
		}
	})
}

// As many moves are left of a position as of its closure, and one more for each
// colour owed. Settling costs nothing, and goes no further than the closure.
func TestClosureLosesNothing(t *testing.T) {
	t.Parallel()
	owing, settled := 0, 0
	smallSpaces(t, 600, 5, func(t *testing.T, s *space) {
		g, memory := s.g, s.g.newScratch()
		for _, a := range s.list {
			left := s.left[a.absorbed[0]]
			c, owed := g.closed(a, memory)
			if got := s.optimum(c, false) + bits.OnesCount64(owed); got != left {
				t.Errorf("%d moves are left of %v, %d of its closure %v and the colours owed, %b", left, members(a.absorbed), got, members(c.absorbed), owed)
			}
			b := g.copied(a)
			g.settle(b, memory)
			if got := s.optimum(b, false); got != left {
				t.Errorf("%d moves are left of %v, %d when settled to %v", left, members(a.absorbed), got, members(b.absorbed))
			}
			if !within(b.absorbed, c.absorbed) || g.needed(b) != g.needed(a) {
				t.Errorf("%v is settled to %v, its closure is %v", members(a.absorbed), members(b.absorbed), members(c.absorbed))
			}
			if owed != 0 {
				owing++
			}
			if !slices.Equal(a.absorbed, b.absorbed) {
				settled++
			}
		}
	})
	if owing < 1000 || settled < 1000 {
		t.Errorf("%d positions owe something, %d are settled to others: the sample tests too little", owing, settled)
	}
}

// A layered search plays on closures. It comes to the same closure, and owes the
// same in all, as if moves were played on positions and closed then; a move of a
// colour that is owed only pays it.
func TestMovesOnClosuresAreClosuresOfMoves(t *testing.T) {
	t.Parallel()
	paid := 0
	smallSpaces(t, 300, 5, func(t *testing.T, s *space) {
		g, memory, next := s.g, s.g.newScratch(), s.g.newArea()
		for _, a := range s.list {
			c, owed := g.closed(a, memory)
			for i := range g.colors {
				if !g.play(&next, &a, &g.colors[i]) {
					continue
				}
				want, wantOwed := g.closed(next, memory)
				got, gotOwed := c, owed // if the closure has all that the move takes
				switch {
				case owed>>i&1 != 0:
					gotOwed = owed &^ (1 << i)
					paid++
				case g.play(&next, &c, &g.colors[i]):
					got, gotOwed = g.closed(next, memory)
					gotOwed |= owed
				}
				if !slices.Equal(got.absorbed, want.absorbed) || gotOwed != wantOwed {
					t.Errorf("%v, colour %v: by the closure %v and %b owed, else %v and %b",
						members(a.absorbed), g.colors[i].color, members(got.absorbed), gotOwed, members(want.absorbed), wantOwed)
				}
			}
		}
	})
	if paid < 1000 {
		t.Errorf("only %d moves paid what was owed: the sample tests too little", paid)
	}
}
