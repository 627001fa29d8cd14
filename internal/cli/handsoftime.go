package cli

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
)

// handsOfTime is the row of the ring puzzle.
func handsOfTime() puzzle {
	p := puzzle{
		name:            "handsoftime",
		doc:             "Hands of Time: visit every node of a ring once",
		source:          "Final Fantasy XIII-2, 2011; N. Johnston, arXiv:1203.1633",
		example:         "2 2 2 2 1 3",
		sizes:           []string{"13", "1k"},
		defaultStrategy: handsoftime.DefaultStrategy,
		defaultFamily:   "planted",
		reader:          ringReader,
		solver:          ringSolver,
		generator:       ringGenerator,
		drawer:          ringDrawer,
		analyze:         func(inst instance) analysis { return ringAnalysis{handsoftime.Analyze(inst.(handsoftime.Ring))} },
	}
	for _, s := range handsoftime.Strategies() {
		e := entry{Name: s.Name, Version: s.Version, Doc: s.Doc, Source: s.Source}
		for _, o := range s.Options {
			e.Options = append(e.Options, option{Name: o})
		}
		p.strategies = append(p.strategies, e)
	}
	for _, f := range handsoftime.Families() {
		e := entry{Name: f.Name, Version: f.Version, Doc: f.Doc, Source: f.Source}
		for _, o := range f.Options {
			e.Options = append(e.Options, option(o))
		}
		p.families = append(p.families, e)
	}
	return p
}

func ringReader(cmd *cobra.Command, flag string) reader {
	format := oneOf{value: "line", what: "format", words: []string{"line", "column"}}
	format.register(cmd, flag, "how rings are written: one a line, or one a file with one value a line")
	return func(r io.Reader, file string) iter.Seq2[instance, error] {
		return func(yield func(instance, error) bool) {
			if format.value == "column" {
				yield(handsoftime.ReadColumn(r, file))
				return
			}
			for ring, err := range handsoftime.Read(r, file) {
				if !yield(ring, err) {
					return
				}
			}
		}
	}
}

func ringGenerator(cmd *cobra.Command) func(string) (generator, error) {
	var size countFlag
	cmd.Flags().Var(&size, "size", "nodes on the ring, 2 or more")
	return func(name string) (generator, error) {
		switch {
		case !cmd.Flags().Changed("size"):
			return generator{}, wrongUse(cmd, errors.New("no size given (want --size N)"))
		case size > math.MaxInt32:
			return generator{}, wrongUse(cmd, fmt.Errorf("size %d is too large (want at most %d)", size, math.MaxInt32))
		}
		family, err := handsoftime.ParseFamily(name)
		if err != nil {
			return generator{}, err
		}
		return generator{family: family.Name, size: int(size), make: func(seed uint64, index int) (instance, error) {
			return family.Instance(int(size), seed, index)
		}}, nil
	}
}
