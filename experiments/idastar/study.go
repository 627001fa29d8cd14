package idastar

import (
	"cmp"
	"context"
	"embed"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

// Name is the name of the study in commands, folders and stored rows.
const Name = "idastar"

// figure makes an item of a drawing, in which each heuristic has its place, and
// the two searches that are compared with the same heuristic.
var figure = study.Figures(plots.Scheme{"manhattan", "linear-conflict", "walking-distance", "lc-wd", "astar/manhattan", "idastar/manhattan"}.On)

// Definition returns the study.
func Definition() study.Definition {
	return study.Definition{
		Name:      Name,
		Title:     "Depth-first or best-first? Searching the 15-puzzle",
		Source:    "Simon531, blog post on IDA* in C, 2019; lemtea8, 15-puzzle solver in C++; R. E. Korf, Artificial Intelligence 27, 1985",
		Puzzle:    "tiles",
		Key:       "memory-nodes",
		Picture:   "board",
		Canonical: study.Canonical(render.Puzzle().Strategy),
		Plan:      plan,
		Items:     items,
		Files:     files,
		Claims:    claims,
		Headlines: []string{"memory-idastar-goes-on", "memory-expands-more", "memory-faster"},
	}
}

// sections are the parts of the report, each written down beside the functions
// that make its items.
var items = slices.Concat(
	overviewItems, simonItems, lemteaItems, korfItems, growthItems, predictionItems,
	memoryItems, spaceItems, qualityItems, orderItems, shapeItems, twentyFourItems,
)

var claims = study.Claims(files, plan, slices.Concat(
	simonClaims, lemteaClaims, korfClaims, growthClaims, predictionClaims,
	memoryClaims, spaceClaims, qualityClaims, orderClaims, shapeClaims, twentyFourClaims,
)...)

// Item makes the figure, table or claim of that ID.
func Item(trials frame.Frame, id string) (reports.Block, error) { return Definition().Item(trials, id) }

const rootSeed = 2

// Study says what to run, as the parameters of a notebook do. The zero value is
// the study as published; the fields change its part on Korf's boards, and
// leave the others out.
type Study study.Parameters

// Run runs the trials that are missing from the results folder of the setting
// and returns all trials of the study. It is idempotent, resumes what was
// interrupted, and reports progress only if there is something to run.
func (s Study) Run(ctx context.Context, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error) {
	return Definition().RunChosen(ctx, study.Parameters(s), setting, progress)
}

// Sets of boards that are not published ones.
const (
	equilibriumSet = "equilibrium" // one instance, on which samples of heuristic values are drawn
	uniformSet     = "uniform"
	smallSet       = uniformSet + "-4x3" // which every search solves
)

// heuristicsOfKorf are the heuristics that Korf's boards are solved with.
var heuristicsOfKorf = []string{"manhattan", "linear-conflict", "walking-distance", "lc-wd"}

// plan returns what a choice runs. Korf's boards are the easiest ones.
func plan(c study.Choice) (study.Runner, error) {
	return study.Growing{
		Study: Name, Kind: render.Puzzle(), Files: files, Seed: rootSeed, Strategy: strategy,
		Own:    func(n int) ([]experiments.Instance, error) { return easiest(n), nil },
		Family: uniformSet, Sizes: []string{"4x4"}, Only: "the 15-puzzle", Instances: study.At(c.Scale, 25, 100, 100),
		Strategies: korfNames,
	}.Then(rest).Plan(c)
}

// How many of Korf's boards every search runs on at the quick scale, and weighted A*.
const few, fewWeighted = 6, 15

// littleMemory is what A* has on random boards of the 15-puzzle.
const littleMemory = 2 << 20

// rest returns the sweeps behind that of Korf's boards at a scale, for a root seed.
func rest(scale experiments.Scale, seed uint64) ([]study.Part, error) {
	simon := sliding.Known("simon531", numbers(study.At(scale, []int{2}, nil, nil)...))
	lemtea := sliding.Known("lemtea8", numbers(study.At(scale, []int{1, 2, 3, 4, 5, 10}, nil, nil)...))
	some := easiest(study.At(scale, few, 20, 50))
	held := study.At[uint64](scale, 32<<20, 64<<20, 2<<30)
	bytes := func(quick, standard, full uint64) search.Limits {
		return search.Limits{Bytes: study.At(scale, quick, standard, full)}
	}
	nodes := func(quick, standard, full uint64) search.Limits {
		return search.Limits{Expanded: study.At(scale, quick, standard, full)}
	}
	limits := map[string]search.Limits{ // of those that store nodes, and of the strongest
		"idastar/lc-wd": {}, "bfs": bytes(16<<20, 256<<20, 4<<30), "astar/lc-wd": bytes(16<<20, 1<<30, 4<<30),
		"astar-lemtea8": bytes(32<<20, 256<<20, 4<<30), "astar/manhattan": bytes(64<<20, 256<<20, 4<<30),
	}
	parts := []study.Part{
		// simon531: the table of the write-up in C, one trial at a time
		{Instances: simon, Strategies: []string{"idastar-simon531", "idastar/manhattan,order=lrud", "idastar/manhattan", "idastar/lc-wd"}, Mode: trial.Timed},
		// lemtea8: the boards of the write-up in C++, beside each other because one
		// search of the last takes as long as most others together
		{
			Instances:  lemtea,
			Strategies: []string{"idastar/lc-wd", "bfs", "astar-lemtea8", "astar/manhattan", "astar/lc-wd", "idastar-lemtea8", "idastar-lemtea8,root-on-path", "idastar/manhattan,order=udlr", "idastar/manhattan"},
			LimitsFor: func(strategy string, _ int) search.Limits {
				if own, has := limits[strategy]; has {
					return own
				}
				return nodes(5_000_000, 100_000_000, 0)
			},
		},
		{Instances: sliding.Known("lemtea8", numbers(study.At(scale, []int{6, 7, 8}, nil, nil)...)), Strategies: []string{"idastar/lc-wd"}},
		{Instances: sliding.Known("lemtea8", numbers(disputed.Number)), Strategies: []string{"astar/manhattan"}, Mode: trial.Timed, Limits: bytes(16<<20, 1<<30, 4<<30)},
		{
			Instances: sliding.Known("lemtea8", numbers(study.At(scale, []int{3, 4}, []int{3, 4, 5}, []int{3, 4, 5})...)), Strategies: ablated(), Mode: trial.Timed,
			Limits: search.Limits{Expanded: study.At[uint64](scale, 200_000, 10_000_000, 100_000_000), Bytes: study.At[uint64](scale, 64<<20, 256<<20, 1<<30)},
		},
		// memory: A* against IDA* on the same boards, one trial at a time
		{Instances: easiest(study.At(scale, 15, 40, 60)), Strategies: memoryStrategies, Mode: trial.Timed, Limits: search.Limits{Bytes: held}},
		{Instances: easiest(study.At(scale, few, 20, 40)), Strategies: []string{lowG, mustManhattan}, Limits: search.Limits{Bytes: 4 * held}},
		// bidirectional: from both ends, and best-first in linear space
		{Instances: some, Strategies: under(memoryHeuristics, "rbfs/"), Limits: nodes(3_000_000, 30_000_000, 100_000_000)},
		{Instances: some, Strategies: under(memoryHeuristics, "mm/"), Limits: search.Limits{Bytes: 4 * held}},
		// quality: how much longer solutions become when less is searched
		{Instances: easiest(study.At(scale, fewWeighted, 100, 100)), Strategies: suboptimal(), Limits: search.Limits{Bytes: 1 << 30}},
		// anytime: the solutions on the way to the best
		{Instances: easiest(study.At(scale, few, 25, 50)), Strategies: anytime(), Limits: search.Limits{Bytes: 4 * held}},
		// orders: the same search with successors in every order
		{Instances: some, Strategies: ordered()},
	}
	// random boards, which the claims are about that say so
	drawn, err := sliding.Drawn(uniformSet, 4, 3, study.At(scale, 30, 100, 300), seed)
	fifteen, failed := sliding.Drawn(uniformSet, 4, 4, study.At(scale, 30, 100, 100), seed)
	if err = cmp.Or(err, failed); err != nil {
		return nil, err
	}
	parts = append(parts,
		study.Part{Instances: drawn, Strategies: []string{"astar/manhattan", "idastar/manhattan"}, Mode: trial.Timed, Control: "idastar/manhattan"},
		study.Part{Instances: drawn, Strategies: slices.Concat([]string{lowG, mustManhattan, "astar/lc-wd", "mm/lc-wd", "rbfs/manhattan", anytime()[0]}, study.Map(weights, weighted), ordered())},
		study.Part{Instances: fifteen, Strategies: []string{"astar/lc-wd", "idastar/lc-wd"}, Limits: search.Limits{Bytes: littleMemory}})
	// shapes: boards of other sizes
	shapes := []shape{{3, 2}, {4, 2}, {3, 3}, {5, 2}, {4, 3}, {6, 2}, {5, 3}, {4, 4}}
	for _, s := range shapes[:study.At(scale, 6, len(shapes), len(shapes))] {
		uniform, err := sliding.Drawn(uniformSet, s.width, s.height, study.At(scale, 30, 50, 100), seed)
		if err != nil {
			return nil, err
		}
		parts = append(parts, study.Part{Instances: uniform, Strategies: []string{shapesStrategy}, Limits: nodes(1_000_000, 10_000_000, 100_000_000)})
	}
	// equilibrium: the distribution of estimates over all positions, and the
	// nodes of random boards within bounds
	parts = append(parts, study.Part{
		Instances:  []experiments.Instance{equilibrium(seed)},
		Strategies: sampled(study.At(scale, 100_000, 2_000_000, 10_000_000), study.At(scale, 5_000, 60_000, 400_000), study.At(scale, 31, 33, 35)),
	})
	// twentyfour: the 24-puzzle, as far as it goes
	if scale == experiments.Full {
		parts = append(parts, study.Part{Instances: sliding.Known(twentyFourSet, nil), Strategies: twentyFourStrategies, Limits: search.Limits{Expanded: 100_000_000}})
	}
	return parts, nil
}

func easiest(n int) []experiments.Instance {
	return sliding.Known("korf100", sliding.Easiest("korf100", n))
}

// numbers returns a filter for the boards of these numbers; none means all.
func numbers(numbers ...int) func(tiles.Known) bool {
	return func(k tiles.Known) bool { return len(numbers) == 0 || slices.Contains(numbers, k.Number) }
}

// files are the sources of this package, of which reports show how items are made, and
// its data.
//
//go:embed *.go *.csv
var files embed.FS
