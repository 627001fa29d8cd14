package plots

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// selection is the data taken by a figure from trials: one observation for each strategy and
// instance.
type selection struct {
	metric    trial.Metric
	names     []string                   // strategies in the order in which they are drawn
	of        map[string][]frame.Outcome // by strategy, sorted by instance; all have a value
	instances []frame.Instance
	sizes     map[int]int // number of instances of each size
	failed    int         // runs that ended in an error
	missing   int         // runs without a value of the metric
}

// choose selects the trials of the given strategies, or of all if none are given, and replaces
// repeats by their median. A run stopped by a limit counts with its value as a lower bound.
func choose(trials frame.Frame, m trial.Metric, strategies []string) (*selection, error) {
	if m.Value == nil {
		return nil, fmt.Errorf("plots: metric %q has no Value function", m.Name)
	}
	s := &selection{metric: m, names: strategies, of: map[string][]frame.Outcome{}, sizes: map[int]int{}}
	known := frame.Strategy.Of(trials)
	if len(strategies) == 0 {
		s.names = known
	}
	rows := trials.Where(frame.Strategy.Is(s.names...))
	if err := finite(rows, m); err != nil {
		return nil, err
	}
	for _, o := range rows.Outcomes(m) {
		s.failed, s.missing = s.failed+o.Failed, s.missing+o.Missing
		if !math.IsNaN(o.Value.Value) {
			s.of[o.Strategy], s.instances = append(s.of[o.Strategy], o), append(s.instances, o.Instance)
		}
	}
	if len(s.instances) == 0 && s.missing > 0 {
		hint := ""
		if m.Timing {
			hint = "; only trials run in timed mode have times"
		}
		return nil, fmt.Errorf("plots: none of the %d trials has a value of %q%s", s.missing, m.Name, hint)
	}
	slices.SortFunc(s.instances, frame.Instance.Compare)
	s.instances = slices.Compact(s.instances)
	for _, inst := range s.instances {
		s.sizes[inst.Size]++
	}
	for i, name := range strategies {
		if len(known) > 0 && !slices.Contains(known, name) {
			return nil, fmt.Errorf("plots: no trial of strategy %q; there are %s", name, strings.Join(known, ", "))
		}
		if slices.Contains(strategies[:i], name) {
			return nil, fmt.Errorf("plots: strategy %q is listed twice", name)
		}
	}
	return s, nil
}

// finite returns an error if a trial has a value that no axis has.
func finite(trials frame.Frame, m trial.Metric) error {
	for t := range trials.All() {
		if v := m.Value(t); t.Error == "" && (math.IsInf(v, 0) || v < 0 && m.Log) {
			return fmt.Errorf("plots: %s is %v in the trial of %s on instance %s (%s, size %d, no. %d), which cannot be drawn",
				m.Name, v, t.Strategy, t.Instance, t.Set, t.Size, t.Index)
		}
	}
	return nil
}

// split returns the values of a strategy in the order of the instances, with censored values
// separate from exact ones.
func (s *selection) split(name string) (answered, censored []float64) {
	for _, o := range s.of[name] {
		if o.Value.Lower {
			censored = append(censored, o.Value.Value)
		} else {
			answered = append(answered, o.Value.Value)
		}
	}
	return answered, censored
}

// capped returns the lower bounds that are drawn instead of values, one for each instance on which
// a limit stopped a strategy.
func (s *selection) capped() (all []float64) {
	for _, name := range s.names {
		_, censored := s.split(name)
		all = append(all, censored...)
	}
	return all
}

// limit returns the value at which runs were stopped if it is the same for all of them, otherwise
// 0.
func (s *selection) limit() float64 {
	all := s.capped()
	if len(all) == 0 || slices.Min(all) != slices.Max(all) {
		return 0
	}
	return all[0]
}

// quantity returns the name of the metric with its unit, for an axis label.
func (s *selection) quantity() string {
	return strings.TrimSuffix(s.metric.Name+" ("+s.metric.Unit+")", " ()")
}

// titled adds the sizes to a title: "n = 75", "n = 30 to 100".
func (s *selection) titled(title string) string {
	sizes := slices.Sorted(maps.Keys(s.sizes))
	if len(sizes) == 0 {
		return title
	}
	title += fmt.Sprintf(", n = %d", sizes[0])
	if len(sizes) > 1 {
		title += fmt.Sprintf(" to %d", sizes[len(sizes)-1])
	}
	return title
}

// id joins the parts of a figure's ID and adds the size if there is only one.
func (s *selection) id(parts ...string) string {
	if len(s.sizes) == 1 {
		parts = append(parts, fmt.Sprint(s.instances[0].Size))
	}
	return slug(strings.Join(parts, "-"))
}

// remarks returns the sentences of a caption about runs that are not shown as plain values.
func (s *selection) remarks() (text string) {
	say := func(what string, n int) {
		if n > 0 {
			text += fmt.Sprintf(" "+what, runs(n))
		}
	}
	say("A limit stopped %s.", len(s.capped()))
	say("This excludes %s with an error.", s.failed)
	say("This excludes %s without a value.", s.missing)
	return text
}

func runs(n int) string { return numerals.Plural(n, "run", number.Thin) }

// slug turns a name into a part of an ID.
func slug(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
}

// capitalised returns s with its first letter in upper case.
func capitalised(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return strings.ToUpper(s[:n]) + s[n:]
}

// share prints a number for captions and text alternatives, as a percentage if percent is set.
func share(v float64, percent bool) string {
	if percent {
		return number.Spoken(100*v) + number.Thin + "%"
	}
	return number.Spoken(v)
}
