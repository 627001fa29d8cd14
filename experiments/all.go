package experiments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/process"
)

// RunAll runs several sweeps of one study together, and otherwise works like [Sweep.Run]. It reads
// the stored rows once, runs the missing trials, and returns the rows of all sweeps without
// duplicates. Timed sweeps run one after another. The trials of all other sweeps run together, so
// that no worker is idle while trials are waiting. If several sweeps contain the same trial, RunAll
// runs it once. RunAll returns an error if the sweeps belong to different studies.
func RunAll(ctx context.Context, store *store.Store, progress Progress, sweeps ...Sweep) (Summary, error) {
	return RunUpTo(ctx, store, progress, math.MaxInt, sweeps...)
}

// RunUpTo works like [RunAll] but loads at most the given number of rows into memory. If the sweeps
// have more rows than that, the returned summary contains Tallies instead of Trials. Use
// [store.Journal.Scan] to read the rows one by one.
func RunUpTo(ctx context.Context, store *store.Store, progress Progress, most int, sweeps ...Sweep) (Summary, error) {
	c, err := newCampaign(store, sweeps)
	if err != nil {
		return Summary{}, err
	}
	if c.missing() > 0 && ctx.Err() == nil && answersFor == "" {
		err = c.run(ctx, progress)
	}
	all, unread := c.summary(func(c *campaign, s *Summary) error {
		if len(c.used) > most {
			s.Tallies = c.tallies()
			return c.count(s)
		}
		return c.load(s)
	})
	if err == nil {
		err = unread
	}
	if err == nil && ctx.Err() != nil && all.Missing > 0 {
		err = all.stopped(ctx)
	}
	return all, err
}

// StoredAll returns the stored rows that [RunAll] would reuse, without running any trials.
func StoredAll(store *store.Store, sweeps ...Sweep) (Summary, error) {
	c, err := newCampaign(store, sweeps)
	if err != nil {
		return Summary{}, err
	}
	return c.summary((*campaign).load)
}

// campaign carries out several plans of one study.
type campaign struct {
	plans []*plan
	index *store.Index
	used  []int32         // places of the rows of all plans, without duplicates
	wrong map[int32]error // by place: why other rows contradict this one

	notice string // why trials did not run in separate processes, if so
}

// newCampaign plans the sweeps of one study and finds their stored rows.
func newCampaign(store *store.Store, sweeps []Sweep) (*campaign, error) {
	if len(sweeps) == 0 {
		return nil, errors.New("experiments: there are no sweeps to run")
	}
	c := &campaign{plans: make([]*plan, len(sweeps))}
	journal, err := store.Study(sweeps[0].Study)
	if err != nil {
		return nil, err
	}
	journal.Shard = sweeps[0].Shard
	var unread error
	var group sync.WaitGroup
	if answersFor == "" {
		group.Go(func() { c.index, unread = journal.Read() }) // while the plans are made
		defer group.Wait()
	}
	for i := range sweeps {
		if a, b := sweeps[0].Study, sweeps[i].Study; a != b {
			return nil, fmt.Errorf("experiments: sweeps of two studies, %q and %q, cannot be run together", a, b)
		}
		if a, b := sweeps[0].Shard, sweeps[i].Shard; a != b {
			return nil, fmt.Errorf("experiments: study %q: shards %d/%d and %d/%d cannot be run together", sweeps[0].Study, a.Index, a.Count, b.Index, b.Count)
		}
		p, err := sweeps[i].plan(store)
		if err != nil {
			return nil, err
		}
		p.part, c.plans[i] = i, p
	}
	if answersFor != "" {
		serve(c.plans)
		c.index, unread = journal.Read()
	}
	if group.Wait(); unread != nil {
		return nil, unread
	}
	c.take()
	return c, nil
}

// take gives each plan the stored rows that it can reuse.
func (c *campaign) take() {
	for _, p := range c.plans {
		p.take(c.index)
	}
}

func (c *campaign) missing() int {
	n := 0
	for _, p := range c.plans {
		n += len(p.missing)
	}
	return n
}

