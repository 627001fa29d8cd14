package heuristics

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strconv"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/kind"
)

// Name is the name of the study in commands, folders and stored rows.
const Name = "heuristics"

// Definition returns the study.
func Definition() study.Definition {
	return study.Definition{
		Name:      Name,
		Title:     "What is a heuristic worth? Every position of the 8-puzzle",
		Source:    "write-up of the 8-puzzle assignment of the Coursera course Algorithms, Part I, 2014",
		Puzzle:    "tiles",
		Key:       []string{"must-expand", "map-manhattan"},
		Code:      code,
		Canonical: sliding.Canonical,
		Sizes:     study.OnlySize(9, "the cells of the 8-puzzle"),
		Plan: func(c study.Choice) study.Runner {
			return study.Scaled(Study{Strategies: c.Strategies, Instances: c.Instances, Nodes: c.Nodes}.plan)
		},
		Sections: sections,
		Lead:     lead,
	}
}

const (
	rootSeed = 1
	// nodeCap ends a run of A* or IDA*; its counters are then lower bounds. The
	// write-up's program, which keeps no table of boards and may take millions
	// of nodes where a few thousand positions are to be seen, has a smaller one.
	nodeCap = 1_000_000
	// Sets of boards.
	uniformSet  = "uniform"
	courseSet   = "coursera"
	distanceSet = "by-distance"
)

// Study says what to run. The zero value is the study as published; the fields
// change its part on uniform boards, searches, and leave the others out.
type Study struct {
	Strategies []string // names as [tiles.ParseStrategy] takes them; none means A* and IDA* with each heuristic
	Instances  int      // uniform boards; 0 means the scale's own number
	Nodes      uint64   // limit on the nodes expanded by each trial; 0 means 10⁶
}

// The write-up's program, and its steps taken back.
const (
	program        = "astar-coursera/"
	byHamming      = program + "hamming"
	byManhattan    = program + "manhattan"
	withParent     = byManhattan + ",no-critical"
	withClosedList = byManhattan + ",closed-list"
	withTwin       = byManhattan + ",twin"
	recomputed     = byManhattan + ",recompute"
)

// steps are the options of the write-up's program.
var steps = []string{withParent, withClosedList, withTwin, recomputed}

