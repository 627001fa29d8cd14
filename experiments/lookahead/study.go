package lookahead

import (
	"context"
	"embed"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
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
		Items:     items,
		Lead:      study.Lead(claims, "far-above", "proved", "distances-win", "proof-cheaper", "series-agrees", "series-bfs"),
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

// figure makes an item of a drawing, in which each algorithm has its place. The
// first eight are those that stand out where there are more.
var figure = study.Figures(append(plots.Scheme{
	"gla-5", breadthFirst, depthFirst, byDistances, "layers+distances", "greedy look-ahead", optimum, "distances", "layers", exact, "cells",
}, tabled()...).On)

// sections are the parts of the report, each written down beside the functions
// that make its items.
var items = slices.Concat(
	overviewItems,
	tableItems,
	distributionItems,
	pairItems,
	frontItems,
	exactItems,
	anytimeItems,
	growthItems,
	strayItems,
	dawdlingItems,
	markingItems,
	nodeLimitItems,
)

var claims = claim.NewFamily(slices.Concat(
	tableClaims, distributionClaims, pairClaims, frontClaims, exactClaims, anytimeClaims, growthClaims, dawdlingClaims, markingClaims, nodeLimitClaims,
)...)

// Item makes the figure, table or claim of that ID.
func Item(trials frame.Frame, id string) (reports.Block, error) { return Definition().Item(trials, id) }
