package plots

import (
	"fmt"
	"maps"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// GrowthOf draws the median of a metric as a function of instance size. Each strategy has a curve
// with a band between the quartiles. Without strategy arguments, GrowthOf draws all strategies in
// alphabetical order. If an instance was run several times, the median of its runs counts once.
//
// To change labels or axes, pass the curves from [CurvesOf] to [Growth].
func GrowthOf(trials frame.Frame, m trial.Metric, strategies ...string) (Figure, error) {
	return figureOf(trials, m, strategies, func(s *selection) (Figure, error) {
		opt, curves := s.curves()
		f, err := Growth("growth-"+slug(m.Name), capitalised(m.Name)+" against size", opt, curves)
		f = f.Captioned("The curves show the %s by size, over %s; bands reach from the lower to the upper quartile.", aloud(m.Name+", median"), s.perSize())
		if slices.ContainsFunc(curves, Curve.censored) {
			f.Caption += " Open markers with an arrow are lower bounds, because a limit stopped runs."
		}
		return f, err
	})
}

// figureOf draws a selection of trials, and adds to the caption the remarks that all figures of
// trials have.
func figureOf(trials frame.Frame, m trial.Metric, strategies []string, draw func(s *selection) (Figure, error)) (Figure, error) {
	s, err := choose(trials, m, strategies)
	if err != nil {
		return Figure{}, err
	}
	f, err := draw(s)
	f.Timing = m.Timing
	if !f.empty() {
		f.Caption += s.remarks()
	}
	return f, err
}

// CurvesOf returns the options and curves that [GrowthOf] draws. A strategy's curve has one point
// per size, with the median and the quartiles. A point is censored if the median depends on a run
// stopped by a limit.
func CurvesOf(trials frame.Frame, m trial.Metric, strategies ...string) (CurveOptions, []Curve, error) {
	s, err := choose(trials, m, strategies)
	if err != nil {
		return CurveOptions{}, nil, err
	}
	opt, curves := s.curves()
	return opt, curves, nil
}

func (s *selection) curves() (CurveOptions, []Curve) {
	var curves []Curve
	for _, name := range s.names {
		c := Curve{Name: name}
		for _, size := range slices.Sorted(maps.Keys(s.sizes)) {
			var values []frame.Bounded
			for _, o := range s.of[name] {
				if o.Size == size {
					values = append(values, o.Value)
				}
			}
			if len(values) > 0 {
				median := frame.Quantile(values, 0.5)
				c.Points = append(c.Points, Point{
					X: float64(size), Y: median.Value, Censored: median.Lower,
					Low: frame.Quantile(values, 0.25).Value, High: frame.Quantile(values, 0.75).Value,
				})
			}
		}
		curves = append(curves, c)
	}
	return CurveOptions{XLabel: "instance size", YLabel: s.quantity(), LogY: s.metric.Log, Cap: s.limit()}, curves
}

// perSize describes how many instances there are of each size.
func (s *selection) perSize() string {
	counts := slices.Sorted(maps.Values(s.sizes))
	if len(counts) == 0 {
		return ""
	}
	least, most := counts[0], counts[len(counts)-1]
	if least == most {
		return instances(most) + " of each"
	}
	return fmt.Sprintf("%s to %s of each", number.Count(least), instances(most))
}

func instances(n int) string { return numerals.Plural(n, "instance", number.Thin) }

// ScatterOf plots a metric of strategy b against the same metric of strategy a. There is one point
// for each instance on which both strategies have a value.
func ScatterOf(trials frame.Frame, m trial.Metric, a, b string) (Figure, error) {
	return figureOf(trials, m, []string{a, b}, func(s *selection) (Figure, error) {
		other := map[frame.Instance]frame.Bounded{}
		for _, o := range s.of[b] {
			other[o.Instance] = o.Value
		}
		var pairs []Pair
		for _, o := range s.of[a] {
			if y, both := other[o.Instance]; both {
				pairs = append(pairs, Pair{X: o.Value.Value, Y: y.Value, XCapped: o.Value.Lower, YCapped: y.Lower})
			}
		}
		opt := ScatterOptions{X: a, Y: b, Quantity: s.quantity(), Linear: !m.Log}
		f, err := Scatter(s.id("scatter", m.Name, a, b), s.titled(fmt.Sprintf("%s of %s against %s", capitalised(m.Name), b, a)), opt, pairs)
		if single := len(s.instances) - len(pairs); single > 0 && !f.empty() {
			f.Caption += fmt.Sprintf(" This excludes %s, for which only one strategy has a value.", instances(single))
		}
		return f, err
	})
}

// ECDFOf draws, for each given strategy, the share of instances answered up to each value of the
// metric. Without strategy arguments, it draws all strategies. See [ECDF].
func ECDFOf(trials frame.Frame, m trial.Metric, strategies ...string) (Figure, error) {
	return distributionOf("ecdf", ECDF, trials, m, strategies)
}

// CactusOf draws, for each given strategy, the number of instances answered up to each value of the
// metric. Without strategy arguments, it draws all strategies. See [Cactus].
func CactusOf(trials frame.Frame, m trial.Metric, strategies ...string) (Figure, error) {
	return distributionOf("cactus", Cactus, trials, m, strategies)
}

func distributionOf(kind string, draw func(id, title string, opt ECDFOptions, curves []Distribution) (Figure, error),
	trials frame.Frame, m trial.Metric, strategies []string,
) (Figure, error) {
	return figureOf(trials, m, strategies, func(s *selection) (Figure, error) {
		var curves []Distribution
		for _, name := range s.names {
			answered, censored := s.split(name)
			curves = append(curves, Distribution{Name: name, Answered: answered, Capped: len(censored)})
		}
		opt := ECDFOptions{XLabel: s.quantity(), LogX: m.Log, Cap: s.limit()}
		return draw(s.id(kind, m.Name), s.titled("Instances answered by "+m.Name), opt, curves)
	})
}

// BoxOf draws the distribution of a metric for each given strategy. If the trials have several
// sizes, each box combines them, and the title lists the sizes. Without strategy arguments, it
// draws all strategies. See [Box].
func BoxOf(trials frame.Frame, m trial.Metric, strategies ...string) (Figure, error) {
	return figureOf(trials, m, strategies, func(s *selection) (Figure, error) {
		var rows []BoxRow
		for _, name := range s.names {
			answered, censored := s.split(name)
			rows = append(rows, BoxRow{Name: name, Values: answered, Capped: censored})
		}
		opt := BoxOptions{XLabel: s.quantity(), Log: m.Log, Cap: s.limit()}
		return Box(s.id("box", m.Name), s.titled("Distribution of "+m.Name), opt, rows)
	})
}
