package lookahead

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"io"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/block"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/render"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Name is the name of the study in commands, folders and stored rows.
const Name = "lookahead"

// Definition describes the study for commands and reports: its trials, items and claims.
func Definition() study.Definition {
	return study.Definition{
		Name:      Name,
		Title:     "How good is looking ahead? Color Walk against the optimum",
		Source:    "S. Koblenski, Explore Simple Game Algorithms with Color Walk, 2017–2018, and github.com/koblenski/color_walk",
		Puzzle:    "colorwalk",
		Key:       "gaps",
		Picture:   "board",
		Canonical: study.Canonical(render.Puzzle().Strategy),
		Plan:      plan,
		Items:     items,
		Files:     files,
		Claims:    claims,
		Headlines: []string{"far-above", "distances-win", "proof-cheaper"},
	}
}

const rootSeed = 2

// Study holds the parameters that a notebook may set. The zero value is the study as published. If
// any field is set, the study runs only its part with random boards.
type Study study.Parameters

// Run runs the trials that are missing from the results folder of the setting and returns all
// trials of the study. Running it again resumes an interrupted run and does not repeat stored
// trials. It reports progress only if there is something to run.
func (s Study) Run(ctx context.Context, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error) {
	return Definition().RunChosen(ctx, study.Parameters(s), setting, progress)
}

// plan returns what to run for a choice. The sweeps in addition to the games are declared next to
// the items that show them.
func plan(c study.Choice) (study.Runner, error) {
	return study.Growing{
		Study: Name, Kind: render.Puzzle(), Files: files, Seed: rootSeed, Strategy: strategy,
		Family: "uniform", Sizes: []string{"30x20x5"}, Instances: boardsAt(c.Scale),
		Strategies: slices.Concat([]string{exact}, games()),
	}.Then(seriesParts, frontParts, timeParts, exactParts, growthParts, problemParts, repeatParts, anatomyParts, nodeLimitParts).Plan(c)
}

// figure makes an item from a drawing. Each algorithm looks the same in all drawings; the first
// eight have the most distinct looks.
var figure = study.Figures(append(plots.Scheme{
	"gla-5", breadthFirst, depthFirst, byDistances, "layers+distances", "greedy look-ahead", optimum, "distances", "layers", exact, "cells",
}, tabled()...).On)

// items are listed by section; each section is declared next to the functions that make its items.
var items = slices.Concat(overviewItems, tableItems, distributionItems, pairItems, frontItems, exactItems, problemItems, anytimeItems, growthItems, faultItems, nodeLimitItems)

// words maps the placeholders in claims.md to their values.
var words = map[string]any{
	"ahead":         fmt.Sprintf("%.1f", ahead),
	"anyBoard":      anyBoard,
	"anySmallBoard": anySmallBoard,
	"breadthFirst":  breadthFirst,
	"byBound":       byBound,
	"byDistances":   byDistances,
	"inTurn":        inTurn,
	"leastBoards":   leastBoards,
	"lucky":         lucky,
	"manyNodes":     study.Grouped(manyNodes),
	"minuteFrom":    study.Grouped(minuteFrom),
	"minuteMean":    fmt.Sprintf("%.1f", minute().mean),
	"minuteTo":      study.Grouped(minuteTo),
	"mostSpread":    fmt.Sprintf("%.2f", mostSpread),
	"opening":       opening,
	"provers":       len(provers) + 1,
	"seriesBoards":  seriesBoards,
	"sideOfAll":     sideOfAll,
}

var claims = study.Claims(files, plan, study.Say(files, words, slices.Concat(
	tableClaims, distributionClaims, pairClaims, frontClaims, exactClaims, problemClaims, anytimeClaims, growthClaims, faultClaims, nodeLimitClaims,
)...)...)

// Item makes the figure, table or claim with the given ID from the trials. It returns an error if
// the study has no item with this ID.
func Item(trials frame.Frame, id string) (reports.Block, error) { return Definition().Item(trials, id) }

// rivals lists the strategies with which [Try] compares an algorithm.
var rivals = []string{exact, "greedy", "gla-5", byDistances}

// Try plays the first n boards of the blog series with an algorithm, for example your own, and
// compares it with published algorithms. The function choose returns the color to play on a board;
// Try plays it and passes the resulting board to the next call. If a color makes no progress, Try
// returns an error that names the board. Try does not store any trials.
func Try(name string, choose func(colorwalk.Board) colorwalk.Color, n int) (reports.Table, error) {
	n = min(max(n, 1), seriesBoards)
	type line struct {
		board int
		moves []int // moves of the rivals, with the optimum first, and then of the algorithm
	}
	var lines []line
	var above []float64
	for _, k := range series()[:n] {
		l := line{board: k.Number}
		for _, rival := range rivals {
			r, err := played(rival, k.Board)
			if err != nil {
				return reports.Table{}, err
			}
			l.moves = append(l.moves, r.Cost)
		}
		moves, err := play(k.Board, choose)
		if err != nil {
			return reports.Table{}, fmt.Errorf("lookahead: %s on board %d: %w", name, k.Number, err)
		}
		l.moves = append(l.moves, moves)
		lines, above = append(lines, l), append(above, float64(moves-l.moves[0]))
	}
	columns := []column.Of[line]{column.Cells("board", reports.Words, func(l line) reports.Cell { return reports.Int(l.board) })}
	for i, name := range append(study.Map(rivals, shown), name) {
		columns = append(columns, column.Counts(name, func(l line) int { return l.moves[i] }))
	}
	text := fmt.Sprintf("The table shows the first %s of the series. On average, %s needs %.2f more moves than the optimum.", study.Plural(n, "board"), name, stats.Mean(above))
	return column.Fill(reports.Table{ID: "try", Title: "Number of moves that " + name + " makes", Across: true, Caption: text}, lines, columns...), nil
}

