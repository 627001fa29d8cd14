package colorwalk

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Known is a board of a published set with what is known about it. Fields
// without a figure are 0 or empty.
type Known struct {
	Set    string // the name of its [KnownSet]
	Number int    // from 1
	Name   string // a second name, if it has one
	Kind   string // how it was made: blank-start, coloured-start, pattern, series-board-8
	Board  Board

	// Regions is the number of connected areas of one colour, without the
	// blank area or, if none is blank, without that of the start.
	Regions int

	// Optimal is the length of a shortest solution, 0 if it is not known. Each
	// of Proofs names a complete search that found none shorter; see the head
	// of the set's file.
	Optimal int
	Proofs  []string
	Path    []Color // a solution of that length

	// Lengths are the moves that the algorithms of the series need, by the
	// names of their strategies.
	Lengths map[string]int
}

// KnownSet is a published collection of boards.
type KnownSet struct {
	Name   string
	Doc    string // one line: how many boards of what
	Source string

	instances func() []Known
}

// Instances returns the boards in the order of the source, in a new slice. The
// file that holds them is read at the first call.
func (s KnownSet) Instances() []Known {
	if s.instances == nil {
		return nil // the zero KnownSet
	}
	known := slices.Clone(s.instances())
	for i := range known {
		known[i].Proofs = slices.Clone(known[i].Proofs)
		known[i].Path = slices.Clone(known[i].Path)
		known[i].Lengths = maps.Clone(known[i].Lengths)
	}
	return known
}

// String returns the name of the set.
func (s KnownSet) String() string { return s.Name }

// KnownSets returns all sets.
func KnownSets() []KnownSet { return slices.Clone(knownSets) }

// KnownInstances returns the boards of the set of that name. The error lists
// the names there are.
func KnownInstances(set string) ([]Known, error) {
	names := make([]string, len(knownSets))
	for i, s := range knownSets {
		if s.Name == set {
			return s.Instances(), nil
		}
		names[i] = s.Name
	}
	return nil, fmt.Errorf("colorwalk: no set of boards is called %s (want %s)%s", puzzle.Quote(set), puzzle.AnyOf(names), search.DidYouMean(set, names))
}

var knownSets = []KnownSet{
	{
		Name: "series", instances: fromFile("series"),
		Doc:    "the 100 boards of 30x20 cells and 5 colours on which the series compares its algorithms",
		Source: seriesSource,
	},
	{
		Name: "examples", instances: fromFile("examples"),
		Doc:    "41 boards of 2x2 to 30x20 cells with proved optima, and the moves of 12 algorithms of the series",
		Source: "random boards, patterns, and boards 1, 8, 16 and 20 of the series; solved and checked for this collection",
	},
}

const seriesSource = "S. Koblenski, Explore Simple Game Algorithms with Color Walk, sam-koblenski.blogspot.com, 2017–2018, and its program github.com/koblenski/color_walk"

// fromFile returns the boards of sets/NAME.txt, read at the first call.
func fromFile(name string) func() []Known {
	return sync.OnceValue(func() []Known {
		known, err := readSet(name)
		if err != nil {
			panic(err) // a file of this package; its own tests read them all
		}
		return known
	})
}

// readSet reads a file of this package. See [parseKnown] for its lines.
func readSet(name string) ([]Known, error) {
	file := "sets/" + name + ".txt"
	text, err := Source.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("colorwalk: %w", err)
	}
	var known []Known
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		k, err := parseKnown(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, number, err)
		}
		k.Set = name
		known = append(known, k)
	}
	return known, nil
}
