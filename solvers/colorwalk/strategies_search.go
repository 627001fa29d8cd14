package colorwalk

import (
	"context"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

const ours = "package documentation"

// Strategies returns the search strategies: first the strategies that find shortest solutions,
// then the strategies that accept longer solutions to save work.
func Strategies() []puzzle.Pattern[Board] {
	beam := searching("beam-N/E", false, "breadth-first search that keeps the N best positions of each layer, by the evaluation E",
		"B. T. Lowerre, The Harpy speech recognition system, 1976")
	beam.Number, beam.Estimate = puzzle.Count("width", "100"), anyEvaluation
	weighted := searching("wastar-W/layers", false, "weighted A*: best-first search by g + W·h; solutions are at most W times as long as a shortest solution",
		"I. Pohl, Heuristic search viewed as path finding in a graph, 1970")
	weighted.Number = puzzle.Weight("1.2")
	anytime := Bind(searching("anytime/layers", true, "beams of increasing width for the upper bound, and layered searches with a rising limit for the lower bound", ours),
		false, func(ctx context.Context, b Board, _ puzzle.Choice, _ uint64, limits search.Limits) search.Result[Color] {
			return Anytime(ctx, b, nil, limits)
		})
	bind := anytime.Bind
	anytime.Bind = func(s *puzzle.Strategy[Board], c puzzle.Choice) {
		bind(s, c)
		s.Improve = func(ctx context.Context, b Board, _ uint64, limits search.Limits, better func(search.Improvement)) (puzzle.Finding, error) {
			if b.Solved() {
				return nothingLeft, nil
			}
			r := Anytime(ctx, b, better, limits)
			return puzzle.Found(r, Path(r.Path)), nil
		}
	}
	return []pattern{
		Bind(searching("distance-greedy", false, "play the color after which the sum of the distances of the remaining regions is smallest",
			"University of Ljubljana, thesis on Flood-It"), false, solveBeam),
		Bind(beam, false, solveBeam),
		Bind(weighted, true, onProblem(func(ctx context.Context, p search.Problem[State, Color], c puzzle.Choice, limits search.Limits) search.Result[Color] {
			return search.WeightedAStar(ctx, p, c.Weight(""), limits)
		})),
		Bind(searching("astar/layers", true, "A* with the layer bound",
			"A. and S. Puchert, floodit; P. E. Hart, N. J. Nilsson, B. Raphael, 1968", puzzle.TiesOption("positions")),
			true, onProblem(func(ctx context.Context, p search.Problem[State, Color], c puzzle.Choice, limits search.Limits) search.Result[Color] {
				return search.AStar(ctx, p, c.Ties(), limits)
			})),
		Bind(searching("idastar/layers", true, "iterative-deepening A* with the layer bound, which stores only one path",
			"R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985"),
			true, onProblem(func(ctx context.Context, p search.Problem[State, Color], _ puzzle.Choice, limits search.Limits) search.Result[Color] {
				return search.IDAStar(ctx, p, limits)
			})),
		Bind(searching("bfs", true, "breadth-first search without a bound; for small boards", "E. F. Moore, The shortest path through a maze, 1959"),
			true, onProblem(func(ctx context.Context, p search.Problem[State, Color], _ puzzle.Choice, limits search.Limits) search.Result[Color] {
				return search.BreadthFirst(ctx, problem{g: p.(problem).g, blind: true}, limits)
			})),
		Bind(searching("layered/layers", true, "a beam search for an upper bound, and then a breadth-first search of the positions that neither the bound nor another position rules out",
			ours+"; bound and order rule of A. and S. Puchert, floodit", omissionOptions...), false, solveLayered),
		anytime,
	}
}

// searching is the pattern of a search that is sure to find a solution.
func searching(name string, optimal bool, doc, source string, options ...puzzle.Option) pattern {
	return pattern{Strategy: puzzle.Strategy[Board]{Name: name, Optimal: optimal, Complete: true, Doc: doc, Source: source, Options: options}}
}

// omissionOptions leave a part of a layered search out. They serve to measure
// what each part is worth.
var omissionOptions = []puzzle.Option{
	puzzle.Switch("no-closure", "postpone the regions that a position can absorb without extra moves"),
	puzzle.Switch("no-dominance", "keep dominated positions, and remove only duplicates"),
	puzzle.Switch("no-order-rule", "play two colors in both orders, even where one order is enough"),
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
