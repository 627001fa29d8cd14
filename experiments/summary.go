package experiments

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Summary holds the rows of a sweep, and counts how many were reused, how many were computed by
// this call, and how many are missing.
type Summary struct {
	Study   string
	Total   int // number of trials in the sweep
	Reused  int // number of rows found in the store
	Ran     int // number of trials that this call ran, including failed ones
	Missing int // number of trials without a row, because the run was canceled or ended with an error
	// Trials holds the rows of the sweep, sorted by set, size, index, strategy, mode and repeat.
	// Trials is nil if there are more rows than the limit given to [RunUpTo]; Tallies then counts
	// the rows.
	Trials  []trial.Trial
	Tallies []Tally
	// Load describes the rows that were stored before any trial ran. Its Sources are the files that
	// contain the reused rows.
	Load store.LoadInfo
	// Notice explains why trials ran in the program's own process although the user did not ask for
	// this. It is "" if there is nothing to explain. See [trial.Isolation].
	Notice string

	limited  int           // number of trials stopped by a limit, if Trials is nil
	failures []trial.Trial // rows of failed trials, if Trials is nil
}

// Frame returns the rows of the sweep as a frame.
func (s Summary) Frame() frame.Frame { return frame.Of(s.Trials) }

// Tally counts the trials of one strategy on the instances of one size in one set, including
// repeats.
type Tally struct {
	Set      string
	Size     int
	Strategy string
	Trials   int
	Failed   int                      // number of trials that failed
	Outcomes [search.Measured + 1]int // number of trials with each outcome, not counting failed trials
	// Total, Median and Max summarize the number of nodes expanded by the trials that did not fail.
	Total, Median, Max float64
}

// Limited returns the number of trials stopped by a limit.
func (t *Tally) Limited() (n int) {
	for o, of := range t.Outcomes {
		if o := search.Outcome(o); o != search.Running && o.Limited() {
			n += of
		}
	}
	return n
}

// Failures returns the rows of the trials that ended in an error.
func (s *Summary) Failures() []trial.Trial {
	list := s.failures
	for i := range s.Trials {
		if s.Trials[i].Error != "" {
			list = append(list, s.Trials[i])
		}
	}
	return list
}

// Failed describes the failed trials on one line: their number for each strategy, and the first
// error. It returns "" if none failed.
func (s *Summary) Failed() string {
	failed := s.Failures()
	if len(failed) == 0 {
		return ""
	}
	by := map[string]int{}
	for i := range failed {
		by[failed[i].Strategy]++
	}
	var of []string
	for _, strategy := range slices.Sorted(maps.Keys(by)) {
		of = append(of, numerals.Grouped(by[strategy])+" of "+strategy)
	}
	return fmt.Sprintf("%s of %s failed (%s), the first %v: %s",
		numerals.Grouped(len(failed)), numerals.Counted(s.Total, "trial"), strings.Join(of, ", "), failed[0].Key(), failed[0].Error)
}

// Limited returns the number of trials stopped by a limit.
func (s *Summary) Limited() int {
	n := s.limited
	for i := range s.Trials {
		if t := &s.Trials[i]; t.Error == "" && t.Outcome != search.Running && t.Outcome.Limited() {
			n++
		}
	}
	return n
}

// String describes the summary in a few sentences. If trials are missing, it also says what to do
// next.
func (s Summary) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %s run now, %s reused.", s.Study, numerals.Counted(s.Total, "trial"), numerals.Grouped(s.Ran), numerals.Grouped(s.Reused))
	if n := s.Limited(); n > 0 {
		fmt.Fprintf(&b, " %s hit a limit.", numerals.Grouped(n))
	}
	if failed := s.Failed(); failed != "" {
		fmt.Fprintf(&b, " %s.", failed)
	}
	if s.Missing > 0 {
		verb := "are"
		if s.Missing == 1 {
			verb = "is"
		}
		fmt.Fprintf(&b, " %s %s missing: what finished is stored, run the sweep again to go on.", numerals.Grouped(s.Missing), verb)
	}
	return b.String()
}

// stopped returns the error of a canceled run.
func (s *Summary) stopped(ctx context.Context) error {
	return fmt.Errorf("experiments: study %q stopped with %s of %s done: %w; repeat the command to continue",
		s.Study, numerals.Grouped(s.Total-s.Missing), numerals.Counted(s.Total, "trial"), context.Cause(ctx))
}

// best is the cheapest solution of an instance that was found and replayed successfully.
type best struct {
	cost     int
	strategy string
}

// cheapest returns the cheapest solution of each solved instance.
func cheapest(trials iter.Seq2[int32, *trial.Trial]) map[string]best {
	found := make(map[string]best)
	for _, t := range trials {
		if t.Error != "" || t.Outcome != search.Solved && t.Solution == "" {
			continue
		}
		if b, ok := found[t.Instance]; !ok || t.Cost < b.cost {
			found[t.Instance] = best{t.Cost, t.Strategy}
		}
	}
	return found
}

// contradict finds trials that are refuted by other trials on the same instance, and returns an
// error for each, by trial number. A solution refutes a costlier one that is claimed to be optimal,
// a higher lower bound, and a complete strategy's claim that no solution exists. The solution has
// been replayed and the claim has not, so the claim is wrong. The rows in the journal do not
// change.
func contradict(trials iter.Seq2[int32, *trial.Trial], complete map[string]bool) map[int32]error {
	found := cheapest(trials)
	wrong := make(map[int32]error)
	if len(found) == 0 {
		return wrong
	}
	for i, t := range trials {
		b, ok := found[t.Instance]
		switch {
		case !ok || t.Error != "":
		case t.Optimal && t.Cost > b.cost:
			wrong[i] = fmt.Errorf("%s claims that no solution costs less than its own, %d, but %s found one that costs %d", t.Strategy, t.Cost, b.strategy, b.cost)
		case t.Bound > b.cost:
			wrong[i] = fmt.Errorf("%s claims that no solution costs less than %d, but %s found one that costs %d", t.Strategy, t.Bound, b.strategy, b.cost)
		case t.Outcome == search.Unsolvable && complete[t.Strategy]:
			wrong[i] = fmt.Errorf("%s claims that there is no solution, but %s found one that costs %d", t.Strategy, b.strategy, b.cost)
		}
	}
	return wrong
}
