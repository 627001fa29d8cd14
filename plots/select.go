package plots

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// instance identifies what strategies are compared on.
type instance struct {
	set    string
	size   int
	index  int
	digest string
}

func instanceOf(t *experiments.Trial) instance {
	return instance{t.Set, t.Size, t.Index, t.Instance}
}

func (a instance) compare(b instance) int {
	return cmp.Or(
		cmp.Compare(a.set, b.set), cmp.Compare(a.size, b.size),
		cmp.Compare(a.index, b.index), cmp.Compare(a.digest, b.digest),
	)
}

// selection is what the figures take from trials: for each strategy one
// observation per instance.
type selection struct {
	metric    experiments.Metric
	names     []string // strategies in the order they are drawn
	instances []instance
	values    map[string]map[instance]observation
	failed    int // runs that ended in an error
	missing   int // runs without a value of the metric
}

// choose picks the trials of the given strategies, of all if there are none,
// and reduces repeats to their median. A run that a limit ended counts with its
// value as a lower bound.
func choose(trials []experiments.Trial, m experiments.Metric, strategies []string) (*selection, error) {
	if m.Value == nil {
		return nil, fmt.Errorf("plots: metric %q has no Value function", m.Name)
	}
	s := &selection{metric: m, values: map[string]map[instance]observation{}}
	rows := make([]*experiments.Trial, 0, len(trials))
	present := map[string]bool{}
	for i := range trials {
		t := &trials[i]
		present[t.Strategy] = true
		if len(strategies) == 0 || slices.Contains(strategies, t.Strategy) {
			rows = append(rows, t)
		}
	}
	slices.SortStableFunc(rows, func(a, b *experiments.Trial) int { return compareRows(a, b, m) })

	type cell struct {
		strategy string
		instance instance
	}
	runs := map[cell]sample{}
	var cells []cell
	for i, t := range rows {
		c := cell{t.Strategy, instanceOf(t)}
		if i > 0 && rows[i-1].Strategy == t.Strategy && instanceOf(rows[i-1]) == c.instance && rows[i-1].Repeat == t.Repeat {
			continue // the same run in another mode or of an older version
		}
		v := m.Value(t)
		switch {
		case t.Error != "" || t.Outcome == search.Running:
			s.failed++
			continue
		case math.IsNaN(v):
			s.missing++
			continue
		case math.IsInf(v, 0), v < 0 && m.Log:
			return nil, fmt.Errorf("plots: %s is %v in the trial of %s on instance %s (%s, size %d, no. %d), which cannot be drawn",
				m.Name, v, t.Strategy, t.Instance, t.Set, t.Size, t.Index)
		}
		if runs[c] == nil {
			cells = append(cells, c)
		}
		runs[c] = append(runs[c], observation{v, !t.Outcome.Answered()})
	}
	if len(runs) == 0 && s.missing > 0 {
		hint := ""
		if m.Timing {
			hint = "; only trials run in timed mode have times"
		}
		return nil, fmt.Errorf("plots: none of the %d trials has a value of %q%s", s.missing, m.Name, hint)
	}
	if err := s.order(strategies, present); err != nil {
		return nil, err
	}
	seen := map[instance]bool{}
	for _, c := range cells {
		v, bounded := runs[c].quantile(0.5)
		if s.values[c.strategy] == nil {
			s.values[c.strategy] = map[instance]observation{}
		}
		s.values[c.strategy][c.instance] = observation{v, bounded}
		if !seen[c.instance] {
			seen[c.instance] = true
			s.instances = append(s.instances, c.instance)
		}
	}
	slices.SortFunc(s.instances, instance.compare)
	return s, nil
}

// compareRows brings the runs of a strategy on an instance together, and of the
// same repeat the one that counts to the front: timed trials for a timing
// metric and trials under a node budget for any other, the newest version, an
// answered run.
func compareRows(a, b *experiments.Trial, m experiments.Metric) int {
	mode := func(t *experiments.Trial) int {
		if (t.Mode == experiments.Timed) == m.Timing {
			return 0
		}
		return 1
	}
	state := func(t *experiments.Trial) int {
		switch {
		case t.Error != "":
			return 2
		case t.Outcome.Answered():
			return 0
		}
		return 1
	}
	return cmp.Or(
		cmp.Compare(a.Strategy, b.Strategy), instanceOf(a).compare(instanceOf(b)), cmp.Compare(a.Repeat, b.Repeat),
		cmp.Compare(mode(a), mode(b)), -cmp.Compare(a.Version, b.Version), cmp.Compare(state(a), state(b)),
		cmp.Compare(m.Value(a), m.Value(b)),
	)
}

// order decides in which order the strategies are drawn: as asked for, or that
// of the house table and then of the names.
func (s *selection) order(asked []string, present map[string]bool) error {
	var known []string
	for name := range present {
		known = append(known, name)
	}
	houseSort(known)
	if len(asked) == 0 {
		s.names = known
		return nil
	}
	for i, name := range asked {
		if len(present) > 0 && !present[name] {
			return fmt.Errorf("plots: no trial of strategy %q; there are %s", name, strings.Join(known, ", "))
		}
		if slices.Contains(asked[:i], name) {
			return fmt.Errorf("plots: strategy %q is asked for twice", name)
		}
	}
	s.names = asked
	return nil
}

// split returns the values of a strategy, exact and censored ones apart, in the
// order of the instances.
func (s *selection) split(name string) (answered, censored []float64) {
	for _, inst := range s.instances {
		if o, ok := s.values[name][inst]; !ok {
			continue
		} else if o.censored {
			censored = append(censored, o.value)
		} else {
			answered = append(answered, o.value)
		}
	}
	return answered, censored
}

// limit returns the value at which runs were cut off, if it is the same for all
// of them.
func (s *selection) limit() (at float64, ok bool) {
	for _, name := range s.names {
		for _, inst := range s.instances {
			o, has := s.values[name][inst]
			switch {
			case !has || !o.censored:
			case !ok:
				at, ok = o.value, true
			case o.value != at:
				return 0, false
			}
		}
	}
	return at, ok && at > 0
}

// censored returns the number of instances on which a limit ended a strategy,
// summed over the strategies.
func (s *selection) censored() (n int) {
	for _, name := range s.names {
		_, c := s.split(name)
		n += len(c)
	}
	return n
}

// sizes returns the sizes that occur, ascending.
func (s *selection) sizes() []int { return slices.Sorted(maps.Keys(s.bySize())) }

// bySize groups the instances by their size.
func (s *selection) bySize() map[int][]instance {
	groups := map[int][]instance{}
	for _, inst := range s.instances {
		groups[inst.size] = append(groups[inst.size], inst)
	}
	return groups
}
