package tiles

import (
	"context"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/naming"
)

const (
	lemtea8Source  = "lemtea8, 15-puzzle solver in C++, github.com/lemtea8/15puzzle, 2024"
	simon531Source = "Simon531, IDA* for the 15-puzzle in C, github.com/Simon531/15Puzzle-Solver-C-IDAStar-DFS-Heuristic, 2019"
	courseraSource = "write-up of the 8-puzzle assignment of the Coursera course Algorithms, Part I, 2014"
)

// kinds are the strategies of the package, in the order they are listed: the
// optimal ones, those that trade length for work, the programs of the write-ups.
var kinds = []kind{
	{
		Strategy: Strategy{
			Name: "bfs", Version: 1, Optimal: true, Complete: true,
			Doc:    "breadth-first search, which ends when the goal is generated",
			Source: "E. F. Moore, The shortest path through a maze, 1959",
		},
		options: []setting{orderOption},
		solve: onProblem(func(ctx context.Context, p tileProblem, _ choice, limits search.Limits) search.Result[Move] {
			return search.BreadthFirst(ctx, p, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "uniform-cost", Version: 1, Optimal: true, Complete: true,
			Doc:    "best-first search by g, which is A* without a heuristic",
			Source: "E. W. Dijkstra, A note on two problems in connexion with graphs, 1959",
		},
		options: []setting{orderOption},
		solve: onProblem(func(ctx context.Context, p tileProblem, _ choice, limits search.Limits) search.Result[Move] {
			return search.UniformCost(ctx, p, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "astar/H", Version: 1, Optimal: true, Complete: true,
			Doc:    "A*: best-first search by g + h",
			Source: "P. E. Hart, N. J. Nilsson, B. Raphael, A formal basis for the heuristic determination of minimum cost paths, 1968",
		},
		heuristic: anyHeuristic, options: []setting{orderOption, tiesOption},
		solve: onProblem(func(ctx context.Context, p tileProblem, c choice, limits search.Limits) search.Result[Move] {
			return search.AStar(ctx, p, c.ties, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "idastar/H", Version: 1, Optimal: true, Complete: true,
			Doc:    "iterative-deepening A*: depth-first searches under a rising bound on g + h, in memory for one path",
			Source: "R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985",
		},
		heuristic: anyHeuristic, options: []setting{orderOption},
		solve: onProblem(func(ctx context.Context, p tileProblem, _ choice, limits search.Limits) search.Result[Move] {
			return search.IDAStar(ctx, p, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "rbfs/H", Version: 1, Optimal: true, Complete: true,
			Doc:    "recursive best-first search, in memory for one path and what lies beside it",
			Source: "R. E. Korf, Linear-space best-first search, 1993",
		},
		heuristic: anyHeuristic, options: []setting{orderOption},
		solve: onProblem(func(ctx context.Context, p tileProblem, _ choice, limits search.Limits) search.Result[Move] {
			return search.RBFS(ctx, p, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "mm/H", Version: 1, Optimal: true, Complete: true,
			Doc:    "bidirectional search that meets in the middle; up to 16 cells",
			Source: "R. C. Holte, A. Felner, G. Sharon, N. R. Sturtevant, J. Chen, MM: a bidirectional search algorithm that is guaranteed to meet in the middle, 2017",
		},
		heuristic: anyHeuristic, boards: packedBoards, options: []setting{orderOption},
		solve: onProblem(func(ctx context.Context, p tileProblem, _ choice, limits search.Limits) search.Result[Move] {
			return search.MM(ctx, p.(search.Reversible[State, Move]), limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "wastar-W/H", Version: 1, Complete: true,
			Doc:    "weighted A*: best-first search by g + W·h; at most W times as long as a shortest solution",
			Source: "I. Pohl, Heuristic search viewed as path finding in a graph, 1970",
		},
		number: weightNumber, heuristic: anyHeuristic, options: []setting{orderOption},
		solve: onProblem(func(ctx context.Context, p tileProblem, c choice, limits search.Limits) search.Result[Move] {
			return search.WeightedAStar(ctx, p, c.weight, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "greedy/H", Version: 1, Complete: true,
			Doc:    "best-first search by h alone",
			Source: "J. E. Doran, D. Michie, Experiments with the Graph Traverser program, 1966",
		},
		heuristic: anyHeuristic, options: []setting{orderOption},
		solve: onProblem(func(ctx context.Context, p tileProblem, _ choice, limits search.Limits) search.Result[Move] {
			return search.Greedy(ctx, p, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "beam-N/H", Version: 1,
			Doc:    "breadth-first search that keeps the N best boards of each layer, by g + h",
			Source: "B. T. Lowerre, The Harpy speech recognition system, 1976",
		},
		number: widthNumber, heuristic: anyHeuristic, options: []setting{orderOption},
		solve: onProblem(func(ctx context.Context, p tileProblem, c choice, limits search.Limits) search.Result[Move] {
			return search.Beam(ctx, p, c.number, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "dfs-N", Version: 1,
			Doc:    "depth-first search for any path of at most N moves that visits no board twice",
			Source: "S. Russell, P. Norvig, Artificial Intelligence: A Modern Approach, 4th edition, 2021, section 3.4.3",
		},
		number: depthNumber, options: []setting{orderOption},
		solve: onProblem(func(ctx context.Context, p tileProblem, c choice, limits search.Limits) search.Result[Move] {
			return search.DepthFirst(ctx, p, c.number, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "ara/H", Version: 1, Optimal: true, Complete: true,
			Doc:    "ARA*: weighted A* whose weight falls to 1, each solution better than the last",
			Source: "M. Likhachev, G. Gordon, S. Thrun, ARA*: anytime A* with provable bounds on sub-optimality, 2003",
		},
		heuristic: anyHeuristic, options: []setting{orderOption, startOption},
		solve: onProblem(func(ctx context.Context, p tileProblem, c choice, limits search.Limits) search.Result[Move] {
			return search.ARAStar(ctx, p, c.weight, nil, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "idastar-lemtea8", Version: 1, Optimal: true, Complete: true,
			Doc:    "the write-up's IDA* with Manhattan, which skips the boards on the current path; 4x4 only",
			Source: lemtea8Source,
		},
		boards: fifteenPuzzle,
		options: []setting{
			naming.Switch("root-on-path", "put the start on the list of the path, which the program forgets", func(c *choice) { c.rootOnPath = true }),
		},
		solve: solveLemtea8,
	},
	{
		Strategy: Strategy{
			Name: "astar-lemtea8", Version: 1, Optimal: true, Complete: true,
			Doc:    "the write-up's A* with Manhattan, on a binary heap and a map from boards to g; 4x4 only",
			Source: lemtea8Source,
		},
		boards: fifteenPuzzle,
		options: []setting{
			naming.Switch("repaired", "compare the child's g with the stored one, not its parent's", func(c *choice) { c.repaired = true }),
		},
		solve: solveLemtea8AStar,
	},
	{
		Strategy: Strategy{
			Name: "idastar-simon531", Version: 1, Optimal: true, Complete: true,
			Doc:    "the write-up's IDA* with Manhattan on one node, blank left, right, up, down; 4x4 only",
			Source: simon531Source,
		},
		boards: fifteenPuzzle, solve: solveSimon531,
	},
	{
		Strategy: Strategy{
			Name: "astar-coursera/H", Version: 1, Optimal: true, Complete: true,
			Doc:    "the write-up's A* without a table of boards, H being hamming or manhattan; square boards only",
			Source: courseraSource,
		},
		heuristic: courseHeuristic, boards: squareBoards,
		options: []setting{
			naming.Switch("closed-list", "look each neighbour up in a list of the boards taken from the queue", func(c *choice) { c.closedList = true }),
			naming.Switch("no-critical", "enqueue the board of the node before, too", func(c *choice) { c.notCritical = true }),
			naming.Switch("recompute", "compute the estimate at each comparison of two nodes", func(c *choice) { c.recomputed = true }),
			naming.Switch("twin", "solve the board with two tiles exchanged in lockstep, instead of testing the parity", func(c *choice) { c.twin = true }),
		},
		exclusive: []naming.Exclusion{{A: "closed-list", B: "no-critical", Why: "the board of the node before is on the list anyway"}},
		solve:     solveCoursera,
	},
}

type tileProblem = search.Problem[State, Move]

// onProblem runs an algorithm of package search on the board.
func onProblem(run func(context.Context, tileProblem, choice, search.Limits) search.Result[Move]) func(context.Context, Board, choice, search.Limits) search.Result[Move] {
	return func(ctx context.Context, b Board, c choice, limits search.Limits) search.Result[Move] {
		p, err := NewInOrder(b, c.heuristic, c.order)
		if err != nil {
			panic(err) // Fits has said that the heuristic fits, and an order was parsed
		}
		return run(ctx, p, c, limits)
	}
}
