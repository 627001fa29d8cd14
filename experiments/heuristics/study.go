package heuristics

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

// Name is the name of the study in commands, folders and stored rows.
const Name = "heuristics"

// Definition describes the study for commands and reports: its trials, items and claims.
func Definition() study.Definition {
	return study.Definition{
		Name:      Name,
		Title:     "What is a heuristic worth? A* on the 8-puzzle",
		Source:    "write-up of the 8-puzzle assignment of the Coursera course Algorithms, Part I, 2014",
		Puzzle:    "tiles",
		Key:       "must-expand",
		Picture:   "puzzle",
		Canonical: study.Canonical(render.Puzzle().Strategy),
		Plan:      plan,
		Items:     slices.Concat(overviewItems, stepsItems, positionsItems, costItems, growthItems, timesItems),
		Files:     files,
		Claims:    claims,
		Headlines: []string{"manhattan-saves", "conflict-saves", "error-ranks"},
	}
}

// figure makes an item from a drawing. Each heuristic looks the same in all drawings, whichever
// search uses it.
var figure = study.Figures(plots.Scheme(sliding.Looks[:7]).On)

// words maps the placeholders in claims.md to their values.
var words = map[string]any{
	"branchingTolerance": fmt.Sprintf("%.2f", branchingTolerance),
	"quickBoards":        boardsAt(experiments.Quick),
	"budget":             study.Grouped(programCap),
}

// claims of all sections are decided together.
var claims = study.Claims(files, plan, study.Say(files, words, slices.Concat(stepsClaims, positionsClaims, costClaims, growthClaims, timesClaims)...)...)

// Item makes the figure, table or claim with the given ID from the trials. It returns an error if
// the study has no item with this ID.
func Item(trials frame.Frame, id string) (reports.Block, error) { return Definition().Item(trials, id) }

const (
	rootSeed = 2
	// nodeCap is the node limit for A* and IDA*; the counters of a run that reaches it are lower
	// bounds. The limit for the write-up's program is lower: this program does not keep a table of
	// visited boards, and may expand millions of nodes to cover a few thousand positions.
	nodeCap = 1_000_000
	// Sets of boards.
	uniformSet  = "uniform"
	courseSet   = "coursera"
	distanceSet = "by-distance"
	// The write-up's program, and versions with an improvement undone.
	program        = "astar-coursera/"
	byHamming      = program + "hamming"
	byManhattan    = program + "manhattan"
	withParent     = byManhattan + ",no-critical"
	withClosedList = byManhattan + ",closed-list"
	withTwin       = byManhattan + ",twin"
	recomputed     = byManhattan + ",recompute"
	inRows         = byManhattan + ",rows"
	// The algorithms that run with every heuristic.
	astar   = "astar/"
	idastar = "idastar/"
)

// Study holds the parameters that a notebook may set. The zero value is the study as published. If
// any field is set, the study runs only its searches on uniformly random boards.
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
		Study: Name, Kind: render.Puzzle(), Files: files, Seed: rootSeed, Strategy: strategy,
		Family: uniformSet, Sizes: []string{"3x3"}, Only: "the 8-puzzle", Instances: boardsAt(c.Scale),
		Strategies: searches(informed...), Limits: search.Limits{Expanded: nodeCap},
	}.Then(rest).Plan(c)
}

// boardsAt returns the number of uniformly random boards at a scale.
func boardsAt(scale experiments.Scale) int { return study.At(scale, 100, 1000, 5000) }

// programCap is the node limit for the write-up's programs. It is the same at every scale, because
// ratios that include stopped searches depend on the limit.
const programCap = 100_000

// informed lists all heuristics except none, with which IDA* would take hours. A* runs without a
// heuristic on fewer boards.
var informed = heuristicNames()[1:]

// searches returns A* and IDA* with each of the heuristics.
func searches(heuristics ...string) []string {
	return append(sliding.Under(heuristics, astar), sliding.Under(heuristics, idastar)...)
}

