package search

import (
	"fmt"
	"slices"
)

// Ties is the rule by which a best-first search chooses among open nodes with
// the smallest f. The cost of A*'s solution does not depend on the rule, but
// the number of nodes expanded at the last f does, by large factors.
type Ties uint8

// The tie rules.
const (
	HighG Ties = iota // the largest g, nearest to a goal by the estimate; among these the last generated
	LowG              // the smallest g; among these the last generated
	FIFO              // the first generated
)

var tieNames = [...]string{"high-g", "low-g", "fifo"}

// String returns the name of the rule as used in strategy names: "high-g",
// "low-g" or "fifo".
func (t Ties) String() string {
	if int(t) < len(tieNames) {
		return tieNames[t]
	}
	return fmt.Sprintf("ties(%d)", uint8(t))
}

// ParseTies is the inverse of [Ties.String].
func ParseTies(s string) (Ties, error) {
	if i := slices.Index(tieNames[:], s); i >= 0 {
		return Ties(i), nil
	}
	return 0, fmt.Errorf("search: %q is not a tie rule (want one of %q)%s", s, tieNames, DidYouMean(s, tieNames[:]))
}
