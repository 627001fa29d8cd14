package experiments

import "time"

// State is how far sweeps are, as their stored rows tell.
type State struct {
	Study   string
	Done    int // trials whose row holds
	Failed  int // trials whose row says how they failed
	Missing int // all others
	// Left estimates how long it takes to run those that are not done, one at a time, from
	// what stored ones of the same strategies and sizes took. It is negative if none is.
	Left time.Duration

	again []hashedKey // what a run would run: the missing and most of the failed
}

// Look returns the state of the sweeps of one study. It reads the rows of failed trials
// alone, so it is for sweeps of any size, also while others run them.
func Look[I any](store *Store, sweeps ...Sweep[I]) (State, error) {
	c, err := newCampaign(store, sweeps)
	if err != nil {
		return State{}, err
	}
	summary, err := c.summary((*campaign[I]).count)
	s := State{Study: summary.Study, Left: -1}
	ended := len(summary.Failures())
	seen := make(map[hashedKey]bool)
	for _, p := range c.plans {
		kinds, _ := p.kinds()
		if left := left(kinds, 1); left >= 0 {
			s.Left = max(s.Left, 0) + left
		}
		for _, n := range p.missing {
			_, _, asked := p.cell(int(n))
			key := asked.hashedKey()
			if seen[key] {
				continue
			}
			seen[key] = true
			s.again = append(s.again, key)
			row := Trial{}
			if c.index.find(key, func(place int32) int {
				c.index.sketch(place, &row)
				if row.Error != "" && row.Code == asked.Code && row.Limits == asked.Limits {
					return 1
				}
				return 0
			}) >= 0 {
				s.Failed++
			}
		}
	}
	s.Missing = len(s.again) - s.Failed
	s.Failed += ended
	s.Done = summary.Total - s.Missing - s.Failed
	return s, err
}

// Add adds the state of sweeps that share no trial with these.
func (s *State) Add(more State) {
	s.Done, s.Failed, s.Missing = s.Done+more.Done, s.Failed+more.Failed, s.Missing+more.Missing
	if more.Left >= 0 {
		s.Left = max(s.Left, 0) + more.Left
	}
	s.again = append(s.again, more.again...)
}

// Total returns the number of trials.
func (s *State) Total() int { return s.Done + s.Failed + s.Missing }

// ToRun returns how many trials a run of each of count shards would run: those that are
// missing, and those that failed but did not end their process.
func (s *State) ToRun(count int) []int {
	shards := make([]int, count)
	for _, k := range s.again {
		shards[k.shard(count)-1]++
	}
	return shards
}
