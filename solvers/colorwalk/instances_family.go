package colorwalk

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Family is a way to make boards. The same family, size, seed and index give
// the same board for ever: a change of what a name generates raises its
// Version, which is part of the seed. Families of one's own are made by
// filling in Name, Version and Generate.
type Family struct {
	Name    string // with the options that differ from their defaults, as [ParseFamily] reads it
	Version int
	Doc     string // one line: what is drawn
	Source  string
	Options []Option

	// Generate makes one board of that size. It draws from random alone; a
	// family that is a list of boards takes the one numbered index, from 0.
	// An error says why there is no such board. Sizes have been checked. It
	// must be safe to call from several goroutines at once.
	Generate func(rows, cols, colors, index int, random *search.Random) (Board, error)
}

// Instance returns the board number index, from 0, of so many rows, columns
// and colours and that root seed. Each board is drawn apart from the others,
// from a key that hashes all of family, version, options, size, seed and
// index. Its colours are among 1 to colors; a small board need not have all.
func (f Family) Instance(rows, cols, colors int, seed uint64, index int) (Board, error) {
	fail := func(err error) (Board, error) {
		message := strings.TrimPrefix(err.Error(), "colorwalk: ")
		return Board{}, fmt.Errorf("colorwalk: generate %s of %dx%dx%d: %s", f.Name, rows, cols, colors, message)
	}
	if f.Generate == nil {
		return fail(errors.New("the family has no Generate function"))
	}
	if err := checkSize(rows, cols); err != nil {
		return fail(err)
	}
	switch {
	case colors < 1 || colors > int(MaxColors):
		return fail(fmt.Errorf("no board has %d colours (want 1 to %d)", colors, MaxColors))
	case index < 0:
		return fail(fmt.Errorf("index %d is negative", index))
	}
	random := search.NewRandom(f.Name, uint64(f.Version), uint64(rows), uint64(cols), uint64(colors), seed, uint64(index))
	b, err := f.Generate(rows, cols, colors, index, random)
	switch {
	case err != nil:
		return fail(err)
	case b.Rows() != rows || b.Cols() != cols || int(b.Colors()) > colors:
		return fail(fmt.Errorf("the family returned a board of %dx%d with colours up to %v", b.Rows(), b.Cols(), b.Colors()))
	}
	return b, nil
}

// String returns the family's name with its options.
func (f Family) String() string { return f.Name }

// Families returns every family with its default options.
func Families() []Family {
	families := make([]Family, len(recipes))
	for i, r := range recipes {
		families[i] = r.family(r.standard())
	}
	return families
}

// ParseFamily returns the family called name: "uniform",
// "uniform,start=center", "pattern,kind=rings". The Name of the result leaves
// out defaults. Errors list what there is and suggest the nearest name.
func ParseFamily(name string) (Family, error) {
	base, option, hasOption := strings.Cut(name, ",")
	names := make([]string, len(recipes))
	for i, r := range recipes {
		if r.Name != base {
			names[i] = r.Name
			continue
		}
		value := r.standard()
		if hasOption {
			var err error
			if value, err = r.choose(option); err != nil {
				return Family{}, fmt.Errorf("colorwalk: family %q: %w", name, err)
			}
		}
		return r.family(value), nil
	}
	return Family{}, fmt.Errorf("colorwalk: no family is called %s (want %s)%s", puzzle.Quote(base), puzzle.AnyOf(names), search.DidYouMean(base, names))
}

// recipe is a family before its option, if it has one, is chosen.
type recipe struct {
	Family
	values []string // that the option takes
	bind   func(value string) generator
}

type generator = func(rows, cols, colors, index int, random *search.Random) (Board, error)

var recipes = []recipe{
	{
		Family{
			Name: "uniform", Version: 1,
			Doc:    "every cell's colour drawn with the same probability; the top left cell is blank",
			Source: "the boards of the series; with a coloured start those of Programming Challenge 19, in the centre those of code golf 26232",
			Options: []Option{{
				Name: "start", Default: "blank", Want: puzzle.AnyOf(starts),
				Doc: "coloured: no cell is blank, as in Flood-It; center: nor here, and the game starts in the centre",
			}},
		}, starts, bindUniform,
	},
	{
		Family{
			Name: "series", Version: 1,
			Doc:    "the boards of the series, number index + 1; 20x30 cells and 5 colours; the seed does not matter",
			Source: seriesSource,
		}, nil, bindSeries,
	},
	{
		Family{
			Name: "pattern", Version: 1,
			Doc:    "a regular drawing, its top left cell blank; neither seed nor index matter",
			Source: "ours",
			Options: []Option{{
				Name: "kind", Default: "stripes", Want: puzzle.AnyOf(patternKinds()),
				Doc: "the drawing",
			}},
		}, patternKinds(), bindPattern,
	},
}

// standard returns the default value of the option, "" if there is none.
func (r recipe) standard() string {
	if len(r.Options) == 0 {
		return ""
	}
	return r.Options[0].Default
}

// choose returns the value of an option, written name=value.
func (r recipe) choose(option string) (string, error) {
	if len(r.Options) == 0 {
		return "", fmt.Errorf("it takes no option, got %s", puzzle.Quote(option))
	}
	o := r.Options[0]
	name, value, _ := strings.Cut(option, "=")
	switch {
	case name != o.Name:
		return "", fmt.Errorf("it has no option %s (want %s)%s", puzzle.Quote(name), o.Name, search.DidYouMean(name, []string{o.Name}))
	case !slices.Contains(r.values, value):
		return "", fmt.Errorf("%s=%s is not a choice (want %s)%s", name, value, o.Want, search.DidYouMean(value, r.values))
	}
	return value, nil
}

// family chooses the value of the option.
func (r recipe) family(value string) Family {
	f := r.Family
	f.Generate = r.bind(value)
	f.Options = slices.Clone(f.Options)
	if value != r.standard() {
		f.Name += "," + f.Options[0].Name + "=" + value
	}
	return f
}

var starts = []string{"blank", "coloured", "center"}

// bindUniform draws the cells row by row. A blank start is not drawn.
func bindUniform(start string) generator {
	return func(rows, cols, colors, _ int, random *search.Random) (Board, error) {
		cells := make([]Color, rows*cols)
		begin := 0
		switch start {
		case "blank":
			drawUniform(cells[1:], colors, random)
		case "coloured":
			drawUniform(cells, colors, random)
		case "center":
			drawUniform(cells, colors, random)
			begin = centerOf(rows, cols)
		}
		return NewBoard(rows, cols, begin, cells)
	}
}

// drawUniform fills cells with colours that are all equally likely.
func drawUniform(cells []Color, colors int, random *search.Random) {
	for i := range cells {
		cells[i] = Color(1 + random.Below(colors))
	}
}
