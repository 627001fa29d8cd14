package colorwalk

import (
	"context"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

const ours = "package documentation"

// Strategies returns the searches: those that are optimal, and those that trade
// length for work.
func Strategies() []puzzle.Pattern[Board] {
	return []pattern{
		Bind(searching(
			"distance-greedy", false,
			"always the colour after which the distances of what is left are smallest in sum",
			"University of Ljubljana, thesis on Flood-It",
		), false, func(ctx context.Context, b Board, _ puzzle.Choice, _ uint64, limits search.Limits) search.Result[Color] {
			return solveBeam(ctx, b, 1, "distances", limits)
		}),
		Bind(pattern{
			Strategy: puzzle.Strategy[Board]{
				Name: "beam-N/E", Complete: true,
				Doc:    "breadth-first search that keeps the N best positions of each layer, by the evaluation E",
				Source: "B. T. Lowerre, The Harpy speech recognition system, 1976",
			}, Number: puzzle.Count("width", "100"), Estimate: anyEvaluation,
		}, false, func(ctx context.Context, b Board, c puzzle.Choice, _ uint64, limits search.Limits) search.Result[Color] {
			return solveBeam(ctx, b, c.Int(""), c.Estimate, limits)
		}),
		Bind(pattern{
			Strategy: puzzle.Strategy[Board]{
				Name: "wastar-W/layers", Complete: true,
				Doc:    "weighted A*: best-first search by g + W·h; at most W times as long as a shortest solution",
				Source: "I. Pohl, Heuristic search viewed as path finding in a graph, 1970",
			}, Number: puzzle.Weight("1.2"),
		}, true, onProblem(func(ctx context.Context, p search.Problem[State, Color], c puzzle.Choice, limits search.Limits) search.Result[Color] {
			return search.WeightedAStar(ctx, p, c.Weight(""), limits)
		})),
		Bind(searching(
			"astar/layers", true,
			"A* with the layer bound",
			"A. and S. Puchert, floodit; P. E. Hart, N. J. Nilsson, B. Raphael, 1968", puzzle.TiesOption("positions"),
		), true, onProblem(func(ctx context.Context, p search.Problem[State, Color], c puzzle.Choice, limits search.Limits) search.Result[Color] {
			return search.AStar(ctx, p, c.Ties(), limits)
		})),
		Bind(searching(
			"idastar/layers", true,
			"iterative-deepening A* with the layer bound, in memory for one path",
			"R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985",
		), true, onProblem(puzzle.Whatever(search.IDAStar[State, Color]))),
		Bind(searching(
			"bfs", true,
			"breadth-first search without a bound; for small boards",
			"E. F. Moore, The shortest path through a maze, 1959",
		), true, onProblem(puzzle.Whatever(search.BreadthFirst[State, Color]))),
		Bind(searching(
			"layered/layers", true,
			"a beam for an upper bound, then breadth-first layers of the positions that neither the bound nor another position rules out",
			ours+"; bound and order rule of A. and S. Puchert, floodit", omissionOptions...,
		), false, solveLayered),
		{
			Strategy: puzzle.Strategy[Board]{
				Name: "anytime/layers", Version: 1, Optimal: true, Complete: true,
				Doc:    "wider and wider beams from above, layered searches with a rising limit from below",
				Source: ours,
			},
			Bind: func(s *puzzle.Strategy[Board], _ puzzle.Choice) {
				s.Fits = func(b Board) error { return fits(b, false) }
				improve := func(ctx context.Context, b Board, _ uint64, limits search.Limits, better func(puzzle.Improvement)) (puzzle.Finding, error) {
					if b.Solved() {
						return nothingLeft, nil
					}
					r := Anytime(ctx, b, better, limits)
					return puzzle.Found(r, Path(r.Path)), nil
				}
				s.Improve = improve
				s.Run = func(ctx context.Context, b Board, seed uint64, limits search.Limits) (puzzle.Finding, error) {
					return improve(ctx, b, seed, limits, nil)
				}
			},
		},
	}
}

// searching is the pattern of a search that is sure to find a solution.
func searching(name string, optimal bool, doc, source string, options ...puzzle.Option) pattern {
	return pattern{Strategy: puzzle.Strategy[Board]{Name: name, Optimal: optimal, Complete: true, Doc: doc, Source: source, Options: options}}
}

// omissionOptions leave a part of a layered search out. They serve to measure
// what each part is worth.
var omissionOptions = []puzzle.Option{
	puzzle.Switch("no-closure", "take positions as they are, without the regions that they absorb for nothing"),
	puzzle.Switch("no-dominance", "keep positions that another one dominates, unless the two are equal"),
	puzzle.Switch("no-order-rule", "play two colours in both orders, also where one order is enough"),
}

// onProblem runs an algorithm of package search on the board.
func onProblem(run func(context.Context, search.Problem[State, Color], puzzle.Choice, search.Limits) search.Result[Color]) Solve {
	return func(ctx context.Context, b Board, c puzzle.Choice, _ uint64, limits search.Limits) search.Result[Color] {
		p, err := New(b)
		if err != nil {
			panic(err) // fits has said that it fits
		}
		return run(ctx, p, c, limits)
	}
}
