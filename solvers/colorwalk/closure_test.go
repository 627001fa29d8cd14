package colorwalk

import (
	"math/bits"
	"slices"
	"testing"
)

// closed returns the closure of a position, and what is owed.
func (g *Graph) closed(a Area, s *scratch) (closure Area, owed uint64) {
	closure = g.copied(a)
	owed = g.closure(closure, s)
	return closure, owed
}

// needed returns the colours of which something is left, as bits by their
// places.
func (g *Graph) needed(a Area) (colors uint64) {
	for i := range g.Colors {
		for r := g.Colors[i].First; r < g.Colors[i].Last; r++ {
			if !a.Absorbed.Has(r) {
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
			for r := range g.Regions {
				dead := a.Frontier.Has(r)
				g.Neighbors(r, func(n int) { dead = dead && (a.Absorbed.Has(n) || a.Frontier.Has(n)) })
				if c.Absorbed.Has(r) != (dead || a.Absorbed.Has(r)) || c.Frontier.Has(r) != (!dead && a.Frontier.Has(r)) {
					t.Errorf("%v, frontier %v: region %d is dead: %v, closure %v", members(a.Absorbed), members(a.Frontier), r, dead, c)
				}
			}
			if want := g.needed(a) &^ g.needed(c); owed != want {
				t.Errorf("%v, closure %v: colors %b are owed, want %b", members(a.Absorbed), members(c.Absorbed), owed, want)
			}
			if again, more := g.closed(c, memory); more != 0 || !slices.Equal(again.Absorbed, c.Absorbed) {
				t.Errorf("%v, closure %v: its closure is %v, with %b owed", members(a.Absorbed), members(c.Absorbed), members(again.Absorbed), more)
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
			left := s.left[a.Absorbed[0]]
			c, owed := g.closed(a, memory)
			if got := s.optimum(c, false) + bits.OnesCount64(owed); got != left {
				t.Errorf("%d moves are left of %v, %d of its closure %v and the colors owed, %b", left, members(a.Absorbed), got, members(c.Absorbed), owed)
			}
			b := g.copied(a)
			g.settle(b, memory)
			if got := s.optimum(b, false); got != left {
				t.Errorf("%d moves are left of %v, %d when settled to %v", left, members(a.Absorbed), got, members(b.Absorbed))
			}
			if !within(b.Absorbed, c.Absorbed) || g.needed(b) != g.needed(a) {
				t.Errorf("%v is settled to %v, its closure is %v", members(a.Absorbed), members(b.Absorbed), members(c.Absorbed))
			}
			if owed != 0 {
				owing++
			}
			if !slices.Equal(a.Absorbed, b.Absorbed) {
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
		g, memory, next := s.g, s.g.newScratch(), s.g.NewArea()
		for _, a := range s.list {
			c, owed := g.closed(a, memory)
			for i := range g.Colors {
				if !g.Play(&next, &a, &g.Colors[i]) {
					continue
				}
				want, wantOwed := g.closed(next, memory)
				got, gotOwed := c, owed // if the closure has all that the move takes
				switch {
				case owed>>i&1 != 0:
					gotOwed = owed &^ (1 << i)
					paid++
				case g.Play(&next, &c, &g.Colors[i]):
					got, gotOwed = g.closed(next, memory)
					gotOwed |= owed
				}
				if !slices.Equal(got.Absorbed, want.Absorbed) || gotOwed != wantOwed {
					t.Errorf("%v, color %v: by the closure %v and %b owed, else %v and %b",
						members(a.Absorbed), g.Colors[i].Color, members(got.Absorbed), gotOwed, members(want.Absorbed), wantOwed)
				}
			}
		}
	})
	if paid < 1000 {
		t.Errorf("only %d moves paid what was owed: the sample tests too little", paid)
	}
}
