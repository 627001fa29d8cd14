package study

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/code"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// mostSize is the largest instance size that can be chosen. Some strategies need gigabytes for one
// instance, and trials run on all cores at once.
const mostSize = 10_000_000

// Growing describes a study that runs strategies on a puzzle's instances of increasing size. A
// [Choice] may replace the family, sizes, strategies, limits and number of instances:
//
//	Plan: func(c study.Choice) (study.Runner, error) {
//		return study.Growing{
//			Study: "hanoi", Kind: puzzle.Of(Kind()), Files: files, Seed: 1,
//			Family: "uniform", Sizes: []string{"3", "4", "5"}, Instances: study.At(c.Scale, 20, 50, 100),
//			Strategies: []string{"bfs", "astar/discs"}, Limits: search.Limits{Expanded: 1e6},
//		}.Plan(c)
//	},
//
// Study, Kind and Strategies must be set. Either Own, or both Family and Sizes, must be set as
// well. A strategy skips a size if it cannot run on the first instance of that size. Further parts
// can be added with [Growing.Then].
type Growing struct {
	Study string // name of the study in stored rows
	Kind  *puzzle.Puzzle
	Files fs.FS  // embedded Go files of the study's package; needed if it declares its own strategies (see [experiments.Sweep])
	Seed  uint64 // root seed of all random numbers
	// Strategy returns the strategy with the given name. If it is nil, the strategies of Kind are
	// used.
	Strategy func(name string) (puzzle.Strategy[puzzle.Instance], error)

	Family     string        // name of an instance family with its options, or of a published set
	Sizes      []string      // sizes in the puzzle's notation; see [puzzle.Kind]
	Instances  int           // number of instances per size
	Strategies []string      // names of the strategies to run
	Limits     search.Limits // limits on the nodes, time and memory of each trial
	Mode       trial.Mode
	Repeats    int // number of runs of each trial; 0 means one

	// Own returns the first n of the study's own instances, which replace instances from a family.
	// These instances are run unless the choice names a family or a different size.
	Own func(n int) ([]experiments.Instance, error)
	// Only is a name for the instances, such as "the 8-puzzle", that error messages use if the
	// sizes are fixed. It is "" if sizes can be chosen.
	Only string
	// SizesOf returns the sizes that have the given number of cells. If it is nil, the puzzle
	// parses that number as a size.
	SizesOf func(cells int) []string
	// Set returns the name of the set of instances generated from a family at some size. If it is
	// nil, the set is named after the family, followed by a dash and the size if the size is not a
	// plain number.
	Set func(family string, size puzzle.Size) string
	// LimitsOf returns the limits for a strategy on instances of the given size. If it is not nil,
	// Limits is ignored.
	LimitsOf func(strategy string, size int) search.Limits

	// Control is the name of the strategy that is run a second time in timed trials; see [Part].
	Control string

	// Whole returns the parts to run at the given scale with the given root seed. Whole is called
	// only if the user's [Choice] sets nothing other than a scale and a root seed. If Whole is nil,
	// the study has one part, which the other fields of Growing describe.
	Whole func(scale experiments.Scale, seed uint64) ([]Part, error)
}

// Then returns a copy of the study with additional parts. The additional parts run only if the
// user's [Choice] sets nothing other than a scale and a root seed.
func (g Growing) Then(rest ...func(scale experiments.Scale, seed uint64) ([]Part, error)) Growing {
	own := g
	g.Whole = func(scale experiments.Scale, seed uint64) ([]Part, error) {
		parts, err := own.Parts(Choice{Seed: &seed})
		for _, sweeps := range rest {
			more, failed := sweeps(scale, seed)
			parts, err = append(parts, more...), cmp.Or(err, failed)
		}
		return parts, err
	}
	return g
}

