package heuristics

import (
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
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
	goal, err := goalOn(goalCells[0].cell)
	if err != nil {
		return reports.Table{}, err
	}
	s, err := explore(goal)
	if err != nil {
		return reports.Table{}, err
	}
	starts := draw(assessStarts, len(s.states), rootSeed)
	var all []assessed
	for _, h := range append([]tiles.Heuristic{tiles.Manhattan, tiles.LCWD}, own...) {
		a, err := s.assess(h, starts)
		if err != nil {
			return reports.Table{}, err
		}
		all = append(all, a)
	}
	of := func(a assessed) assessment { return a.assessment }
	text := fmt.Sprintf("All %s positions, goal with the gap in the corner; expansions are means over %s of them.", study.Grouped(positions), study.Grouped(assessStarts))
	return column.Fill(reports.Table{ID: "own", Title: "Heuristics assessed on every position", Caption: text}, all,
		column.Words("heuristic", func(a assessed) string { return a.heuristic }),
		column.On(of, meanEstimate), column.On(of, meanError), column.On(of, exact),
		column.Counts("too large", func(a assessed) int { return a.over }).Full().Doc("Positions at which it exceeds the distance: with any of these, solutions may be longer than needed."),
		column.Cells("consistent", reports.Words, func(a assessed) reports.Cell { return reports.YesNo(a.consistent) }).Doc("Whether no move changes it by more than 1."),
		column.Numbers("must expand", reports.Number, func(a assessed) float64 { return a.must }).Digits(4).Doc("Positions with g + h below the distance; given if the heuristic is consistent and 0 at the goal."),
	), nil
}

// assessed is an assessment and what A* must expand.
type assessed struct {
	assessment
	consistent bool    // and 0 at the goal
	must       float64 // mean over starts; NaN unless it is
}

// assess asks a heuristic about every position.
func (s *space) assess(h tiles.Heuristic, starts []int32) (assessed, error) {
	a := assessed{consistent: true, must: math.NaN()}
	estimate, err := h.Estimator(side, side)
	if err != nil {
		return a, err
	}
	values, estimates := make([]uint8, len(s.states)), make([]plots.Cell, len(s.states))
	for i, d := range s.distance {
		b, err := s.board(i)
		if err != nil {
			return a, err
		}
		b = b.Turned() // as readers have them, with the gap last
		v := estimate(b)
		if v < 0 || v > 255 {
			return a, fmt.Errorf("heuristics: %s says %d for the board %s (want 0 to 255 moves)", h.Name, v, b)
		}
		values[i], estimates[i] = uint8(v), plots.Cell{X: int(d), Y: v, Count: 1}
	}
	a.assessment = assessmentOf(estimates)
	a.heuristic = h.Name
	for i, next := range s.next {
		a.consistent = a.consistent && (s.distance[i] > 0 || values[i] == 0)
		for _, k := range next {
			a.consistent = a.consistent && (k == none || int(values[k])-int(values[i]) <= 1)
		}
	}
	if a.consistent {
		c, sum := newCounter(s), 0
		for _, start := range starts {
			must, _ := c.expansions(start, values)
			sum += must
		}
		a.must = float64(sum) / float64(len(starts))
	}
	return a, nil
}
