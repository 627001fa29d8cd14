package puzzle

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Searches offers the algorithms of package search as strategies for a puzzle whose instances can
// be converted to search problems.
type Searches[I any, S, A comparable] struct {
	// Problem returns the search problem for an instance. c.Estimate names the heuristic; "" means none.
	Problem func(inst I, c Choice) (search.Problem[S, A], error)
	// Solution converts a path to the text form that the puzzle's Check parses.
	Solution func(path []A) fmt.Stringer

	// The following fields are optional.

	// Prepare makes the data that all problems for the same choice of options share; see
	// [Strategy.Prepare].
	Prepare   func(ctx context.Context, c Choice, say func(text string)) error
	Heuristic *Estimate // heuristics that the puzzle supports; nil if it has none, so that only searches without a heuristic are offered
	Options   []Option  // options that all strategies accept
	// Fits returns an error if the heuristic does not support the instance.
	Fits func(inst I, heuristic string) error
	// Reverse returns an error if the problem for an instance is not a [search.Reversible]. If
	// Reverse is nil, no problem is reversible. ReverseFor describes in words the instances whose
	// problems are reversible; "" means all.
	Reverse    func(inst I) error
	ReverseFor string
	// Refute explains why an instance has no solution, if that is known without a search. Otherwise
	// it returns "".
	Refute func(inst I) string
}

// algorithm runs a search on a problem.
type algorithm[S, A comparable] = func(context.Context, search.Problem[S, A], Choice, search.Limits) search.Result[A]

// whatever returns an algorithm that ignores the choice.
func whatever[S, A comparable](run func(context.Context, search.Problem[S, A], search.Limits) search.Result[A]) algorithm[S, A] {
	return func(ctx context.Context, p search.Problem[S, A], _ Choice, limits search.Limits) search.Result[A] {
		return run(ctx, p, limits)
	}
}

// Patterns returns the patterns of the strategies. Searches for shortest solutions come first, then
// searches that accept longer solutions to save work.
func (s Searches[I, S, A]) Patterns() []Pattern[I] {
	type problem = search.Problem[S, A]
	ties := TiesOption("nodes")
	patterns := []Pattern[I]{
		s.pattern("bfs", "breadth-first search, which ends when the goal is generated", "E. F. Moore, The shortest path through a maze, 1959", nil,
			whatever(search.BreadthFirst[S, A])),
		s.pattern("uniform-cost", "best-first search by g, which is A* without a heuristic", "E. W. Dijkstra, A note on two problems in connexion with graphs, 1959", nil,
			whatever(search.UniformCost[S, A])),
		s.pattern("astar/H", "A*: best-first search by g + h", "P. E. Hart, N. J. Nilsson, B. Raphael, A formal basis for the heuristic determination of minimum cost paths, 1968", nil,
			func(ctx context.Context, p problem, c Choice, limits search.Limits) search.Result[A] {
				return search.AStar(ctx, p, c.Ties(), limits)
			}, ties),
		s.pattern("idastar/H", "iterative-deepening A*: depth-first searches with an increasing bound on g + h, which store only one path", "R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985", nil,
			func(ctx context.Context, p problem, c Choice, limits search.Limits) search.Result[A] {
				return search.ParallelIDAStar(ctx, p, c.workers(), limits)
			}, workersOption),
		s.pattern("rbfs/H", "recursive best-first search, which stores only one path and the siblings of its nodes", "R. E. Korf, Linear-space best-first search, 1993", nil,
			whatever(search.RBFS[S, A])),
	}
	if s.Reverse != nil {
		mm := s.pattern("mm/H", "bidirectional search that meets in the middle",
			"R. C. Holte, A. Felner, G. Sharon, N. R. Sturtevant, J. Chen, MM: a bidirectional search algorithm that is guaranteed to meet in the middle, 2017", nil,
			func(ctx context.Context, p problem, _ Choice, limits search.Limits) search.Result[A] {
				return search.MM(ctx, p.(search.Reversible[S, A]), limits)
			})
		mm.For = s.ReverseFor
		patterns = append(patterns, mm)
	}
	patterns = append(
		patterns,
		s.suboptimal("wastar-W/H", "weighted A*: best-first search by g + W·h; solutions are at most W times as long as a shortest solution", "I. Pohl, Heuristic search viewed as path finding in a graph, 1970", Weight("2"), true,
			func(ctx context.Context, p problem, c Choice, limits search.Limits) search.Result[A] {
				return search.WeightedAStar(ctx, p, c.Weight(""), limits)
			}),
		s.suboptimal("greedy/H", "best-first search by h alone", "J. E. Doran, D. Michie, Experiments with the Graph Traverser program, 1966", nil, true,
			whatever(search.Greedy[S, A])),
		s.suboptimal("beam-N/H", "breadth-first search that keeps the N best states of each layer, by g + h", "B. T. Lowerre, The Harpy speech recognition system, 1976", Count("width", "1000"), false,
			func(ctx context.Context, p problem, c Choice, limits search.Limits) search.Result[A] {
				return search.Beam(ctx, p, c.Int(""), limits)
			}),
		s.suboptimal("dfs-N", "depth-first search for any path of at most N moves that visits no state twice", "S. Russell, P. Norvig, Artificial Intelligence: A Modern Approach, 4th edition, 2021, section 3.4.3", Count("depth", "20"), false,
			func(ctx context.Context, p problem, c Choice, limits search.Limits) search.Result[A] {
				return search.DepthFirst(ctx, p, c.Int(""), limits)
			}),
		s.pattern("ara/H", "ARA*: weighted A* whose weight falls to 1, each solution better than the last", "M. Likhachev, G. Gordon, S. Thrun, ARA*: anytime A* with provable bounds on sub-optimality, 2003", nil,
			func(ctx context.Context, p problem, c Choice, limits search.Limits) search.Result[A] {
				return search.ARAStar(ctx, p, c.Weight("start"), nil, limits)
			}, Option{Name: "start", Default: "5", Want: "a number of at least 1", Doc: "the first weight", Parse: canonicalWeight}),
	)
	if s.Heuristic == nil {
		patterns = slices.DeleteFunc(patterns, func(p Pattern[I]) bool { return p.Estimate != nil })
	}
	return patterns
}