// Plan returns the runner for a choice. The error is a [*ChoiceError], describes a problem in a
// file with instances, or names source files that are not embedded (see [code.CheckEmbedded]).
func (g Growing) Plan(c Choice) (Runner, error) {
	g, err := g.With(c.Commands)
	if err != nil {
		return nil, err
	}
	plan := Plan{
		Study: g.Study, Seed: g.Seed, Code: g.Kind.Code, Files: g.Files, Strategy: g.strategy, Check: g.Kind.Check, Read: g.Kind.Instance,
		Repeats: c.Repeats, Running: c.Running,
	}
	if c.Seed != nil {
		plan.Seed = *c.Seed
	}
	if g.Whole != nil && c.whole() {
		plan.Parts, err = g.Whole(c.Scale, plan.Seed)
	} else {
		plan.Parts, err = g.Parts(c)
	}
	if err == nil {
		err = g.embeds(plan.Parts)
	}
	if err != nil {
		return nil, err
	}
	return Runner{plan}, nil
}

// embeds returns an error if source code that determines the results of trials is not embedded. A
// change to that code would go unnoticed, and stored trials would still be reused.
func (g Growing) embeds(parts []Part) error {
	if err := code.CheckEmbedded(g.Kind.Code, g.Kind.Functions()...); err != nil || g.Strategy == nil {
		return err
	}
	var own []any
	for _, part := range parts {
		for _, name := range part.Strategies {
			if s, err := g.Strategy(name); err == nil {
				own = append(own, s.Declared())
			}
		}
	}
	return code.CheckEmbedded(append(slices.Clip(g.Kind.Code), g.Files), own...)
}

// Run runs the missing trials of the study at the scale of the setting, and returns all its trials;
// see [Runner.Run]. A notebook calls Run for a study declared in its cells.
func (g Growing) Run(ctx context.Context, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error) {
	plan, err := g.Plan(Choice{Scale: setting.Scale})
	if err != nil {
		return experiments.Summary{}, fmt.Errorf("%s: %w", g.Study, err)
	}
	return plan.Run(ctx, setting, progress)
}

// Parts returns the parts to run for a choice, usually one. The errors are the same as in
// [Growing.Plan].
func (g Growing) Parts(c Choice) ([]Part, error) {
	if c.Puzzle != "" && c.Puzzle != g.Kind.Name {
		return nil, &ChoiceError{"puzzle", fmt.Errorf("%q is not the puzzle of the study (want %s)", c.Puzzle, g.Kind.Name)}
	}
	if c.Seed != nil {
		g.Seed = *c.Seed
	}
	if len(c.Strategies) > 0 {
		g.Strategies = c.Strategies
	}
	for _, command := range c.Commands {
		g.Strategies = append(slices.Clip(g.Strategies), command.Name)
	}
	for _, name := range g.Strategies {
		if _, err := g.strategy(name); err != nil {
			return nil, &ChoiceError{"strategies", err}
		}
	}
	part := Part{Strategies: g.Strategies, Mode: g.Mode, Control: g.Control, Repeats: g.Repeats, Limits: Override(g.Limits, c.Limits)}
	if g.LimitsOf != nil {
		part.LimitsFor = func(strategy string, size int) search.Limits { return Override(g.LimitsOf(strategy, size), c.Limits) }
	}
	return g.on(c, part)
}

// on returns the part with the chosen instances.
func (g Growing) on(c Choice, part Part) ([]Part, error) {
	family, n := cmp.Or(c.Family, g.Family), c.Instances
	if c.Family == "" {
		n = cmp.Or(n, g.Instances)
	}
	set, isSet, err := g.Kind.Set(family)
	switch {
	case len(c.Files) > 0:
		part.Instances, err = g.read(c)
	case c.Family == "" && g.Own != nil && (len(c.Sizes) == 0 || g.Only != ""):
		if _, err = g.sizes(c.Sizes); err == nil {
			part.Instances, err = g.Own(n)
		}
	case err != nil:
		err = &ChoiceError{"family", err}
	case isSet && c.Family == "" && len(c.Sizes) > 0:
		return g.drawn(g.Kind.Families[0].Name, c, part)
	case isSet && len(c.Sizes) > 0:
		err = &ChoiceError{"sizes", fmt.Errorf("%s is a published set, whose instances have their own sizes", family)}
	case isSet:
		part.Instances, err = g.published(set, n)
	default:
		return g.drawn(family, c, part)
	}
	return []Part{part}, err
}

