package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// tileSize is the value of --size.
type tileSize struct{ width, height int }

// Set reads WxH, or the number of cells of a square.
func (s *tileSize) Set(text string) error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("%q is not a size: %s", text, fmt.Sprintf(format, args...))
	}
	const want = "want WxH, as in 4x3, or the cells of a square, as in 16"
	size := *s
	if width, height, ok := strings.Cut(strings.ToLower(text), "x"); ok {
		var err1, err2 error
		size.width, err1 = strconv.Atoi(width)
		size.height, err2 = strconv.Atoi(height)
		if err1 != nil || err2 != nil {
			return fail(want)
		}
	} else {
		cells, err := strconv.Atoi(text)
		if err != nil {
			return fail(want)
		}
		side := squareRoot(cells)
		size = tileSize{side, side}
		switch other := squareRoot(cells + 1); {
		case side > 0:
		case other > 0:
			return fail("the %d-puzzle has %d cells: give --size %dx%d", cells, cells+1, other, other)
		default:
			return fail("%d cells are not a square: %s", cells, want)
		}
	}
	if _, err := tiles.Solved(size.width, size.height, tiles.BlankLast); err != nil {
		return fail("%s", strings.TrimPrefix(err.Error(), "tiles: "))
	}
	*s = size
	return nil
}

// squareRoot returns the side of a square of so many cells, 2 or more; 0 if
// there is none.
func squareRoot(cells int) int {
	for side := 2; side <= cells/side; side++ {
		if side*side == cells {
			return side
		}
	}
	return 0
}

func (s *tileSize) String() string {
	if s.width == 0 {
		return ""
	}
	return fmt.Sprintf("%dx%d", s.width, s.height)
}

func (s *tileSize) Type() string { return "WxH" }

// tileSets are the published sets as they are listed.
func tileSets() []entry {
	var sets []entry
	for _, s := range tiles.KnownSets() {
		sets = append(sets, entry{Name: s.Name, Doc: "published: " + s.Doc, Source: s.Source})
	}
	return sets
}

func tileGenerator(cmd *cobra.Command) func(string) (generator, error) {
	var size tileSize
	var goal tileGoal
	cmd.Flags().Var(&size, "size", "columns and rows `WxH`, as in 4x3, or the cells of a square, as in 16")
	goalFlag(cmd, &goal, "the goal to write boards for; those of a set are written as published unless it is given")
	return func(name string) (generator, error) {
		set, isSet, err := findTileSet(name)
		if err != nil {
			return generator{}, err
		}
		sized := cmd.Flags().Changed("size")
		switch {
		case isSet && sized:
			return generator{}, wrongUse(cmd, fmt.Errorf("%s is a published set, whose boards have their own size", set.Name))
		case isSet:
			return publishedTiles(set, goal, cmd.Flags().Changed("goal")), nil
		case !sized:
			return generator{}, wrongUse(cmd, errors.New("no size given (want --size WxH)"))
		}
		family, err := tiles.ParseFamily(name)
		if err != nil {
			return generator{}, err
		}
		return generator{family: family.Name, size: size.String(), make: func(seed uint64, index int) (instance, error) {
			b, err := family.Instance(size.width, size.height, seed, index)
			return towards(b, tiles.Goal(goal)), err
		}}, nil
	}
}

// findTileSet returns the published set of that name. The error is for a name
// of neither a set nor a family.
func findTileSet(name string) (tiles.KnownSet, bool, error) {
	base, options, hasOptions := strings.Cut(name, ",")
	var names []string
	for _, f := range tiles.Families() {
		names = append(names, f.Name)
	}
	isFamily := slices.Contains(names, base)
	for _, s := range tiles.KnownSets() {
		switch {
		case s.Name == base && hasOptions:
			return s, true, fmt.Errorf("tiles: set %q takes no option, got %q", base, options)
		case s.Name == base:
			return s, true, nil
		}
		names = append(names, s.Name)
	}
	if !isFamily {
		return tiles.KnownSet{}, false, fmt.Errorf("tiles: no family or set is called %q (want %s)%s", base, strings.Join(names, ", "), search.DidYouMean(base, names))
	}
	return tiles.KnownSet{}, false, nil
}

// publishedTiles generates a set, with the goal as published or as given.
func publishedTiles(set tiles.KnownSet, goal tileGoal, given bool) generator {
	known := set.Instances()
	return generator{
		family: set.Name, published: len(known),
		make: func(_ uint64, index int) (instance, error) {
			b := known[index].Board
			if given {
				b = towards(b, tiles.Goal(goal))
			}
			return b, nil
		},
		facts: func(index int) any { return newKnownTiles(known[index]) },
	}
}

// towards returns the same problem with that goal.
func towards(b tiles.Board, goal tiles.Goal) tiles.Board {
	if b.Goal() != goal && b.Cells() > 0 {
		return b.Turned()
	}
	return b
}

// knownTiles is what --json says of a published board.
type knownTiles struct {
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
	Manhattan *knownCounts `json:"manhattan,omitempty"`
	Note      string       `json:"note,omitempty"`
}

// knownCounts are the counters of a search.
type knownCounts struct {
	Expanded   uint64 `json:"expanded"`
	Generated  uint64 `json:"generated"`
	Iterations int    `json:"iterations"`
}

func newKnownTiles(k tiles.Known) knownTiles {
	known := knownTiles{
		Number: k.Number, Name: k.Name, Optimal: k.Optimal, Verified: k.Verified, AtLeast: k.AtLeast,
		Published: k.Published, Generated: k.Generated, Expanded: k.Expanded, Seconds: k.Seconds, Note: k.Note,
	}
	if m := k.Manhattan; m != (tiles.Counts{}) {
		known.Manhattan = &knownCounts{m.Expanded, m.Generated, m.Iterations}
	}
	return known
}
