package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"
)

func newGenerateCommand(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "generate PUZZLE --size N",
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
		size   countFlag
		count  = countFlag(1)
		seed   = seedFlag(1)
		family string
		out    string
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   p.name + " --size N",
		Short: p.doc,
		Long: fmt.Sprintf(`Generate instances of %s, one per line, readable by solve as they are.

The same family, size, seed and place in the list give the same instance on
every machine and with every later version: a longer list begins like a shorter
one. With --json every line is one object: puzzle, family, size, seed, index,
instance.`, p.name),
		Example: fmt.Sprintf(`  puzzlelab generate %[1]s --size 13 --count 5 --seed 7
  puzzlelab generate %[1]s --size 1k --family %[2]s -o instances.txt`, p.name, p.families[len(p.families)-1].Name),
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	fs := cmd.Flags()
	fs.Var(&size, "size", p.size)
	fs.Var(&count, "count", "how many instances")
	fs.Var(&seed, "seed", "root seed")
	fs.StringVar(&family, "family", p.defaultFamily, "which family: `F` with its options; see list families")
	fs.StringVarP(&out, "output", "o", "", "write to `FILE` instead of standard output")
	fs.BoolVar(&asJSON, "json", false, "print one JSON object a line")
	completeEntries(cmd, "family", p.families)

	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		switch {
		case !cmd.Flags().Changed("size"):
			return wrongUse(cmd, errors.New("no size given (want --size N)"))
		case size > math.MaxInt32 || count > math.MaxInt32:
			return wrongUse(cmd, fmt.Errorf("size %d, count %d: too large (want at most %d)", size, count, math.MaxInt32))
		}
		gen, err := p.generator(family)
		if err != nil {
			return wrongUseHint(cmd, err, "see puzzlelab list families")
		}
		batch := generating{puzzle: p.name, gen: gen, size: int(size), count: int(count), seed: uint64(seed), asJSON: asJSON}
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
	puzzle      string
	gen         generator
	size, count int
	seed        uint64
	asJSON      bool
}

// generatedRow is the object of one instance.
type generatedRow struct {
	Puzzle   string `json:"puzzle"`
	Family   string `json:"family"`
	Size     int    `json:"size"`
	Seed     uint64 `json:"seed"`
	Index    int    `json:"index"`
	Instance string `json:"instance"`
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
			err = enc.Encode(generatedRow{g.puzzle, g.gen.family, g.size, g.seed, index, text})
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
		inst, err := g.gen.make(g.size, g.seed, index)
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