// strategy returns the named strategy.
func (g Growing) strategy(name string) (puzzle.Strategy[puzzle.Instance], error) {
	if g.Strategy == nil {
		return g.Kind.Strategy(name)
	}
	return g.Strategy(name)
}

// drawn returns the part with instances of a family. If some strategies cannot run on all sizes, it
// returns several parts, in each of which every strategy can run on every size.
func (g Growing) drawn(name string, c Choice, part Part) ([]Part, error) {
	family, err := g.Kind.Family(name)
	if err != nil {
		return nil, &ChoiceError{"family", err}
	}
	sizes, err := g.sizes(c.Sizes)
	if err != nil {
		return nil, err
	}
	var parts []Part
	var misfit error
	for _, size := range sizes {
		first, err := family.Instance(size, g.Seed, 0)
		if err != nil {
			return nil, &ChoiceError{"sizes", err}
		}
		some := part
		some.Strategies = nil
		for _, name := range part.Strategies {
			if s, _ := g.strategy(name); s.Fits == nil || s.Fits(first) == nil {
				some.Strategies = append(some.Strategies, name)
			} else {
				misfit = fmt.Errorf("%s: %w", name, wording.Unprefixed(g.Kind.Name, s.Fits(first)))
			}
		}
		some.Instances = experiments.Drawn(g.set(family.Name, size), family, size, cmp.Or(c.Instances, g.Instances), g.Seed)
		last := len(parts) - 1
		switch {
		case some.Strategies == nil:
		case last >= 0 && slices.Equal(parts[last].Strategies, some.Strategies):
			parts[last].Instances = append(parts[last].Instances, some.Instances...)
		default:
			parts = append(parts, some)
		}
	}
	if parts == nil {
		return nil, &ChoiceError{"strategies", misfit}
	}
	return parts, nil
}

func (g Growing) set(family string, size puzzle.Size) string {
	_, notNumber := strconv.Atoi(size.Text)
	switch {
	case g.Set != nil:
		return g.Set(family, size)
	case g.Only != "" || notNumber == nil:
		return family
	}
	return family + "-" + size.Text
}

// sizes returns the requested sizes, or else the study's own. The error is a [*ChoiceError].
func (g Growing) sizes(asked []string) ([]puzzle.Size, error) {
	fail := func(err error) ([]puzzle.Size, error) { return nil, &ChoiceError{"sizes", err} }
	var texts []string
	for _, text := range asked {
		cells, err := strconv.Atoi(text)
		if err != nil || g.SizesOf == nil {
			texts = append(texts, text)
		} else if of := g.SizesOf(cells); len(of) > 0 {
			texts = append(texts, of...)
		} else {
			return fail(fmt.Errorf("no instance of the study has %d cells", cells))
		}
	}
	if len(asked) == 0 {
		texts = g.Sizes
	}
	var sizes []puzzle.Size
	for _, text := range texts {
		size, err := g.Kind.ParseSize(text, puzzle.Defaults(g.Kind.Making))
		switch {
		case err != nil:
			return fail(wording.Unprefixed(g.Kind.Name, err))
		case size.Cells > mostSize:
			return fail(fmt.Errorf("%s is too large (want at most %d)", text, mostSize))
		case g.Only != "" && !slices.Contains(g.Sizes, size.Text):
			return fail(fmt.Errorf("%s is not the size of this study's instances (want %s, %s)", text, strings.Join(g.Sizes, " or "), g.Only))
		case !slices.ContainsFunc(sizes, func(s puzzle.Size) bool { return s.Text == size.Text }):
			sizes = append(sizes, size)
		}
	}
	return sizes, nil
}

// published returns the first n instances of a set, or all if n is 0.
func (g Growing) published(set puzzle.Set[puzzle.Instance], n int) ([]experiments.Instance, error) {
	members := set.Members()
	if n > len(members) {
		return nil, &ChoiceError{"instances", fmt.Errorf("%d are too many (%s has %d)", n, set.Name, len(members))}
	}
	var instances []experiments.Instance
	for i, m := range members[:cmp.Or(n, len(members))] {
		instances = append(instances, g.instance(set.Name, i, m.Instance))
	}
	return instances, nil
}

