package colorwalk

import (
	"context"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/naming"
)

const ours = "package documentation"

// searchKinds are the strategies that search: the optimal ones, and those that
// trade length for work.
var searchKinds = []kind{
	{
		Strategy: Strategy{
			Name: "distance-greedy", Version: 1, Complete: true,
			Doc:    "always the colour after which the distances of what is left are smallest in sum",
			Source: "University of Ljubljana, thesis on Flood-It",
		},
		solve: func(ctx context.Context, b Board, c choice, seed uint64, limits search.Limits) search.Result[Color] {
			c.number, c.evaluation = 1, "distances"
			return solveBeam(ctx, b, c, seed, limits)
		},
	},
	{
		Strategy: Strategy{
			Name: "beam-N/E", Version: 1, Complete: true,
			Doc:    "breadth-first search that keeps the N best positions of each layer, by the evaluation E",
			Source: "B. T. Lowerre, The Harpy speech recognition system, 1976",
		},
		number: widthNumber, evaluation: anyEvaluation, solve: solveBeam,
	},
	{
		Strategy: Strategy{
			Name: "wastar-W/layers", Version: 1, Complete: true,
			Doc:    "weighted A*: best-first search by g + W·h; at most W times as long as a shortest solution",
			Source: "I. Pohl, Heuristic search viewed as path finding in a graph, 1970",
		},
		number: weightNumber, narrow: true,
		solve: onProblem(func(ctx context.Context, p search.Problem[State, Color], c choice, limits search.Limits) search.Result[Color] {
			return search.WeightedAStar(ctx, p, c.weight, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "astar/layers", Version: 1, Optimal: true, Complete: true,
			Doc:    "A* with the layer bound",
			Source: "A. and S. Puchert, floodit; P. E. Hart, N. J. Nilsson, B. Raphael, 1968",
		},
		options: []setting{tiesOption}, narrow: true,
		solve: onProblem(func(ctx context.Context, p search.Problem[State, Color], c choice, limits search.Limits) search.Result[Color] {
			return search.AStar(ctx, p, c.ties, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "idastar/layers", Version: 1, Optimal: true, Complete: true,
			Doc:    "iterative-deepening A* with the layer bound, in memory for one path",
			Source: "R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985",
		},
		narrow: true,
		solve: onProblem(func(ctx context.Context, p search.Problem[State, Color], _ choice, limits search.Limits) search.Result[Color] {
			return search.IDAStar(ctx, p, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "bfs", Version: 1, Optimal: true, Complete: true,
			Doc:    "breadth-first search without a bound; for small boards",
			Source: "E. F. Moore, The shortest path through a maze, 1959",
		},
		narrow: true,
		solve: onProblem(func(ctx context.Context, p search.Problem[State, Color], _ choice, limits search.Limits) search.Result[Color] {
			return search.BreadthFirst(ctx, p, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "layered/layers", Version: 1, Optimal: true, Complete: true,
			Doc:    "a beam for an upper bound, then breadth-first layers of the positions that neither the bound nor another position rules out",
			Source: ours + "; bound and order rule of A. and S. Puchert, floodit",
		},
		options: omissionOptions, solve: solveLayered,
	},
	{
		Strategy: Strategy{
			Name: "anytime/layers", Version: 1, Optimal: true, Complete: true,
			Doc:    "wider and wider beams from above, layered searches with a rising limit from below",
			Source: ours,
		},
		solve: func(ctx context.Context, b Board, _ choice, _ uint64, limits search.Limits) search.Result[Color] {
			return Anytime(ctx, b, nil, limits)
		},
	},
}

var tiesOption = setting{
	Option: Option{
		Name: "ties", Default: search.HighG.String(), Want: "high-g, low-g or fifo",
		Doc: "which of the positions with the smallest g + h comes first",
	},
	Set: func(c *choice, value string) (canonical string, err error) {
		c.ties, err = search.ParseTies(value)
		return c.ties.String(), err
	},
}

// omissionOptions leave a part of a layered search out. They serve to measure
// what each part is worth.
var omissionOptions = []setting{
	naming.Switch("no-closure", "take positions as they are, without the regions that they absorb for nothing", func(c *choice) { c.omit.closure = true }),
	naming.Switch("no-dominance", "keep positions that another one dominates, unless the two are equal", func(c *choice) { c.omit.dominance = true }),
	naming.Switch("no-order-rule", "play two colours in both orders, also where one order is enough", func(c *choice) { c.omit.orderRule = true }),
}

// onProblem runs an algorithm of package search on the board.
func onProblem(run func(context.Context, search.Problem[State, Color], choice, search.Limits) search.Result[Color]) func(context.Context, Board, choice, uint64, search.Limits) search.Result[Color] {
	return func(ctx context.Context, b Board, c choice, _ uint64, limits search.Limits) search.Result[Color] {
		p, err := New(b)
		if err != nil {
			panic(err) // Fits has said that it fits
		}
		return run(ctx, p, c, limits)
	}
}
