package plots

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func trialOf(strategy string, index, repeat int, expanded uint64, outcome search.Outcome) trial.Trial {
	return trial.Trial{
		Set: "s", Size: 10, Index: index, Instance: fmt.Sprint("i", index), Strategy: strategy, Repeat: repeat,
		Mode: trial.Budget, Outcome: outcome, Meter: search.Meter{Expanded: expanded},
	}
}

func TestQuantilesOfCensoredSamples(t *testing.T) {
	for _, tt := range []struct {
		name               string
		answered, censored []float64
		p, want            float64
		bounded            bool
	}{
		{"type 7", []float64{4, 1, 3, 2}, nil, 0.5, 2.5, false},
		{"type 7 quartile", []float64{1, 2, 3, 4}, nil, 0.25, 1.75, false},
		{"median below the limit", []float64{1, 2, 3}, []float64{9, 9}, 0.5, 3, false},
		{"median between an answer and a limit", []float64{1, 2}, []float64{9, 9}, 0.5, 5.5, true},
		{"median at the limit", []float64{1}, []float64{9, 9}, 0.5, 9, true},
		{"all at the limit", nil, []float64{9}, 0.25, 9, true},
		{"a small lower bound may hide a large value", []float64{5, 6, 7}, []float64{1}, 0.5, 5.5, true},
	} {
		var sample []frame.Bounded
		for i, v := range slices.Concat(tt.answered, tt.censored) {
			sample = append(sample, frame.Bounded{Value: v, Lower: i >= len(tt.answered)})
		}
		q := frame.Quantile(sample, tt.p)
		if q.Value != tt.want || q.Lower != tt.bounded {
			t.Errorf("%s: quantile(%v) = %v, bounded %v (want %v, %v)", tt.name, tt.p, q.Value, q.Lower, tt.want, tt.bounded)
		}
	}
}

func TestQuartilesAreSymmetricUnderNegation(t *testing.T) {
	for n := 1; n < 12; n++ {
		var x, neg []float64
		for i := range n {
			v := float64((i*i*7)%23) + 1
			x, neg = append(x, v), append(neg, -v)
		}
		a, b := newBox(BoxRow{Values: x}, false), newBox(BoxRow{Values: neg}, false)
		for i := range 3 {
			if math.Abs(a.q[i].Value+b.q[2-i].Value) > 1e-12 {
				t.Errorf("n = %d: quartiles %v, negated %v", n, a.q, b.q)
			}
		}
		if a.whiskLo != -b.whiskHi || len(a.outliers) != len(b.outliers) {
			t.Errorf("n = %d: whiskers %v to %v, negated %v to %v", n, a.whiskLo, a.whiskHi, b.whiskLo, b.whiskHi)
		}
	}
}

func TestRepeatsCountOnceWithTheirMedian(t *testing.T) {
	trials := []trial.Trial{
		trialOf("a", 0, 0, 10, search.Solved), trialOf("a", 0, 1, 1000, search.Solved), trialOf("a", 0, 2, 12, search.Solved),
		trialOf("a", 1, 0, 20, search.Unsolvable),
		trialOf("a", 2, 0, 30, search.LimitNodes),
	}
	s, err := choose(frame.Of(trials), trial.Expanded, nil)
	if err != nil {
		t.Fatal(err)
	}
	answered, censored := s.split("a")
	if !slices.Equal(answered, []float64{12, 20}) || !slices.Equal(censored, []float64{30}) {
		t.Errorf("answered %v, censored %v (want [12 20] and [30])", answered, censored)
	}
	if at := s.limit(); at != 30 {
		t.Errorf("limit %v (want 30)", at)
	}
}

