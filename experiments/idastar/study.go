package idastar

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

// Name is the name of the study in commands, folders and stored rows.
const Name = "idastar"

// figure makes an item from a drawing. Each heuristic looks the same in all drawings.
var figure = study.Figures(plots.Scheme(sliding.Looks).On)

// Definition describes the study for commands and reports: its trials, items and claims.
func Definition() study.Definition {
	return study.Definition{
		Name:      Name,
		Title:     "Depth-first or best-first? Searching the 15-puzzle",
		Source:    "Simon531, blog post on IDA* in C, 2019; lemtea8, 15-puzzle solver in C++; R. E. Korf, Artificial Intelligence 27, 1985",
		Puzzle:    "tiles",
		Key:       "memory-random",
		Picture:   "board",
		Canonical: study.Canonical(render.Puzzle().Strategy),
		Plan:      plan,
		Items:     items,
		Files:     files,
		Claims:    claims,
		Headlines: []string{"memory-idastar-goes-on", "memory-expands-more", "memory-faster"},
	}
}

// items are listed by section; each section is declared next to the functions that make its items.
var items = slices.Concat(
	overviewItems, simonItems, lemteaItems, korfItems, growthItems, predictionItems,
	memoryItems, spaceItems, qualityItems, orderItems, shapeItems, twentyFourItems,
)

// words maps the placeholders in claims.md to their values.
var words = map[string]any{
	"branching":         fmt.Sprintf("%.4f", branching),
	"closeness":         fmt.Sprintf("%.0f", 100*closeness),
	"disputed":          disputed.Name,
	"disputedOptimal":   disputed.Optimal,
	"disputedPublished": disputed.Published,
	"few":               few,
	"fewWeighted":       fewWeighted,
	"littleMemory":      study.Binary(littleMemory),
	"perStep":           fmt.Sprintf("%.4f", perStep),
}

var claims = study.Claims(files, plan, study.Say(files, words, slices.Concat(
	simonClaims, lemteaClaims, korfClaims, growthClaims, predictionClaims,
	memoryClaims, spaceClaims, qualityClaims, orderClaims, shapeClaims, twentyFourClaims,
)...)...)

// Item makes the figure, table or claim with the given ID from the trials. It returns an error if
// the study has no item with this ID.
func Item(trials frame.Frame, id string) (reports.Block, error) { return Definition().Item(trials, id) }

const rootSeed = 2

// Study holds the parameters that a notebook may set. The zero value is the study as published. If
// any field is set, the study runs only its part with Korf's boards.
type Study study.Parameters

// Run runs the trials that are missing from the results folder of the setting and returns all
// trials of the study. Running it again resumes an interrupted run and does not repeat stored
// trials. It reports progress only if there is something to run.
func (s Study) Run(ctx context.Context, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error) {
	return Definition().RunChosen(ctx, study.Parameters(s), setting, progress)
}

// Names of the board sets that this study generates itself.
const (
	equilibriumSet = "equilibrium" // one instance, for trials that draw their own boards
	uniformSet     = "uniform"
	smallSet       = uniformSet + "-4x3" // boards that every search solves
)

// heuristicsOfKorf lists the heuristics for solving Korf's boards.
var heuristicsOfKorf = []string{"manhattan", "linear-conflict", "walking-distance", "lc-wd"}

// plan returns what to run for a choice. If it takes only some of Korf's boards, these are the
// easiest ones.
func plan(c study.Choice) (study.Runner, error) {
	return study.Growing{
		Study: Name, Kind: render.Puzzle(), Files: files, Seed: rootSeed, Strategy: strategy,
		Own:    func(n int) ([]experiments.Instance, error) { return easiest(n), nil },
		Family: uniformSet, Sizes: []string{"4x4"}, Only: "the 15-puzzle", Instances: study.At(c.Scale, 25, 100, 100),
		Strategies: korfNames,
	}.Then(rest).Plan(c)
}

// Numbers of Korf's boards at the quick scale, for every search and for weighted A*.
const few, fewWeighted = 6, 15

// littleMemory is the memory limit of A* on random 15-puzzle boards.
const littleMemory = 2 << 20