// pattern is a strategy that finds a shortest solution.
func (s Searches[I, S, A]) pattern(name, doc, source string, number *Number, run algorithm[S, A], options ...Option) Pattern[I] {
	p := Pattern[I]{
		Strategy: Strategy[I]{Name: name, Version: 1, Doc: doc, Source: source, Options: append(s.Options[:len(s.Options):len(s.Options)], options...), Optimal: true, Complete: true},
		Number:   number,
		problem:  s.Problem,
	}
	if parsed, err := parsePattern(name); err == nil && parsed.chooses() {
		p.Estimate = &Estimate{}
		if s.Heuristic != nil {
			p.Estimate = s.Heuristic
		}
	}
	p.Bind = func(strategy *Strategy[I], c Choice) { s.bind(strategy, c, name == "mm/H", run) }
	return p
}

// suboptimal is a strategy that may find longer solutions.
func (s Searches[I, S, A]) suboptimal(name, doc, source string, number *Number, complete bool, run algorithm[S, A]) Pattern[I] {
	p := s.pattern(name, doc, source, number, run)
	p.Optimal, p.Complete = false, complete
	return p
}

func (s Searches[I, S, A]) bind(strategy *Strategy[I], c Choice, reverse bool, run algorithm[S, A]) {
	strategy.Fits = func(inst I) error {
		if s.Fits != nil {
			if err := s.Fits(inst, c.Estimate); err != nil {
				return err
			}
		}
		if reverse {
			return s.Reverse(inst)
		}
		return nil
	}
	if s.Prepare != nil {
		strategy.Prepare = func(ctx context.Context, say func(string)) error { return s.Prepare(ctx, c, say) }
	}
	strategy.Run = func(ctx context.Context, inst I, _ uint64, limits search.Limits) (Finding, error) {
		if s.Refute != nil {
			if reason := s.Refute(inst); reason != "" {
				return Finding{Outcome: search.Unsolvable, Reason: reason}, nil
			}
		}
		if stopped, err := s.prepare(ctx, c, &limits); err != nil || stopped != search.Running {
			return Finding{Outcome: stopped}, err
		}
		p, err := s.Problem(inst, c)
		if err != nil {
			return Finding{}, err
		}
		r := run(ctx, p, c, limits)
		return Found(r, s.Solution(r.Path)), nil
	}
}

// prepare runs Prepare within the time limit of a run, and subtracts the time spent from the limit.
// The outcome is Running unless the limit was reached.
func (s Searches[I, S, A]) prepare(ctx context.Context, c Choice, limits *search.Limits) (search.Outcome, error) {
	if s.Prepare == nil {
		return search.Running, nil
	}
	timed, start := ctx, time.Now()
	if limits.Time > 0 {
		var cancel func()
		timed, cancel = context.WithTimeout(ctx, limits.Time)
		defer cancel()
	}
	err := s.Prepare(timed, c, func(string) {})
	switch {
	case ctx.Err() != nil:
		return search.Cancelled, nil
	case timed.Err() != nil:
		return search.LimitTime, nil
	case limits.Time > 0:
		limits.Time -= time.Since(start)
	}
	return search.Running, err
}

// workersOption is the number of cores used by a search. Results and counters do not depend on it.
var workersOption = Option{
	Name: "workers", Default: "1", Want: fmt.Sprintf("a number of 1 to %d, or all", search.MostWorkers),
	Doc: "number of cores that search at the same time, with the same result",
	Parse: func(value string) (string, error) {
		if value == allWorkers {
			return value, nil
		}
		text, err := canonicalCount(value)
		if n, _ := strconv.Atoi(text); err != nil || n > search.MostWorkers {
			return "", fmt.Errorf("%q is not a number of workers (want 1 to %d, or all)", value, search.MostWorkers)
		}
		return text, nil
	},
}

const allWorkers = "all"

// workers returns the value of workersOption in the form that package search expects.
func (c Choice) workers() int {
	if c.Value(workersOption.Name) == allWorkers {
		return 0
	}
	return c.Int(workersOption.Name)
}

// Weight returns the value of the named option as a weight. For the name "", it returns the number
// in the strategy's name.
func (c Choice) Weight(option string) search.Weight {
	w, err := search.ParseWeight(c.text(option))
	if err != nil {
		panic(err) // impossible: the grammar has checked it
	}
	return w
}

// Ties returns the tie rule chosen with [TiesOption].
func (c Choice) Ties() search.Ties {
	t, err := search.ParseTies(c.Value("ties"))
	if err != nil {
		panic(err) // impossible: the grammar has checked it
	}
	return t
}
