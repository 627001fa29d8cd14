package tiles

import (
	"context"
	"strconv"

	"github.com/puzzlelab/puzzlelab/solvers/search"
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
			Name: "bfs", Version: 1, Optimal: true, Complete: true, Options: []Option{orderOption},
			Doc:    "breadth-first search, which ends when the goal is generated",
			Source: "E. F. Moore, The shortest path through a maze, 1959",
		},
		base: "bfs", solve: onProblem(func(ctx context.Context, p tileProblem, _ choice, limits search.Limits) search.Result[Move] {
			return search.BreadthFirst(ctx, p, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "uniform-cost", Version: 1, Optimal: true, Complete: true, Options: []Option{orderOption},
			Doc:    "best-first search by g, which is A* without a heuristic",
			Source: "E. W. Dijkstra, A note on two problems in connexion with graphs, 1959",
		},
		base: "uniform-cost", solve: onProblem(func(ctx context.Context, p tileProblem, _ choice, limits search.Limits) search.Result[Move] {
			return search.UniformCost(ctx, p, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "astar/H", Version: 1, Optimal: true, Complete: true, Options: []Option{orderOption, tiesOption},
			Doc:    "A*: best-first search by g + h",
			Source: "P. E. Hart, N. J. Nilsson, B. Raphael, A formal basis for the heuristic determination of minimum cost paths, 1968",
		},
		base: "astar", heuristics: anyHeuristic, solve: onProblem(func(ctx context.Context, p tileProblem, c choice, limits search.Limits) search.Result[Move] {
			return search.AStar(ctx, p, c.ties, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "idastar/H", Version: 1, Optimal: true, Complete: true, Options: []Option{orderOption},
			Doc:    "iterative-deepening A*: depth-first searches under a rising bound on g + h, in memory for one path",
			Source: "R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985",
		},
		base: "idastar", heuristics: anyHeuristic, solve: onProblem(func(ctx context.Context, p tileProblem, _ choice, limits search.Limits) search.Result[Move] {
			return search.IDAStar(ctx, p, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "rbfs/H", Version: 1, Optimal: true, Complete: true, Options: []Option{orderOption},
			Doc:    "recursive best-first search, in memory for one path and what lies beside it",
			Source: "R. E. Korf, Linear-space best-first search, 1993",
		},
		base: "rbfs", heuristics: anyHeuristic, solve: onProblem(func(ctx context.Context, p tileProblem, _ choice, limits search.Limits) search.Result[Move] {
			return search.RBFS(ctx, p, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "mm/H", Version: 1, Optimal: true, Complete: true, Options: []Option{orderOption},
			Doc:    "bidirectional search that meets in the middle; up to 16 cells",
			Source: "R. C. Holte, A. Felner, G. Sharon, N. R. Sturtevant, J. Chen, MM: a bidirectional search algorithm that is guaranteed to meet in the middle, 2017",
		},
		base: "mm", heuristics: anyHeuristic, boards: packedBoards,
		solve: onProblem(func(ctx context.Context, p tileProblem, _ choice, limits search.Limits) search.Result[Move] {
			return search.MM(ctx, p.(search.Reversible[State, Move]), limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "wastar-W/H", Version: 1, Complete: true, Options: []Option{orderOption},
			Doc:    "weighted A*: best-first search by g + W·h; at most W times as long as a shortest solution",
			Source: "I. Pohl, Heuristic search viewed as path finding in a graph, 1970",
		},
		base: "wastar", number: weightNumber, heuristics: anyHeuristic,
		solve: onProblem(func(ctx context.Context, p tileProblem, c choice, limits search.Limits) search.Result[Move] {
			return search.WeightedAStar(ctx, p, c.weight, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "greedy/H", Version: 1, Complete: true, Options: []Option{orderOption},
			Doc:    "best-first search by h alone",
			Source: "J. E. Doran, D. Michie, Experiments with the Graph Traverser program, 1966",
		},
		base: "greedy", heuristics: anyHeuristic, solve: onProblem(func(ctx context.Context, p tileProblem, _ choice, limits search.Limits) search.Result[Move] {
			return search.Greedy(ctx, p, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "beam-N/H", Version: 1, Options: []Option{orderOption},
			Doc:    "breadth-first search that keeps the N best boards of each layer, by g + h",
			Source: "B. T. Lowerre, The Harpy speech recognition system, 1976",
		},
		base: "beam", number: countNumber("width", "1000"), heuristics: anyHeuristic,
		solve: onProblem(func(ctx context.Context, p tileProblem, c choice, limits search.Limits) search.Result[Move] {
			return search.Beam(ctx, p, c.number, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "dfs-N", Version: 1, Options: []Option{orderOption},
			Doc:    "depth-first search for any path of at most N moves that visits no board twice",
			Source: "S. Russell, P. Norvig, Artificial Intelligence: A Modern Approach, 4th edition, 2021, section 3.4.3",
		},
		base: "dfs", number: countNumber("depth", "20"),
		solve: onProblem(func(ctx context.Context, p tileProblem, c choice, limits search.Limits) search.Result[Move] {
			return search.DepthFirst(ctx, p, c.number, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "ara/H", Version: 1, Optimal: true, Complete: true, Options: []Option{orderOption, startOption},
			Doc:    "ARA*: weighted A* whose weight falls to 1, each solution better than the last",
			Source: "M. Likhachev, G. Gordon, S. Thrun, ARA*: anytime A* with provable bounds on sub-optimality, 2003",
		},
		base: "ara", heuristics: anyHeuristic, solve: onProblem(func(ctx context.Context, p tileProblem, c choice, limits search.Limits) search.Result[Move] {
			return search.ARAStar(ctx, p, c.weight, nil, limits)
		}),
	},
	{
		Strategy: Strategy{
			Name: "idastar-lemtea8", Version: 1, Optimal: true, Complete: true, Options: []Option{
				{
					Name: "root-on-path", Doc: "put the start on the list of the path, which the program forgets",
					set: turnOn(func(c *choice) { c.rootOnPath = true }),
				},
			},
			Doc:    "the write-up's IDA* with Manhattan, which skips the boards on the current path; 4x4 only",
			Source: lemtea8Source,
		},
		base: "idastar-lemtea8", boards: fifteenPuzzle, solve: solveLemtea8,
	},
	{
		Strategy: Strategy{
			Name: "astar-lemtea8", Version: 1, Optimal: true, Complete: true, Options: []Option{
				{
					Name: "repaired", Doc: "compare the child's g with the stored one, not its parent's",
					set: turnOn(func(c *choice) { c.repaired = true }),
				},
			},
			Doc:    "the write-up's A* with Manhattan, on a binary heap and a map from boards to g; 4x4 only",
			Source: lemtea8Source,
		},
		base: "astar-lemtea8", boards: fifteenPuzzle, solve: solveLemtea8AStar,
	},
	{
		Strategy: Strategy{
			Name: "idastar-simon531", Version: 1, Optimal: true, Complete: true,
			Doc:    "the write-up's IDA* with Manhattan on one node, blank left, right, up, down; 4x4 only",
			Source: simon531Source,
		},
		base: "idastar-simon531", boards: fifteenPuzzle, solve: solveSimon531,
	},
	{
		Strategy: Strategy{
			Name: "astar-coursera/H", Version: 1, Optimal: true, Complete: true, Options: []Option{
				{
					Name: "closed-list", Doc: "look each neighbour up in a list of the boards taken from the queue",
					set: turnOn(func(c *choice) { c.closedList = true }),
				},
				{
					Name: "no-critical", Doc: "enqueue the board of the node before, too",
					set: turnOn(func(c *choice) { c.notCritical = true }),
				},
				{
					Name: "recompute", Doc: "compute the estimate at each comparison of two nodes",
					set: turnOn(func(c *choice) { c.recomputed = true }),
				},
				{
					Name: "twin", Doc: "solve the board with two tiles exchanged in lockstep, instead of testing the parity",
					set: turnOn(func(c *choice) { c.twin = true }),
				},
			},
			Doc:    "the write-up's A* without a table of boards, H being hamming or manhattan; square boards only",
			Source: courseraSource,
		},
		base: "astar-coursera", heuristics: courseHeuristic, boards: squareBoards, solve: solveCoursera,
		exclusive: []exclusion{{"closed-list", "no-critical", "the board of the node before is on the list anyway"}},
	},
}

// The options and numbers that several strategies share.
var (
	orderOption = Option{
		Name: "order", Default: string(DefaultOrder), Want: "the letters u, l, r, d in any order",
		Doc: "order of the blank's moves, on the board in blank-first form",
		set: func(c *choice, value string) (canonical string, err error) {
			c.order, err = ParseOrder(value)
			return string(c.order), err
		},
	}
	tiesOption = Option{
		Name: "ties", Default: search.HighG.String(), Want: "high-g, low-g or fifo",
		Doc: "which of the nodes with the smallest g + h comes first",
		set: func(c *choice, value string) (canonical string, err error) {
			c.ties, err = search.ParseTies(value)
			return c.ties.String(), err
		},
	}
	startOption = Option{
		Name: "start", Default: "5", Want: "a number of at least 1",
		Doc: "the first weight",
		set: setWeight,
	}
	weightNumber = &number{what: "weight", example: "2", set: setWeight}
)

func setWeight(c *choice, text string) (canonical string, err error) {
	c.weight, err = search.ParseWeight(text)
	return c.weight.String(), err
}

func countNumber(what, example string) *number {
	return &number{what: what, example: example, set: func(c *choice, text string) (canonical string, err error) {
		c.number, err = parseCount(text)
		return strconv.Itoa(c.number), err
	}}
}

// turnOn is the set of an option without a value.
func turnOn(set func(c *choice)) func(*choice, string) (string, error) {
	return func(c *choice, _ string) (string, error) {
		set(c)
		return "", nil
	}
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
