package colorwalk

import (
	"maps"
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/known"
)

// Known is a board of a published set with what is known about it, which its
// JSON says but for the board. Fields without a figure are 0 or empty.
type Known struct {
	Set    string `json:"-"`              // the name of its [KnownSet]
	Number int    `json:"number"`         // from 1
	Name   string `json:"name,omitempty"` // a second name, if it has one
	Kind   string `json:"kind,omitempty"` // how it was made: blank-start, coloured-start, pattern, series-board-8
	Board  Board  `json:"-"`

	// Regions is the number of connected areas of one colour, without the
	// blank area or, if none is blank, without that of the start.
	Regions int `json:"regions"`

	// Optimal is the length of a shortest solution, 0 if it is not known. Each
	// of Proofs names a complete search that found none shorter; see the head
	// of the set's file.
	Optimal int      `json:"optimal,omitempty"`
	Proofs  []string `json:"proofs,omitempty"`
	Path    Path     `json:"path,omitempty"` // a solution of that length

	// Lengths are the moves that the algorithms of the series need, by the
	// names of their strategies.
	Lengths map[string]int `json:"lengths,omitempty"`
}

// KnownSet is a published collection of boards.
type KnownSet = known.Set[Known]

// KnownSets returns all sets.
func KnownSets() []KnownSet { return slices.Clone(knownSets) }

// KnownInstances returns the boards of the set of that name. The error lists
// the names there are.
func KnownInstances(set string) ([]Known, error) {
	return known.Instances(name, "boards", knownSets, set)
}

var knownSets = known.Sets(Source, parseKnown, func(k *Known) {
	k.Proofs, k.Path, k.Lengths = slices.Clone(k.Proofs), slices.Clone(k.Path), maps.Clone(k.Lengths)
},
	"series", "examples")

// SeriesSource is where the series, its boards and its programs come from.
const SeriesSource = "S. Koblenski, Explore Simple Game Algorithms with Color Walk, sam-koblenski.blogspot.com, 2017–2018, and its program github.com/koblenski/color_walk"
