package pruning

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime/render"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Name is the name of the study in commands, folders and stored rows.
const Name = "pruning"

// Definition describes the study for commands and reports: its trials, items and claims.
func Definition() study.Definition {
	return study.Definition{
		Name:      Name,
		Title:     "Does pruning pay? Search strategies for the Hands of Time puzzle",
		Source:    `B. Pitney, "Depth-First Search for 'Hands of Time' Puzzle", 2013`,
		Puzzle:    "handsoftime",
		Key:       "growth",
		Picture:   "puzzle",
		Canonical: study.Canonical(puzzle.Erasing(Strategy)),
		Plan:      plan,
		Items:     items,
		Files:     files,
		Claims:    claims,
		Headlines: []string{"growth-lower", "sorting-saves", "few-decisions"},
	}
}

// figure makes an item from a drawing. Each strategy looks the same in all drawings.
var figure = study.Figures(plots.Scheme(StrategyNames()).On)

var items = []study.Item{
	study.Picture("puzzle", "A ring with 6 places", puzzleFigure),
	study.Block("overview", overview),
	figure("growth", growthFigure),
	study.Block("nodes", nodesTable),
	study.Block("growth-factors", growthTable),
	study.Claim(claims, "growth-lower"),
	figure("distribution", distributionFigure),
	figure("spread", spreadFigure),
	figure("sorting-scatter", sortingScatter),
	figure("sorting-intervals", sortingIntervals),
	study.Block("sorting", sortingTable),
	study.Claim(claims, "sorting-saves"),
	study.Claim(claims, "sample-too-small"),
	study.Block("published", publishedTable),
	study.Claim(claims, "speed"),
	study.Block("large-nodes", largeTable),
	figure("large", largeFigure),
	study.Claim(claims, "few-decisions"),
	figure("cycles", cyclesFigure),
	study.Claim(claims, "cycles-logarithmic"),
	study.Block("structure", structureTable),
	figure("solutions", solutionsFigure),
	figure("solvable", solvableFigure),
	study.Claim(claims, "odd-solvable"),
	study.Block("families", familiesTable),
}

const (
	rootSeed = 3
	// nodeCap is the node limit of a run; the counters of a run that reaches it are lower bounds.
	nodeCap = 100_000_000
	// growthInstances is the sample size of the write-up.
	growthInstances = 50
)

// Study holds the parameters that a notebook may set. The zero value is the study as published. If
// any field is set, the study runs only its first part, growth.
type Study study.Parameters

// Run runs the trials that are missing from the results folder of the setting and returns all
// trials of the study. Running it again resumes an interrupted run and does not repeat stored
// trials. It reports progress only if there is something to run.
func (s Study) Run(ctx context.Context, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error) {
	return Definition().RunChosen(ctx, study.Parameters(s), setting, progress)
}

// plan returns what to run for a choice.
func plan(c study.Choice) (study.Runner, error) {
	return study.Growing{
		Study: Name, Kind: render.Puzzle(), Files: files, Seed: rootSeed, Strategy: puzzle.Erasing(Strategy),
		Family: "planted", Sizes: []string{"20", "25", "30", "40", "50", "75", "100"}[:study.At(c.Scale, 5, 6, 7)], Instances: growthInstances,
		Strategies: StrategyNames(), Limits: search.Limits{Expanded: nodeCap},
	}.Then(rest).Plan(c)
}

// rest returns the sweeps in addition to growth, for a scale and a root seed.
func rest(scale experiments.Scale, seed uint64) ([]study.Part, error) {
	scalable := []string{"propagation", "contraction", "orientation"}
	counting := []string{"contraction" + countOption}
	planted := []string{"planted"}
	capped, fewer := search.Limits{Expanded: nodeCap}, search.Limits{Expanded: 10_000_000}
	type part = study.Part
	var parts []part
	var err error
	add := func(p part, families []string, n int, sizes ...int) {
		var failed error
		p.Instances, failed = rings(families, n, sizes, seed)
		parts, err = append(parts, p), cmp.Or(err, failed)
	}

	// sorting
	add(part{Strategies: pruned, Limits: capped}, planted, study.At(scale, 300, 2000, 2000), 50)
	if scale != experiments.Quick {
		add(part{Strategies: pruned, Limits: capped}, planted, 500, 75)
	}
	// published: of the sizes that take minutes, as many as the scale allows
	timed := append(slices.Clone(pruned), "contraction")
	minutes, timedRings := search.Limits{Expanded: study.At[uint64](scale, 1_000_000, 0, 0)}, study.At(scale, 25, growthInstances, growthInstances)
	add(part{Strategies: timed, Mode: trial.Timed, Control: "contraction"}, planted, timedRings, speedSize)
	add(part{Strategies: []string{"standard"}, Mode: trial.Timed, Limits: study.At(scale, minutes, capped, capped)}, planted, timedRings, speedSize)
	add(part{Strategies: timed, Mode: trial.Timed, Limits: minutes}, planted, timedRings, 100)
	// large
	large := part{Strategies: scalable, Mode: trial.Timed, Control: "contraction", Limits: capped}
	add(large, planted, 10, 1_000, 10_000)
	if scale != experiments.Quick {
		add(large, planted, 10, 100_000)
		add(large, planted, 5, 1_000_000)
	}
	// solutions
	sizes := []int{10, 11, 20, 21, 50, 51, 100, 101, 200, 201, 500, 501, 1000, 1001}
	add(part{Strategies: counting, Limits: fewer}, planted, growthInstances, sizes[:study.At(scale, 10, 14, 14)]...)
	// structure
	add(part{Strategies: structure, Limits: capped}, planted, study.At(scale, 100, 200, 200), structureSizes[:study.At(scale, 16, 18, 18)]...)
	// solvable
	add(part{Strategies: []string{"contraction" + startsOption}, Limits: capped}, []string{"uniform"}, study.At(scale, 300, 500, 500),
		4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20)
	// families
	add(part{Strategies: append([]string{"contraction"}, counting...), Limits: fewer},
		withCycles([]string{"planted-cycles"}, plantedCycles[:study.At(scale, 3, 4, 4)]...), 10, 151)
	add(part{Strategies: []string{"contraction"}, Limits: fewer},
		withCycles([]string{"parity-trap", "double-trap"}, plantedCycles[1:study.At(scale, 3, 5, 5)]...), 10, 300)
	return parts, err
}