func (g Growing) instance(set string, index int, inst puzzle.Instance) experiments.Instance {
	return experiments.Instance{Set: set, Index: index, Size: g.Kind.Size(inst), Text: inst.String(), Puzzle: inst}
}

// read returns the instances in the files. Each file becomes a set, named after the file without
// folder and extension.
func (g Growing) read(c Choice) ([]experiments.Instance, error) {
	var instances []experiments.Instance
	files := map[string]string{} // by set
	for _, file := range c.Files {
		r := c.Stdin
		if file == "-" {
			file = "stdin"
		} else {
			f, err := os.Open(file)
			if err != nil {
				return nil, err
			}
			defer f.Close()
			r = f
		}
		set := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		if other, ok := files[set]; ok {
			return nil, fmt.Errorf("%s and %s would both be called %q as sets (want files with different names)", other, file, set)
		}
		files[set] = file
		index := 0
		reading := puzzle.Defaults(g.Kind.Reading)
		if c.Say != nil {
			reading.Say = func(note string) { c.Say(file, note) }
		}
		read, err := g.Kind.Read(c.Format, r, file, reading)
		if err != nil {
			return nil, &ChoiceError{"format", err}
		}
		for inst, err := range read {
			if err != nil {
				return nil, err
			}
			instances = append(instances, g.instance(set, index, inst))
			index++
		}
		if index == 0 {
			return nil, fmt.Errorf("%s: there is no instance in this file", file)
		}
	}
	return instances, nil
}

// share reduces a choice to the strategies and sizes that this puzzle has, and reports whether any
// remain.
func (g Growing) share(c Choice) (Choice, bool) {
	mine := c
	mine.Strategies = slices.DeleteFunc(slices.Clone(c.Strategies), func(name string) bool { _, err := g.strategy(name); return err != nil })
	mine.Sizes = slices.DeleteFunc(slices.Clone(c.Sizes), func(size string) bool { _, err := g.sizes([]string{size}); return err != nil })
	return mine, (len(c.Strategies) == 0 || len(mine.Strategies) > 0) && (len(c.Sizes) == 0 || len(mine.Sizes) > 0)
}

// without returns the words that are not in others.
func without(words, others []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return slices.Contains(others, w) })
}

// Several returns the runner for a choice in a study of several puzzles. It runs every puzzle that
// has some of the chosen strategies and sizes. A choice with a family, a file or a command must
// name the puzzle, because these belong to a single puzzle.
func Several(c Choice, puzzles ...Growing) (Runner, error) {
	var names []string
	for _, p := range puzzles {
		names = append(names, p.Kind.Name)
	}
	switch {
	case c.Puzzle != "" && !slices.Contains(names, c.Puzzle):
		return nil, &ChoiceError{"puzzle", fmt.Errorf("%q is not a puzzle of the study (want %s)%s", c.Puzzle, strings.Join(names, ", "), search.DidYouMean(c.Puzzle, names))}
	case c.Puzzle == "" && (len(c.Files) > 0 || len(c.Commands) > 0 || c.Family != ""):
		return nil, &ChoiceError{"puzzle", fmt.Errorf("the study has several puzzles (want %s)", strings.Join(names, ", "))}
	}
	var plans Runner
	var run Choice
	for _, p := range puzzles {
		mine, ok := p.share(c)
		if !ok || c.Puzzle != "" && c.Puzzle != p.Kind.Name {
			continue
		}
		plan, err := p.Plan(mine)
		if err != nil {
			return nil, err
		}
		plans = append(plans, plan...)
		run.Strategies, run.Sizes = append(run.Strategies, mine.Strategies...), append(run.Sizes, mine.Sizes...)
	}
	who := cmp.Or(c.Puzzle, "the puzzles of the study")
	if left := without(c.Sizes, run.Sizes); len(left) > 0 {
		return nil, &ChoiceError{"sizes", fmt.Errorf("no instance of %s with these strategies has size %s", who, strings.Join(left, " or "))}
	}
	if left := without(c.Strategies, run.Strategies); len(left) > 0 {
		return nil, &ChoiceError{"strategies", fmt.Errorf("%s has no strategy called %s", who, strings.Join(left, " or "))}
	}
	return plans, nil
}
