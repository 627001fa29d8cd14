package reports

import (
	"math"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
)

// Test marks the best values of the columns that show summaries of trials: sample
// returns that of a cell, which the rows have for all of their cells or none. A best
// value stands out only if the others lose to it on the same instances
// ([claim.Beaten]); those that do not lose stand out with it.
func (t *Table) Test(sample func(row, column int) (frame.Cell, bool)) {
	if len(t.Rows) == 0 {
		return
	}
	for j := range t.Columns {
		_, ok := sample(0, j)
		t.Columns[j].Tested = ok && t.Columns[j].Best != NoBest
	}
	for c, at := range t.contests(true) {
		leaders, others := t.lead(at, c.best)
		if len(leaders) == 0 || len(others) == 0 {
			continue
		}
		first, _ := sample(leaders[0].row, leaders[0].column)
		samples := make([]frame.Cell, len(others))
		for i, p := range others {
			samples[i], _ = sample(p.row, p.column)
		}
		beaten, decided := claim.Beaten(c.best == Smallest, first, samples...)
		if !decided {
			continue
		}
		for i, p := range others {
			if !beaten[i] {
				leaders = append(leaders, p)
			}
		}
		if len(leaders) == len(at) {
			continue
		}
		for _, p := range leaders {
			t.Rows[p.row][p.column].Best = true
		}
	}
}

// tested says under a table what bold means in columns that [Table.Test] marked.
const tested = "Bold: the best value, if others lose to it on the same instances (signed-rank tests, Holm, 5 %), and those that do not."

// Tested returns what bold means in the tested columns of a table, "" without any.
func (t Table) Tested() string {
	for _, col := range t.Columns {
		if col.Tested {
			return tested
		}
	}
	return ""
}

// place is where a cell is.
type place struct{ row, column int }

// contest is what cells are compared in.
type contest struct {
	best        Best
	line, group int // a column and its group, or a row and none
}

// contests returns the cells with a number of which the best is sought: those of each
// column in each group, or of each row.
func (t Table) contests(tested bool) map[contest][]place {
	places := map[contest][]place{}
	group := 0
	for i, row := range t.Rows {
		if t.StartsGroup(i) {
			group++
		}
		for j, col := range t.Columns {
			c := contest{col.Best, j, group}
			if t.Across {
				c = contest{best: col.Best, line: i}
			}
			if col.Best != NoBest && col.Tested == tested && row[j].hasNumber() {
				places[c] = append(places[c], place{i, j})
			}
		}
	}
	return places
}

// lead divides the cells of a contest into those with the best value and the
// others. There is no best where a lower bound might beat it.
func (t Table) lead(at []place, best Best) (leaders, others []place) {
	value := func(p place) float64 {
		if best == Smallest {
			return -t.Rows[p.row][p.column].Number
		}
		return t.Rows[p.row][p.column].Number
	}
	known, bound := math.Inf(-1), math.Inf(-1)
	for _, p := range at {
		if t.Rows[p.row][p.column].Censored {
			bound = max(bound, value(p))
		} else {
			known = max(known, value(p))
		}
	}
	if best == Largest && !math.IsInf(bound, -1) || best == Smallest && bound > known {
		return nil, nil // the true values are larger than their bounds
	}
	for _, p := range at {
		if !t.Rows[p.row][p.column].Censored && value(p) == known {
			leaders = append(leaders, p)
		} else {
			others = append(others, p)
		}
	}
	return leaders, others
}

// markBest marks the best values, of untested columns by their size alone. Nothing
// stands out where all are equal.
func (t Table) markBest(rows [][]Printed) {
	for i, row := range t.Rows {
		for j, c := range row {
			rows[i][j].Best = c.Best
		}
	}
	for c, at := range t.contests(false) {
		leaders, others := t.lead(at, c.best)
		if len(others) == 0 {
			continue
		}
		for _, p := range leaders {
			rows[p.row][p.column].Best = true
		}
	}
}