// The same run may be stored in both modes and in several versions; it counts
// once.
func TestOneTrialPerRunCounts(t *testing.T) {
	old, timed, current := trialOf("a", 0, 0, 5, search.Solved), trialOf("a", 0, 0, 7, search.Solved), trialOf("a", 0, 0, 9, search.Solved)
	current.Version, timed.Version = 2, 2
	timed.Mode, timed.CPU = trial.Timed, 0.5
	trials := []trial.Trial{old, timed, current}
	for range 2 {
		for _, tt := range []struct {
			metric trial.Metric
			want   float64
		}{{trial.Expanded, 9}, {trial.Seconds, 0.5}} {
			s, err := choose(frame.Of(trials), tt.metric, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := s.split("a"); !slices.Equal(got, []float64{tt.want}) {
				t.Errorf("%s: %v (want %v alone)", tt.metric.Name, got, tt.want)
			}
		}
		slices.Reverse(trials)
	}
}

func TestTally(t *testing.T) {
	for _, tt := range []struct {
		name string
		pair Pair
		want side
	}{
		{"lower below the diagonal", Pair{X: 2, Y: 1}, yLess},
		{"lower above the diagonal", Pair{X: 1, Y: 2}, xLess},
		{"equal", Pair{X: 2, Y: 2}, equal},
		{"both stopped", Pair{X: 9, Y: 5, XCapped: true, YCapped: true}, equal},
		{"one stopped beyond the other", Pair{X: 9, Y: 5, XCapped: true}, yLess},
		{"one stopped at the same value", Pair{X: 9, Y: 9, XCapped: true}, yLess},
		{"one stopped before the other answered", Pair{X: 4, Y: 5, XCapped: true}, undecided},
		{"the other stopped", Pair{X: 5, Y: 9, YCapped: true}, xLess},
		{"the other stopped early", Pair{X: 5, Y: 4, YCapped: true}, undecided},
	} {
		if got := tt.pair.side(); got != tt.want {
			t.Errorf("%s: side %d (want %d)", tt.name, got, tt.want)
		}
	}
}

func TestFiguresDoNotDependOnTheOrderOfTrials(t *testing.T) {
	trials := syntheticTrials(20, 1e6)
	draw := func() string {
		var b strings.Builder
		for _, f := range figuresOf(t, trials) {
			b.Write(svgOf(t, f))
			b.WriteString(f.Caption)
		}
		return b.String()
	}
	want := draw()
	slices.Reverse(trials)
	if draw() != want {
		t.Error("reversing the trials changed a figure")
	}
}

func figuresOf(t *testing.T, trials []trial.Trial) []Figure {
	t.Helper()
	var out []Figure
	add := func(f Figure, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, f)
	}
	add(GrowthOf(frame.Of(trials), trial.Expanded))
	add(ScatterOf(frame.Of(trials), trial.Expanded, "standard", "pruning"))
	add(ECDFOf(frame.Of(trials), trial.Expanded))
	add(BoxOf(frame.Of(trials), trial.Expanded))
	return out
}

func TestCaptionsSayWhatIsNotShown(t *testing.T) {
	trials := []trial.Trial{
		trialOf("a", 0, 0, 10, search.Solved), trialOf("b", 0, 0, 100, search.LimitNodes),
		trialOf("a", 1, 0, 10, search.Solved),
		trialOf("a", 2, 0, 10, search.Solved), trialOf("b", 2, 0, 9, search.Solved),
	}
	broken := trialOf("b", 1, 0, 10, search.Running)
	broken.Error = "boom"
	f, err := ScatterOf(frame.Of(append(trials, broken)), trial.Expanded, "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"2 instances", "A limit stopped 1 run.", "This excludes 1 run with an error.", "1 instance, for which only one strategy has a value."} {
		if !strings.Contains(f.Caption, want) {
			t.Errorf("caption lacks %q: %s", want, f.Caption)
		}
	}
	if f.ID != "scatter-nodes-expanded-a-b-10" || f.Title != "Nodes expanded of b against a, n = 10" {
		t.Errorf("ID %q, title %q", f.ID, f.Title)
	}
	if !strings.Contains(f.Alt, "lower for a on 1, lower for b on 1, and equal on 0") {
		t.Errorf("the tally is wrong: %s", f.Alt)
	}
}

func TestTimingFiguresAreMarked(t *testing.T) {
	timed := trialOf("a", 0, 0, 10, search.Solved)
	timed.Mode, timed.CPU = trial.Timed, 0.25
	f, err := GrowthOf(frame.Of([]trial.Trial{timed}), trial.Seconds)
	if err != nil {
		t.Fatal(err)
	}
	if !f.Timing || !strings.Contains(string(svgOf(t, f)), "ms</text>") {
		t.Errorf("timing %v; the ticks must carry the unit", f.Timing)
	}
	for _, f := range figuresOf(t, syntheticTrials(2, 1e6)) {
		if f.Timing {
			t.Errorf("%s counts nodes and is marked as timing", f.ID)
		}
	}
	_, err = GrowthOf(frame.Of([]trial.Trial{trialOf("a", 0, 0, 1, search.Solved)}), trial.Seconds)
	if err == nil || !strings.Contains(err.Error(), "timed mode") {
		t.Errorf("error %v (want a hint at the timed mode)", err)
	}
}

