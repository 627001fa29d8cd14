package experiments

import (
	"context"
	"errors"
	"fmt"
)

// RunAll is [Sweep.Run] for the sweeps that make up one study: it reads the
// journals once, runs what is missing of each sweep in turn, and returns the
// rows of all of them, each once. A trial that belongs to several sweeps is run
// by the first. The sweeps must be of the same study.
func RunAll[I any](ctx context.Context, store *Store, progress Progress, sweeps ...Sweep[I]) (Summary, error) {
	c, err := newCampaign(store, sweeps)
	if err != nil {
		return Summary{}, err
	}
	if c.missing() > 0 && ctx.Err() == nil {
		err = c.run(ctx, progress)
	}
	all := c.summary()
	if err == nil && ctx.Err() != nil && all.Missing > 0 {
		err = all.stopped(ctx)
	}
	return all, err
}

// StoredAll returns what [RunAll] would reuse, and runs nothing.
func StoredAll[I any](store *Store, sweeps ...Sweep[I]) (Summary, error) {
	c, err := newCampaign(store, sweeps)
	if err != nil {
		return Summary{}, err
	}
	return c.summary(), nil
}

// campaign is several plans of one study in the middle of being carried out.
type campaign[I any] struct {
	store  *Store
	plans  []*plan[I]
	info   LoadInfo
	index  *index
	loaded int // rows of the index that come from the journals; sorted
}

// newCampaign plans the sweeps of one study and loads what is stored of them.
func newCampaign[I any](store *Store, sweeps []Sweep[I]) (*campaign[I], error) {
	if len(sweeps) == 0 {
		return nil, errors.New("experiments: there are no sweeps to run")
	}
	c := &campaign[I]{store: store, plans: make([]*plan[I], len(sweeps))}
	for i := range sweeps {
		if a, b := sweeps[0].Study, sweeps[i].Study; a != b {
			return nil, fmt.Errorf("experiments: sweeps of two studies, %q and %q, cannot be run together", a, b)
		}
		p, err := sweeps[i].plan(store)
		if err != nil {
			return nil, err
		}
		c.plans[i] = p
	}
	return c, c.load()
}

// load reads the journals and hands their rows to the plans.
func (c *campaign[I]) load() error {
	rows, info, err := c.store.read(c.plans[0].journal)
	if err != nil {
		return err
	}
	c.info, c.index, c.loaded = info, newIndex(rows), len(rows)
	for _, p := range c.plans {
		p.take(c.index)
	}
	return nil
}

func (c *campaign[I]) missing() int {
	n := 0
	for _, p := range c.plans {
		n += len(p.missing)
	}
	return n
}

func (c *campaign[I]) run(ctx context.Context, progress Progress) error {
	unlock, err := c.plans[0].journal.lock()
	if err != nil {
		return err
	}
	defer unlock()
	// Whoever held the lock until now may have left rows we want.
	c.store.forget()
	defer c.store.forget()
	if err := c.load(); err != nil {
		return err
	}
	if c.info.newer != nil {
		return fmt.Errorf("experiments: study %q is not run beside a %w, or choose another results folder", c.plans[0].Study, c.info.newer)
	}
	for i, p := range c.plans {
		p.take(c.index) // so may the plans before
		if len(p.missing) == 0 {
			continue
		}
		cells := p.missing
		err := p.run(ctx, partOf(progress, i+1, len(c.plans)))
		for _, n := range cells {
			if p.rows[n] != nil {
				c.index.add(stored{trial: p.rows[n], source: -1})
			}
		}
		if err != nil || ctx.Err() != nil {
			return err
		}
	}
	return nil
}

// summary collects the rows of all plans. What plans share counts once.
func (c *campaign[I]) summary() Summary {
	s := Summary{Study: c.plans[0].Study, Load: c.info}
	reused := make([]bool, c.loaded)
	missing := newIndex(nil) // a trial may be missing from several plans
	for _, p := range c.plans {
		s.Ran += p.ran
		for _, n := range p.missing {
			_, _, blank := p.cell(int(n))
			ranElsewhere := c.index.find(&blank, func(row *Trial) int { return p.rank(row, &blank) }) >= 0
			if !ranElsewhere && missing.find(&blank, func(*Trial) int { return 1 }) < 0 {
				missing.add(stored{trial: &blank})
			}
		}
		for _, place := range p.taken {
			if int(place) < c.loaded {
				reused[place] = true
			}
		}
	}
	var places []int32
	for place, yes := range reused {
		if yes {
			places = append(places, int32(place))
		}
	}
	s.Trials = make([]Trial, 0, len(places)+len(c.index.rows)-c.loaded)
	for _, place := range places {
		s.Trials = append(s.Trials, *c.index.rows[place].trial)
	}
	for _, r := range c.index.rows[c.loaded:] {
		s.Trials = append(s.Trials, *r.trial)
	}
	sortTrials(s.Trials)
	s.Reused = len(places)
	s.Missing = len(missing.rows)
	s.Total = len(s.Trials) + s.Missing
	s.Load.Sources = used(c.info.Sources, c.index.at(places))
	complete := make(map[string]bool) // strategies that find a solution whenever there is one
	for _, p := range c.plans {
		for i := range p.Strategies {
			complete[p.Strategies[i].Name] = complete[p.Strategies[i].Name] || p.Strategies[i].Complete
		}
	}
	contradict(s.Trials, complete)
	return s
}

// partOf says which of several sweeps a status is of.
func partOf(progress Progress, part, parts int) Progress {
	if progress == nil || parts == 1 {
		return progress
	}
	return labelled{progress, fmt.Sprintf(", part %d of %d", part, parts)}
}

type labelled struct {
	Progress
	label string
}

func (l labelled) Update(s Status) {
	s.Study += l.label
	l.Progress.Update(s)
}
