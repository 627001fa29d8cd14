package lookahead

import (
	"context"
	"embed"
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/kind"
)

// Name is the name of the study in commands, folders and stored rows.
const Name = "lookahead"

// Definition returns the study.
func Definition() study.Definition {
	return study.Definition{
		Name:      Name,
		Title:     "How good is looking ahead? Color Walk against the optimum",
		Source:    "S. Koblenski, Explore Simple Game Algorithms with Color Walk, 2017–2018, and github.com/koblenski/color_walk",
		Puzzle:    "colorwalk",
		Key:       []string{"gaps", "front"},
		Code:      code,
		Canonical: study.Canonical(kind.Kind().Strategy),
		Plan:      plan,
		Sections:  sections,
		Lead:      lead,
	}
}

const rootSeed = 1

// Study says what to run, as the parameters of a notebook do. The zero value is
// the study as published; the fields change its part on the boards of the series, and
// leave the others out.
type Study study.Parameters

// Run runs the trials that are missing from the results folder of the setting
// and returns all trials of the study. It is idempotent, resumes what was
// interrupted, and reports progress only if there is something to run.
func (s Study) Run(ctx context.Context, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error) {
	return Definition().RunChosen(ctx, study.Parameters(s), setting, progress)
}

// Part is one sweep of the study: every strategy on every board.
type Part = study.Part[colorwalk.Board]

// plan returns what a choice runs. The sweeps behind the games are each written
// down beside what is made of them.
func plan(c study.Choice) (study.Runner, error) {
	return study.Growing[colorwalk.Board]{
		Study: Name, Kind: kind.Kind(), Code: code, Seed: rootSeed, Strategy: strategy,
		Family: seriesSet, Sizes: []string{"30x20x5"}, Instances: boardsAt(c.Scale),
		Strategies: slices.Concat([]string{exact}, games()),
	}.Then(batchParts, frontParts, timeParts, exactParts, anytimeParts, growthParts, anatomyParts, nodeLimitParts).Plan(c)
}

// source is the code of this package that decides what a trial's row says.
//
//go:embed strategies.go *trials.go
var source embed.FS

func code() (string, error) {
	return experiments.CodeHash(append(slices.Clip(kind.Kind().Code), source)...)
}

// sections are the parts of the report, each written down beside the functions
// that make its items.
var sections = slices.Concat(
	overviewSections,
	tableSections,
	distributionSections,
	pairSections,
	frontSections,
	exactSections,
	anytimeSections,
	growthSections,
	straySections,
	dawdlingSections,
	markingSections,
	nodeLimitSections,
)

// lead answers the study's question in a few sentences, each as far as the
// trials bear it out. It says nothing of times, which belong to a machine.
func lead(trials frame.Frame) (string, error) {
	rows := onSeries(trials)
	shortest := movesOf(rows, exact)
	lead := "The series' algorithms look ahead for cells, and make more moves than the shortest solutions."
	if list := ranked(rows, tabled()...); len(list) > 0 {
		if gap := list[0].gap(); gap.BCa.Known() {
			lead = fmt.Sprintf("The best algorithm of the series' table, %s, makes %.1f moves more than the shortest solutions (95 %% interval %.1f to %.1f; [[fig:gaps]]), which take %.1f on average.",
				list[0].name, gap.Value, gap.BCa.Low, gap.BCa.High, stats.Mean(shortest))
		}
	}
	claims, err := study.Answers(trials, ProvedClaim, DistancesClaim, AgreesClaim)
	if err != nil {
		return "", err
	}
	proved, distances, again := claims[0], claims[1], claims[2]
	if proved.Holds == reports.Holds {
		lead += fmt.Sprintf(" These can be proved on %s ([[claim:%s]]).", boardsOf(trials), proved.ID)
	}
	if distances.Holds == reports.Holds {
		lead += fmt.Sprintf(" Looking one move ahead is enough to beat it, if one looks at a lower bound and at distances instead of cells: %.1f moves above the optimum ([[claim:%s]]).", stats.Mean(above(rows, exact, byBound)), distances.ID)
	}
	if again.Holds == reports.Holds {
		lead += " Ten of the thirteen rows of the series' table come out again to less than a unit of the last digit, one of them with a fault of its program in it ([[table:series-table]], [[claim:series-bfs]])."
	}
	return lead, nil
}