// play returns how many moves an algorithm makes. More moves than cells are an error, because some
// of them removed nothing.
func play(b colorwalk.Board, choose func(colorwalk.Board) colorwalk.Color) (int, error) {
	moves := 0
	for ; !b.Solved(); moves++ {
		if moves == b.Cells() {
			return moves, fmt.Errorf("%d moves do not clear it", moves)
		}
		c := choose(b)
		if c < 1 || c > colorwalk.MaxColors {
			return moves, fmt.Errorf("move %d: %d is not a color (want 1 to %d)", moves+1, c, b.Colors())
		}
		b, _ = b.Apply(c)
	}
	return moves, nil
}

// played returns the result of a strategy on a board.
func played(name string, b colorwalk.Board) (puzzle.Finding, error) {
	s, err := render.Puzzle().Strategy(name)
	if err != nil {
		return puzzle.Finding{}, err
	}
	return s.Run(context.Background(), b, 0, search.Limits{})
}

var overviewItems = []study.Item{
	study.Picture("board", boardTitle, boardFigure), study.Picture("solution", solutionTitle, solutionFigure), study.Block("overview", overview),
}

// Number of the board that introduces the game in reports, and titles of its figures.
const (
	boardShown    = 1
	boardTitle    = "The first board of the series"
	solutionTitle = "A shortest solution of this board"
)

// boardFigure draws a board of the series.
func boardFigure(frame.Frame) (reports.Figure, error) {
	k := series()[boardShown-1]
	svg, png, err := plots.Drawing(func(w io.Writer) error { return render.SVG(w, k.Board, render.Drawing{ID: "board"}) })
	return reports.Figure{
		ID: "board", Title: boardTitle, SVG: svg, PNG: png,
		Caption: fmt.Sprintf("The board has %d rows and %d columns; its cells form %d regions. The frame marks the cell that is blank from the start.", k.Board.Rows(), k.Board.Cols(), k.Regions),
		Alt:     fmt.Sprintf("A board with %d rows and %d columns, whose colors form no visible pattern.", k.Board.Rows(), k.Board.Cols()),
	}, err
}

// solutionFigure draws a shortest solution of that board, which is one of the examples of package
// colorwalk.
func solutionFigure(frame.Frame) (reports.Figure, error) {
	known, _ := colorwalk.KnownInstances("examples") // the set exists in that package; tests read it
	i := slices.IndexFunc(known, func(k colorwalk.Known) bool { return k.Kind == fmt.Sprintf("series-board-%d", boardShown) })
	if i < 0 {
		return reports.Figure{}, fmt.Errorf("lookahead: no example shows board %d of the series", boardShown)
	}
	board, path := known[i].Board, known[i].Path
	ahead, err := played(opening, board)
	if err != nil {
		return reports.Figure{}, err
	}
	svg, png, err := plots.Drawing(func(w io.Writer) error {
		return render.Strip(w, board, render.Drawing{ID: "solution", Path: path, Every: 5, Columns: 3})
	})
	steps, failed := render.Steps(board, render.Drawing{ID: "solution-steps", Path: path})
	return reports.Figure{
		ID: "solution", Title: solutionTitle, SVG: svg, PNG: png,
		Caption: fmt.Sprintf("The pictures show the board after every fifth of the %d moves. After %d moves, %d cells are left. At this point in a game played by %s, which counts cells and needs %d moves on this board, %d cells are left.",
			len(path), shownMoves, leftAfter(board, path, shownMoves), opening, ahead.Cost, leftAfter(board, ahead.Solution.(colorwalk.Path), shownMoves)),
		Alt:   fmt.Sprintf("Seven pictures of the board, which is cleared in %d moves.", len(path)),
		Steps: block.StepsOf(steps.Play()),
	}, cmp.Or(err, failed)
}

// shownMoves is the number of moves that the caption of solutionFigure mentions.
const shownMoves = 10

// leftAfter returns how many cells remain after the first moves of a path.
func leftAfter(b colorwalk.Board, path []colorwalk.Color, moves int) int {
	_, removed, _ := b.Replay(path[:min(moves, len(path))])
	left := b.Cells() - 1 // the first cell is blank
	for _, n := range removed {
		left -= n
	}
	return left
}

// overview lists what was run: boards, modes and strategies of each set.
func overview(trials frame.Frame) (reports.Table, error) {
	setAndMode := frame.NewFactor("part", func(t *trial.Trial) string { return t.Set + " " + string(t.Mode) })
	type part = frame.Group[string]
	return column.Fill(reports.Table{ID: "overview", Title: "What was run", Groups: 1, Caption: "The set “batch” contains the games of the series. Each of its trials is a batch of a hundred games."}, frame.Groups(trials.Where(frame.NoControl), setAndMode),
		column.Words("set", func(p part) string { return p.First().Set }), column.Counts("boards", part.Instances),
		column.Words("mode", func(p part) string { return string(p.First().Mode) }), column.Counts("trials", part.Len),
		column.Counts("capped", func(p part) int { return p.Count(frame.Limited) }).Doc("number of trials stopped by a limit"),
		column.Words("strategies", func(p part) string { return study.Names(frame.Strategy.In(games()...).Of(p.Frame)) }),
	), nil
}

// files holds the sources of this package, from which reports show how items are made, and its
// data.
//
//go:embed *.go *.csv *.md
var files embed.FS
