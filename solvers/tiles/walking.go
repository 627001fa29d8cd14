package tiles

import (
	"fmt"
	"sync"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Walking distance in one direction. A state says, for each line of the board,
// how many of its tiles belong in each line, and in which line the blank is. A
// move takes one tile from a line next to the blank's into the blank's line. The
// state of the other direction does not change with it, so the two numbers add
// up to an admissible estimate, and each move changes one of them by exactly 1
// (every state has one parity).

// walkShape is what a table depends on: the number of lines of the direction, the number of cells
// in each line, and the line of the blank in the goal.
type walkShape struct{ lines, perLine, blankLine int }

// maxWalkStates is the maximum number of states in a table. 4x4 boards need 24,964 states in each
// direction, and 5x5 boards need millions. Boards with more than 5 lines have too many states, even
// if each line has only two cells.
const (
	maxWalkStates = 1 << 16
	maxWalkLines  = 5
)

// walkTables is the table of all states of one direction.
type walkTables struct {
	shape walkShape
	dist  []uint8 // moves to the goal, by state
	// next holds the state after a move, at index (state·2 + direction)·lines + home line of the
	// moving tile. The tile moves to a lower line in direction 0, and to a higher line in direction
	// 1. Impossible moves lead to state 0.
	next  []uint16
	index map[walkCounts]uint16
}

// walkCounts has, at line·lines + home, the number of tiles in a line that belong in the line home.
// The blank's line has one tile less than the others.
type walkCounts [maxWalkLines * maxWalkLines]uint8

var walkCache sync.Map // walkShape → func() (*walkTables, error)

// walkTable returns the table for a shape. The first call for a shape builds it.
func walkTable(shape walkShape) (*walkTables, error) {
	build, _ := walkCache.LoadOrStore(shape, sync.OnceValues(func() (*walkTables, error) {
		defer search.Building()()
		return buildWalk(shape)
	}))
	return build.(func() (*walkTables, error))()
}

func buildWalk(shape walkShape) (*walkTables, error) {
	tooMany := fmt.Errorf("walking distance has more than %d states for %d lines of %d cells", maxWalkStates, shape.lines, shape.perLine)
	if shape.lines > maxWalkLines {
		return nil, tooMany
	}
	n := shape.lines
	t := &walkTables{shape: shape, index: make(map[walkCounts]uint16)}
	var goal walkCounts
	for line := range n {
		goal[line*n+line] = uint8(shape.perLine)
	}
	goal[shape.blankLine*n+shape.blankLine]--

	states := []walkCounts{goal}
	blanks := []uint8{uint8(shape.blankLine)}
	t.index[goal] = 0
	t.dist = append(t.dist, 0)
	for at := 0; at < len(states); at++ {
		t.next = append(t.next, make([]uint16, 2*n)...)
		for i := range 2 * n {
			// The tile comes from the line after the blank's to go lower, or
			// from the one before it to go higher.
			direction, home, blank := i/n, i%n, int(blanks[at])
			from := blank + 1 - 2*direction
			s := states[at]
			if from < 0 || from >= n || s[from*n+home] == 0 {
				continue
			}
			s[from*n+home]--
			s[blank*n+home]++
			to, known := t.index[s]
			if !known {
				if len(states) == maxWalkStates {
					return nil, tooMany
				}
				to = uint16(len(states))
				t.index[s] = to
				states, blanks = append(states, s), append(blanks, uint8(from))
				t.dist = append(t.dist, t.dist[at]+1)
			}
			t.next[at*2*n+i] = to
		}
	}
	return t, nil
}
