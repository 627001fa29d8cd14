package heuristics

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/puzzlelab/puzzlelab/experiments/measure"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

// Names of the measurements over all positions. Their instances are the goals in the set everySet.
const (
	everySet = "every-position"
	// survey/H counts the positions by distance and estimate.
	surveyPrefix = "survey/"
	// expansions-N counts, for N starts drawn without replacement, what A* expands with each
	// heuristic. If N is "all", it uses all positions.
	expansionsPrefix = "expansions-"
	everyStart       = "all"
)

// strategy returns the strategy that a name of this study stands for: a measurement, or a strategy
// of package tiles.
var strategy = measure.Names(
	render.Puzzle(),
	puzzle.Pattern[puzzle.Instance]{
		Strategy: puzzle.Strategy[puzzle.Instance]{Name: surveyPrefix + "H", Version: 1, Doc: "distance and estimate of every position", Source: "counted position by position"},
		Estimate: &puzzle.Estimate{Example: tiles.Manhattan.Name, Parse: tiles.CanonicalHeuristic},
		Bind: func(s *puzzle.Strategy[puzzle.Instance], c puzzle.Choice) {
			h, _ := tiles.ParseHeuristic(c.Estimate) // the name has been checked
			*s = survey(h).As(*s)
		},
	},
	puzzle.Pattern[puzzle.Instance]{
		Strategy: puzzle.Strategy[puzzle.Instance]{Name: expansionsPrefix + "N", Version: 1, Randomised: true, Doc: "positions that A* must expand and may expand, by heuristic", Source: "Dechter & Pearl 1985"},
		Number:   &puzzle.Number{What: "number of positions", Example: "250", Parse: canonicalStarts},
		Bind:     func(s *puzzle.Strategy[puzzle.Instance], c puzzle.Choice) { *s = expansions(c.Number).As(*s) },
	},
)

// surveyed is the number of positions with a distance and an estimate.
type surveyed struct{ Distance, Estimate, Positions int }

// survey counts the positions by distance and estimate.
func survey(h tiles.Heuristic) measure.Measurement[tiles.Board, []surveyed] {
	return func(_ context.Context, goal tiles.Board, _ uint64, _ search.Limits) (all []surveyed, f puzzle.Finding, err error) {
		s, err := explore(goal)
		if err != nil {
			return nil, f, err
		}
		estimates, err := s.estimates(h)
		if err != nil {
			return nil, f, err
		}
		var counts [256][256]int
		for i, d := range s.distance {
			counts[d][estimates[i]]++
		}
		for d := range counts {
			for v, n := range counts[d] {
				if n > 0 {
					all = append(all, surveyed{d, v, n})
				}
			}
		}
		f.Meter.Expanded = uint64(len(s.states))
		return all, f, nil
	}
}

// canonicalStarts reads a number of starts and returns its canonical form.
func canonicalStarts(text string) (string, error) {
	n, err := strconv.Atoi(text)
	if text != everyStart && (err != nil || n < 1 || n > positions) {
		return "", fmt.Errorf("%q is not a number of positions (want 1 to %d, or %s)", text, positions, everyStart)
	}
	return text, nil
}

// expanded holds what A* expands from several starts, with every heuristic of the study.
type expanded struct {
	Starts     []int                // at each distance
	Must, Most map[string][]float64 // sums over the starts at each distance, for each heuristic
	Squares    map[string]float64   // sums of the squares of the number of positions that must be expanded
	// Below holds the number of positions at which one heuristic is below another. MustMore holds
	// the number of starts from which A* must expand more with one heuristic than with another.
	Below, MustMore map[string]map[string]int
}

// expansions counts what A* expands from n starts.
func expansions(n string) measure.Measurement[tiles.Board, *expanded] {
	return func(ctx context.Context, goal tiles.Board, seed uint64, limits search.Limits) (*expanded, puzzle.Finding, error) {
		starts := positions
		if n != everyStart {
			starts, _ = strconv.Atoi(n) // canonicalStarts has checked it
		}
		s, err := explore(goal)
		if err != nil {
			return nil, puzzle.Finding{}, err
		}
		estimates := map[string][]uint8{}
		for _, h := range tiles.Heuristics() {
			if estimates[h.Name], err = s.estimates(h); err != nil {
				return nil, puzzle.Finding{}, err
			}
		}
		e, outcome := countExpansions(s, estimates, draw(starts, len(s.states), seed), search.NewGuard(ctx, limits))
		return e, puzzle.Finding{Outcome: outcome}, nil
	}
}

// countExpansions counts the expansions for every heuristic, until the guard stops it.
func countExpansions(s *space, estimates map[string][]uint8, starts []int32, guard *search.Guard) (*expanded, search.Outcome) {
	e := &expanded{Starts: make([]int, s.deepest+1), Must: map[string][]float64{}, Most: map[string][]float64{}, Squares: map[string]float64{}, Below: map[string]map[string]int{}, MustMore: map[string]map[string]int{}}
	for a, says := range estimates {
		e.Must[a], e.Most[a] = make([]float64, s.deepest+1), make([]float64, s.deepest+1)
		e.Below[a], e.MustMore[a] = map[string]int{}, map[string]int{}
		for b, other := range estimates {
			for i, v := range says {
				if v < other[i] {
					e.Below[a][b]++
				}
			}
		}
	}
	c := newCounter(s)
	for _, start := range starts {
		if outcome, stop := guard.Interrupted(); stop {
			return nil, outcome
		}
		d := s.distance[start]
		e.Starts[d]++
		needs := map[string]float64{}
		for name, says := range estimates {
			needed, may := 0, 0
			if name == tiles.None.Name {
				needed, may = c.blind(start)
			} else {
				needed, may = c.expansions(start, says)
			}
			needs[name] = float64(needed)
			e.Must[name][d] += needs[name]
			e.Most[name][d] += float64(may)
			e.Squares[name] += needs[name] * needs[name]
		}
		for a, more := range needs {
			for b, fewer := range needs {
				if more > fewer {
					e.MustMore[a][b]++
				}
			}
		}
	}
	return e, search.Measured
}

// draw returns n distinct numbers less than all, in increasing order.
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

// heuristicNames returns the heuristics of the study, with the weakest first.
func heuristicNames() []string {
	return study.Map(tiles.Heuristics(), func(h tiles.Heuristic) string { return h.Name })
}
