package cli

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

func newGenerateCommand(env *environment) *cobra.Command {
	puzzles := slices.DeleteFunc(slices.Clone(env.Puzzles), func(p *puzzle.Puzzle) bool { return len(p.Families) == 0 && len(p.Sets) == 0 })
	return env.perPuzzle(&cobra.Command{
		Use:     "generate PUZZLE",
		Short:   "Generate instances, one per line",
		Long:    "Generate instances, one per line, readable by solve as they are.",
		Example: env.example("  puzzlelab generate PUZZLE --size SIZE --count 50 --seed 7 > instances.txt"),
	}, puzzles, newGeneratePuzzleCommand)
}

func newGeneratePuzzleCommand(env *environment, p *puzzle.Puzzle) *cobra.Command {
	c := &generating{environment: env, puzzle: p, seed: 1, count: 1, size: sizeFlag{want: p.SizeWant}}
	names := listedFamilies(p)
	example := fmt.Sprintf("  puzzlelab generate %s --family %s -o instances.txt", p.Name, names[len(names)-1].Name)
	if len(p.Families) > 0 {
		example = fmt.Sprintf("  puzzlelab generate %[1]s --size %[3]s --count 5 --seed 7\n  puzzlelab generate %[1]s --size %[4]s --family %[2]s -o instances.txt",
			p.Name, p.Families[len(p.Families)-1].Name, exampleSize(p), p.SizeExamples[len(p.SizeExamples)-1])
	}
	ofSets := ""
	if len(p.Sets) > 0 {
		ofSets = "\n\nA published set is asked for by its name, as --family: all of it, or the first\n--count of it, as published. With --json its instances have neither size nor\nseed, but known: what is published and proved about them."
	}
	return newCommand(&cobra.Command{
		Use:   p.Name,
		Short: p.Doc,
		Long: fmt.Sprintf(`Generate instances of %[1]s, one per line, readable by solve as they are.

The same family, size, seed and place in the list give the same instance on
every machine and with every later version: a longer list begins like a shorter
one. With --json every line is one object: puzzle, family, size, seed, index,
instance.%[2]s`, p.Name, ofSets),
		Example:           example,
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
	}, c.run, c, &c.jsonFlag, &c.outputFlag)
}

// generating is the command generate of a puzzle.
type generating struct {
	*environment
	jsonFlag
	outputFlag
	generator
	puzzle *puzzle.Puzzle
	size   sizeFlag
	named  string // family
	making *puzzle.Choice
	count  uint64
	seed   uint64
}

func (c *generating) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.Var(&c.size, "size", c.puzzle.SizeDoc)
	complete(cmd, "size")
	c.making = optionFlags(cmd, c.puzzle.Making)
	fs.Var(countFlag(&c.count), "count", "how many instances")
	fs.Var(seedFlag(&c.seed), "seed", "root seed")
	names := listedFamilies(c.puzzle)
	fs.StringVar(&c.named, "family", names[0].Name, "which family: `F` with its options; see list families")
	completeEntries(cmd, "family", names, nil)
}

// check finds the generator that the flags ask for.
func (c *generating) check(cmd *cobra.Command, _ []string) (err error) {
	if c.count > math.MaxInt32 {
		return wrongUse(cmd, fmt.Errorf("count %d is too large (want at most %d)", c.count, math.MaxInt32))
	}
	if c.generator, err = newGenerator(cmd, c.puzzle, c.named, c.size.text, *c.making); err != nil || c.published == 0 {
		return err
	}
	if !cmd.Flags().Changed("count") {
		c.count = uint64(c.published)
	}
	switch {
	case cmd.Flags().Changed("seed"):
		return wrongUse(cmd, fmt.Errorf("%s is a published set, nothing of which depends on a seed", c.family))
	case c.count > uint64(c.published) && !c.goesOn:
		return wrongUse(cmd, fmt.Errorf("count %d is too large (%s has %s)", c.count, c.family, puzzle.Counted(c.published, "instance")))
	}
	return nil
}