func TestMistakesAreErrors(t *testing.T) {
	trials := []trial.Trial{trialOf("a", 0, 0, 10, search.Solved)}
	nan, inf := math.NaN(), math.Inf(1)
	one := []Point{{X: 1, Y: 1}}
	for name, tt := range map[string]struct {
		want string
		make func() (Figure, error)
	}{
		"unknown strategy": {`no trial of strategy "z"; there are a`, func() (Figure, error) { return GrowthOf(frame.Of(trials), trial.Expanded, "z") }},
		"asked twice":      {"twice", func() (Figure, error) { return BoxOf(frame.Of(trials), trial.Expanded, "a", "a") }},
		"no value":         {"no Value function", func() (Figure, error) { return ECDFOf(frame.Of(trials), trial.Metric{Name: "m"}) }},
		"against itself":   {"twice", func() (Figure, error) { return ScatterOf(frame.Of(trials), trial.Expanded, "a", "a") }},
		"infinite metric": {"cannot be drawn", func() (Figure, error) {
			return BoxOf(frame.Of(trials), trial.Metric{Name: "m", Value: func(*trial.Trial) float64 { return inf }})
		}},
		"bad ID":        {"not a figure ID", func() (Figure, error) { return Growth("A", "", CurveOptions{}, []Curve{{Name: "a", Points: one}}) }},
		"bad ID, empty": {"not a figure ID", func() (Figure, error) { return Growth("A", "", CurveOptions{}, nil) }},
		"NaN": {`curve "a", point 1, Y: NaN`, func() (Figure, error) {
			return Growth("x", "", CurveOptions{}, []Curve{{Name: "a", Points: []Point{{X: 1, Y: nan}}}})
		}},
		"negative log": {"negative", func() (Figure, error) {
			return Growth("x", "", CurveOptions{LogY: true}, []Curve{{Name: "a", Points: []Point{{X: 1, Y: -1}}}})
		}},
		"unsorted": {"sort the points", func() (Figure, error) {
			return Growth("x", "", CurveOptions{}, []Curve{{Name: "a", Points: []Point{{X: 2, Y: 1}, {X: 1, Y: 1}}}})
		}},
		"band reversed": {"above High", func() (Figure, error) {
			return Growth("x", "", CurveOptions{}, []Curve{{Name: "a", Points: []Point{{X: 2, Y: 1, Low: 2, High: 1}}}})
		}},
		"no name": {"no name", func() (Figure, error) { return Growth("x", "", CurveOptions{}, []Curve{{Points: one}}) }},
		"same name": {"differ", func() (Figure, error) {
			return Growth("x", "", CurveOptions{}, []Curve{{Name: "a", Points: one}, {Name: "a", Points: one}})
		}},
		"infinite pair": {"pair 1", func() (Figure, error) {
			return Scatter("x", "", ScatterOptions{X: "a", Y: "b"}, []Pair{{X: inf, Y: 1}})
		}},
		"negative count": {"number of runs", func() (Figure, error) { return ECDF("x", "", ECDFOptions{}, []Distribution{{Name: "a", Capped: -1}}) }},
		"NaN in a box": {`row "a"`, func() (Figure, error) {
			return Box("x", "", BoxOptions{}, []BoxRow{{Name: "a", Values: []float64{nan}}})
		}},
		"value outside": {"not between", func() (Figure, error) {
			return Forest("x", "", ForestOptions{}, []Interval{{Name: "a", Value: 3, Low: 1, High: 2}})
		}},
		"zero ratio": {"logarithmic", func() (Figure, error) { return Forest("x", "", ForestOptions{}, []Interval{{Name: "a"}}) }},
		"NaN interval": {"its ends", func() (Figure, error) {
			return Forest("x", "", ForestOptions{}, []Interval{{Name: "a", Value: 1, Low: nan, High: 2}})
		}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := tt.make()
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "plots: ") {
				t.Errorf("error %v (want one that begins with plots: and says %q)", err, tt.want)
			}
		})
	}
}

func TestNoTrialsSayNoData(t *testing.T) {
	for _, f := range append(figuresOf(t, nil), figuresOf(t, []trial.Trial{})...) {
		if svg := string(svgOf(t, f)); !strings.Contains(svg, "no data") {
			t.Errorf("%s does not say that there is no data", f.ID)
		}
	}
}

func TestInputsAreNotChanged(t *testing.T) {
	points := []Point{{X: 1, Y: 2}, {X: 2, Y: 3}}
	values := []float64{3, 1, 2}
	f, err := Growth("x", "", CurveOptions{}, []Curve{{Name: "a", Points: points}})
	if err != nil {
		t.Fatal(err)
	}
	before := svgOf(t, f)
	points[0].Y = 99
	if string(svgOf(t, f)) != string(before) {
		t.Error("a figure changed with the slice it was made from")
	}
	if _, err := ECDF("x", "", ECDFOptions{}, []Distribution{{Name: "a", Answered: values}}); err != nil {
		t.Fatal(err)
	}
	if _, err := Box("x", "", BoxOptions{}, []BoxRow{{Name: "a", Values: values, Capped: values}}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(values, []float64{3, 1, 2}) {
		t.Errorf("the values were reordered: %v", values)
	}
}

func TestLabelsAreSaidAloud(t *testing.T) {
	for label, want := range map[string]string{
		"CPU time, median (s)":                "median CPU time (in seconds)",
		"places on the ring, n":               "number of places on the ring",
		"solution length (moves)":             "solution length (in moves)",
		"depth (number of the move examined)": "depth (number of the move examined)",
		"f(x)":                                "f(x)",
		"time (s), log":                       "time (s) (log)",
		"size":                                "size",
	} {
		if got := aloud(label); got != want {
			t.Errorf("aloud(%q) = %q, want %q", label, got, want)
		}
	}
}
