package heuristics

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

var overviewItems = []study.Item{study.Block("puzzle", puzzleFigure), study.Block("overview", overview)}

// overview lists what was run: boards, strategies and limits of each set.
func overview(trials frame.Frame) (reports.Table, error) {
	type group = frame.Group[string]
	parts := frame.NewFactor("part", func(t *trial.Trial) string {
		return fmt.Sprint(t.Set, " ", t.Mode, slices.Index(algorithms, algorithmOf(t)))
	})
	text := "The set by-distance has the same number of boards at every distance, or all boards of a distance that has fewer. In the set every-position, each goal counts as one board and stands for all positions."
	return column.Fill(reports.Table{ID: "overview", Title: "What was run", Caption: text}, frame.Groups(trials.Where(algorithm.Is(algorithms...), frame.NoControl), parts),
		column.Words("boards", func(g group) string { return g.First().Set }), column.Counts("number", group.Instances),
		column.Words("mode", func(g group) string { return string(g.First().Mode) }),
		column.Words("strategies", func(g group) string {
			if names := byStrategy.Of(g.Frame); len(names) <= 2 {
				return strings.Join(names, ", ")
			}
			return fmt.Sprintf("%s… (%d)", algorithmOf(g.First()), len(byStrategy.Of(g.Frame)))
		}),
		column.Counts("trials", group.Len),
		column.Cells("limit", reports.Count, func(g group) (limit reports.Cell) {
			if n := g.NodeLimit(); n > 0 {
				limit = reports.Int(n)
			}
			return limit
		}).Unit("nodes").Full(),
		column.Counts("capped", func(g group) int { return g.Count(frame.Limited) }).Doc("number of trials stopped by a limit"),
	), nil
}

// example is the board drawn in the course's assignment, with Hamming distance 5 and Manhattan
// distance 10.
const example = "8 1 3 4 0 2 7 6 5"

// puzzleFigure draws the example board with the terms of its Manhattan distance. It explains the
// puzzle to readers who do not know it.
func puzzleFigure(frame.Frame) (reports.Figure, error) {
	board, err := tiles.ParseBoard(example, tiles.BlankLast)
	if err != nil {
		return reports.Figure{}, err
	}
	h := tiles.Manhattan
	svg, png, err := plots.Drawing(func(w io.Writer) error {
		return render.SVG(w, board, render.Drawing{Heuristic: h, Size: 300, ID: "puzzle"})
	})
	return reports.Figure{
		ID: "puzzle", Title: fmt.Sprintf("A %d×%d board and an estimate", board.Width(), board.Height()), SVG: svg, PNG: png,
		Caption: fmt.Sprintf("The drawing shows the moves that the Manhattan heuristic adds up, %d in total; the Hamming heuristic estimates %d.", h.Of(board), tiles.Hamming.Of(board)),
		Alt:     fmt.Sprintf("The board %s with the moves that the heuristic %s adds up, %d in total.", board, h.Name, h.Of(board)),
	}, err
}

// stages lists the versions that the write-up reports, each with the strategy that does the same:
// the tests passed, of 25 for correctness, 8 for memory and 17 for time, and the score.
var stages = study.Read(files, "stages.csv", func(row []string) (s stage) {
	s.name, s.strategy, s.score = row[1], row[2], row[6]
	study.Scan(strings.Join(row[3:6], " "), &s.correctness, &s.memory, &s.timing)
	return s
})

type stage struct {
	name, strategy, score       string
	correctness, memory, timing int
}

