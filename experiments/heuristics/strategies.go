package heuristics

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/kind"
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
func startsAt(d int) string            { return fmt.Sprintf("d=%d", d) }
func mustAt(h string, d int) string    { return fmt.Sprintf("%s,d=%d,must", h, d) }
func mostAt(h string, d int) string    { return fmt.Sprintf("%s,d=%d,most", h, d) }
func squares(h string) string          { return h + ",must,squares" }   // sum of squares over the starts
func below(a, b string) string         { return a + "<" + b }           // positions at which a says less than b
func mustMore(a, b string) string      { return a + ">" + b + ",must" } // starts from which a must expand more than b
func surveyed(distance, h int) string  { return fmt.Sprintf("d=%d,h=%d", distance, h) }
func surveyOf(heuristic string) string { return surveyPrefix + heuristic }

// strategy returns what a name of this study runs: a survey, a count of
// expansions, or a strategy of package tiles.
func strategy(name string) (puzzle.Strategy[tiles.Board], error) {
	if h, ok := strings.CutPrefix(name, surveyPrefix); ok {
		return survey(name, h)
	}
	if n, ok := strings.CutPrefix(name, expansionsPrefix); ok {
		return expansions(name, n)
	}
	return kind.Kind().Strategy(name)
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
	for i, name := range names {
		h, err := tiles.ParseHeuristic(name)
		if err != nil {
			return puzzle.Finding{}, err
		}
		if estimates[i], err = s.estimates(h); err != nil {
			return puzzle.Finding{}, err
		}
	}
	t := newTally(len(names), s.deepest)
	c, guard := newCounter(s), search.NewGuard(ctx, limits)
	must := make([]int, len(names))
	for _, start := range draw(n, len(s.states), seed) {
		if outcome, stop := guard.Interrupted(); stop {
			return puzzle.Finding{Outcome: outcome}, nil
		}
		d := int(s.distance[start])
		t.starts[d]++
		for i, name := range names {
			most := 0
			if name == tiles.None.Name {
				must[i], most = c.blind(start)
			} else {
				must[i], most = c.expansions(start, estimates[i])
			}
			t.add(i, d, must[i], most)
		}
		t.compare(must)
	}
	return puzzle.Finding{Outcome: search.Measured, Observed: t.observed(names, estimates)}, nil
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

// tally sums up counts of expansions by heuristic and distance.
type tally struct {
	starts     []float64
	must, most [][]float64 // [heuristic][distance]
	squares    []float64
	more       [][]float64 // [a][b]: starts from which a must expand more than b
}

func newTally(heuristics, deepest int) *tally {
	table := func(columns int) [][]float64 {
		rows := make([][]float64, heuristics)
		for i := range rows {
			rows[i] = make([]float64, columns)
		}
		return rows
	}
	return &tally{
		starts: make([]float64, deepest+1), must: table(deepest + 1), most: table(deepest + 1),
		squares: make([]float64, heuristics), more: table(heuristics),
	}
}

func (t *tally) add(h, d, must, most int) {
	t.must[h][d] += float64(must)
	t.most[h][d] += float64(most)
	t.squares[h] += float64(must) * float64(must)
}

func (t *tally) compare(must []int) {
	for a := range must {
		for b := range must {
			if must[a] > must[b] {
				t.more[a][b]++
			}
		}
	}
}

// observed returns the sums under their names, and the number of positions at
// which one heuristic says less than another.
func (t *tally) observed(names []string, estimates [][]uint8) []puzzle.Observation {
	var list []puzzle.Observation
	add := func(name string, v float64) { list = append(list, puzzle.Observation{Name: name, Value: v}) }
	for d, n := range t.starts {
		add(startsAt(d), n)
	}
	for i, name := range names {
		for d, n := range t.starts {
			if n > 0 {
				add(mustAt(name, d), t.must[i][d])
				add(mostAt(name, d), t.most[i][d])
			}
		}
		add(squares(name), t.squares[i])
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
			add(below(names[a], names[b]), float64(less))
			add(mustMore(names[a], names[b]), t.more[a][b])
		}
	}
	return list
}

// heuristicNames returns the heuristics of the study, weakest first.
func heuristicNames() []string {
	var names []string
	for _, h := range tiles.Heuristics() {
		names = append(names, h.Name)
	}
	return names
}
