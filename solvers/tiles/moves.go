package tiles

import (
	"fmt"
	"slices"
)

// Move is the direction in which a tile slides into the blank. The blank moves
// the opposite way.
type Move uint8

// The four moves. The zero Move means that there is no move yet.
const (
	NoMove Move = iota
	Up
	Down
	Left
	Right
)

var (
	moveLetters = [...]byte{NoMove: '-', Up: 'U', Down: 'D', Left: 'L', Right: 'R'}
	inverses    = [8]Move{Up: Down, Down: Up, Left: Right, Right: Left}
)

// String returns the letter of the move: U, D, L or R.
func (m Move) String() string {
	if int(m) < len(moveLetters) {
		return string(moveLetters[m])
	}
	return fmt.Sprintf("move(%d)", uint8(m))
}

// Inverse returns the move that undoes m.
func (m Move) Inverse() Move { return inverses[m&7] }

// From returns the cell of the tile that slides when the blank is on the given cell. The result ok
// is false if the move is impossible there.
func (m Move) From(to, width, height int) (cell int, ok bool) {
	row, col := to/width, to%width
	switch m {
	case Up:
		return to + width, row+1 < height
	case Down:
		return to - width, row > 0
	case Left:
		return to + 1, col+1 < width
	case Right:
		return to - 1, col > 0
	}
	return 0, false
}

// Path is a solution: its moves, in order.
type Path []Move

// String returns the result of [FormatPath] for the path.
func (p Path) String() string { return FormatPath(p) }

// FormatPath returns one letter for each move, as in "ULLD", and "" for the empty path. It writes
// "-" for an invalid move.
func FormatPath(path []Move) string {
	b := make([]byte, len(path))
	for i, m := range path {
		if int(m) >= len(moveLetters) {
			m = NoMove
		}
		b[i] = moveLetters[m]
	}
	return string(b)
}

// ParsePath parses a path in the form that [FormatPath] writes. It accepts lower case and spaces;
// the error names the column (counted from 1) of the first invalid character.
func ParsePath(s string) ([]Move, error) {
	path := make([]Move, 0, len(s))
	for i := range len(s) {
		if s[i] == ' ' || s[i] == '\t' {
			continue
		}
		m := slices.Index(moveLetters[:], s[i]&^0x20) // in upper case
		if m < int(Up) {
			return nil, fmt.Errorf("tiles: path %q: column %d: %q is not a move (want U, D, L or R)", s, i+1, s[i])
		}
		path = append(path, Move(m))
	}
	return path, nil
}

// Order is the order in which a search tries moves: the letters u, l, r, d, each once. As in the
// literature, the letters denote moves of the blank on the board in blank-first form. The counters
// of searches that stop at the first goal depend on the order.
type Order string

// DefaultOrder is up, left, right, down: the order for which Korf published node counts of the
// 15-puzzle.
const DefaultOrder Order = "ulrd"

// ParseOrder parses one of the 24 orders, in upper or lower case.
func ParseOrder(s string) (Order, error) {
	order, seen := make([]byte, 0, 4), [128]bool{}
	for i := range len(s) {
		c := s[i] | 0x20
		if (c != 'u' && c != 'l' && c != 'r' && c != 'd') || seen[c] {
			break
		}
		seen[c] = true
		order = append(order, c)
	}
	if len(order) != 4 || len(s) != 4 {
		return "", fmt.Errorf("tiles: %q is not an order of moves (want the letters u, l, r, d in any order)", s)
	}
	return Order(order), nil
}

// Orders returns all 24 move orders in alphabetical order.
func Orders() []Order {
	var orders []Order
	const letters = "dlru"
	for i := range 1 << 8 {
		if a, b, c, d := i>>6, i>>4&3, i>>2&3, i&3; 1<<a|1<<b|1<<c|1<<d == 15 {
			orders = append(orders, Order([]byte{letters[a], letters[b], letters[c], letters[d]}))
		}
	}
	return orders
}

// moves returns the tile moves of the order.
func (o Order) moves() [4]Move {
	var moves [4]Move
	for i := range moves {
		moves[i] = Move(slices.Index(moveLetters[:], o[i]&^0x20)).Inverse()
	}
	return moves
}
