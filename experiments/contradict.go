package experiments

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// best is the cheapest solution of an instance that was found, and replayed.
type best struct {
	cost     int
	strategy string
}

// contradict turns what other trials of the same instance disprove into errors: a
// solution that is claimed to be optimal, or a lower bound, above the cost of one
// that was found, and the claim of a complete strategy that there is none. A
// solution has been replayed, a claim has not, so it is the claim that is wrong. The
// rows in the journal stay as they are.
func contradict(trials []Trial, complete map[string]bool) {
	found := make(map[string]best)
	for i := range trials {
		t := &trials[i]
		if t.Error != "" || t.Outcome != search.Solved && t.Solution == "" {
			continue
		}
		if b, ok := found[t.Instance]; !ok || t.Cost < b.cost {
			found[t.Instance] = best{t.Cost, t.Strategy}
		}
	}
	for i := range trials {
		t := &trials[i]
		b, ok := found[t.Instance]
		switch {
		case !ok || t.Error != "":
		case t.Optimal && t.Cost > b.cost:
			t.fail(fmt.Errorf("%s says that no solution costs less than its own, %d, but %s found one that costs %d", t.Strategy, t.Cost, b.strategy, b.cost))
		case t.Bound > b.cost:
			t.fail(fmt.Errorf("%s says that no solution costs less than %d, but %s found one that costs %d", t.Strategy, t.Bound, b.strategy, b.cost))
		case t.Outcome == search.Unsolvable && complete[t.Strategy]:
			t.fail(fmt.Errorf("%s says that there is no solution, but %s found one that costs %d", t.Strategy, b.strategy, b.cost))
		}
	}
}
