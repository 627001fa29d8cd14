package heuristics

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

// Trials that look at the whole space instead of solving a board. Their
// instance is a goal, of the set everySet.
const (
	everySet = "every-position"
	// survey/H reports the number of positions at each distance with each
	// estimate as "d=22,h=14".
	surveyPrefix = "survey/"
	// expansions-N reports, for N positions drawn without replacement, what A*
	// expands under each heuristic; for all positions if N is "all".
	expansionsPrefix = "expansions-"
	everyStart       = "all"
)

// Names of what expansions-N observes, beside the number of starts at each
// distance.
func startsAt(d int) string           { return fmt.Sprintf("d=%d", d) }
func mustAt(h string, d int) string   { return fmt.Sprintf("%s,d=%d,must", h, d) }
func mostAt(h string, d int) string   { return fmt.Sprintf("%s,d=%d,most", h, d) }
func squares(h string) string         { return h + ",must,squares" }   // sum of squares over the starts
func below(a, b string) string        { return a + "<" + b }           // positions at which a says less than b
func mustMore(a, b string) string     { return a + ">" + b + ",must" } // starts from which a must expand more than b
func surveyed(distance, h int) string { return fmt.Sprintf("d=%d,h=%d", distance, h) }

// strategy returns what a name of this study runs: a survey, a count of
// expansions, or a strategy of package tiles.
func strategy(name string) (puzzle.Strategy[tiles.Board], error) {
	if h, ok := strings.CutPrefix(name, surveyPrefix); ok {
		return survey(name, h)
	}
	if n, ok := strings.CutPrefix(name, expansionsPrefix); ok {
		return expansions(name, n)
	}
	return render.Kind().Strategy(name)
}

// survey returns the strategy that counts the positions by distance and
// estimate.
func survey(name, heuristic string) (puzzle.Strategy[tiles.Board], error) {
	h, err := tiles.ParseHeuristic(heuristic)
	if err != nil {
		return puzzle.Strategy[tiles.Board]{}, err
	}
	return puzzle.Strategy[tiles.Board]{
		Name: name, Version: 1, Complete: true, Doc: "distance and estimate of every position", Source: h.Source,
		Run: func(_ context.Context, goal tiles.Board, _ uint64, _ search.Limits) (puzzle.Finding, error) {
			s, err := explore(goal)
			if err != nil {
				return puzzle.Finding{}, err
			}
			estimates, err := s.estimates(h)
			if err != nil {
				return puzzle.Finding{}, err
			}
			var counts [256][256]int
			for i, d := range s.distance {
				counts[d][estimates[i]]++
			}
			f := puzzle.Finding{Outcome: search.Measured}
			f.Meter.Expanded = uint64(len(s.states))
			for d := range counts {
				for v, n := range counts[d] {
					if n > 0 {
						f.Observed = append(f.Observed, puzzle.Observation{Name: surveyed(d, v), Value: float64(n)})
					}
				}
			}
			return f, nil
		},
	}, nil
}

// expansions returns the strategy that counts what A* expands from n starts.
func expansions(name, n string) (puzzle.Strategy[tiles.Board], error) {
	starts := positions
	if n != everyStart {
		var err error
		if starts, err = strconv.Atoi(n); err != nil || starts < 1 || starts > positions {
			return puzzle.Strategy[tiles.Board]{}, fmt.Errorf("heuristics: %s: %q is not a number of positions (want 1 to %d, or %s)", name, n, positions, everyStart)
		}
	}
	return puzzle.Strategy[tiles.Board]{
		Name: name, Version: 1, Complete: true, Randomised: starts < positions,
		Doc: "positions that A* must expand and may expand, by heuristic", Source: "Dechter & Pearl 1985",
		Run: func(ctx context.Context, goal tiles.Board, seed uint64, limits search.Limits) (puzzle.Finding, error) {
			return countExpansions(ctx, goal, starts, seed, limits)
		},
	}, nil
}

// countExpansions counts for every heuristic of the study.
func countExpansions(ctx context.Context, goal tiles.Board, n int, seed uint64, limits search.Limits) (puzzle.Finding, error) {
	s, err := explore(goal)
	if err != nil {
		return puzzle.Finding{}, err
	}
	names := heuristicNames()
	estimates := make([][]uint8, len(names))
	for i, h := range tiles.Heuristics() {
		if estimates[i], err = s.estimates(h); err != nil {
			return puzzle.Finding{}, err
		}
	}
	// Sums over the starts, by distance, heuristic, or both; more has those from which
	// the first heuristic leaves more to expand than the second.
	var starts [256]float64
	must, most, more := make([][256]float64, len(names)), make([][256]float64, len(names)), make([][256]float64, len(names))
	squared, needs := make([]float64, len(names)), make([]float64, len(names))
	c, guard := newCounter(s), search.NewGuard(ctx, limits)
	for _, start := range draw(n, len(s.states), seed) {
		if outcome, stop := guard.Interrupted(); stop {
			return puzzle.Finding{Outcome: outcome}, nil
		}
		d := s.distance[start]
		starts[d]++
		for i, name := range names {
			needed, may := 0, 0
			if name == tiles.None.Name {
				needed, may = c.blind(start)
			} else {
				needed, may = c.expansions(start, estimates[i])
			}
			needs[i] = float64(needed)
			must[i][d] += needs[i]
			most[i][d] += float64(may)
			squared[i] += needs[i] * needs[i]
		}
		for a := range needs {
			for b := range needs {
				if needs[a] > needs[b] {
					more[a][b]++
				}
			}
		}
	}
	f := puzzle.Finding{Outcome: search.Measured}
	observe := func(name string, v float64) {
		f.Observed = append(f.Observed, puzzle.Observation{Name: name, Value: v})
	}
	for d, n := range starts[:s.deepest+1] {
		observe(startsAt(d), n)
	}
	for i, name := range names {
		for d, n := range starts {
			if n > 0 {
				observe(mustAt(name, d), must[i][d])
				observe(mostAt(name, d), most[i][d])
			}
		}
		observe(squares(name), squared[i])
	}
	for a := range names {
		for b := range names {
			if a == b {
				continue
			}
			less := 0
			for i, v := range estimates[a] {
				if v < estimates[b][i] {
					less++
				}
			}
			observe(below(names[a], names[b]), float64(less))
			observe(mustMore(names[a], names[b]), more[a][b])
		}
	}
	return f, nil
}

// draw returns n different numbers below all, in increasing order.
func draw(n, all int, seed uint64) []int32 {
	numbers := make([]int32, all)
	for i := range numbers {
		numbers[i] = int32(i)
	}
	if n < all {
		r := rand.New(rand.NewPCG(seed, 0))
		for i := range n {
			j := i + r.IntN(all-i)
			numbers[i], numbers[j] = numbers[j], numbers[i]
		}
		slices.Sort(numbers[:n])
	}
	return numbers[:n]
}

// heuristicNames returns the heuristics of the study, weakest first.
func heuristicNames() []string {
	return study.Map(tiles.Heuristics(), func(h tiles.Heuristic) string { return h.Name })
}
