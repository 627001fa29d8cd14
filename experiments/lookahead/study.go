package lookahead

import (
	"context"
	"embed"
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/kind"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Name is the name of the study in commands, folders and stored rows.
const Name = "lookahead"

// Definition returns the study.
func Definition() study.Definition {
	return study.Definition{
		Name:   Name,
		Title:  "How good is looking ahead? Color Walk against the optimum",
		Source: "S. Koblenski, Explore Simple Game Algorithms with Color Walk, 2017–2018, and github.com/koblenski/color_walk",
		Puzzle: "colorwalk",
		Key:    []string{"gaps", "front"},
		Code:   code,
		Canonical: func(name string) (string, error) {
			s, err := kind.Kind().Strategy(name)
			return s.Name, err
		},
		Sizes: study.OnlySize(600, "the cells of the boards of the series"),
		Plan: func(c study.Choice) study.Runner {
			return study.Scaled(Study{Strategies: c.Strategies, Instances: c.Instances, Nodes: c.Nodes}.plan)
		},
		Sections: sections,
		Lead:     lead,
	}
}

const rootSeed = 1

// Study says what to run. The zero value is the study as published; the fields
// change its part on the boards of the series, and leave the others out.
type Study struct {
	Strategies []string // names as [colorwalk.ParseStrategy] takes them; none means the study's own
	Instances  int      // the first boards of the series; 0 means the scale's own number
	Nodes      uint64   // limit on the nodes expanded by each trial; 0 means none
}

// Part is one sweep of the study: every strategy on every board.
type Part = study.Part[colorwalk.Board]

// sweeps are the parts of the study as published, each written down beside what
// is made of it.
var sweeps = []func(experiments.Scale) ([]Part, error){
	gameParts,
	batchParts,
	frontParts,
	timeParts,
	exactParts,
	anytimeParts,
	growthParts,
	anatomyParts,
	nodeLimitParts,
}

// parts returns the sweeps of the study at a scale.
func (s Study) parts(scale experiments.Scale) ([]Part, error) {
	if len(s.Strategies) > 0 || s.Instances != 0 || s.Nodes > 0 {
		return s.chosen(scale)
	}
	var parts []Part
	for _, sweep := range sweeps {
		some, err := sweep(scale)
		if err != nil {
			return nil, err
		}
		parts = append(parts, some...)
	}
	return parts, nil
}

// chosen returns the one sweep of a study other than the published.
func (s Study) chosen(scale experiments.Scale) ([]Part, error) {
	boards := s.Instances
	if boards == 0 {
		boards = boardsAt(scale)
	}
	if boards < 1 || boards > seriesBoards {
		return nil, fmt.Errorf("lookahead: the series has no %d boards (want 1 to %d)", boards, seriesBoards)
	}
	names := s.Strategies
	if len(names) == 0 {
		names = slices.Concat([]string{exact}, games())
	}
	return []Part{{Instances: firstOf(boards), Strategies: names, Limits: search.Limits{Expanded: s.Nodes}}}, nil
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
//go:embed strategies.go *trials.go
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
	return study.Plan[colorwalk.Board]{Study: Name, Check: kind.Kind().Check, Read: kind.Kind().Instance, Seed: rootSeed, Code: code, Strategy: strategy, Parts: parts}, err
}
