package heuristics

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// assessStarts is the number of starts on which [Assess] counts expansions.
const assessStarts = 1000

// Assess puts heuristics of your own beside Manhattan and lc-wd, on all
// positions of the 8-puzzle with the gap last: how good they are, whether they
// ever say too much, and what A* must expand with them on the mean of 1,000
// starts. It looks at the positions anew, so it takes about a second and stores
// nothing. Estimates must be from 0 to 255 moves.
func Assess(own ...tiles.Heuristic) (reports.Table, error) {
	t := reports.Table{
		ID: "own", Title: "Heuristics assessed on every position",
		Caption: fmt.Sprintf("All %s positions, goal with the gap in the corner; expansions are means over the same %s positions.", study.Grouped(positions), study.Grouped(assessStarts)),
		Columns: []reports.Column{
			{Name: "heuristic"},
			{Name: "mean estimate", Kind: reports.Number, Digits: 4},
			{Name: "mean error", Kind: reports.Number, Digits: 4, Doc: "Distance less estimate, in moves."},
			{Name: "exact", Kind: reports.Percent, Doc: "Share of the positions at which the estimate is the distance."},
			{Name: "too large", Kind: reports.Count, Full: true, Doc: "Positions at which it exceeds the distance: with any of these, solutions may be longer than needed."},
			{Name: "consistent", Doc: "Whether no move changes it by more than 1."},
			{Name: "must expand", Kind: reports.Number, Digits: 4, Doc: "Positions with g + h below the distance; given if the heuristic is consistent and 0 at the goal."},
		},
	}
	goal, err := goalOn(goalCells[0].cell)
	if err != nil {
		return t, err
	}
	s, err := explore(goal)
	if err != nil {
		return t, err
	}
	boards := make([]tiles.Board, len(s.states))
	for i := range boards {
		b, err := s.board(i)
		if err != nil {
			return t, err
		}
		boards[i] = b.Turned() // as readers have them, with the gap last
	}
	starts := draw(assessStarts, len(boards), rootSeed)
	for _, h := range append([]tiles.Heuristic{tiles.Manhattan, tiles.LCWD}, own...) {
		estimate, err := h.Estimator(side, side)
		if err != nil {
			return t, err
		}
		values := make([]uint8, len(boards))
		for i, b := range boards {
			v := estimate(b)
			if v < 0 || v > 255 {
				return t, fmt.Errorf("heuristics: %s says %d for the board %s (want 0 to 255 moves)", h.Name, v, b)
			}
			values[i] = uint8(v)
		}
		t.Rows = append(t.Rows, s.assess(h.Name, values, starts))
	}
	return t, nil
}

// assess makes the row of one heuristic.
func (s *space) assess(name string, values []uint8, starts []int32) []reports.Cell {
	j := joint{heuristic: name, counts: map[[2]int]int{}}
	consistent := true
	for i, d := range s.distance {
		pair := [2]int{int(d), int(values[i])}
		if j.counts[pair] == 0 {
			j.pairs = append(j.pairs, pair)
		}
		j.counts[pair]++
		if d == 0 && values[i] != 0 {
			consistent = false
		}
		for _, k := range s.next[i] {
			if k != none && int(values[k])-int(values[i]) > 1 {
				consistent = false
			}
		}
	}
	q := j.quality()
	row := []reports.Cell{
		reports.Str(name), reports.Num(q.meanH), reports.Num(q.meanError), reports.Num(q.exact), reports.Int(q.over), reports.YesNo(consistent), {},
	}
	if consistent {
		c, sum := newCounter(s), 0
		for _, start := range starts {
			must, _ := c.expansions(start, values)
			sum += must
		}
		row[len(row)-1] = reports.Num(float64(sum) / float64(len(starts)))
	}
	return row
}
