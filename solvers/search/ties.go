package search

import (
	"fmt"
	"slices"
)

// Ties is the rule that a best-first search uses to choose among open nodes with the smallest f.
// The rule does not affect the cost of A*'s solution. It can change, by a large factor, the number
// of nodes that A* expands at the last f-value.
type Ties uint8

// These are the tie rules accepted by [ParseTies].
const (
	HighG Ties = iota // expand a node with the largest g, and so the smallest estimate; in a tie, the node generated last
	LowG              // expand a node with the smallest g; in a tie, the node generated last
	FIFO              // expand the node that was generated first
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

// ParseTies parses a name returned by [Ties.String]. It returns an error for any other text.
func ParseTies(s string) (Ties, error) {
	if i := slices.Index(tieNames[:], s); i >= 0 {
		return Ties(i), nil
	}
	return 0, fmt.Errorf("search: %q is not a tie rule (want one of %q)%s", s, tieNames, DidYouMean(s, tieNames[:]))
}