// rest returns the sweeps in addition to the one on Korf's boards, for a scale and a root seed.
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
	limits := map[string]search.Limits{ // for searches that store nodes, and for the strongest search
		"idastar/lc-wd": {}, "bfs": bytes(16<<20, 256<<20, 4<<30), "astar/lc-wd": bytes(16<<20, 1<<30, 4<<30),
		"astar-lemtea8": bytes(32<<20, 256<<20, 4<<30), "astar/manhattan": bytes(64<<20, 256<<20, 4<<30),
	}
	parts := []study.Part{
		// simon531: the table of the write-up in C, one trial at a time
		{Instances: simon, Strategies: []string{"idastar-simon531", "idastar/manhattan,order=lrud", "idastar/manhattan", "idastar/lc-wd"}, Mode: trial.Timed},
		// lemtea8: the boards of the C++ write-up, in parallel, because one search on the last
		// board takes as long as most others together
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
		// memory: A* compared with IDA* on the same boards, one trial at a time
		{Instances: easiest(study.At(scale, 15, 40, 60)), Strategies: memoryStrategies, Mode: trial.Timed, Limits: search.Limits{Bytes: held}},
		{Instances: easiest(study.At(scale, few, 20, 40)), Strategies: []string{lowG, mustManhattan}, Limits: search.Limits{Bytes: 4 * held}},
		// bidirectional: search from both ends, and best-first search in linear space
		{Instances: some, Strategies: under(memoryHeuristics, "rbfs/"), Limits: nodes(3_000_000, 30_000_000, 100_000_000)},
		{Instances: some, Strategies: under(memoryHeuristics, "mm/"), Limits: search.Limits{Bytes: 4 * held}},
		// quality: how much longer solutions get when less is searched
		{Instances: easiest(study.At(scale, fewWeighted, 100, 100)), Strategies: suboptimal(), Limits: search.Limits{Bytes: 1 << 30}},
		// anytime: the solutions on the way to the best
		{Instances: easiest(study.At(scale, few, 25, 50)), Strategies: anytime(), Limits: search.Limits{Bytes: 4 * held}},
		// orders: the same search with every move order
		{Instances: some, Strategies: ordered()},
	}
	// random boards, for the claims about random boards
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
	// twentyfour: the 24-puzzle, as far as the limits allow
	if scale == experiments.Full {
		parts = append(parts, study.Part{Instances: sliding.Known(twentyFourSet, nil), Strategies: twentyFourStrategies, Limits: search.Limits{Expanded: 100_000_000}})
	}
	return parts, nil
}

func easiest(n int) []experiments.Instance {
	return sliding.Known("korf100", sliding.Easiest("korf100", n))
}

// numbers returns a filter for the boards with the given numbers, or for all boards if none are
// given.
func numbers(numbers ...int) func(tiles.Known) bool {
	return func(k tiles.Known) bool { return len(numbers) == 0 || slices.Contains(numbers, k.Number) }
}

// files holds the sources of this package, from which reports show how items are made, and its
// data.
//
//go:embed *.go *.csv *.md
var files embed.FS

var overviewItems = []study.Item{
	study.Picture("board", boardTitle, boardFigure), study.Block("overview", overview),
}

// boardTitle is the title of the board that introduces the puzzle.
const boardTitle = "The first of Korf's boards, with its Manhattan distance"

// boardFigure draws one of Korf's boards with its Manhattan distance.
func boardFigure(frame.Frame) (reports.Figure, error) {
	k := korfBoards()[0]
	svg, png, err := plots.Drawing(func(w io.Writer) error {
		return render.SVG(w, k.Board, render.Drawing{Heuristic: tiles.Manhattan, Size: 340, ID: "board"})
	})
	return reports.Figure{
		ID: "board", Title: boardTitle, SVG: svg, PNG: png,
		Caption: fmt.Sprintf("Arrows and small numbers show how far each tile is from its goal cell, %d moves in total. Linear conflict estimates %d moves, and walking distance %d; a shortest solution has %d moves.",
			tiles.Manhattan.Of(k.Board), tiles.LinearConflict.Of(k.Board), tiles.WalkingDistance.Of(k.Board), k.Optimal),
		Alt: fmt.Sprintf("A 4×4 board with the tiles %s, showing how far each tile is from its goal cell.", strings.TrimPrefix(k.Board.String(), "goal=blank-first ")),
	}, err
}

