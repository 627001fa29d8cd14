package loops

// Automaton reads the moves of the blank one by one, and rejects moves that would complete a string
// (a sequence of moves) that the search does not need. [Automaton.Start] returns its first state.
type Automaton struct {
	next [][4]State // next state, by the number of the state and the move
}

// State is a state of an automaton. Its lowest four bits indicate which moves a search should try
// (see [State.Moves]), and the bits above them are the number of the state.
type State uint32

// Moves returns the moves to try as a set of bits: 1 for up, 2 for left, 4 for right, 8 for down.
func (s State) Moves() int { return int(s & 15) }

// Start returns the state of the automaton before the first move.
func (a *Automaton) Start() State { return State(a.allowed(0)) }

// Next returns the state after a move: 0 for up, 1 for left, 2 for right, 3 for down. The move must
// be one of [State.Moves].
func (a *Automaton) Next(s State, move int) State { return a.next[s>>4][move&3] }

// States returns the number of states of the automaton.
func (a *Automaton) States() int { return len(a.next) }

func (a *Automaton) allowed(number int) (moves int) {
	for move, next := range a.next[number] {
		if next != dead {
			moves |= 1 << move
		}
	}
	return moves
}

// dead is the state after a redundant string.
const dead = ^State(0)

// Learn returns an automaton that rejects the sequences of moves that a search does not need, up to
// the given length. Lengths above [Longest] count as Longest.
func Learn(moves int) *Automaton {
	l := &learning{heads: make([]int32, 1<<20)}
	for cell := range l.grid {
		l.grid[cell] = uint16(cell)
	}
	l.visit(nil, 0, text{}, 0, centre*side+centre, box{centre, centre, centre, centre}, 0)
	a := automaton(nil)
	for length := 1; length <= min(moves, Longest); length++ {
		found := len(l.strings)
		l.visit(a, 0, text{}, length, centre*side+centre, box{centre, centre, centre, centre}, 0)
		if len(l.strings) > found {
			a = automaton(l.strings)
		}
	}
	for number := range a.next {
		for move, next := range a.next[number] {
			if next != dead {
				a.next[number][move] = next<<4 | State(a.allowed(int(next)))
			}
		}
	}
	return a
}

// Longest is the maximum length, in moves, of the strings that [Learn] considers.
const Longest = 16

const (
	centre = Longest + 1
	side   = 2*centre + 1
)

// steps are the offsets of the moves on the grid.
var steps = [4]int{-side, -1, 1, side}

// text is a string of moves with two bits per move, beginning with the lowest bits.
type text struct {
	moves  uint32
	length int
}

func (t text) at(i int) int { return int(t.moves >> (2 * i) & 3) }

func (t text) and(move int) text { return text{t.moves | uint32(move)<<(2*t.length), t.length + 1} }

// box is the rectangle of cells visited by a string.
type box struct{ top, left, bottom, right int8 }

func (b box) with(cell int) box {
	row, column := int8(cell/side), int8(cell%side)
	return box{min(b.top, row), min(b.left, column), max(b.bottom, row), max(b.right, column)}
}

func (b box) within(c box) bool {
	return b.top >= c.top && b.left >= c.left && b.bottom <= c.bottom && b.right <= c.right
}

// learning is the state of the search for redundant strings.
type learning struct {
	grid    [side * side]uint16 // tile on each cell; a tile's name is the cell where it started
	heads   []int32             // index of the last arrival for the lowest bits of a hash, from 1; 0 for none
	arrived []arrival
	strings []text // redundant strings that contain no other redundant string
}

// arrival is a string with the arrangement to which it leads.
type arrival struct {
	text
	box
	hash   uint64 // hash of the arrangement
	before int32  // index of the previous arrival with the same head
}

// visit goes through the strings that extend t by left moves, in alphabetical order.
func (l *learning) visit(a *Automaton, state State, t text, left, blank int, b box, hash uint64) {
	if left == 0 {
		hash ^= mixed(uint64(blank))
		head := &l.heads[hash%uint64(len(l.heads))]
		for i := *head; i > 0; i = l.arrived[i-1].before {
			if other := &l.arrived[i-1]; other.hash == hash && other.within(b) && l.same(t, other.text) {
				l.strings = append(l.strings, t)
				return
			}
		}
		l.arrived = append(l.arrived, arrival{t, b, hash, *head})
		*head = int32(len(l.arrived))
		return
	}
	for move, next := range a.next[state] {
		if next == dead {
			continue
		}
		to := blank + steps[move]
		tile := l.grid[to]
		l.grid[blank] = tile
		l.visit(a, next, t.and(move), left-1, to, b.with(to), hash+key(tile, blank)-key(tile, to))
		l.grid[to] = tile
	}
}

func key(tile uint16, cell int) uint64 {
	if int(tile) == cell {
		return 0
	}
	return mixed(uint64(tile)<<16 | uint64(cell))
}

// mixed applies the finalizer of SplitMix64.
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// same reports whether two strings lead to the same arrangement. If so, making the moves of one
// string and undoing the moves of the other changes nothing.
func (l *learning) same(a, b text) bool {
	var grid [side * side]uint16
	blank := centre*side + centre
	step := func(by int) {
		grid[blank], grid[blank+by] = grid[blank+by], grid[blank]
		blank += by
	}
	for cell := range grid {
		grid[cell] = uint16(cell)
	}
	for i := range a.length {
		step(steps[a.at(i)])
	}
	for i := b.length - 1; i >= 0; i-- {
		step(-steps[b.at(i)])
	}
	for cell, tile := range grid {
		if int(tile) != cell {
			return false
		}
	}
	return true
}

// automaton returns an automaton that finds the strings anywhere: A. V. Aho, M. J. Corasick,
// Efficient string matching, Communications of the ACM 18 (1975). Its states are only numbers;
// Learn adds the allowed moves.
func automaton(strings []text) *Automaton {
	a := &Automaton{next: make([][4]State, 1)}
	for _, t := range strings {
		at := State(0)
		for i := range t.length - 1 {
			to := &a.next[at][t.at(i)]
			if *to == 0 {
				*to = State(len(a.next))
				a.next = append(a.next, [4]State{})
			}
			at = a.next[at][t.at(i)]
		}
		a.next[at][t.at(t.length-1)] = dead
	}
	suffix := make([]State, len(a.next)) // the longest proper suffix that is a state
	queue := []State{0}
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		for move := range 4 {
			other := State(0)
			if at != 0 {
				other = a.next[suffix[at]][move]
			}
			switch to := &a.next[at][move]; {
			case *to == dead:
			case *to == 0:
				*to = other
			default:
				suffix[*to] = other
				queue = append(queue, *to)
			}
		}
	}
	return a
}
