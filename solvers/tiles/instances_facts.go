package tiles

import "github.com/puzzlelab/puzzlelab/solvers/puzzle"

// sets are the published sets, with what is known of each board.
func sets() []puzzle.Set[Board] {
	var list []puzzle.Set[Board]
	for _, s := range KnownSets() {
		list = append(list, puzzle.SetOf(s, func(k Known) puzzle.Member[Board] {
			return puzzle.Member[Board]{Instance: k.Board, Facts: newFacts(k)}
		}))
	}
	return list
}

// facts is what is published and proved about a board.
type facts struct {
	Number   int    `json:"number"`
	Name     string `json:"name,omitempty"`
	Optimal  int    `json:"optimal,omitempty"`
	Verified bool   `json:"verified"`
	AtLeast  int    `json:"at_least,omitempty"`
	// As printed in the source, by its own definitions.
	Published int     `json:"published_length,omitempty"`
	Generated uint64  `json:"published_generated,omitempty"`
	Expanded  uint64  `json:"published_expanded,omitempty"`
	Seconds   float64 `json:"published_seconds,omitempty"`
	// What idastar/manhattan counts.
	Manhattan *counts `json:"manhattan,omitempty"`
	Note      string  `json:"note,omitempty"`
}

// counts are the counters of a search.
type counts struct {
	Expanded   uint64 `json:"expanded"`
	Generated  uint64 `json:"generated"`
	Iterations int    `json:"iterations"`
}

func newFacts(k Known) facts {
	known := facts{
		Number: k.Number, Name: k.Name, Optimal: k.Optimal, Verified: k.Verified, AtLeast: k.AtLeast,
		Published: k.Published, Generated: k.Generated, Expanded: k.Expanded, Seconds: k.Seconds, Note: k.Note,
	}
	if m := k.Manhattan; m != (Counts{}) {
		known.Manhattan = &counts{m.Expanded, m.Generated, m.Iterations}
	}
	return known
}
