package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/spf13/cobra"
)

func newGenerateCommand(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "generate PUZZLE",
		Short:   "Generate instances, one per line",
		Long:    "Generate instances, one per line, readable by solve as they are.",
		Example: "  puzzlelab generate handsoftime --size 100 --count 50 --seed 7 > rings.txt",
	}
	asGroup(cmd, "puzzle")
	for _, p := range env.puzzles {
		cmd.AddCommand(newGeneratePuzzleCommand(env, p))
	}
	return cmd
}

func newGeneratePuzzleCommand(env *environment, p puzzle) *cobra.Command {
	var (
		count  = countFlag(1)
		seed   = seedFlag(1)
		family string
		out    string
		asJSON bool
	)
	ofSets := ""
	if len(p.published) > 0 {
		ofSets = "\n\nA published set is asked for by its name, as --family: all of it, or the first\n--count of it, as published. With --json its instances have neither size nor\nseed, but known: what is published and proved about them."
	}
	cmd := &cobra.Command{
		Use:   p.name,
		Short: p.doc,
		Long: fmt.Sprintf(`Generate instances of %[1]s, one per line, readable by solve as they are.

The same family, size, seed and place in the list give the same instance on
every machine and with every later version: a longer list begins like a shorter
one. With --json every line is one object: puzzle, family, size, seed, index,
instance.%[2]s`, p.name, ofSets),
		Example: fmt.Sprintf(`  puzzlelab generate %[1]s --size %[3]s --count 5 --seed 7
  puzzlelab generate %[1]s --size %[4]s --family %[2]s -o instances.txt`,
			p.name, p.families[len(p.families)-1].Name, p.sizes[0], p.sizes[len(p.sizes)-1]),
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	fs := cmd.Flags()
	newGenerator := p.generator(cmd)
	fs.Var(&count, "count", "how many instances")
	fs.Var(&seed, "seed", "root seed")
	fs.StringVar(&family, "family", p.defaultFamily, "which family: `F` with its options; see list families")
	fs.StringVarP(&out, "output", "o", "", "write to `FILE` instead of standard output")
	fs.BoolVar(&asJSON, "json", false, "print one JSON object a line")
	completeEntries(cmd, "family", slices.Concat(p.families, p.published), nil)

	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if count > math.MaxInt32 {
			return wrongUse(cmd, fmt.Errorf("count %d is too large (want at most %d)", count, math.MaxInt32))
		}
		gen, err := newGenerator(family)
		if isFault(err) {
			return err
		}
		if err != nil {
			return wrongUseHint(cmd, err, "see puzzlelab list families")
		}
		if gen.published > 0 {
			if !cmd.Flags().Changed("count") {
				count = countFlag(gen.published)
			}
			switch {
			case cmd.Flags().Changed("seed"):
				return wrongUse(cmd, fmt.Errorf("%s is a published set, nothing of which depends on a seed", gen.family))
			case count > countFlag(gen.published) && !gen.goesOn:
				return wrongUse(cmd, fmt.Errorf("count %d is too large (%s has %s)", count, gen.family, plural(uint64(gen.published), "instance", "instances")))
			}
		}
		batch := generating{puzzle: p.name, gen: gen, count: int(count), seed: uint64(seed), asJSON: asJSON}
		// The first instance tells whether the family has members of this
		// size, before a file is touched.
		first, err := batch.instance(cmd.Context(), 0)
		switch {
		case cmd.Context().Err() != nil:
			return cmd.Context().Err()
		case err != nil:
			return wrongUseHint(cmd, err, "see puzzlelab list families")
		}
		return env.writeOutput(out, func(w io.Writer) error { return batch.write(cmd.Context(), w, first) })
	}
	return cmd
}

// generating is one run of the command.
type generating struct {
	puzzle string
	gen    generator
	count  int
	seed   uint64
	asJSON bool
}

// generatedRow is the object of one instance.
type generatedRow struct {
	Puzzle   string  `json:"puzzle"`
	Family   string  `json:"family"`
	Size     any     `json:"size,omitempty"`
	Seed     *uint64 `json:"seed,omitempty"`
	Index    int     `json:"index"`
	Instance string  `json:"instance"`
	Known    any     `json:"known,omitempty"`
}

// row is the object of one instance. Those of a published set have no seed.
func (g *generating) row(index int, text string) generatedRow {
	row := generatedRow{Puzzle: g.puzzle, Family: g.gen.family, Size: g.gen.size, Index: index, Instance: text}
	if g.gen.published == 0 {
		row.Seed = &g.seed
	}
	if g.gen.facts != nil {
		row.Known = g.gen.facts(index)
	}
	return row
}

// write writes all instances, of which the first is made already.
func (g *generating) write(ctx context.Context, w io.Writer, text string) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for index := range g.count {
		var err error
		if index > 0 {
			text, err = g.instance(ctx, index)
		}
		if err == nil {
			err = ctx.Err()
		}
		switch {
		case err != nil:
		case g.asJSON:
			err = enc.Encode(g.row(index, text))
		default:
			_, err = fmt.Fprintln(w, text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// instance returns the text of an instance. A generator cannot be stopped, and
// takes seconds for a large one; when ctx is cancelled it is left behind until
// the process ends.
func (g *generating) instance(ctx context.Context, index int) (string, error) {
	var text string
	done := make(chan error, 1)
	go func() {
		inst, err := g.gen.make(g.seed, index)
		if err == nil {
			text = inst.String()
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
