package pruning

import (
	"context"
	"embed"
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime/kind"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Name is the name of the study in commands, folders and stored rows.
const Name = "pruning"

// Definition returns the study.
func Definition() study.Definition {
	return study.Definition{
		Name:   Name,
		Title:  "Does pruning pay? Search strategies for the Hands of Time puzzle",
		Source: `B. Pitney, "Depth-First Search for 'Hands of Time' Puzzle", 2013`,
		Puzzle: "handsoftime",
		Key:    []string{"growth", "cycles"},
		Code:   code,
		Canonical: func(name string) (string, error) {
			s, err := Strategy(name)
			return s.Name, err
		},
		Sizes:    checkSizes,
		Plan:     func(c study.Choice) study.Runner { return study.Scaled(Study(c).plan) },
		Sections: sections,
		Lead:     lead,
	}
}

const (
	rootSeed = 1
	// nodeCap ends a run; its counters are then lower bounds.
	nodeCap = 100_000_000
	// growthInstances is the sample of the write-up.
	growthInstances = 50
)

// Study says what to run. The zero value is the study as published; the fields
// change its first part, growth, and leave the others out.
type Study struct {
	Sizes      []int    // of the planted rings; none means the study's own
	Strategies []string // names as [Strategy] takes them; none means all eight
	Instances  int      // rings of each size; 0 means 50
	Nodes      uint64   // limit of each trial; 0 means 10⁸
}

// mostSize is ten times the largest ring of the study. Larger ones exist, but some
// strategies take gigabytes for each, on every core at once.
const mostSize = 10_000_000

// checkSizes refuses sizes that no ring has, or that no machine may hold.
func checkSizes(c study.Choice) error {
	for _, size := range c.Sizes {
		if size < 2 || size > mostSize {
			return fmt.Errorf("no ring of the study has size %d (want 2 to %d nodes)", size, mostSize)
		}
	}
	return nil
}

// part is one sweep of the study.
type part struct {
	families   []string // "planted" if there are none
	sizes      []int
	instances  int
	strategies []string
	mode       experiments.Mode
	nodes      uint64 // limit of every run; 0 for none
}

// parts returns the sweeps of the study at a scale.
func (s Study) parts(scale experiments.Scale) []part {
	growth := part{sizes: []int{30, 40, 50}, instances: growthInstances, strategies: StrategyNames(), nodes: nodeCap}
	if scale != experiments.Quick {
		growth.sizes = append(growth.sizes, 75)
	}
	if scale == experiments.Full {
		growth.sizes = append(growth.sizes, 100)
	}
	if len(s.Sizes) > 0 || len(s.Strategies) > 0 || s.Instances > 0 || s.Nodes > 0 {
		if len(s.Sizes) > 0 {
			growth.sizes = s.Sizes
		}
		if len(s.Strategies) > 0 {
			growth.strategies = s.Strategies
		}
		if s.Instances > 0 {
			growth.instances = s.Instances
		}
		if s.Nodes > 0 {
			growth.nodes = s.Nodes
		}
		return []part{growth}
	}

	pruned := []string{"pruning", "pruning+sorting"}
	scalable := []string{"propagation", "contraction", "orientation"}
	counting := []string{"contraction" + countOption}
	parts := []part{growth}
	add := func(p part) { parts = append(parts, p) }

	// sorting
	add(part{sizes: []int{50}, instances: pick(scale, 300, 2000), strategies: pruned, nodes: nodeCap})
	if scale != experiments.Quick {
		add(part{sizes: []int{75}, instances: 500, strategies: pruned, nodes: nodeCap})
	}
	// published
	timed := append(slices.Clone(pruned), "contraction")
	add(part{sizes: []int{75}, instances: growthInstances, strategies: timed, mode: experiments.Timed})
	if scale != experiments.Quick {
		add(part{sizes: []int{75}, instances: growthInstances, strategies: []string{"standard"}, mode: experiments.Timed, nodes: nodeCap})
	}
	if scale == experiments.Full {
		add(part{sizes: []int{100}, instances: growthInstances, strategies: timed, mode: experiments.Timed})
	}
	// large
	add(part{sizes: []int{1_000, 10_000}, instances: 10, strategies: scalable, mode: experiments.Timed, nodes: nodeCap})
	if scale != experiments.Quick {
		add(part{sizes: []int{100_000}, instances: 10, strategies: scalable, mode: experiments.Timed, nodes: nodeCap})
		add(part{sizes: []int{1_000_000}, instances: 5, strategies: scalable, mode: experiments.Timed, nodes: nodeCap})
	}
	// solutions
	some := []int{10, 11, 20, 21, 50, 51, 100, 101, 200, 201}
	add(part{sizes: pick(scale, some, append(some, 500, 501, 1000, 1001)), instances: growthInstances, strategies: counting, nodes: 10_000_000})
	// structure
	some = []int{30, 31, 100, 101, 300, 301, 1000, 1001, 3000, 3001, 10_000, 10_001, 30_000, 30_001}
	add(part{
		sizes: pick(scale, some, append(some, 100_000, 100_001)), instances: pick(scale, 100, 200),
		strategies: []string{"orientation" + structureOption}, nodes: nodeCap,
	})
	// solvable
	add(part{
		families: []string{"uniform"}, sizes: []int{4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20}, instances: pick(scale, 300, 500),
		strategies: []string{"contraction" + startsOption}, nodes: nodeCap,
	})
	// families
	add(part{
		families: withCycles([]string{"planted-cycles"}, pick(scale, []int{2, 6, 10}, []int{2, 6, 10, 14})...), sizes: []int{151}, instances: 10,
		strategies: append([]string{"contraction"}, counting...), nodes: 10_000_000,
	})
	add(part{
		families: withCycles([]string{"parity-trap", "double-trap"}, pick(scale, []int{6, 10}, []int{6, 10, 14, 18})...), sizes: []int{300}, instances: 10,
		strategies: []string{"contraction"}, nodes: 10_000_000,
	})
	return parts
}

// withCycles returns each family with each number of free cycles.
func withCycles(families []string, cycles ...int) []string {
	var names []string
	for _, f := range families {
		for _, c := range cycles {
			names = append(names, fmt.Sprintf("%s,c=%d", f, c))
		}
	}
	return names
}

// pick chooses the smaller of two plans at quick scale.
func pick[T any](scale experiments.Scale, quick, standard T) T {
	if scale == experiments.Quick {
		return quick
	}
	return standard
}

// sweep makes the part into one of a plan. Rings are drawn when they are run.
func (p part) sweep() (study.Part[handsoftime.Ring], error) {
	sweep := study.Part[handsoftime.Ring]{Strategies: p.strategies, Mode: p.mode, Limits: search.Limits{Expanded: p.nodes}}
	if p.families == nil {
		p.families = []string{"planted"}
	}
	sweep.Instances = make([]experiments.Instance[handsoftime.Ring], 0, len(p.families)*len(p.sizes)*max(p.instances, 0))
	for _, set := range p.families {
		family, err := kind.Kind().Family(set)
		if err != nil {
			return sweep, err
		}
		for _, size := range p.sizes {
			sweep.Instances = append(sweep.Instances, experiments.Drawn(set, family, puzzle.SizeN(size), p.instances, rootSeed)...)
		}
	}
	return sweep, nil
}

// source is the code of this package that decides what a trial's row says.
//
//go:embed strategies.go
var source embed.FS

func code() (string, error) {
	return experiments.CodeHash(append(slices.Clip(kind.Kind().Code), source)...)
}

// Run runs the trials that are missing from the results folder of the setting
// and returns all trials of the study. It is idempotent, resumes what was
// interrupted, and reports progress only if there is something to run.
func (s Study) Run(ctx context.Context, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error) {
	return study.Scaled(s.plan).Run(ctx, setting, progress)
}

// plan returns what is run at a scale.
func (s Study) plan(scale experiments.Scale) (study.Runner, error) {
	if err := checkSizes(study.Choice(s)); err != nil {
		return nil, fmt.Errorf("pruning: %w", err)
	}
	plan := study.Plan[handsoftime.Ring]{Study: Name, Check: kind.Kind().Check, Read: kind.Kind().Instance, Seed: rootSeed, Code: code, Strategy: Strategy}
	for _, p := range s.parts(scale) {
		sweep, err := p.sweep()
		if err != nil {
			return nil, err
		}
		plan.Parts = append(plan.Parts, sweep)
	}
	return plan, nil
}
