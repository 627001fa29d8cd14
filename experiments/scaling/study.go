package scaling

import (
	"context"
	"embed"
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	walkrender "github.com/puzzlelab/puzzlelab/solvers/colorwalk/render"
	ringsrender "github.com/puzzlelab/puzzlelab/solvers/handsoftime/render"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	tilesrender "github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

// Name is the name of the study in commands, folders and stored rows.
const Name = "scaling"

// Definition returns the study.
func Definition() study.Definition {
	return study.Definition{
		Name:      Name,
		Title:     "How does search grow? Three puzzles, small to large",
		Source:    "R. E. Korf, M. Reid, S. Edelkamp, Time complexity of iterative-deepening-A*, Artificial Intelligence 129, 2001; B. Pitney, 2013",
		Key:       "rings-growth",
		Canonical: canonical,
		Plan:      plan,
		Items:     items,
		Files:     files,
		Claims:    claims,
		Headlines: []string{"rings-forced", "rings-exponential", "lengths-saving", "walk-layered", "predicted"},
	}
}

const rootSeed = 3

// plan returns what a choice runs.
func plan(c study.Choice) (study.Runner, error) {
	return study.Several(c, rings(c), boards(c), walk(c))
}

// Study says what to run, as the parameters of a notebook do. The zero value is
// the study as published; the fields change the parts in which the instances grow,
// and leave the others out. Sizes are nodes of rings and cells of boards.
type Study study.Parameters

// Run runs the trials that are missing from the results folder of the setting
// and returns all trials of the study. It is idempotent, resumes what was
// interrupted, and reports progress only if there is something to run.
func (s Study) Run(ctx context.Context, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error) {
	return Definition().RunChosen(ctx, study.Parameters(s), setting, progress)
}

// each returns the sweeps of every strategy of a study on the sizes it runs on, for a root
// seed.
func each(g study.Growing, seed uint64, sizes func(strategy string) []string) ([]study.Part, error) {
	var parts []study.Part
	for _, name := range g.Strategies {
		own, err := g.Parts(study.Choice{Strategies: []string{name}, Sizes: sizes(name), Seed: &seed})
		if err != nil {
			return nil, err
		}
		parts = append(parts, own...)
	}
	return parts, nil
}

// puzzles are those of the study.
func puzzles() []*puzzle.Puzzle {
	return []*puzzle.Puzzle{ringsrender.Puzzle(), tilesrender.Puzzle(), walkrender.Puzzle()}
}

// canonical returns the name of a strategy without the options that are its
// defaults. A name that two puzzles have, such as "bfs", means both.
func canonical(name string) (string, error) {
	var known []string
	for _, p := range puzzles() {
		if s, err := p.Strategy(name); err == nil {
			return s.Name, nil
		}
		for _, s := range p.Strategies.List() {
			known = append(known, s.Name)
		}
	}
	slices.Sort(known)
	return "", fmt.Errorf("scaling: no strategy of handsoftime, tiles or colorwalk is called %q%s", name, search.DidYouMean(name, known))
}

// files are the sources of this package, of which reports show how items are made, and
// its data.
//
//go:embed *.go *.csv
var files embed.FS
