package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/ask"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

func newGenerateCommand(env *environment) *cobra.Command {
	puzzles := slices.DeleteFunc(slices.Clone(env.Puzzles), func(p *puzzle.Puzzle) bool { return len(p.Families) == 0 && len(p.Sets) == 0 })
	return env.perPuzzle("generate PUZZLE", "Generate instances of a puzzle", puzzles, newGeneratePuzzleCommand)
}

func newGeneratePuzzleCommand(env *environment, p *puzzle.Puzzle) *cobra.Command {
	c := &generating{environment: env, puzzle: p, seed: 1, count: 1}
	return newCommand(p.Name, p.Doc, c.run, withoutArguments{}, c, &c.jsonFlag, &c.outputFlag)
}

// generating is the command generate of a puzzle.
type generating struct {
	*environment
	jsonFlag
	outputFlag
	gen    ask.Generator
	puzzle *puzzle.Puzzle
	size   string // parsed in check
	named  string // family
	making *puzzle.Choice
	count  uint64
	seed   uint64
}

func (c *generating) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.Var(parsed[string]{&c.size, c.puzzle.SizeWant, func(s string) (string, error) { return s, nil }, nil}, "size", c.puzzle.SizeDoc)
	complete(cmd, "size")
	c.making = optionFlags(cmd, c.puzzle.Making)
	fs.Var(countFlag(&c.count), "count", "generate `N` instances")
	fs.Var(seedFlag(&c.seed), "seed", "generate the instances from the root seed `S`")
	names := ask.Families(c.puzzle)
	fs.StringVar(&c.named, "family", names[0].Name, "generate instances of the family `F`, which can include options; see list families")
	completeEntries(cmd, "family", names, nil)
}

// check finds the generator that the flags ask for.
func (c *generating) check(cmd *cobra.Command, _ []string) (err error) {
	if c.count > math.MaxInt32 {
		return wrongUse(cmd, fmt.Errorf("count %d is too large (want at most %d)", c.count, math.MaxInt32))
	}
	c.gen, err = ask.NewGenerator(c.puzzle, c.named, c.size, *c.making)
	switch named, ok := errors.AsType[*ask.NameError](err); {
	case ok:
		return wrongUseHint(cmd, named.Err, "see puzzlelab list families")
	case err != nil:
		return wrongUse(cmd, err)
	case c.gen.Published == 0:
		return nil
	}
	if !cmd.Flags().Changed("count") {
		c.count = uint64(c.gen.Published)
	}
	switch {
	case cmd.Flags().Changed("seed"):
		return wrongUse(cmd, fmt.Errorf("%s is a published set and does not depend on a seed", c.gen.Name))
	case c.count > uint64(c.gen.Published) && !c.gen.GoesOn:
		return wrongUse(cmd, fmt.Errorf("count %d is too large (%s has %s)", c.count, c.gen.Name, wording.Counted(c.gen.Published, "instance")))
	}
	return nil
}

func (c *generating) run(cmd *cobra.Command, _ []string) error {
	// Before writing a file, the first instance shows whether the family has members of this size.
	first, err := c.instance(cmd.Context(), 0)
	switch {
	case cmd.Context().Err() != nil:
		return cmd.Context().Err()
	case err != nil:
		return wrongUseHint(cmd, err, "see puzzlelab list families")
	}
	return writeTo(c.data, c.output, func(w io.Writer) error { return c.write(cmd.Context(), w, first) })
}

// exampleSize returns a small size for examples.
func exampleSize(p *puzzle.Puzzle) string {
	if len(p.SizeExamples) == 0 {
		return ""
	}
	return p.SizeExamples[0]
}

// generatedRow is the JSON object for one instance.
type generatedRow struct {
	Puzzle   string  `json:"puzzle"`
	Family   string  `json:"family"`
	Size     any     `json:"size,omitempty"`
	Seed     *uint64 `json:"seed,omitempty"`
	Index    int     `json:"index"`
	Instance string  `json:"instance"`
	Known    any     `json:"known,omitempty"`
}

// row returns the JSON object for one instance. Instances of published sets have no seed.
func (g *generating) row(index int, text string) generatedRow {
	row := generatedRow{Puzzle: g.puzzle.Name, Family: g.gen.Name, Size: g.gen.Size, Index: index, Instance: text}
	if g.gen.Published == 0 {
		row.Seed = &g.seed
	}
	if g.gen.Facts != nil {
		row.Known = g.gen.Facts(index)
	}
	return row
}

// write writes all instances; text is the first one.
func (g *generating) write(ctx context.Context, w io.Writer, text string) error {
	for index := range int(g.count) {
		var err error
		if index > 0 {
			text, err = g.instance(ctx, index)
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		if g.json {
			err = writeJSON(w, g.row(index, text))
		} else {
			_, err = fmt.Fprintln(w, text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// instance returns the text of an instance. Generators cannot be interrupted, and may take seconds
// for large instances; when ctx is canceled, the generator keeps running until the process ends.
func (g *generating) instance(ctx context.Context, index int) (string, error) {
	var text string
	done := make(chan error, 1)
	go func() {
		inst, err := g.gen.Make(g.seed, index)
		if err == nil {
			text = g.puzzle.Full(inst)
		}
		done <- err
	}()
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case err := <-done:
		return text, err
	}
}
