package scaling

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	walkkind "github.com/puzzlelab/puzzlelab/solvers/colorwalk/kind"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	ringskind "github.com/puzzlelab/puzzlelab/solvers/handsoftime/kind"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	tileskind "github.com/puzzlelab/puzzlelab/solvers/tiles/kind"
)

// Name is the name of the study in commands, folders and stored rows.
const Name = "scaling"

// Definition returns the study.
func Definition() study.Definition {
	return study.Definition{
		Name:      Name,
		Title:     "How does search grow? Three puzzles, small to large",
		Source:    "R. E. Korf, M. Reid, S. Edelkamp, Time complexity of iterative-deepening-A*, Artificial Intelligence 129, 2001; B. Pitney, 2013",
		Key:       []string{"rings-growth", "boards-growth"},
		Code:      code,
		Canonical: canonical,
		Sizes:     checkSizes,
		Plan:      func(c study.Choice) study.Runner { return study.Scaled(Study(c).plan) },
		Sections:  sections,
		Lead:      lead,
	}
}

const rootSeed = 1

// Study says what to run. The zero value is the study as published; the fields
// change the parts in which the instances grow, and leave the others out.
type Study struct {
	Sizes      []int    // nodes of rings, cells of boards; none means the study's own
	Strategies []string // of any puzzle; none means the study's own
	Instances  int      // of each size; 0 means the scale's own number
	Nodes      uint64   // limit on the nodes expanded by each trial; 0 means the scale's own
}

// whole reports whether the study is as published.
func (s Study) whole() bool {
	return len(s.Strategies) == 0 && len(s.Sizes) == 0 && s.Instances == 0 && s.Nodes == 0
}

// checkSizes refuses sizes on which no puzzle runs any of the strategies.
func checkSizes(c study.Choice) error {
	if _, err := Study(c).plan(experiments.Quick); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "scaling: "))
	}
	return nil
}

// plan returns what the study runs at a scale, a plan for each puzzle.
func (s Study) plan(scale experiments.Scale) (study.Runner, error) {
	for _, name := range s.Strategies {
		if _, err := canonical(name); err != nil {
			return nil, err
		}
	}
	s.Sizes = slices.Compact(slices.Sorted(slices.Values(s.Sizes)))
	var plans study.Plans
	rings, err := s.rings(scale)
	if err != nil {
		return nil, err
	}
	if len(rings) > 0 {
		plans = append(plans, study.Plan[handsoftime.Ring]{Study: Name, Check: ringskind.Kind().Check, Read: ringskind.Kind().Instance, Seed: rootSeed, Code: code, Strategy: ringskind.Kind().Strategy, Parts: rings})
	}
	boards, err := s.boards(scale)
	if err != nil {
		return nil, err
	}
	if len(boards) > 0 {
		plans = append(plans, study.Plan[tiles.Board]{Study: Name, Check: tileskind.Kind().Check, Read: tileskind.Kind().Instance, Seed: rootSeed, Code: code, Strategy: tileskind.Kind().Strategy, Parts: boards})
	}
	walk, err := s.walk(scale)
	if err != nil {
		return nil, err
	}
	if len(walk) > 0 {
		plans = append(plans, study.Plan[colorwalk.Board]{Study: Name, Check: walkkind.Kind().Check, Read: walkkind.Kind().Instance, Seed: rootSeed, Code: code, Strategy: walkkind.Kind().Strategy, Parts: walk})
	}
	if len(plans) == 0 {
		return nil, fmt.Errorf("scaling: no puzzle of the study runs %s on instances of size %s", strings.Join(s.Strategies, ", "), study.Listed(s.Sizes))
	}
	return plans, nil
}

// chosen returns the strategies of a puzzle that are to run: its own ones, or
// those asked for that it knows.
func (s Study) chosen(own []string, known func(name string) bool) []string {
	if len(s.Strategies) == 0 {
		return own
	}
	var names []string
	for _, name := range s.Strategies {
		if known(name) {
			names = append(names, name)
		}
	}
	return names
}

// instances returns the number asked for, or the scale's own.
func (s Study) instances(own int) int {
	if s.Instances > 0 {
		return s.Instances
	}
	return own
}

// nodes returns the limit asked for, or the scale's own.
func (s Study) nodes(own uint64) search.Limits {
	if s.Nodes > 0 {
		own = s.Nodes
	}
	return search.Limits{Expanded: own}
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
//go:embed rings.go boards.go walk.go
var source embed.FS

func code() (string, error) {
	return experiments.CodeHash(append(slices.Concat(ringskind.Kind().Code, tileskind.Kind().Code, walkkind.Kind().Code), source)...)
}

// Run runs the trials that are missing from the results folder of the setting
// and returns all trials of the study. It is idempotent, resumes what was
// interrupted, and reports progress only if there is something to run.
func (s Study) Run(ctx context.Context, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error) {
	return study.Scaled(s.plan).Run(ctx, setting, progress)
}

// canonical returns the name of a strategy without the options that are its
// defaults. A name that two puzzles have, such as "bfs", means both.
func canonical(name string) (string, error) {
	switch {
	case ofRings(name):
		return name, nil
	case ofBoards(name):
		return sliding.Canonical(name)
	case ofWalk(name):
		s, err := walkkind.Kind().Strategy(name)
		return s.Name, err
	}
	var known []string
	for _, s := range ringskind.Kind().Strategies.List() {
		known = append(known, s.Name)
	}
	for _, s := range tileskind.Kind().Strategies.List() {
		known = append(known, s.Name)
	}
	for _, s := range walkkind.Kind().Strategies.List() {
		known = append(known, s.Name)
	}
	slices.Sort(known)
	return "", fmt.Errorf("scaling: no strategy of handsoftime, tiles or colorwalk is called %q%s", name, search.DidYouMean(name, known))
}
