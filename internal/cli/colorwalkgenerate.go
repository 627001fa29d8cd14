package cli

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// floodSize is the value of --size, and with the colours that of JSON.
type floodSize struct {
	Rows   int `json:"rows"`
	Cols   int `json:"cols"`
	Colors int `json:"colors"`
}

// Set reads RxC.
func (s *floodSize) Set(text string) error {
	rowText, colText, _ := strings.Cut(strings.ToLower(text), "x")
	rows, err1 := strconv.Atoi(rowText)
	cols, err2 := strconv.Atoi(colText)
	switch {
	case err1 != nil || err2 != nil:
		return fmt.Errorf("%q is not a size: want RxC, rows by columns, as in 20x30", text)
	case rows < 1 || cols < 1:
		return fmt.Errorf("%q is not a size: no board is %dx%d", text, rows, cols)
	case rows > colorwalk.MaxCells/cols:
		return fmt.Errorf("%q is not a size: a board of %dx%d has more than %d cells", text, rows, cols, colorwalk.MaxCells)
	}
	s.Rows, s.Cols = rows, cols
	return nil
}

func (s *floodSize) String() string {
	if s.Rows == 0 {
		return ""
	}
	return fmt.Sprintf("%dx%d", s.Rows, s.Cols)
}

func (s *floodSize) Type() string { return "RxC" }

// seriesName is the name of a published set and of the family that goes on
// behind its last board.
const seriesName = "series"

func floodGenerator(cmd *cobra.Command) func(string) (generator, error) {
	var size floodSize
	colors := countFlag(5)
	cmd.Flags().Var(&size, "size", "rows by columns `RxC`, in this order, as in 20x30: 20 rows of 30 cells")
	cmd.Flags().Var(&colors, "colors", fmt.Sprintf("how many colours, 1 to %d", colorwalk.MaxColors))
	complete(cmd, "size")
	complete(cmd, "colors")
	return func(name string) (generator, error) {
		set, isSet, err := findFloodSet(name)
		if err != nil {
			return generator{}, err
		}
		sized := cmd.Flags().Changed("size")
		switch {
		case isSet && (sized || cmd.Flags().Changed("colors")):
			return generator{}, wrongUse(cmd, fmt.Errorf("%s is a published set, whose boards have their own size and colours", set.Name))
		case isSet:
			return publishedFlood(set), nil
		case !sized:
			return generator{}, wrongUse(cmd, errors.New("no size given (want --size RxC, rows by columns)"))
		}
		family, err := colorwalk.ParseFamily(name)
		if err != nil {
			return generator{}, err
		}
		size.Colors = int(min(colors, math.MaxInt32))
		return generator{family: family.Name, size: size, make: func(seed uint64, index int) (instance, error) {
			return family.Instance(size.Rows, size.Cols, size.Colors, seed, index)
		}}, nil
	}
}

// findFloodSet returns the published set of that name. The error is for a name
// of neither a set nor a family.
func findFloodSet(name string) (colorwalk.KnownSet, bool, error) {
	base, options, hasOptions := strings.Cut(name, ",")
	var names []string
	for _, f := range colorwalk.Families() {
		if f.Name != seriesName {
			names = append(names, f.Name)
		}
	}
	if slices.Contains(names, base) {
		return colorwalk.KnownSet{}, false, nil
	}
	for _, s := range colorwalk.KnownSets() {
		switch {
		case s.Name == base && hasOptions:
			return s, true, fmt.Errorf("colorwalk: set %q takes no option, got %q", base, options)
		case s.Name == base:
			return s, true, nil
		}
		names = append(names, s.Name)
	}
	return colorwalk.KnownSet{}, false, fmt.Errorf("colorwalk: no family or set is called %q (want %s)%s", base, strings.Join(names, ", "), search.DidYouMean(base, names))
}

// publishedFlood generates a set. The boards of the series behind the published
// hundred are what its program would have made next.
func publishedFlood(set colorwalk.KnownSet) generator {
	known := set.Instances()
	gen := generator{
		family: set.Name, published: len(known),
		make: func(_ uint64, index int) (instance, error) { return known[index].Board, nil },
		facts: func(index int) any {
			if index >= len(known) {
				return nil
			}
			return newKnownFlood(known[index])
		},
	}
	if set.Name == seriesName {
		gen.goesOn = true
		gen.make = makeSeries
	}
	return gen
}

// makeSeries makes the board number index of the series, from 0.
func makeSeries(seed uint64, index int) (instance, error) {
	family, err := colorwalk.ParseFamily(seriesName)
	if err != nil {
		return nil, err
	}
	const rows, cols, colors = 20, 30, 5
	return family.Instance(rows, cols, colors, seed, index)
}

// knownFlood is what --json says of a published board.
type knownFlood struct {
	Number  int            `json:"number"`
	Name    string         `json:"name,omitempty"`
	Kind    string         `json:"kind,omitempty"`
	Regions int            `json:"regions"`
	Optimal int            `json:"optimal,omitempty"`
	Proofs  []string       `json:"proofs,omitempty"`
	Path    *flooding      `json:"path,omitempty"`
	Lengths map[string]int `json:"lengths,omitempty"` // by strategy
}

func newKnownFlood(k colorwalk.Known) knownFlood {
	known := knownFlood{
		Number: k.Number, Name: k.Name, Kind: k.Kind, Regions: k.Regions,
		Optimal: k.Optimal, Proofs: k.Proofs, Lengths: k.Lengths,
	}
	if len(k.Path) > 0 {
		known.Path = &flooding{k.Board, k.Path}
	}
	return known
}
