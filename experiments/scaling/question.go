package scaling

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
)

// A Question is one kind of growth: which trials bear on it, what they are seen
// against, and which models may describe it. Its methods make the items, each a
// function of the trials of the whole study.
type Question struct {
	ID     string // begins the IDs of its items
	What   string // what is measured, in words that follow "Nodes expanded on"
	Noun   string // an instance
	Small  string // instances in words that follow "Small", such as "rings"
	Axis   string // what the size is
	Unit   string // one of the size, in "×1.3 per …"
	Models []Model

	strategies []string // in the order of figures and tables
	rows       func(frame.Frame) frame.Frame
	// shape names the shape of a point's board, for questions about shapes.
	shape func(p point) string
	// against returns what the points of some trials are seen against, and
	// false for those that have no such value; nil means their size.
	against func(rows frame.Frame) func(p point) (float64, bool)
	bars    bool // several points at one size are drawn with bars instead of bands
	// alike says that all strategies count the same and promise the same, so that
	// the smallest number of a size is the best.
	alike bool
}

// The questions of the study.
var (
	// Rings asks how the nodes grow with the ring.
	Rings = Question{
		ID: "rings", What: "planted rings", Noun: "ring", Small: "rings", Axis: "nodes on the ring, n", Unit: "node",
		Models:     []Model{Exponential, Power, Root},
		strategies: slices.Concat(searching, deciding),
		rows: func(trials frame.Frame) frame.Frame {
			return trials.Where(frame.Set.Is(ringsSet))
		},
	}
	// Boards asks how they grow with the cells of a board of sliding tiles.
	Boards = Question{
		ID: "boards", What: "boards of tiles", Noun: "board", Small: "boards of tiles, by their cells,", Axis: "cells of the board, n", Unit: "cell",
		Models:     []Model{Exponential, Power, Positions},
		strategies: boardStrategies, rows: uniformBoards, shape: shapeName, bars: true, alike: true,
	}
	// Shapes asks the same of the mean length of their shortest solutions, for
	// searches with an estimate.
	Shapes = Question{
		ID: "shapes", What: "boards of tiles, by the length of their solutions", Noun: "board", Small: "boards of tiles, by the length of their solutions,", Axis: "mean length of a shortest solution, n (moves)", Unit: "move",
		Models:     []Model{Exponential, Power},
		strategies: boardStrategies, rows: informedBoards, against: meanLength, shape: shapeName, bars: true,
	}
	// Lengths asks how they grow with the length of a shortest solution, on
	// boards of one size.
	Lengths = Question{
		ID: "lengths", What: "boards of 4×4 tiles", Noun: "board", Small: "lengths", Axis: "length of a shortest solution, n (moves)", Unit: "move",
		Models:     []Model{Exponential, Power},
		strategies: boardStrategies, rows: byLength, alike: true,
	}
	// Walk asks how they grow with the board of Color Walk.
	Walk = Question{
		ID: "walk", What: "Color Walk boards of five colours", Noun: "board", Small: "boards of Color Walk", Axis: "cells of the board, n", Unit: "cell",
		Models:     []Model{Exponential, Power, Root},
		strategies: walkStrategies,
		rows: func(trials frame.Frame) frame.Frame {
			return onSquares(trials, func(_ *experiments.Trial, colors int) bool { return colors == walkColors })
		},
	}
	// Colors asks how they grow with its colours.
	Colors = Question{
		ID: "colors", What: "Color Walk boards of 14×14 cells", Noun: "board", Small: "numbers of colours", Axis: "colours, n", Unit: "colour",
		Models:     []Model{Exponential, Power},
		strategies: walkStrategies,
		rows: func(trials frame.Frame) frame.Frame {
			return onSquares(trials, func(t *experiments.Trial, _ int) bool { return t.Size == colorsSide*colorsSide })
		},
		against: func(frame.Frame) func(p point) (float64, bool) {
			return func(p point) (float64, bool) {
				colors, ok := colorsOf(p.set)
				return float64(colors), ok
			}
		},
		shape: func(p point) string { return fmt.Sprintf("%.0f colours", p.x) },
	}
)

