package tiles

import "fmt"

// Solvable reports whether the board can reach its goal. It does not search; its cost
// is O(cells).
//
// Consider the arrangement as a permutation of all cells, including the blank: it maps a tile's
// cell to the tile's home. A move exchanges the blank with one tile, which changes the sign of the
// permutation. It also moves the blank one step, which changes the parity of |Δrow| + |Δcolumn|
// between the blank and its home. Sign and parity thus always change together, for any width,
// height and goal. In the goal, they agree: the identity is even, and the blank is 0 steps away
// from home.
//
// On boards of at least 2x2, this condition is sufficient: exactly half of all arrangements,
// cells!/2, are solvable (W. W. Johnson and W. E. Story, "Notes on the '15' Puzzle", American
// Journal of Mathematics 2, 1879; for all graphs R. M. Wilson, "Graph Puzzles, Homotopy, and the
// Alternating Group", JCT B 16, 1974). Tests compare the result with complete enumerations, and
// with the case rules of other programs (inversions and the row of the blank).
func (b Board) Solvable() bool {
	return b.Cells() > 0 && b.permutationOdd() == (b.blankSteps()%2 == 1)
}

// Check returns nil if the board is solvable, an [*UnsolvableError] if it is not, and another error
// for the zero Board.
func (b Board) Check() error {
	if b.Cells() == 0 {
		return errZeroBoard
	}
	if b.Solvable() {
		return nil
	}
	return &UnsolvableError{Board: b}
}

// UnsolvableError reports that a board cannot reach its goal.
type UnsolvableError struct{ Board Board }

// OtherGoal returns blank-first if the board's goal is blank-last, and blank-last otherwise. It
// also reports whether the board can reach this goal. If the board's goal is one of these two, it
// can if and only if width and height are both even, because otherwise both goals are in the same
// half of the space.
func (e *UnsolvableError) OtherGoal() (goal Goal, solvable bool) {
	other := e.Board
	if other.goal = BlankLast; e.Board.goal == BlankLast {
		other.goal = BlankFirst
	}
	return other.goal, other.Solvable()
}

func (e *UnsolvableError) Error() string {
	b := e.Board
	sign, parity := "even", "even"
	if b.permutationOdd() {
		sign = "odd"
	}
	if b.blankSteps()%2 == 1 {
		parity = "odd"
	}
	other, would := e.OtherGoal()
	hint := "would do"
	if !would {
		hint = "would not do either"
	}
	b.goal = BlankLast // only for the text: the goal is named behind the board
	return fmt.Sprintf("tiles: %v cannot reach the goal %v: its permutation is %s and the blank an %s number of steps away; the goal %v %s",
		b, e.Board.goal, sign, parity, other, hint)
}

// permutationOdd reports whether the permutation that takes every tile and the blank home is odd. A
// cycle of n cells equals n−1 exchanges.
func (b Board) permutationOdd() bool {
	var visited [MaxCells]bool
	odd := false
	for first := range b.Cells() {
		for cell := first; !visited[cell]; {
			visited[cell] = true
			if cell = b.Home(int(b.tiles[cell])); cell != first {
				odd = !odd
			}
		}
	}
	return odd
}

// blankSteps returns the distance of the blank from its home, in steps.
func (b Board) blankSteps() int {
	return b.Apart(b.Blank(), b.Home(0))
}
