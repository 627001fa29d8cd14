package reports

import "math"

// markBest marks the best values of each column in each group, or of each row.
// Nothing stands out where all are equal, or where a lower bound might beat
// the best known value.
func (t Table) markBest(rows [][]Printed) {
	if t.Across {
		for i := range t.Rows {
			for _, best := range []Best{Smallest, Largest} {
				var at []place
				for j, col := range t.Columns {
					if col.Best == best {
						at = append(at, place{i, j})
					}
				}
				t.markAmong(rows, at, best)
			}
		}
		return
	}
	for j, col := range t.Columns {
		if col.Best == NoBest {
			continue
		}
		var at []place
		for i := range t.Rows {
			if t.StartsGroup(i) {
				t.markAmong(rows, at, col.Best)
				at = at[:0]
			}
			at = append(at, place{i, j})
		}
		t.markAmong(rows, at, col.Best)
	}
}

type place struct{ row, column int }

func (t Table) markAmong(rows [][]Printed, at []place, best Best) {
	value := func(p place) float64 {
		if best == Smallest {
			return -t.Rows[p.row][p.column].Number
		}
		return t.Rows[p.row][p.column].Number
	}
	known, bound, numbers := math.Inf(-1), math.Inf(-1), 0
	for _, p := range at {
		c := t.Rows[p.row][p.column]
		if !c.hasNumber() {
			continue
		}
		numbers++
		if c.Censored {
			bound = max(bound, value(p))
		} else {
			known = max(known, value(p))
		}
	}
	switch {
	case numbers < 2 || math.IsInf(known, -1):
		return
	case best == Largest && !math.IsInf(bound, -1):
		return // the true values are larger than their bounds: who knows which is largest
	}
	var marked []place
	for _, p := range at {
		if c := t.Rows[p.row][p.column]; c.hasNumber() && !c.Censored && value(p) == known {
			marked = append(marked, p)
		}
	}
	if len(marked) == numbers || best == Smallest && bound > known {
		return // a run stopped below the smallest known value may have ended anywhere above
	}
	for _, p := range marked {
		rows[p.row][p.column].Best = true
	}
}