// Questions returns the questions of the study, in the order of its report.
func Questions() []Question { return []Question{Rings, Boards, Shapes, Lengths, Walk, Colors} }

// uniformBoards returns the trials on boards drawn uniformly from a shape.
func uniformBoards(trials frame.Frame) frame.Frame {
	return trials.Where(func(t *experiments.Trial) bool { return strings.HasPrefix(t.Set, boardsPrefix) })
}

// informedBoards leaves out those of breadth-first search.
func informedBoards(trials frame.Frame) frame.Frame {
	return uniformBoards(trials).Where(func(t *experiments.Trial) bool { return t.Strategy != breadthFirst })
}

// shapeName writes the shape of a uniform board, width first.
func shapeName(p point) string {
	return strings.Replace(strings.TrimPrefix(p.set, boardsPrefix), "x", "×", 1)
}

// series returns the series of every strategy that has points.
func (q Question) series(trials frame.Frame) []series {
	rows := q.rows(trials)
	var all []series
	for _, strategy := range frame.Strategy.In(q.strategies...).Of(rows) {
		if s := q.collect(rows, strategy); len(s.points) > 0 {
			all = append(all, s)
		}
	}
	return all
}

// one returns the series of one strategy; it has no points if there are no
// trials.
func (q Question) one(trials frame.Frame, strategy string) series {
	return q.collect(q.rows(trials), strategy)
}

func (q Question) collect(rows frame.Frame, strategy string) series {
	s := collect(rows, strategy)
	if q.against == nil {
		return s
	}
	x := q.against(rows)
	s.points = slices.DeleteFunc(s.points, func(p point) bool { _, ok := x(p); return !ok })
	for i := range s.points {
		s.points[i].x, _ = x(s.points[i])
	}
	s.sort()
	return s
}

// unplaced says in a caption which shapes have points but nothing to be seen
// against.
func (q Question) unplaced(trials frame.Frame) string {
	if q.against == nil {
		return ""
	}
	rows := q.rows(trials)
	x := q.against(rows)
	var names []string
	for _, set := range frame.Set.Of(rows) {
		p := point{set: set}
		if _, ok := x(p); !ok {
			names = append(names, q.name(p))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf(" Left out, because limits ended every run on some board, so that the mean is not known: %s.", study.Enumerated(names))
}

// limits says in a caption which limits runs met.
func (q Question) limits(trials frame.Frame) string {
	rows := q.rows(trials)
	capped := rows.Count(frame.Limited)
	if capped == 0 {
		return "No run met its limit."
	}
	var least, most uint64
	for t := range rows.All() {
		if n := t.Limits.Expanded; n > 0 {
			if least == 0 || n < least {
				least = n
			}
			most = max(most, n)
		}
	}
	limit := study.Grouped(most)
	if least != most {
		limit = fmt.Sprintf("%s to %s", study.Grouped(least), limit)
	}
	return fmt.Sprintf("Limits of %s nodes ended %s of %s.", limit, study.Grouped(uint64(capped)), study.Plural(rows.Len(), "run"))
}

// perSize says how many instances there are at each point.
func (q Question) perSize(all []series) string {
	least, most := 0, 0
	for _, s := range all {
		for _, p := range s.points {
			if least == 0 || p.cell.N < least {
				least = p.cell.N
			}
			most = max(most, p.cell.N)
		}
	}
	if least == most {
		return study.Plural(most, q.Noun)
	}
	return fmt.Sprintf("%s to %s", study.Grouped(uint64(least)), study.Plural(most, q.Noun))
}

// name says where a point is: "n = 56", "7×2".
func (q Question) name(p point) string {
	if q.shape != nil {
		return q.shape(p)
	}
	return fmt.Sprintf("n = %d", p.size)
}

// rounded writes a count to three significant digits.
func rounded(x float64) string {
	if math.IsNaN(x) || x < 0 || x > 1e15 {
		return "–"
	}
	if x >= 1000 {
		return study.Grouped(study.Rounded(x, 3))
	}
	return study.Grouped(uint64(math.Round(x)))
}

// signed writes a number that may be negative with one decimal and a minus
// sign.
func signed(x float64) string { return strings.Replace(fmt.Sprintf("%.1f", x), "-", "−", 1) }
