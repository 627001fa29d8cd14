package experiments

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// State counts the finished, failed and missing trials of sweeps, as recorded in the results
// folder.
type State struct {
	Study   string
	Code    string // identifier that covers the code of all strategies
	Done    int    // number of trials with a valid row
	Failed  int    // number of trials whose row records a failure
	Missing int    // number of trials that are neither done nor failed
	// Left is the estimated time to run the unfinished trials one at a time, based on stored trials
	// with the same strategies and sizes. It is negative if there are no such trials.
	Left  time.Duration
	Kinds []Kind // numbers of trials for each strategy, set and size, in the order of the sweeps

	again []store.HashedKey // trials that a run would run: the missing ones and most of the failed ones
}

// Kind counts the trials of one strategy on the instances of one size in one set.
type Kind struct {
	Set      string
	Size     int
	Strategy string
	Mode     trial.Mode
	Done     int
	ToRun    [Reasons]int  // for each [Reason], the number of trials that still have to run
	Left     time.Duration // estimated time to run the trials in ToRun one at a time; negative if unknown
}

// Total returns the number of trials of this kind that still have to run, for any reason.
func (k *Kind) Total() (n int) {
	for _, of := range k.ToRun {
		n += of
	}
	return n
}

// Reason explains why a trial has no valid row. If several reasons apply, the one that comes last
// in the list of constants is used.
type Reason int

const (
	NeverRun    Reason = iota // no row of the trial is stored
	OtherCode                 // stored rows come from code other than the current code
	OtherLimits               // stored rows cannot be reused under the requested limits
	OutOfTime                 // a time limit or the user stopped the trial
	HasFailed                 // the trial returned an error or crashed its process
	AskedFor                  // the user asked for the trial to be run again
	Reasons                   // number of the reasons above, for use as the length of an array
)

// String returns the reason as a column heading, such as "never run".
func (r Reason) String() string {
	return [...]string{"never run", "other code", "other limits", "out of time", "failed", "again"}[r]
}

// why returns why a cell has no valid row, and how many seconds the trial of its newest stored row
// took, negative if there is none.
func (p *plan) why(cell int32) (reason Reason, seconds float64) {
	asked := p.blank(int(cell))
	row := trial.Trial{Mode: asked.Mode}
	seconds = -1
	for place := range p.index.Versions(store.KeyOf(&asked)) {
		seconds = float64(p.index.Entries[place].Seconds)
		p.index.Sketch(place, &row)
		of := OtherLimits
		switch {
		case row.Code != asked.Code:
			of = OtherCode
		case row.Limits != asked.Limits || row.Limited != asked.Limited:
		case row.Error != "" || row.Killed != "":
			of = HasFailed
		case row.Outcome == search.LimitTime:
			of = OutOfTime
		}
		reason = max(reason, of)
	}
	if p.Fresh {
		reason = AskedFor
	}
	return reason, seconds
}

// Look counts the finished and missing trials in the sweeps of one study. It is fast even for large
// sweeps, since it reads only counts and the rows of failed trials. It also works while other
// processes run the sweeps.
func Look(kept *store.Store, sweeps ...Sweep) (State, error) {
	c, err := newCampaign(kept, sweeps)
	if err != nil {
		return State{}, err
	}
	summary, err := c.summary((*campaign).count)
	s := State{Study: summary.Study, Left: -1}
	ended := len(summary.Failures())
	seen, taken := make(map[store.HashedKey]bool), make([]bool, len(c.index.Entries))
	codes := []string{"puzzlelab codes 1"}
	for _, p := range c.plans {
		codes = append(codes, p.codes...)
		kinds, kindOf := p.kinds()
		for n, place := range p.places {
			if place >= 0 && taken[place] {
				kinds[kindOf(n)].Done--
			} else if place >= 0 {
				taken[place] = true
			}
		}
		for _, n := range p.missing {
			k := &kinds[kindOf(int(n))]
			asked := p.blank(int(n))
			key := store.KeyOf(&asked)
			if seen[key] {
				k.left--
				continue
			}
			seen[key] = true
			s.again = append(s.again, key)
			reason, _ := p.why(n)
			k.ToRun[reason]++
			if reason == HasFailed {
				s.Failed++
			}
		}
		if left := left(kinds, 1); left >= 0 {
			s.Left = max(s.Left, 0) + left
		}
		for _, k := range kinds {
			k.Left = left([]kind{k}, 1)
			s.addKind(k.Kind)
		}
	}
	s.Code = trial.Hash(codes...).Hex()
	s.Missing = len(s.again) - s.Failed
	s.Failed += ended
	s.Done = summary.Total - s.Missing - s.Failed
	return s, err
}

// addKind adds the counts from another sweep to the same kind.
func (s *State) addKind(more Kind) {
	same := func(k Kind) bool {
		return k.Set == more.Set && k.Size == more.Size && k.Strategy == more.Strategy && k.Mode == more.Mode
	}
	i := slices.IndexFunc(s.Kinds, same)
	switch {
	case i >= 0:
		k := &s.Kinds[i]
		k.Done += more.Done
		for r, n := range more.ToRun {
			k.ToRun[r] += n
		}
		if more.Left >= 0 {
			k.Left = max(k.Left, 0) + more.Left
		}
	case more.Done+more.Total() > 0:
		s.Kinds = append(s.Kinds, more)
	}
}

// Add adds the counts of another state to s. The two states must have no trials in common.
func (s *State) Add(more State) {
	s.Done, s.Failed, s.Missing = s.Done+more.Done, s.Failed+more.Failed, s.Missing+more.Missing
	if more.Left >= 0 {
		s.Left = max(s.Left, 0) + more.Left
	}
	s.Code = trial.Hash(s.Code, more.Code).Hex()
	for _, k := range more.Kinds {
		s.addKind(k)
	}
	s.again = append(s.again, more.again...)
}

// Total returns the number of all trials: done, failed and missing.
func (s *State) Total() int { return s.Done + s.Failed + s.Missing }

// ToRun returns, for each of the given number of shards, the number of trials that still have to
// run in it. A trial has to run if it is missing, or if it failed without crashing its process.
func (s *State) ToRun(count int) []int {
	shards := make([]int, count)
	for _, k := range s.again {
		shards[k.Shard(count)-1]++
	}
	return shards
}

// String summarizes the state, as in "1,200 trials, 1,000 done, 200 missing (about 3m0s of work)".
func (s State) String() string {
	text := fmt.Sprintf("%s, %s done", numerals.Counted(s.Total(), "trial"), numerals.Grouped(s.Done))
	if s.Failed > 0 {
		text += fmt.Sprintf(", %s failed", numerals.Grouped(s.Failed))
	}
	if s.Missing > 0 {
		text += fmt.Sprintf(", %s missing", numerals.Grouped(s.Missing))
		if s.Left > 0 {
			text += fmt.Sprintf(" (about %v of work)", max(s.Left.Round(time.Second), time.Second))
		}
	}
	return text
}

// Why describes the number of trials to run for each [Reason], as in "300 other code, 12 never
// run".
func Why(of [Reasons]int) string {
	var words []string
	for r, n := range slices.Backward(of[:]) {
		if n > 0 {
			words = append(words, fmt.Sprintf("%s %v", numerals.Grouped(n), Reason(r)))
		}
	}
	return strings.Join(words, ", ")
}