func (c *generating) run(cmd *cobra.Command, _ []string) error {
	// The first instance shows whether the family has members of this size, before a file is
	// touched.
	first, err := c.instance(cmd.Context(), 0)
	switch {
	case cmd.Context().Err() != nil:
		return cmd.Context().Err()
	case err != nil:
		return wrongUseHint(cmd, err, "see puzzlelab list families")
	}
	return writeTo(c.data, c.output, func(w io.Writer) error { return c.write(cmd.Context(), w, first) })
}

// sizeFlag is the flag of a size, which is read when the other flags are. Its
// methods are those of pflag.Value.
type sizeFlag struct {
	text, want string
}

func (f *sizeFlag) Set(s string) error { f.text = s; return nil }
func (f *sizeFlag) String() string     { return f.text }
func (f *sizeFlag) Type() string       { return f.want }

// exampleSize returns a small size, for examples.
func exampleSize(p *puzzle.Puzzle) string {
	if len(p.SizeExamples) == 0 {
		return ""
	}
	return p.SizeExamples[0]
}

// generator makes members of one family and size: the same seed and index give
// the same instance for ever.
type generator struct {
	family string // canonical name with options
	size   any    // as JSON prints it; nil for a published set
	make   func(seed uint64, index int) (instance, error)
	made   func(instance) instance // changes it as the flags say
	// published is the number of instances of a published set, which has neither
	// size nor seed; 0 for a family. More can be made of one that goesOn.
	published int
	goesOn    bool
	// facts returns what is known of an instance of a published set, for JSON,
	// nil for nothing; it is nil itself for a family.
	facts func(index int) any
}

// newGenerator returns the generator that the flags ask for.
func newGenerator(cmd *cobra.Command, p *puzzle.Puzzle, name, size string, making puzzle.Choice) (g generator, err error) {
	g.made = func(inst instance) instance {
		if p.Made != nil {
			return p.Made(inst, making)
		}
		return inst
	}
	set, isSet, err := p.Set(name)
	if err != nil {
		return g, wrongUseHint(cmd, err, "see puzzlelab list families")
	}
	if isSet {
		if size != "" || p.Made == nil && slices.ContainsFunc(p.Making, func(o puzzle.Option) bool { return making.Given(o.Name) }) {
			return g, wrongUse(cmd, fmt.Errorf("%s is a published set, whose instances have their own size", set.Name))
		}
		g.publish(set)
		return g, nil
	}
	family, err := p.Family(name)
	if err != nil {
		return g, wrongUseHint(cmd, err, "see puzzlelab list families")
	}
	if size == "" {
		return g, wrongUse(cmd, fmt.Errorf("no size given (want --size %s)", p.SizeWant))
	}
	asked, err := p.ParseSize(size, making)
	if err != nil {
		return g, wrongUse(cmd, fmt.Errorf("--size: %w", err))
	}
	g.family, g.size = family.Name, asked.Text
	g.make = func(seed uint64, index int) (instance, error) { return family.Instance(asked, seed, index) }
	if n, err := strconv.Atoi(asked.Text); err == nil {
		g.size = n
	}
	return g, nil
}

// publish makes the members of a set.
func (g *generator) publish(set puzzle.Set[instance]) {
	members := set.Members()
	g.family, g.published, g.goesOn = set.Name, len(members), set.More != nil
	g.make = func(_ uint64, index int) (instance, error) {
		if index < len(members) {
			return members[index].Instance, nil
		}
		return set.More(index)
	}
	g.facts = func(index int) any {
		if index < len(members) {
			return members[index].Facts
		}
		return nil
	}
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
	row := generatedRow{Puzzle: g.puzzle.Name, Family: g.family, Size: g.generator.size, Index: index, Instance: text}
	if g.published == 0 {
		row.Seed = &g.seed
	}
	if g.facts != nil {
		row.Known = g.facts(index)
	}
	return row
}

// write writes all instances, of which the first is made already.
func (g *generating) write(ctx context.Context, w io.Writer, text string) error {
	for index := range int(g.count) {
		var err error
		if index > 0 {
			text, err = g.instance(ctx, index)
		}
		if err == nil {
			err = ctx.Err()
		}
		switch {
		case err != nil:
		case g.json:
			err = writeJSON(w, g.row(index, text))
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
		inst, err := g.make(g.seed, index)
		if err == nil {
			text = g.made(inst).String()
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
