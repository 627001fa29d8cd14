package lookahead

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/render"
)

var overviewItems = []study.Item{
	study.Picture("board", boardTitle, boardFigure), study.Picture("solution", solutionTitle, solutionFigure), study.Block("overview", overview),
}

// The board of the series that introduces the game, by its number.
const (
	boardShown    = 1
	boardTitle    = "Number 1 of the boards of the series"
	solutionTitle = "A shortest solution of it"
)

// boardFigure draws a board of the series.
func boardFigure(frame.Frame) (reports.Figure, error) {
	k := series()[boardShown-1]
	svg, png, err := plots.Drawing(func(w io.Writer) error { return render.SVG(w, k.Board, render.Drawing{ID: "board"}) })
	return reports.Figure{
		ID: "board", Title: boardTitle, SVG: svg, PNG: png,
		Caption: fmt.Sprintf("%d rows of %d cells, which make %d regions. The frame marks the cell that is blank from the start.", k.Board.Rows(), k.Board.Cols(), k.Regions),
		Alt:     fmt.Sprintf("A board of %d by %d coloured cells without an order to be seen.", k.Board.Rows(), k.Board.Cols()),
	}, err
}

// solutionFigure draws a shortest solution of that board, which is among the
// examples of package colorwalk.
func solutionFigure(frame.Frame) (reports.Figure, error) {
	known, _ := colorwalk.KnownInstances("examples") // a set of that package, which tests read
	i := slices.IndexFunc(known, func(k colorwalk.Known) bool { return k.Kind == fmt.Sprintf("series-board-%d", boardShown) })
	if i < 0 {
		return reports.Figure{}, fmt.Errorf("lookahead: no example is board %d of the series", boardShown)
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
		Caption: fmt.Sprintf("%d moves, a picture after every five. After %d moves %d cells are left. %s, which looks for cells and makes %d moves here, leaves %d by then.",
			len(path), shownMoves, leftAfter(board, path, shownMoves), opening, ahead.Cost, leftAfter(board, ahead.Solution.(colorwalk.Path), shownMoves)),
		Alt:   fmt.Sprintf("Seven pictures of the board on the way from all cells to none in %d moves.", len(path)),
		Steps: reports.StepsOf(steps.Play()),
	}, cmp.Or(err, failed)
}

// shownMoves is how many moves the caption of solutionFigure counts.
const shownMoves = 10

// leftAfter returns how many cells are left after the first moves of a path.
func leftAfter(b colorwalk.Board, path []colorwalk.Color, moves int) int {
	_, removed, _ := b.Replay(path[:min(moves, len(path))])
	left := b.Cells() - 1 // the first is blank
	for _, n := range removed {
		left -= n
	}
	return left
}

// overview says what was run: boards, modes and strategies of each set.
func overview(trials frame.Frame) (reports.Table, error) {
	setAndMode := frame.NewFactor("part", func(t *experiments.Trial) string { return t.Set + " " + string(t.Mode) })
	type part = frame.Group[string]
	return column.Fill(reports.Table{ID: "overview", Title: "What was run", Groups: 1, Caption: "The set batch is the games of the series, a trial for each batch of a hundred."}, frame.Groups(trials.Where(frame.NoControl), setAndMode),
		column.Words("set", func(p part) string { return p.First().Set }), column.Counts("boards", part.Instances),
		column.Words("mode", func(p part) string { return string(p.First().Mode) }), column.Counts("trials", part.Len),
		column.Counts("capped", func(p part) int { return p.Count(frame.Limited) }).Doc("trials that a limit ended"),
		column.Words("strategies", func(p part) string { return study.Names(frame.Strategy.In(games()...).Of(p.Frame)) }),
	), nil
}