// parts returns the sweeps of the study at a scale.
func (s Study) parts(scale experiments.Scale) ([]sliding.Part, error) {
	boards := func(n int) ([]experiments.Instance[tiles.Board], error) {
		return sliding.Drawn(uniformSet, side, side, n, rootSeed)
	}
	all, err := boards(pick(scale, 200, 1000, 5000))
	if err != nil {
		return nil, err
	}
	searches := sliding.Part{Instances: all, Strategies: searchNames(), Limits: search.Limits{Expanded: nodeCap}}
	if len(s.Strategies) > 0 || s.Instances != 0 || s.Nodes > 0 {
		if len(s.Strategies) > 0 {
			searches.Strategies = s.Strategies
		}
		if s.Instances < 0 {
			return nil, fmt.Errorf("heuristics: %d boards (want at least 1)", s.Instances)
		}
		if s.Instances > 0 {
			if searches.Instances, err = boards(s.Instances); err != nil {
				return nil, err
			}
		}
		if s.Nodes > 0 {
			searches.Limits.Expanded = s.Nodes
		}
		return []sliding.Part{searches}, nil
	}
	parts := []sliding.Part{searches}
	add := func(p sliding.Part) { parts = append(parts, p) }

	// programs: uniform boards, and those of the course
	limit := pick[uint64](scale, 100_000, 300_000, 1_000_000)
	add(sliding.Part{Instances: all, Strategies: []string{byHamming, byManhattan, withTwin, recomputed}, Limits: search.Limits{Expanded: limit}})
	some := all[:pick(scale, 50, 200, 1000)]
	add(sliding.Part{Instances: some, Strategies: []string{withParent, withClosedList}, Limits: search.Limits{Expanded: limit}})
	add(sliding.Part{Instances: some, Strategies: []string{"astar/none"}, Limits: search.Limits{Expanded: nodeCap}})
	course := sliding.Known(courseSet, func(k tiles.Known) bool { return k.Optimal > 0 && (k.Board.Cells() <= side*side || k.Optimal <= 30) })
	add(sliding.Part{Instances: course, Strategies: []string{byHamming, byManhattan, "astar/hamming", "astar/manhattan"}, Limits: search.Limits{Expanded: limit}})
	// distances: as many boards at every distance, from easy to hard
	at, err := byDistance(pick(scale, 6, 100, 200))
	if err != nil {
		return nil, err
	}
	add(sliding.Part{Instances: at, Strategies: distanceNames(), Limits: search.Limits{Expanded: nodeCap}})
	printed := slices.DeleteFunc(slices.Clone(at), func(i experiments.Instance[tiles.Board]) bool { return !inBook(i.Index / perDistance) })
	add(sliding.Part{Instances: printed, Strategies: []string{byHamming, byManhattan}, Limits: search.Limits{Expanded: limit}})
	// times
	some = all[:pick(scale, 20, 100, 500)]
	add(sliding.Part{Instances: some, Strategies: append([]string{byManhattan}, steps...), Mode: experiments.Timed, Limits: search.Limits{Expanded: limit}})
	add(sliding.Part{Instances: some, Strategies: searchNames(), Mode: experiments.Timed, Limits: search.Limits{Expanded: nodeCap}})
	// survey and expansions
	goals, err := everyPosition()
	if err != nil {
		return nil, err
	}
	var surveys []string
	for _, h := range heuristicNames() {
		surveys = append(surveys, surveyOf(h))
	}
	add(sliding.Part{Instances: goals, Strategies: surveys})
	add(sliding.Part{Instances: goals, Strategies: []string{expansionsPrefix + pick(scale, "2000", everyStart, everyStart)}})
	return parts, nil
}

// everyPosition returns the instances of surveys: the goals.
func everyPosition() ([]experiments.Instance[tiles.Board], error) {
	var list []experiments.Instance[tiles.Board]
	for _, c := range goalCells {
		goal, err := goalOn(c.cell)
		if err != nil {
			return nil, err
		}
		list = append(list, experiments.Instance[tiles.Board]{
			Set: everySet, Index: c.cell, Size: side * side,
			Text: "tiles every-position@1 size=3x3 goal-blank=" + strconv.Itoa(c.cell), Puzzle: goal,
		})
	}
	return list, nil
}

// The algorithms that run with every heuristic.
const (
	astar   = "astar/"
	idastar = "idastar/"
)

// searchNames returns A* and IDA* with each heuristic but none: IDA* would
// take hours, and A* runs apart, on fewer boards.
func searchNames() []string {
	informed := heuristicNames()[1:]
	return append(under(astar, informed...), under(idastar, informed...)...)
}

// distanceNames returns the searches on boards of every distance.
func distanceNames() []string {
	some := []string{"hamming", "manhattan", "linear-conflict", "lc-wd"}
	return append(under(astar, some...), under(idastar, some...)...)
}

// under puts an algorithm before each heuristic.
func under(algorithm string, heuristics ...string) []string {
	var names []string
	for _, h := range heuristics {
		names = append(names, algorithm+h)
	}
	return names
}

// pick chooses among the plans of the three scales.
func pick[T any](scale experiments.Scale, quick, standard, full T) T {
	switch scale {
	case experiments.Quick:
		return quick
	case experiments.Full:
		return full
	}
	return standard
}

// source is the code of this package that decides what a trial's row says.
//
//go:embed strategies.go space.go must.go
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
	parts, err := s.parts(scale)
	return sliding.Plan{Study: Name, Check: kind.Kind().Check, Read: kind.Kind().Instance, Seed: rootSeed, Code: code, Strategy: strategy, Parts: parts}, err
}
