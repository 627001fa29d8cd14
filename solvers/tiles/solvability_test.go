package tiles

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
)

// distancesFrom returns the distance of every board that moves can reach from
// a board, by plain breadth-first search.
func distancesFrom(start Board) map[Board]int {
	half := 1 // of all arrangements
	for i := 3; i <= start.Cells(); i++ {
		half *= i
	}
	distance := make(map[Board]int, half)
	distance[start] = 0
	queue := append(make([]Board, 0, half), start)
	for head := 0; head < len(queue); head++ {
		steps := distance[queue[head]] + 1
		for m := Up; m <= Right; m++ {
			next, ok := queue[head].Apply(m)
			if !ok {
				continue
			}
			if _, seen := distance[next]; !seen {
				distance[next] = steps
				queue = append(queue, next)
			}
		}
	}
	return distance
}

// eightPuzzle holds the distances of all boards of 3x3 to the goal blank-last.
var eightPuzzle = sync.OnceValue(func() map[Board]int {
	solved, err := Solved(3, 3, BlankLast)
	if err != nil {
		panic(err)
	}
	return distancesFrom(solved)
})

// arrangements yields every arrangement of a size, solvable or not.
func arrangements(width, height int, goal Goal) func(yield func(Board) bool) {
	b := Board{width: uint8(width), height: uint8(height), goal: goal}
	for cell := range b.Cells() {
		b.tiles[cell] = uint8(cell)
	}
	var permute func(from int, yield func(Board) bool) bool
	permute = func(from int, yield func(Board) bool) bool {
		if from == b.Cells() {
			return yield(b)
		}
		for i := from; i < b.Cells(); i++ {
			b.tiles[from], b.tiles[i] = b.tiles[i], b.tiles[from]
			if !permute(from+1, yield) {
				return false
			}
			b.tiles[from], b.tiles[i] = b.tiles[i], b.tiles[from]
		}
		return true
	}
	return func(yield func(Board) bool) { permute(0, yield) }
}

func TestParityDecidesSolvability(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {2, 3}, {3, 2}, {4, 2}, {2, 4}, {3, 3}} {
		for _, goal := range Goals() {
			if !*exhaustive && size == [2]int{3, 3} && goal != BlankLast {
				continue
			}
			t.Run(fmt.Sprintf("%dx%d/%v", size[0], size[1], goal), func(t *testing.T) {
				t.Parallel()
				solved, err := Solved(size[0], size[1], goal)
				if err != nil {
					t.Fatal(err)
				}
				reachable := distancesFrom(solved)
				all, solvable := 0, 0
				for b := range arrangements(size[0], size[1], goal) {
					all++
					_, want := reachable[b]
					if got := b.Solvable(); got != want {
						t.Fatalf("%v: Solvable() = %t, but enumeration says %t", b, got, want)
					}
					if (b.Check() == nil) != want {
						t.Fatalf("%v: Check() = %v, want an error: %t", b, b.Check(), !want)
					}
					if want {
						solvable++
					}
				}
				if 2*solvable != all || len(reachable) != solvable {
					t.Errorf("%d of %d arrangements are solvable, want half", solvable, all)
				}
			})
		}
	}
}

// inversionsOf counts the pairs of tiles that stand in the wrong order.
func inversionsOf(b Board) int {
	n := 0
	for i, tile := range b.Tiles() {
		for _, behind := range b.Tiles()[i+1:] {
			if behind != 0 && behind < tile {
				n++
			}
		}
	}
	return n
}

