package experiments

import (
	"fmt"
	"iter"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// best is the cheapest solution of an instance that was found and replayed.
type best struct {
	cost     int
	strategy string
}

// contradict finds trials that other trials of the same instance disprove, and returns an error for
// each, by number. A found solution disproves a costlier one that is claimed to be optimal, a
// higher lower bound, and a complete strategy's claim that there is none. Solutions have been
// replayed and claims have not, so the claim is wrong. The rows in the journal stay as they are.
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
