package tiles

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// Explanation lists the parts of a heuristic's estimate for a board, so that a picture or text can
// explain the estimate. Parts that the heuristic does not use are zero, except Distance. Where a
// field has two elements, the first is for rows and the second for columns.
type Explanation struct {
	Board Board
	Total int // total estimate, as [Heuristic.Of] returns it

	// Distance[t] is the Manhattan distance of tile t to its home.
	Distance [MaxCells]int
	// Leaves[0][t] reports whether tile t must leave its row, and Leaves[1][t] whether it must
	// leave its column.
	Leaves [2][MaxCells]bool
	// Conflicts[0] holds, for each row, the number of tiles that must leave it; Conflicts[1] holds
	// the same for each column.
	Conflicts [2][MaxCells]int
	// Walk holds the parts of the walking distance for rows and for columns.
	Walk [2]WalkExplanation
	// Inversions[0][t] is the number of tiles that come before tile t in reading order by rows but
	// belong after it; Inversions[1][t] is the same for reading order by columns.
	Inversions [2][MaxCells]int
	// Sentences explains the parts, one sentence each. If the estimate is the maximum of several
	// parts, a further sentence states the maximum. The last sentence ends with the estimate.
	Sentences []string

	parts part
}

// WalkExplanation explains the walking distance of rows or of columns.
type WalkExplanation struct {
	Tiles [MaxCells][MaxCells]int // Tiles[i][j] is the number of tiles in line i whose home is in line j
	Moves int
}

// Uses reports whether the heuristic that is explained shares a component with h.
func (e *Explanation) Uses(h Heuristic) bool { return e.parts&h.parts != 0 }

// Explain returns the parts of h's estimate for a board. It computes the total from the parts, so
// the parts shown in a picture add up to the total. A heuristic made by [NewHeuristic] is a single
// part. The heuristic must support the board's size.
func Explain(b Board, h Heuristic) Explanation {
	e := Explanation{Board: b, parts: h.parts}
	var totals []string
	add := func(name string, total int, detail string) {
		e.Total = max(e.Total, total)
		e.Sentences = append(e.Sentences, name+": "+detail)
		totals = append(totals, fmt.Sprint(total))
	}
	distance := 0
	for cell := range b.Cells() {
		tile := b.Tile(cell)
		if tile != 0 {
			e.Distance[tile] = b.Apart(cell, b.Home(tile))
		}
		distance += e.Distance[tile]
	}
	if e.parts&hamming != 0 {
		n := e.misplaced()
		add(Hamming.Name, n, fmt.Sprintf("number of tiles that are not in their goal cells = %d", n))
	}
	if e.parts&manhattan != 0 {
		add(Manhattan.Name, distance, fmt.Sprintf("sum of the distances = %d", distance))
	}
	if e.parts&inversion != 0 {
		rows, columns := e.countInversions(0), e.countInversions(1)
		vertical, horizontal := inversionMoves(rows, b.Width()), inversionMoves(columns, b.Height())
		add(InversionDistance.Name, vertical+horizontal, fmt.Sprintf("%s by rows (first number): %s, %s by columns (second): %s; %d + %d = %d",
			wording.Counted(rows, "inversion"), wording.Counted(vertical, "vertical move"), wording.Counted(columns, "inversion"), wording.Counted(horizontal, "horizontal move"), vertical, horizontal, vertical+horizontal))
	}
	if e.parts&conflict != 0 {
		n := e.findConflicts()
		add(LinearConflict.Name, distance+2*n, fmt.Sprintf("the distances add up to %d, and a tile must leave a line to let others pass %s: %d + 2·%d = %d",
			distance, wording.Counted(n, "time"), distance, n, distance+2*n))
	}
	if e.parts&walking != 0 {
		e.findWalk()
		rows, columns := e.Walk[0].Moves, e.Walk[1].Moves
		add(WalkingDistance.Name, rows+columns, fmt.Sprintf("from the numbers of tiles beside and below, %d vertical + %d horizontal moves = %d", rows, columns, rows+columns))
	}
	for _, estimate := range h.estimate {
		n, name := estimate(b), h.Name
		if e.parts != 0 || len(h.estimate) > 1 {
			name = "another estimate" // members of a maximum do not keep their names
		}
		add(name, n, fmt.Sprint(n))
	}
	switch len(totals) {
	case 0:
		e.Sentences = []string{h.Name + ": always 0"}
	case 1:
	default:
		e.Sentences = append(e.Sentences, fmt.Sprintf("%s: the largest of %s = %d", h.Name, strings.Join(totals, ", "), e.Total))
	}
	return e
}

// misplaced counts the tiles that are not at home.
func (e *Explanation) misplaced() int {
	n := 0
	for _, d := range e.Distance {
		if d > 0 {
			n++
		}
	}
	return n
}

// findConflicts marks the tiles that must leave each line, and counts them.
func (e *Explanation) findConflicts() int {
	total := 0
	for i, a := range e.Board.axes() {
		for line := range a.lines {
			var places [MaxCells]uint8
			for k := range a.perLine {
				tile := e.Board.Tile(a.cell(line, k))
				if home, place := a.line(e.Board.Home(tile)); tile != 0 && home == line {
					places[k] = uint8(1 + place)
				}
			}
			n, leaves := mustLeave(places[:a.perLine])
			for k := range a.perLine {
				tile := e.Board.Tile(a.cell(line, k))
				e.Leaves[i][tile] = e.Leaves[i][tile] || leaves[k]
			}
			e.Conflicts[i][line] = int(n)
			total += int(n)
		}
	}
	return total
}

// findWalk counts the tiles by line and home line, and looks up the moves. The tables are for
// boards in blank-first form.
func (e *Explanation) findWalk() {
	for i, a := range e.Board.axes() {
		for cell := range e.Board.Cells() {
			if tile := e.Board.Tile(cell); tile != 0 {
				line, _ := a.line(cell)
				home, _ := a.line(e.Board.Home(tile))
				e.Walk[i].Tiles[line][home]++
			}
		}
	}
	form, home, v := e.Board.view()
	if p, err := newProblem(form, home, WalkingDistance, DefaultOrder, v); err == nil {
		for i, t := range p.walks {
			e.Walk[i].Moves = int(t.dist[p.start.walk[i]])
		}
	}
}

// countInversions counts, for each tile, the tiles that come before it but belong after it, and
// returns the sum. The reading order is by rows (direction 0) or by columns (1).
func (e *Explanation) countInversions(direction int) int {
	a := e.Board.axes()[direction]
	var ranks []int // of the tiles read so far, in the goal's reading order
	total := 0
	for line := range a.lines {
		for place := range a.perLine {
			tile := e.Board.Tile(a.cell(line, place))
			if tile == 0 {
				continue
			}
			homeLine, homePlace := a.line(e.Board.Home(tile))
			rank := homeLine*a.perLine + homePlace
			for _, before := range ranks {
				if before > rank {
					e.Inversions[direction][tile]++
				}
			}
			total += e.Inversions[direction][tile]
			ranks = append(ranks, rank)
		}
	}
	return total
}