// workers returns the largest number of trials that any plan runs at once.
func (c *campaign) workers() int {
	n := 0
	for _, p := range c.plans {
		n = max(n, p.Workers)
	}
	return n
}

func (c *campaign) run(ctx context.Context, progress Progress) error {
	lock, err := c.plans[0].journal.Lock()
	if err != nil {
		return err
	}
	defer lock.Unlock()
	// The previous holder of the lock may have left rows that we want.
	if !c.index.Current() {
		if c.index, err = c.plans[0].journal.Read(); err != nil {
			return err
		}
		c.take()
	}
	if c.index.Info.Newer != nil {
		return fmt.Errorf("experiments: study %q cannot run next to a %w, or choose another results folder", c.plans[0].Study, c.index.Info.Newer)
	}
	defer func() { _ = c.index.Save() }() // if this fails, the next run parses the journals again
	pool := &pool{lock: lock, name: sync.OnceValue(func() string { return nameOf(c.plans) }), procs: make([]*process.Process, c.workers())}
	defer pool.close()
	for _, p := range c.plans {
		defer p.closePrograms()
	}
	defer func() { c.notice = pool.notice(c.plans[0].Sweep.InProcess) }()
	if lock.Died != nil {
		if err := c.runSuspects(ctx, pool, progress); err != nil || ctx.Err() != nil {
			return err
		}
	}
	for b := c.next(); b != nil; b = c.next() {
		if err := b.run(ctx, pool, c.labelled(progress, b)); err != nil || ctx.Err() != nil {
			return err
		}
	}
	return nil
}

// runSuspects runs, one at a time, the trials that were running in an earlier process when that
// process died. A trial in a worker process cannot end this process and needs no such care.
func (c *campaign) runSuspects(ctx context.Context, pool *pool, progress Progress) error {
	for _, p := range c.plans {
		if p.isolates(pool) {
			continue
		}
		var suspects, others []int32
		var names []string
		for _, n := range p.missing {
			blank := p.blank(int(n))
			if key := blank.Key(); slices.ContainsFunc(pool.lock.Died, func(mark string) bool { return strings.TrimSuffix(mark, alone) == key.ID() }) {
				suspects, names = append(suspects, n), append(names, key.String())
			} else {
				others = append(others, n)
			}
		}
		if suspects == nil {
			continue
		}
		if progress != nil {
			progress = labelled{progress, ", first the trials that the last run was at when it ended, " + strings.Join(names, " and ")}
		}
		p.missing = suspects
		b := &batch{plans: []*plan{p}, first: []int{0}, size: len(suspects), alone: true}
		err := b.run(ctx, pool, progress)
		p.missing = append(p.missing, others...)
		if err != nil {
			return err
		}
	}
	return nil
}

// closePrograms ends the external programs that run strategies.
func (p *plan) closePrograms() {
	for i := range p.Strategies {
		if program := p.Strategies[i].Program; program != nil {
			program.Close()
		}
	}
}

// summary collects the rows of all plans by calling rows. It counts a row that several plans share
// once.
func (c *campaign) summary(rows func(*campaign, *Summary) error) (Summary, error) {
	s := Summary{Study: c.plans[0].Study, Load: c.index.Info, Notice: c.notice}
	taken := make([]bool, len(c.index.Entries))
	missing := make(map[store.HashedKey]bool) // a trial may be missing from several plans
	complete := make(map[string]bool)         // strategies that find a solution whenever there is one
	for _, p := range c.plans {
		s.Ran += p.ran
		for _, n := range p.missing {
			if len(c.plans) == 1 {
				s.Missing = len(p.missing)
				break
			}
			if blank := p.blank(int(n)); !missing[store.KeyOf(&blank)] && p.find(int(n)) < 0 {
				missing[store.KeyOf(&blank)] = true
				s.Missing++
			}
		}
		for _, place := range p.places {
			if place >= 0 {
				taken[place] = true
			}
		}
		for i := range p.Strategies {
			complete[p.Strategies[i].Name] = complete[p.Strategies[i].Name] || p.Strategies[i].Complete
		}
	}
	for place, yes := range taken {
		if yes {
			c.used = append(c.used, int32(place))
		}
		if place == c.index.Loaded-1 {
			s.Reused = len(c.used)
		}
	}
	s.Total = len(c.used) + s.Missing
	s.Load.Sources = c.index.Used(c.used[:s.Reused])
	c.wrong = contradict(c.sketches, complete)
	return s, rows(c, &s)
}