// overview lists what was run: boards, strategies and limits of each set.
func overview(trials frame.Frame) (reports.Table, error) {
	type part = frame.Group[string]
	parts := frame.NewFactor("part", func(t *trial.Trial) string {
		return fmt.Sprintf("%s %03d %s %s", t.Set, t.Size, algorithmOf(t.Strategy), t.Mode)
	})
	text := "Sets without a size contain 15-puzzle boards. Rows with only some of the boards in korf100 contain the easiest ones."
	return column.Fill(reports.Table{ID: "overview", Title: "What was run", Groups: 1, Caption: text}, frame.Groups(trials.Where(frame.NoControl), parts),
		column.Words("set", func(p part) string {
			if t := p.First(); t.Size != 16 && !strings.Contains(t.Set, "-") {
				return fmt.Sprintf("%s, %d cells", t.Set, t.Size)
			}
			return p.First().Set
		}),
		column.Counts("boards", part.Instances), column.Words("mode", func(p part) string { return string(p.First().Mode) }),
		column.Counts("trials", part.Len), column.Counts("capped", func(p part) int { return p.Count(frame.Limited) }).Doc("number of trials stopped by a limit"),
		column.Words("strategies", func(p part) string { return study.Names(frame.Strategy.In(korfNames...).Of(p.Frame)) }),
	), nil
}

// triedNodes is the node limit of Try on each board.
const triedNodes = 5_000_000

// Try solves the n easiest of Korf's boards using IDA* and the heuristic h, for example your own.
// The table compares it with Manhattan distance and linear conflict. A solution that is longer than
// the shortest one shows that the heuristic overestimates. Try does not store any trials.
func Try(h tiles.Heuristic, n int) (reports.Table, error) {
	if n < 1 {
		return reports.Table{}, fmt.Errorf("idastar: try %s on %d boards (want 1 or more)", h.Name, n)
	}
	trials, err := sliding.Tried(easiest(n), triedNodes, map[string]tiles.Heuristic{"own": h, "linear-conflict": tiles.LinearConflict})
	if err != nil {
		return reports.Table{}, err
	}
	both := trials.Match("own", "linear-conflict")
	text := fmt.Sprintf("The ratios have a geometric mean of %.3f. Searches are cut off after expanding %s nodes.", stats.GeoMean(both.Solved().Quotients(generated, 1, 0)), study.Grouped(triedNodes))
	return column.Fill(reports.Table{ID: "try", Title: "IDA* with " + h.Name + " on Korf's easiest boards", Caption: text}, both,
		column.Words("board", func(c frame.Case) string { return korfName(c.Index) }),
		column.Counts("shortest", func(c frame.Case) int { return shortest(c.Trials[0]) }).Doc("length of a shortest solution"),
		column.Cells("found", reports.Count, func(c frame.Case) (found reports.Cell) {
			if own := c.Trials[0]; solved(own) {
				found = reports.Int(own.Cost)
			}
			return found
		}).Doc("length of the solution found with "+h.Name),
		column.Counts("estimate", func(c frame.Case) int { return h.Of(korfBoards()[c.Index].Board) }).Doc("estimate at the start by "+h.Name),
		column.Counts("generated, manhattan", func(c frame.Case) uint64 { return korfBoards()[c.Index].Manhattan.Generated }),
		column.Counts("generated, linear-conflict", func(c frame.Case) uint64 { return c.Trials[1].Meter.Generated }),
		column.Bounds("generated, "+h.Name, reports.Count, func(c frame.Case) frame.Bounded { return counted(c.Trials[0], generated) }),
		column.Numbers("÷ linear-conflict", reports.Ratio, func(c frame.Case) float64 {
			if !solved(c.Trials[0]) || !solved(c.Trials[1]) {
				return math.NaN()
			}
			return quotient(generated.Value(c.Trials[0]), generated.Value(c.Trials[1]))
		})), nil
}