// structureSizes are the sizes of the rings whose structure is counted.
var structureSizes = []int{30, 31, 100, 101, 300, 301, 1000, 1001, 2000, 2001, 3000, 3001, 10_000, 10_001, 30_000, 30_001, 100_000, 100_001}

// plantedCycles lists the numbers of free cycles in hard rings.
var plantedCycles = []int{2, 6, 10, 14, 18}

// withCycles returns each family in combination with each number of free cycles.
func withCycles(families []string, cycles ...int) []string {
	var names []string
	for _, f := range families {
		for _, c := range cycles {
			names = append(names, fmt.Sprintf("%s,c=%d", f, c))
		}
	}
	return names
}

// rings returns n rings of each family and size. Each ring is drawn when its trial runs.
func rings(families []string, n int, sizes []int, seed uint64) ([]experiments.Instance, error) {
	instances := make([]experiments.Instance, 0, len(families)*len(sizes)*n)
	for _, set := range families {
		family, err := render.Puzzle().Family(set)
		if err != nil {
			return nil, err
		}
		for _, size := range sizes {
			instances = append(instances, experiments.Drawn(set, family, puzzle.SizeN(size), n, seed)...)
		}
	}
	return instances, nil
}

// The trials of all parts are in one list. Set, mode, strategy and size determine which question a
// trial belongs to.

// planted returns the trials in budget mode that look for one solution of a planted ring.
func planted(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is("planted"), frame.Mode.Is(trial.Budget), finding)
}

// finding passes trials that look for one solution from one start.
func finding(t *trial.Trial) bool {
	return !strings.HasSuffix(t.Strategy, countOption) && !strings.HasSuffix(t.Strategy, startsOption) && !strings.HasSuffix(t.Strategy, structureOption)
}

// growth returns the trials on those small planted rings on which every strategy for that size ran,
// so that all curves and totals are about the same rings.
func growth(trials frame.Frame) frame.Frame {
	rows, strategies, ran := planted(trials), map[int]int{}, map[frame.Instance]int{}
	for size, at := range frame.By(rows, frame.Size) {
		strategies[size] = len(frame.Strategy.Of(at))
	}
	for t := range rows.All() {
		ran[frame.InstanceOf(t)]++
	}
	return rows.Where(func(t *trial.Trial) bool { return ran[frame.InstanceOf(t)] == strategies[t.Size] })
}

// pruned lists the two strategies that differ only in sorting.
var pruned = []string{"pruning", "pruning+sorting"}

// structure names the strategy that reports what contraction leaves of a ring.
var structure = []string{"contraction" + structureOption}

// sortingPair returns the trials of the two strategies that differ only in sorting.
func sortingPair(trials frame.Frame) frame.Frame {
	return planted(trials).Where(frame.Strategy.Is(pruned...))
}

// timed returns the trials that ran one at a time, without the control arms.
func timed(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Mode.Is(trial.Timed), frame.NoControl)
}

// largeSize is the smallest size in the part that goes up to a million nodes.
const largeSize = 1_000

func large(trials frame.Frame) frame.Frame { return timed(trials).Where(frame.Size.From(largeSize)) }

func counted(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is("planted"), func(t *trial.Trial) bool { return strings.HasSuffix(t.Strategy, countOption) })
}

func structured(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is("planted"), frame.Strategy.Is(structure...))
}

func uniform(trials frame.Frame) frame.Frame { return trials.Where(frame.Set.Is("uniform")) }

func families(trials frame.Frame) frame.Frame {
	return trials.Where(func(t *trial.Trial) bool { return strings.Contains(t.Set, ",c=") })
}

// strategiesOf returns the strategies among the trials, in the study's order.
func strategiesOf(trials frame.Frame) []string {
	return frame.Strategy.In(StrategyNames()...).Of(trials)
}

// files holds the sources of this package, from which reports show how items are made, and its
// data.
//
//go:embed *.go *.csv *.md
var files embed.FS
