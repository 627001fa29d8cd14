package experiments

import (
	"fmt"
	"iter"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// best is the cheapest solution of an instance that was found, and replayed.
type best struct {
	cost     int
	strategy string
}

// contradict returns the errors of trials that others of the same instance disprove, by
// their numbers: a solution that is claimed to be optimal, or a lower bound, above the cost of one
// that was found, and the claim of a complete strategy that there is none. A
// solution has been replayed, a claim has not, so it is the claim that is wrong. The
// rows in the journal stay as they are.
func contradict(trials iter.Seq2[int32, *trial.Trial], complete map[string]bool) map[int32]error {
	found := make(map[string]best)
	for _, t := range trials {
		if t.Error != "" || t.Outcome != search.Solved && t.Solution == "" {
			continue
		}
		if b, ok := found[t.Instance]; !ok || t.Cost < b.cost {
			found[t.Instance] = best{t.Cost, t.Strategy}
		}
	}
	wrong := make(map[int32]error)
	if len(found) == 0 {
		return wrong
	}
	for i, t := range trials {
		b, ok := found[t.Instance]
		switch {
		case !ok || t.Error != "":
		case t.Optimal && t.Cost > b.cost:
			wrong[i] = fmt.Errorf("%s says that no solution costs less than its own, %d, but %s found one that costs %d", t.Strategy, t.Cost, b.strategy, b.cost)
		case t.Bound > b.cost:
			wrong[i] = fmt.Errorf("%s says that no solution costs less than %d, but %s found one that costs %d", t.Strategy, t.Bound, b.strategy, b.cost)
		case t.Outcome == search.Unsolvable && complete[t.Strategy]:
			wrong[i] = fmt.Errorf("%s says that there is no solution, but %s found one that costs %d", t.Strategy, b.strategy, b.cost)
		}
	}
	return wrong
}