// rest returns the sweeps in addition to the searches, for a scale and a root seed.
func rest(scale experiments.Scale, seed uint64) ([]study.Part, error) {
	all, err := sliding.Drawn(uniformSet, side, side, boardsAt(scale), seed)
	if err != nil {
		return nil, err
	}
	some, few := all[:study.At(scale, 30, 200, 1000)], all[:study.At(scale, 15, 100, 500)]
	course := sliding.Known(courseSet, func(k tiles.Known) bool { return k.Optimal > 0 && (k.Board.Cells() <= side*side || k.Optimal <= 30) })
	at := byDistance(study.At(scale, 6, 100, 200), seed)
	inBook := slices.DeleteFunc(slices.Clone(at), func(i experiments.Instance) bool {
		return !slices.ContainsFunc(book, func(p printed) bool { return p.distance == i.Index/perDistance })
	})
	short, long := search.Limits{Expanded: programCap}, search.Limits{Expanded: nodeCap}
	return []study.Part{
		// programs: boards drawn uniformly, and boards of the course
		{Instances: all, Strategies: []string{byHamming, byManhattan, withTwin, recomputed, inRows}, Limits: short},
		{Instances: some, Strategies: []string{withParent, withClosedList}, Limits: short},
		{Instances: some, Strategies: []string{"astar/none"}, Limits: long},
		{Instances: course, Strategies: []string{byHamming, byManhattan, "astar/hamming", "astar/manhattan"}, Limits: short},
		// distances: the same number of boards at every distance, from easy to hard
		{Instances: at, Strategies: searches("hamming", "manhattan", "linear-conflict", "lc-wd"), Limits: long},
		{Instances: inBook, Strategies: []string{byHamming, byManhattan}, Limits: short},
		// times
		{Instances: few, Strategies: []string{byManhattan, withParent, withClosedList, withTwin, recomputed, inRows}, Mode: trial.Timed, Control: byManhattan, Limits: short},
		{Instances: course, Strategies: []string{byManhattan, withParent, withClosedList}, Mode: trial.Timed, Limits: short},
		{Instances: few, Strategies: searches(informed...), Mode: trial.Timed, Control: idastar + tiles.LCWD.Name, Limits: long},
		// survey and expansions
		{Instances: everyPosition(), Strategies: sliding.Under(heuristicNames(), surveyPrefix)},
		{Instances: everyPosition(), Strategies: []string{expansionsPrefix + study.At(scale, "250", everyStart, everyStart)}},
	}, nil
}

// everyPosition returns the instances of surveys, which are the goals.
func everyPosition() []experiments.Instance {
	return study.Map(goalCells, func(g goal) experiments.Instance {
		return experiments.Instance{
			Set: everySet, Index: g.cell, Size: side * side, Text: "tiles every-position@1 size=3x3 goal-blank=" + strconv.Itoa(g.cell),
			Puzzle: experiments.Made(func() (puzzle.Instance, error) { return goalOn(g.cell) }),
		}
	})
}

// The trials of all parts are in one list. Set, mode and strategy determine which question a trial
// belongs to.

// uniform returns the trials on uniformly random boards in a mode, without control arms.
func uniform(f frame.Frame, m trial.Mode) frame.Frame {
	return f.Where(frame.Set.Is(uniformSet), frame.Mode.Is(m), frame.NoControl)
}

// Selections of the trials for claims: counts and times on uniformly random boards.
var (
	byCounts = frame.Selection{Sets: []string{uniformSet}, Mode: trial.Budget}
	byTimes  = frame.Selection{Sets: []string{uniformSet}, Mode: trial.Timed}
)

const population = "solvable 8-puzzle boards, all equally likely"

// every answers a claim about all cases on a list from the cases that ran.
func every[T any](noun string, list []string, ran []T, name func(T) string, agrees func(T) bool) (claim.Answer, error) {
	found := map[string]bool{}
	for _, one := range ran {
		found[name(one)] = agrees(one)
	}
	return claim.Every(noun, list, found), nil
}

// algorithm is the first part of a strategy's name, before the heuristic. It is "" for strategies
// that are not part of the study.
var algorithm = frame.NewFactor("algorithm", algorithmOf)

func algorithmOf(t *trial.Trial) string {
	if i := slices.IndexFunc(algorithms, func(name string) bool { return strings.HasPrefix(t.Strategy, name) }); i >= 0 {
		return algorithms[i]
	}
	return ""
}

var algorithms = []string{program, astar, idastar, surveyPrefix, expansionsPrefix}

// byStrategy groups trials by strategy, in the study's order.
var byStrategy = frame.Strategy.In(append([]string{byHamming, byManhattan, withParent, withClosedList, withTwin, recomputed, inRows}, slices.Concat(searches(heuristicNames()...), sliding.Under(heuristicNames(), surveyPrefix))...)...)

// files holds the sources of this package, from which reports show how items are made, and its
// data.
//
//go:embed *.go *.csv *.md
var files embed.FS
