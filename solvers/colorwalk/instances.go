package colorwalk

import (
	"maps"
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/known"
)

// Known is a board from a published set, with facts about it. Its JSON contains the facts but not
// the board. Unknown facts are 0 or empty.
type Known struct {
	Set    string `json:"-"`              // name of the [known.Set] that contains the board
	Number int    `json:"number"`         // number of the board in its set, counted from 1
	Name   string `json:"name,omitempty"` // another name for the board; "" if there is none
	Kind   string `json:"kind,omitempty"` // origin of the board: blank-start, coloured-start, pattern, or series-board-8
	Board  Board  `json:"-"`

	// Regions is the number of connected areas of one color, not counting the blank area. If no
	// cell is blank, the area that contains the start does not count either.
	Regions int `json:"regions"`

	// Optimal is the length of a shortest solution, or 0 if unknown. Proofs names the complete
	// searches that found no shorter solution. The comment at the beginning of the set's file
	// explains these names.
	Optimal int      `json:"optimal,omitempty"`
	Proofs  []string `json:"proofs,omitempty"`
	Path    Path     `json:"path,omitempty"` // a solution of length Optimal; nil if unknown

	// Lengths maps the name of a strategy to the number of moves that the algorithm of that name in
	// the published series needs on the board.
	Lengths map[string]int `json:"lengths,omitempty"`
}

// KnownInstances returns the boards in the set with the given name. If there is no such set, the
// error lists the known names.
func KnownInstances(set string) ([]Known, error) {
	return known.Instances(name, "boards", knownSets, set)
}

var knownSets = known.Sets(Source, parseKnown, func(k *Known) {
	k.Proofs, k.Path, k.Lengths = slices.Clone(k.Proofs), slices.Clone(k.Path), maps.Clone(k.Lengths)
},
	"series", "examples")

// SeriesSource cites the series of articles about Color Walk in which the boards and programs were
// published.
const SeriesSource = "S. Koblenski, Explore Simple Game Algorithms with Color Walk, sam-koblenski.blogspot.com, 2017–2018, and its program github.com/koblenski/color_walk"