// publishedTable compares every number in the write-up with ours.
func publishedTable(trials frame.Frame) (reports.Table, error) {
	known, course := sliding.Boards(courseSet), trials.Where(frame.Set.Is(courseSet), frame.Mode.Is(trial.Timed))
	n := course.Instances()
	t := reports.Table{
		ID: "published", Title: "Published results and ours", Timing: true, Groups: 1,
		Caption: "Our numbers come from the course's boards and from uniformly random boards ([[table:changes]], [[table:change-times]]). The first version also searched its list for nodes that were never in it; our program does not.",
		Columns: []reports.Column{{Name: "version"}, {Name: "figure"}, {Name: "published"}, {Name: "ours"}, {Name: "difference"}},
	}
	add := func(words ...string) { t.Rows = append(t.Rows, study.Map(words, study.Cell)) }
	measured := func(has bool, format string, numbers ...any) string {
		if !has {
			return ""
		}
		return fmt.Sprintf(format, numbers...)
	}
	slowest := slices.Max(append(course.Where(frame.Strategy.Is(byManhattan)).Values(trial.Seconds), 0))
	for _, s := range stages {
		rows := course.Where(frame.Strategy.Is(s.strategy))
		shortest := rows.Where(func(t *trial.Trial) bool { return t.Outcome == search.Solved && t.Cost == known[t.Index].Optimal })
		inTime := shortest.Count(func(t *trial.Trial) bool { return trial.Seconds.Value(t) <= slowest })
		ran, held := rows.Len() > 0, rows.Summary(trial.Memory).Max.Value
		add(s.name, "correctness tests", fmt.Sprintf("%d of 25", s.correctness), measured(ran, "%d of %d", shortest.Len(), n),
			"boards for which a shortest solution was found within "+study.Grouped(course.NodeLimit())+" nodes; the course's tests are not public")
		add(s.name, "memory tests", fmt.Sprintf("%d of 8", s.memory), measured(ran, "%.2g MiB", held/(1<<20)), "ours is the peak memory on a board, not a number of tests")
		add(s.name, "timing tests", fmt.Sprintf("%d of 17", s.timing), measured(ran && slowest > 0, "%d of %d", inTime, n), "boards solved within the time of the last version's slowest board; by definition, the last version solves all boards")
		add(s.name, "score, %", s.score, "", fmt.Sprintf("not measured: with weights of 65 %% for correctness, 10 %% for memory and 25 %% for time, the published counts give %.2f", 65*float64(s.correctness)/25+10*float64(s.memory)/8+25*float64(s.timing)/17))
	}
	solved, err := sliding.Deepened(known[0].Board, tiles.Manhattan, nodeCap)
	add("drawn sequence", "moves", "4", fmt.Sprint(solved.Cost), "none")
	drawn, misplaced, apart := known[1].Board, "", ""
	for tile := 1; tile < drawn.Cells(); tile++ {
		moves := drawn.Apart(drawn.Home(tile), slices.Index(drawn.Tiles(), tile))
		misplaced, apart = misplaced+fmt.Sprint(min(moves, 1))+" ", apart+fmt.Sprint(moves)+" "
	}
	add("drawn estimates", "Hamming", "1 1 0 0 1 1 0 1 = 5", fmt.Sprintf("%s= %d", misplaced, tiles.Hamming.Of(drawn)), "none")
	add("drawn estimates", "Manhattan", "1 2 0 0 2 2 0 3 = 10", fmt.Sprintf("%s= %d", apart, tiles.Manhattan.Of(drawn)), "none")
	for _, m := range []trial.Metric{trial.Seconds, trial.Memory} {
		c, ok, failed := study.Compare(uniform(trials, modes[m.Timing]), m, byManhattan, inRows)
		ours := ""
		if ok && c.GeoMeans.Value > 0 && !math.IsInf(c.GeoMeans.Value, 1) {
			ours = fmt.Sprintf("%.2g", c.GeoMeans.Value)
		}
		err = cmp.Or(err, failed)
		add("one array", m.Name+" with rows ÷ with one array", "2", ours, "a number takes 4 bytes in rows and 1 byte in the array here, but 4 and 2 bytes in Java; memory includes the rest of each node")
	}
	add("one array", "memory accesses per number, in rows and in one array", "2, 1", "", "not measured: we do not count memory accesses")
	return t, err
}

// published returns the published number of positions at each distance from the goal with the blank
// on the given cell.
func published(cell int) tiles.Histogram {
	for _, k := range tiles.KnownHistograms() {
		if k.Width == side && k.Height == side && k.Blank == cell && !k.LineMoves && k.Complete() {
			return k.Counts
		}
	}
	return nil
}

// sequences maps the cell of the goal's blank to the published sequence that counts the positions
// of the 8-puzzle by distance.
var sequences = map[int]string{0: "OEIS A089473", 1: "OEIS A089483", 4: "OEIS A089474"}

// printed is a row of figure 3.29 in Russell & Norvig, Artificial Intelligence: A Modern Approach
// (3rd edition, 2010), for a heuristic and a distance. It holds the mean number of nodes that A*
// generates on 100 boards of the 8-puzzle, and the effective branching factor. Their nodes include
// the root: 6 nodes at distance 2 give the factor 1.79, the solution of 1 + b + b² = 6. The printed
// factors are slightly smaller than factors computed from the mean number of nodes, because they
// are means over boards.
type printed struct {
	heuristic string
	distance  int
	nodes, b  float64
}

var book = study.Read(files, "book.csv", func(row []string) (p printed) {
	p.heuristic = row[1]
	study.Scan(strings.Join(row[2:], " "), &p.distance, &p.nodes, &p.b)
	return p
})
