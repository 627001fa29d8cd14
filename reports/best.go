package reports

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// Test marks the values to print in bold in columns that show a statistic of trials. It marks the
// best value and all values that do not differ significantly from it. To find them, Test goes
// through the values, beginning with the best, and stops at the first significant difference
// ([frame.Cell.Rivals]). If the cells cover different instances, Test marks nothing.
//
// The function sample returns the trials and the statistic of a cell, or zero values for a column
// without a statistic. The statistic must not decrease when a value increases.
func (t *Table) Test(sample func(row, column int) (frame.Cell, func([]float64) float64)) {
	if len(t.Rows) == 0 {
		return
	}
	for j := range t.Columns {
		_, statistic := sample(0, j)
		t.Columns[j].Tested = statistic != nil && t.Columns[j].Best != NoBest
	}
	for c, at := range t.contests(true) {
		leaders, others := t.lead(at, c.best)
		if len(leaders) == 0 || len(others) == 0 {
			continue
		}
		first, statistic := sample(leaders[0].row, leaders[0].column)
		samples := make([]frame.Cell, len(others))
		for i, p := range others {
			samples[i], _ = sample(p.row, p.column)
		}
		if rivals, ok := first.Rivals(c.best == Smallest, statistic, samples...); ok {
			for _, p := range append(leaders, others[:rivals]...) {
				t.Rows[p.row][p.column].Best = true
			}
		}
	}
}

// Bold returns a sentence that explains the bold type in the table. It returns "" if nothing is
// bold.
func (t Table) Bold() string {
	rows := t.Print()
	named := func(pass func(Column) bool) (names []string) {
		for j, col := range t.Columns {
			if pass(col) && slices.ContainsFunc(rows, func(row []Printed) bool { return row[j].Best }) {
				names = append(names, "“"+col.Name+"”")
			}
		}
		return names
	}
	bold := named(func(Column) bool { return true })
	largest, tested := named(func(c Column) bool { return c.Best == Largest }), named(func(c Column) bool { return c.Tested })
	said := "Bold marks the smallest value in a column"
	switch {
	case len(bold) == 0:
		return ""
	case t.Across:
		said = "Bold marks the smallest value in a row"
	case t.Groups > 0:
		said += " within each group of rows"
	}
	if len(largest) == len(bold) {
		said = strings.Replace(said, "smallest", "largest", 1)
	} else if len(largest) > 0 {
		said += " (in " + numerals.Enumerate(largest) + ", the largest value)"
	}
	if len(tested) > 0 {
		said += ", and values that do not differ from it significantly on the same instances"
	}
	return said + "."
}

// place is the position of a cell.
type place struct{ row, column int }

// contest identifies the cells compared with each other.
type contest struct {
	best        string
	line, group int // a column and its group of rows; or a row, with group −1
}

// contests returns the numeric cells to compare with each other: the cells of each column within
// each group or, in a table that compares rows, the cells of each row.
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

// lead divides the cells of a contest into those with the best value and the others, sorted from
// best to worst. There is no best value if a lower bound might beat it.
func (t Table) lead(at []place, best string) (leaders, others []place) {
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
	slices.SortStableFunc(others, func(a, b place) int { return cmp.Compare(value(b), value(a)) })
	return leaders, others
}

// markBest marks the best values; in columns that are not tested, it compares only the values. If
// all values are equal, it marks none.
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
