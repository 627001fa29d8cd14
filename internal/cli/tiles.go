package cli

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// slidingTiles is the row of the sliding-tile puzzle.
func slidingTiles() puzzle {
	p := puzzle{
		name:          "tiles",
		doc:           "sliding tiles: 8-, 15-, 24-puzzle, any board from 2x2 to 25 cells",
		source:        "N. P. Chapman, 1880; W. W. Johnson & W. E. Story, American Journal of Mathematics 2, 1879",
		example:       "2348170c56ab9def",
		sizes:         []string{"3x3", "4x4"},
		defaultAdvice: "idastar/lc-wd for 4x4, idastar/linear-conflict for other sizes",
		heuristics:    tileHeuristics,
		defaultFamily: "uniform",
		published:     tileSets(),
		endless:       "a board that can be solved has no end of solutions, since every move can be taken back",
		defaultTime:   tileTime,
		timeAdvice:    "1m for boards larger than 4x4 if no limit is given",
		reader:        tileReader,
		solver:        tileSolver,
		generator:     tileGenerator,
		drawer:        tileDrawer,
		drawExample:   "--heuristic linear-conflict -o board.svg",
		analyze:       func(inst instance) analysis { return tileAnalysis{inst.(tiles.Board)} },
	}
	for _, s := range tiles.Strategies() {
		p.strategies = append(p.strategies, entry{
			Name: s.Name, Version: s.Version, Doc: s.Doc, Source: s.Source,
			Promise: promise(s.Optimal, "optimal", s.Complete, "complete"), Options: tileOptions(s.Options),
			accepts: isTileStrategy,
		})
	}
	for _, f := range tiles.Families() {
		p.families = append(p.families, entry{Name: f.Name, Version: f.Version, Doc: f.Doc, Source: f.Source, Options: tileOptions(f.Options)})
	}
	return p
}

func isTileStrategy(name string) bool {
	_, err := tiles.ParseStrategy(name)
	return err == nil
}

func tileOptions(list []tiles.Option) []option {
	var options []option
	for _, o := range list {
		options = append(options, option{Name: o.Name, Default: o.Default, Want: o.Want, Doc: o.Doc})
	}
	return options
}

// promise joins the names of what holds.
func promise(first bool, firstName string, second bool, secondName string) string {
	switch {
	case first && second:
		return firstName + ", " + secondName
	case first:
		return firstName
	case second:
		return secondName
	}
	return ""
}

// tileHeuristics finds out which sizes each heuristic fits, which takes a tenth
// of a second.
func tileHeuristics() []entry {
	var entries []entry
	for _, h := range tiles.Heuristics() {
		e := entry{Name: h.Name, Doc: h.Doc, Source: h.Source, Promise: promise(true, "admissible", h.Consistent, "consistent")}
		var fits []string
		all := true
		for height := 2; 2*height <= tiles.MaxCells; height++ {
			for width := 2; width*height <= tiles.MaxCells; width++ {
				if h.Fits(width, height) != nil {
					all = false
					continue
				}
				fits = append(fits, fmt.Sprintf("%dx%d", width, height))
			}
		}
		if !all {
			e.Fits = strings.Join(fits, ", ")
		}
		entries = append(entries, e)
	}
	return entries
}

// defaultTileTime bounds a search of a board that few searches can solve.
const defaultTileTime = time.Minute

// tileTime is puzzle.defaultTime for boards.
func tileTime(inst instance) time.Duration {
	if inst.(tiles.Board).Cells() > 16 {
		return defaultTileTime
	}
	return 0
}

// tileGoal is the value of --goal.
type tileGoal tiles.Goal

func (g *tileGoal) Set(s string) error {
	goal, err := tiles.ParseGoal(s)
	if err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "tiles: "))
	}
	*g = tileGoal(goal)
	return nil
}

func (g *tileGoal) String() string { return tiles.Goal(*g).String() }
func (g *tileGoal) Type() string   { return tiles.BlankLast.String() + "|" + tiles.BlankFirst.String() }

// goalFlag registers --goal.
func goalFlag(cmd *cobra.Command, goal *tileGoal, usage string) {
	cmd.Flags().Var(goal, "goal", usage)
	complete(cmd, "goal",
		cobra.CompletionWithDesc(tiles.BlankLast.String(), "1 2 3 … 0, as people write it"),
		cobra.CompletionWithDesc(tiles.BlankFirst.String(), "0 1 2 3 …, as most of the literature writes it"))
}

func tileReader(cmd *cobra.Command, flag string) reader {
	format := oneOf{value: "line", what: "format", words: []string{"line", "grid"}}
	format.register(cmd, flag, "how boards are written: one a line, or one a file as n and n rows of n numbers")
	var goal tileGoal
	goalFlag(cmd, &goal, "the goal of boards that do not name their own")
	return func(r io.Reader, file string) iter.Seq2[instance, error] {
		return func(yield func(instance, error) bool) {
			if format.value == "grid" {
				yield(tiles.ReadGrid(r, file, tiles.Goal(goal)))
				return
			}
			for board, err := range tiles.Read(r, file, tiles.Goal(goal)) {
				if !yield(board, err) {
					return
				}
			}
		}
	}
}
