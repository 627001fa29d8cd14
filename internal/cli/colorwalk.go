package cli

import (
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
)

// colorWalk is the row of the flood game.
func colorWalk() puzzle {
	p := puzzle{
		name:            "colorwalk",
		doc:             "Color Walk and Flood-It: clear a coloured grid from one cell on",
		source:          `S. Koblenski, Explore Simple Game Algorithms with Color Walk, 2017; R. Clifford et al., Theory of Computing Systems 50, 2012`,
		example:         "0312/1131/1331/3221",
		sizes:           []string{"6x6", "20x30"},
		defaultStrategy: colorwalk.DefaultStrategy,
		heuristics:      floodEvaluations,
		defaultFamily:   "uniform",
		endless:         "its strategies look for one short solution, and none lists others",
		defaultTime:     floodTime,
		timeAdvice:      fmt.Sprintf("1m for boards of more than %d cells if no limit is given", quickCells),
		reader:          floodReader,
		solver:          floodSolver,
		generator:       floodGenerator,
		drawer:          floodDrawer,
		drawExample:     "--solution --picture absorption -o board.svg",
		analyze:         func(inst instance) analysis { return floodAnalysis{colorwalk.Analyze(inst.(colorwalk.Board))} },
	}
	for _, s := range colorwalk.Strategies() {
		p.strategies = append(p.strategies, entry{
			Name: s.Name, Version: s.Version, Doc: s.Doc, Source: s.Source,
			Promise: promise(s.Optimal, "optimal", s.Complete, "complete"), Fits: floodFits(s.Name),
			Options: floodOptions(s.Options),
			accepts: isFloodStrategy,
		})
	}
	// The series is a set and a family that goes on behind it: one entry.
	for _, f := range colorwalk.Families() {
		if f.Name != seriesName {
			p.families = append(p.families, entry{Name: f.Name, Version: f.Version, Doc: f.Doc, Source: f.Source, Options: floodOptions(f.Options)})
		}
	}
	for _, s := range colorwalk.KnownSets() {
		doc := "published: " + s.Doc
		if s.Name == seriesName {
			doc += "; a larger --count goes on behind them"
		}
		p.published = append(p.published, entry{Name: s.Name, Doc: doc, Source: s.Source})
	}
	return p
}

func isFloodStrategy(name string) bool {
	_, err := colorwalk.ParseStrategy(name)
	return err == nil
}

func floodOptions(list []colorwalk.Option) []option {
	var options []option
	for _, o := range list {
		options = append(options, option{Name: o.Name, Default: o.Default, Want: o.Want, Doc: o.Doc})
	}
	return options
}

// floodFits says which boards a strategy takes: "" for all. It asks a member of
// the pattern about a board of too many regions.
func floodFits(pattern string) string {
	member := placeholder.ReplaceAllLiteralString(strings.Replace(pattern, "/E", "/layers", 1), "2")
	strategy, err := colorwalk.ParseStrategy(member)
	if err != nil {
		panic(err) // a pattern that does not stand for this name
	}
	if strategy.Fits(manyRegions) != nil {
		return "boards of up to 512 regions"
	}
	return ""
}

// manyRegions has 513 regions besides the blank cell.
var manyRegions = func() colorwalk.Board {
	cells := make([]colorwalk.Color, 514)
	for i := range cells[1:] {
		cells[1+i] = colorwalk.Color(1 + i%2)
	}
	b, err := colorwalk.NewBoard(1, len(cells), 0, cells)
	if err != nil {
		panic(err)
	}
	return b
}()

// floodEvaluations lists what positions are compared by.
func floodEvaluations() []entry {
	var entries []entry
	for _, e := range colorwalk.Evaluations() {
		listed := entry{Name: e.Name, Doc: e.Doc, Source: e.Source}
		if e.Bound {
			listed.Promise = promise(true, "admissible", true, "consistent")
		}
		entries = append(entries, listed)
	}
	return entries
}

const (
	// quickCells is the size up to which searches seldom take long.
	quickCells       = 600
	defaultFloodTime = time.Minute
)

// floodTime is puzzle.defaultTime for boards.
func floodTime(inst instance) time.Duration {
	if inst.(colorwalk.Board).Cells() > quickCells {
		return defaultFloodTime
	}
	return 0
}

func floodReader(cmd *cobra.Command, flag string) reader {
	format := oneOf{value: colorwalk.LineFormat.String(), what: "format"}
	var described []cobra.Completion
	for _, f := range colorwalk.Formats() {
		format.words = append(format.words, f.String())
		described = append(described, cobra.CompletionWithDesc(f.String(), f.Doc()))
	}
	cmd.Flags().Var(&format, flag, "how boards are written, `FORMAT`: line, one a line, rows joined by /; colorfill, a square one a line, nothing between rows; grid, a line for each row, a blank line between boards; grid,start=center, the same, to be started from the centre. 0 is a blank cell, 1 to 9 and a to z are colours; a board without a 0 starts in its top left cell")
	complete(cmd, flag, described...)
	return func(r io.Reader, file string) iter.Seq2[instance, error] {
		return func(yield func(instance, error) bool) {
			f, err := colorwalk.ParseFormat(format.value)
			if err != nil {
				panic(err) // it is one of the words
			}
			for board, err := range f.Read(r, file) {
				if !yield(board, err) {
					return
				}
			}
		}
	}
}
