package tiles

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// spaces returns the spaces of all boards of up to so many cells, for every
// cell of the goal's blank.
func spaces(t testing.TB, cells int) []*space {
	t.Helper()
	var list []*space
	for width := 2; width <= cells/2; width++ {
		for height := 2; width*height <= cells; height++ {
			for blank := range width * height {
				list = append(list, mustSpace(t, width, height, blank))
			}
		}
	}
	return list
}

func mustSpace(t testing.TB, width, height, blank int) *space {
	t.Helper()
	s, err := newSpace(width, height, blank)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// name returns the size and the cell of the blank of the goal.
func (s *space) name() string { return fmt.Sprintf("%dx%d/blank=%d", s.width, s.height, s.goal) }

func TestEveryNumberIsOnePosition(t *testing.T) {
	for _, s := range spaces(t, 8) {
		t.Run(s.name(), func(t *testing.T) {
			seen := make(map[Board]bool)
			for number := range s.orders {
				for blank := range s.cells {
					b := s.board(number, blank)
					if _, err := NewBoard(b.Width(), b.Height(), b.Goal(), b.Tiles()); err != nil || b.Blank() != blank {
						t.Fatalf("number %d with blank %d is %v: %v", number, blank, b.Tiles(), err)
					}
					if n, at, ok := s.locate(b); n != number || at != blank || !ok {
						t.Fatalf("number %d with blank %d comes back as %d with %d, %v", number, blank, n, at, ok)
					}
					seen[b] = true
				}
			}
			if uint64(len(seen)) != s.positions() {
				t.Errorf("%d positions, want %d", len(seen), s.positions())
			}
			if number, blank, ok := s.locate(s.goalBoard()); number != 0 || blank != s.goal || !ok {
				t.Errorf("the goal is number %d with blank %d, %v", number, blank, ok)
			}
		})
	}
}

// goalBoard returns the goal, made without numbers.
func (s *space) goalBoard() Board {
	order := make([]uint8, s.tiles())
	for i := range order {
		order[i] = uint8(i + 1)
	}
	return s.place(order, s.goal)
}

func TestPositionsOfLargeBoardsComeBack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, size := range [][2]int{{3, 3}, {5, 2}, {2, 5}, {4, 3}, {3, 4}, {6, 2}, {7, 2}, {2, 7}} {
		s := mustSpace(t, size[0], size[1], random.IntN(size[0]*size[1]))
		for i := range 10_000 {
			number, blank := random.Uint32N(s.orders), random.IntN(s.cells)
			if i == 0 {
				number = s.orders - 1
			}
			if n, at, ok := s.locate(s.board(number, blank)); n != number || at != blank || !ok {
				t.Fatalf("%s: number %d with blank %d comes back as %d with %d, %v", s.name(), number, blank, n, at, ok)
			}
		}
	}
}

func TestBoardsOutsideTheSpaceHaveNoPlace(t *testing.T) {
	s := mustSpace(t, 3, 3, 4)
	for _, c := range []struct {
		name          string
		width, height int
		tiles         []int
		want          bool
	}{
		{"goal", 3, 3, []int{1, 2, 3, 4, 0, 5, 6, 7, 8}, true},
		{"two tiles exchanged", 3, 3, []int{2, 1, 3, 4, 0, 5, 6, 7, 8}, false},
		{"other size", 4, 2, []int{1, 2, 3, 4, 0, 5, 6, 7}, false},
	} {
		b, err := NewBoard(c.width, c.height, BlankLast, c.tiles)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, ok := s.locate(b); ok != c.want {
			t.Errorf("%s: %v, want %v", c.name, ok, c.want)
		}
	}
}

// checkShifts holds the moves of the blank across the rows from a cell, and
// back, to those made on boards.
func checkShifts(t *testing.T, s *space, cell int, down, up *shift, number uint32) {
	t.Helper()
	for _, c := range []struct {
		name     string
		from, to int
		m        *shift
		move     Move // of the tile
	}{{"down", cell, cell + s.width, down, Up}, {"up", cell + s.width, cell, up, Down}} {
		before := s.board(number, c.from)
		after, ok := before.Apply(c.move)
		want, blank, inside := s.locate(after)
		if !ok || !inside || blank != c.to {
			t.Fatalf("%s: %v after %v is %v", s.name(), before.Tiles(), c.move, after.Tiles())
		}
		if got := c.m.apply(number, uint32(s.parity(number))); got != want {
			t.Fatalf("%s: blank of number %d %s from cell %d: number %d, want %d", s.name(), number, c.name, c.from, got, want)
		}
	}
}

func TestShiftsAreMovesOnNumbers(t *testing.T) {
	t.Parallel()
	for _, s := range spaces(t, 8) {
		for cell := range s.cells - s.width {
			down, up := s.shifts(cell)
			for number := range s.orders {
				checkShifts(t, s, cell, &down, &up, number)
			}
		}
	}
	random := rand.New(rand.NewPCG(3, 4))
	for _, size := range [][2]int{{3, 3}, {5, 2}, {2, 5}, {4, 3}, {3, 4}, {6, 2}, {2, 6}, {7, 2}, {2, 7}} {
		s := mustSpace(t, size[0], size[1], random.IntN(size[0]*size[1]))
		for cell := range s.cells - s.width {
			if n, _ := s.windowSize(cell); n > 400_000 && !*exhaustive {
				continue // the first moves of 7x2 have tables of millions
			}
			down, up := s.shifts(cell)
			checkShifts(t, s, cell, &down, &up, 0)
			checkShifts(t, s, cell, &down, &up, s.orders-1)
			for range 1000 {
				checkShifts(t, s, cell, &down, &up, random.Uint32N(s.orders))
			}
		}
	}
}

func TestReciprocalsDivide(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	check := func(number, divisor uint32) {
		if got, want := over(number, reciprocal(divisor)), number/divisor; got != want {
			t.Errorf("%d/%d = %d, want %d", number, divisor, got, want)
		}
	}
	divisors := []uint32{1, 2, 3, 7, 1<<31 - 1}
	for _, s := range spaces(t, 14) {
		for cell := range s.cells - s.width {
			size, _ := s.windowSize(cell)
			divisors = append(divisors, size)
		}
		divisors = append(divisors, s.weight[:s.kept()]...)
	}
	for _, divisor := range divisors {
		for range 20 {
			multiple := random.Uint32() / divisor * divisor
			check(multiple, divisor)
			check(multiple-1, divisor)
		}
		check(0, divisor)
		check(1<<32-1, divisor)
	}
}

func BenchmarkRank(b *testing.B) {
	s := mustSpace(b, 4, 3, 0)
	var order [maxRanked]uint8
	number := uint32(0)
	for b.Loop() {
		number = (number + 7_654_321) % s.orders
		s.unrank(number, 0, order[:s.tiles()])
		if n, odd := s.rank(order[:s.tiles()]); n != number || odd != 0 {
			b.Fatalf("number %d comes back as %d", number, n)
		}
	}
}
