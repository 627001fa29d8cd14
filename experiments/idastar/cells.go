package idastar

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// boardName names a published board in a table: "Korf 14".
func boardName(k tiles.Known) string {
	name := k.Name
	if name == "" {
		name = fmt.Sprintf("%s-%d", k.Set, k.Number)
	}
	return strings.Replace(name, "korf100-", "Korf ", 1)
}

// counted is a counter of a trial: a lower bound if a limit ended it.
func counted(t *experiments.Trial, n uint64) reports.Cell {
	if t.Outcome.Limited() {
		return reports.AtLeast(float64(n))
	}
	return reports.Int(n)
}

// quotient is x/y, missing unless both are positive.
func quotient(x, y float64) reports.Cell {
	if x <= 0 || y <= 0 {
		return reports.Cell{}
	}
	return reports.Num(x / y)
}

// span is the range of an increasing list: "41 to 57".
func span(x []int) string {
	switch len(x) {
	case 0:
		return ""
	case 1:
		return fmt.Sprint(x[0])
	}
	return fmt.Sprintf("%d to %d", x[0], x[len(x)-1])
}
