package loops

import (
	"slices"
	"testing"
)

// position is the tile on each cell, four bits a cell; the blank is 15.
type position uint64

// neighbour returns the position after a move of the blank, and its cell; the cell is -1 if
// there is none.
func (p position) neighbour(width, height, blank, move int) (position, int) {
	row, column := blank/width+[]int{-1, 0, 0, 1}[move], blank%width+[]int{0, -1, 1, 0}[move]
	if row < 0 || row >= height || column < 0 || column >= width {
		return p, -1
	}
	to := row*width + column
	tile := p >> (4 * to) & 15
	return p ^ (tile^15)<<(4*to) ^ (tile^15)<<(4*blank), to
}

// place is a position, with what leads on from it.
type place struct {
	position
	blank  int
	states []State
}

// A breadth-first search that leaves out moves finds every position on the level where one
// that leaves out none finds it: all of the 8-puzzle, and the first levels of larger boards,
// from wherever the blank starts.
func TestEveryPositionIsFoundAtItsDistance(t *testing.T) {
	a := Learn(12)
	for _, c := range []struct{ width, height, levels, all int }{{3, 3, 40, 181440}, {2, 3, 40, 360}, {4, 3, 17, 0}, {3, 4, 17, 0}} {
		for start := range c.width * c.height {
			first := place{blank: start, states: []State{a.Start()}}
			for cell := range c.width * c.height {
				tile := position(cell)
				if cell == start {
					tile = 15
				} else if cell == 15 {
					tile = position(start)
				}
				first.position |= tile << (4 * cell)
			}
			seen := map[position]bool{first.position: true}
			level := []place{first}
			kept, tried := 0, 0
			for depth := 0; len(level) > 0 && depth < c.levels; depth++ {
				var next []place
				index := map[position]int{}
				for _, p := range level {
					if len(p.states) == 0 {
						t.Fatalf("%dx%d, blank from %d: a position at distance %d is not reached", c.width, c.height, start, depth)
					}
					for move := range 4 {
						to, blank := p.neighbour(c.width, c.height, p.blank, move)
						if i, new := index[to]; blank >= 0 && (new || !seen[to]) {
							if !new {
								seen[to] = true
								i = len(next)
								index[to] = i
								next = append(next, place{position: to, blank: blank})
							}
							for _, s := range p.states {
								tried++
								if s.Moves()>>move&1 == 0 {
									continue
								}
								kept++
								if s := a.Next(s, move); !slices.Contains(next[i].states, s) {
									next[i].states = append(next[i].states, s)
								}
							}
						}
					}
				}
				level = next
			}
			if c.all > 0 && len(seen) != c.all || kept == tried {
				t.Errorf("%dx%d, blank from %d: %d positions, want %d; %d of %d moves kept", c.width, c.height, start, len(seen), c.all, kept, tried)
			}
		}
	}
}

// The shortest cycle that does more than go back is that of three tiles in a square, of
// twelve moves: of the two ways to its far end, one is left out.
func TestShortestStringsThatAreLeftOut(t *testing.T) {
	left := func(a *Automaton, text string) bool {
		s := a.Start()
		for _, letter := range text {
			move := slices.Index([]rune("ulrd"), letter)
			if s.Moves()>>move&1 == 0 {
				return true
			}
			s = a.Next(s, move)
		}
		return false
	}
	for _, c := range []struct {
		text string
		up   int
		want bool
	}{
		{"ud", 2, true}, {"lr", 1, false}, {"druldr", 5, false}, {"druldr", 6, true}, {"rdlurd", 6, false}, {"rrdruldru", 6, true},
	} {
		if got := left(Learn(c.up), c.text); got != c.want {
			t.Errorf("up to %d moves: %s is left out: %t, want %t", c.up, c.text, got, c.want)
		}
	}
}