// TestParityAgreesWithTheRulesByCases compares with the rules that programs
// use: lemtea8's for 4x4 and the goal blank-last, which adds the row of the
// blank from the top to the inversions, and the three statements of the
// Coursera write-up, which count it from the bottom. For blank-first the blank
// is counted from the top.
func TestParityAgreesWithTheRulesByCases(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 14))
	for _, size := range everySize {
		width, height := size[0], size[1]
		for range 200 {
			b := anyBoard(t, rng, width, height, BlankLast)
			inversions, row := inversionsOf(b), b.Blank()/width
			if width == 4 && height == 4 {
				if want := (row+inversions)%2 == 1; b.Solvable() != want {
					t.Errorf("%v: %t, lemtea8's rule says %t", b, b.Solvable(), want)
				}
			}
			fromBottom := height - row // the last row is 1
			var want bool
			switch {
			case width%2 == 1:
				want = inversions%2 == 0
			case fromBottom%2 == 0:
				want = inversions%2 == 1
			default:
				want = inversions%2 == 0
			}
			if b.Solvable() != want {
				t.Errorf("%v: %t, the three statements say %t", b, b.Solvable(), want)
			}
			b.goal = BlankFirst
			want = inversions%2 == 0
			if width%2 == 0 {
				want = (inversions+row)%2 == 0
			}
			if b.Solvable() != want {
				t.Errorf("%v: %t, inversions and row say %t", b, b.Solvable(), want)
			}
		}
	}
}

func TestMovesAndTurningKeepSolvability(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 24))
	for _, size := range everySize {
		for _, goal := range Goals() {
			b := anyBoard(t, rng, size[0], size[1], goal)
			want := b.Solvable()
			if b.Turned().Solvable() != want {
				t.Errorf("%v: turning changes Solvable()", b)
			}
			for range 50 {
				b, _ = b.Apply(Up + Move(rng.IntN(4)))
				if b.Solvable() != want {
					t.Fatalf("%v: a move changed Solvable()", b)
				}
			}
		}
	}
}

func TestTheOtherGoalHelpsIfBothSidesAreEven(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for _, size := range everySize {
		for found := 0; found < 5; {
			b := anyBoard(t, rng, size[0], size[1], Goals()[rng.IntN(2)])
			var unsolvable *UnsolvableError
			if !errors.As(b.Check(), &unsolvable) {
				continue
			}
			found++
			other, would := unsolvable.OtherGoal()
			if want := size[0]%2 == 0 && size[1]%2 == 0; other == b.Goal() || would != want {
				t.Errorf("%v: the goal %v would do: %t, want %t", b, other, would, want)
			}
		}
	}
}

func TestUnsolvableErrorsSayWhy(t *testing.T) {
	check := func(line, want string) {
		t.Helper()
		err := mustBoard(t, line).Check()
		if err == nil || strings.TrimPrefix(err.Error(), "tiles: ") != want {
			t.Errorf("%s:\n got %v\nwant %s", line, err, want)
		}
	}
	check("1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0",
		"1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0 cannot reach the goal blank-last: its permutation is odd and the blank an even number of steps away; the goal blank-first would do")
	check("goal=blank-first 1 0 3 2",
		"1 0 3 2 cannot reach the goal blank-first: its permutation is even and the blank an odd number of steps away; the goal blank-last would do")
	check("3x2: 2 1 3 4 5 0",
		"3x2: 2 1 3 4 5 0 cannot reach the goal blank-last: its permutation is odd and the blank an even number of steps away; the goal blank-first would not do either")
	check("1 2 3 4 6 5 7 8 0",
		"1 2 3 4 6 5 7 8 0 cannot reach the goal blank-last: its permutation is odd and the blank an even number of steps away; the goal blank-first would not do either")
}

func BenchmarkSolvable(b *testing.B) {
	board, err := ParseBoard("goal=blank-first 14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13", BlankLast)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if !board.Solvable() {
			b.Fatal("korf24 number 1 is solvable")
		}
	}
}

func ExampleBoard_Check() {
	b, _ := ParseBoard("1 2 3 4 6 5 7 8 0", BlankLast)
	fmt.Println(b.Check())

	b, _ = ParseBoard("1 2 3 4 5 6 7 8 0", BlankLast)
	fmt.Println(b.Check())
	// Output:
	// tiles: 1 2 3 4 6 5 7 8 0 cannot reach the goal blank-last: its permutation is odd and the blank an even number of steps away; the goal blank-first would not do either
	// <nil>
}