// sketches yields, for all plans, the part of each row that the index holds.
func (c *campaign) sketches(yield func(place int32, t *trial.Trial) bool) {
	var t trial.Trial
	for _, p := range c.plans {
		for n, place := range p.places {
			if place < 0 {
				continue
			}
			i, k := n/p.perInstance(), n%p.perInstance()/p.Repeats
			c.index.Sketch(place, &t)
			if t.Instance, t.Strategy = p.digest(i), p.Strategies[k].Name; !yield(place, &t) {
				return
			}
		}
	}
}

// load reads all rows.
func (c *campaign) load(s *Summary) (err error) {
	s.Trials, err = c.trials(c.used)
	return err
}

// tallies counts the rows, using only the index.
func (c *campaign) tallies() []Tally {
	type kind struct {
		set, strategy string
		size          int
	}
	tallies, expanded := map[kind]*Tally{}, map[kind][]float64{}
	counted := make([]bool, len(c.index.Entries))
	for _, p := range c.plans {
		for n, place := range p.places {
			if place < 0 || counted[place] {
				continue
			}
			counted[place] = true
			inst, strategy := &p.Instances[n/p.perInstance()], &p.Strategies[n%p.perInstance()/p.Repeats]
			k := kind{inst.Set, strategy.Name, inst.Size}
			t := tallies[k]
			if t == nil {
				t = &Tally{Set: inst.Set, Size: inst.Size, Strategy: strategy.Name}
				tallies[k] = t
			}
			e := &c.index.Entries[place]
			t.Trials++
			if e.Failed || c.wrong[place] != nil {
				t.Failed++
				continue
			}
			t.Outcomes[e.Outcome]++
			expanded[k] = append(expanded[k], float64(e.Expanded))
		}
	}
	var list []Tally
	for k, t := range tallies {
		values := expanded[k]
		slices.Sort(values)
		if n := len(values); n > 0 {
			t.Median, t.Max = (values[(n-1)/2]+values[n/2])/2, values[n-1]
		}
		for _, v := range values {
			t.Total += v
		}
		list = append(list, *t)
	}
	slices.SortFunc(list, func(a, b Tally) int {
		return cmp.Or(strings.Compare(a.Set, b.Set), cmp.Compare(a.Size, b.Size), strings.Compare(a.Strategy, b.Strategy))
	})
	return list
}

// count counts the rows, and reads only the rows of failed trials.
func (c *campaign) count(s *Summary) (err error) {
	var failed []int32
	for _, place := range c.used {
		switch e := &c.index.Entries[place]; {
		case e.Failed || c.wrong[place] != nil:
			failed = append(failed, place)
		case e.Outcome.Limited():
			s.limited++
		}
	}
	s.failures, err = c.trials(failed)
	return err
}

// trials returns the rows at places. It puts an error into each row that other rows contradict.
func (c *campaign) trials(places []int32) ([]trial.Trial, error) {
	trials, err := c.index.Trials(places)
	if err != nil {
		return nil, err
	}
	for i, place := range places {
		if err := c.wrong[place]; err != nil {
			fail(&trials[i], err)
		}
	}
	trial.Sort(trials)
	return trials, nil
}

// labelled adds to each status the sweeps that it is about.
func (c *campaign) labelled(progress Progress, b *batch) Progress {
	switch n, all := len(b.plans), len(c.plans); {
	case progress == nil || n == all:
		return progress
	case n == 1:
		return labelled{progress, fmt.Sprintf(", part %d of %d", b.plans[0].part+1, all)}
	default:
		return labelled{progress, fmt.Sprintf(", %d of %d parts", n, all)}
	}
}

type labelled struct {
	Progress
	label string
}

func (l labelled) Update(s Status) {
	s.Study += l.label
	l.Progress.Update(s)
}
