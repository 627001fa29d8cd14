package plots

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/puzzlelab/puzzlelab/plots/chart"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// rings is the scheme of the sample figures.
var rings = Scheme{
	"standard", "pruning", "pruning+sorting", "dynamic-pruning",
	"dynamic-sorting", "propagation", "contraction", "orientation",
}

// syntheticTrials are rows of the shape a study stores: a few sizes, the given
// number of instances of each, every strategy of the scheme, a limit on
// the nodes. The counts are drawn at random around exponential curves; they are
// nobody's results.
func syntheticTrials(perSize int, limit uint64) []trial.Trial {
	growth := [...]struct{ factor, rate float64 }{
		{1, 1.31}, {3, 1.19}, {2.5, 1.185}, {4, 1.14}, {4, 1.135}, {150, 1.005}, {140, 1.005}, {180, 1.01},
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var trials []trial.Trial
	for _, n := range []int{30, 40, 50, 75} {
		for i := range perSize {
			hardness := 1.3 * rng.NormFloat64()
			for s, name := range rings {
				v := uint64(1 + growth[s].factor*math.Pow(growth[s].rate, float64(n))*math.Exp(hardness+0.8*rng.NormFloat64()))
				t := trial.Trial{
					Study: "synthetic", Set: "planted", Index: i, Size: n, Instance: string(rune('a' + i%26)),
					Strategy: name, Mode: trial.Budget, Outcome: search.Solved, Runs: 1,
				}
				if v >= limit {
					v, t.Outcome = limit, search.LimitNodes
				}
				t.Meter.Expanded = v
				trials = append(trials, t)
			}
		}
	}
	return trials
}

func ofSize(trials []trial.Trial, size int) []trial.Trial {
	var out []trial.Trial
	for _, t := range trials {
		if t.Size == size {
			out = append(out, t)
		}
	}
	return out
}

// goldenFigures are small and pinned as golden files.
func goldenFigures(tb testing.TB) []Figure {
	pinned, _ := kindFigures(tb)
	return append(sampleFigures(tb)[:6], pinned...)
}

// sampleFigures holds one figure of every chart in its usual forms.
func sampleFigures(tb testing.TB) []Figure {
	var out []Figure
	add := func(f Figure, err error) {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
		out = append(out, rings.On(f))
	}
	sized := func(id string, w, h Length, f Figure, err error) {
		tb.Helper()
		f.ID, f.Width, f.Height = id, w, h
		add(f, err)
	}

	add(Growth("growth", "Nodes against size", CurveOptions{
		XLabel: "nodes on the ring", YLabel: "nodes expanded", LogY: true, Cap: 1e9,
	}, []Curve{
		{Name: "standard", Points: []Point{
			{X: 30, Y: 3453, Low: 900, High: 9000},
			{X: 40, Y: 63527, Low: 9e3, High: 1.2e5},
			{X: 50, Y: 644644, Low: 1e5, High: 2e6},
			{X: 75, Y: 1e9, Low: 6.75e8, High: 1e9, Censored: true},
		}},
		{Name: "pruning", Points: []Point{
			{X: 30, Y: 439, Low: 200, High: 1000},
			{X: 50, Y: 16232, Low: 5000, High: 60000},
			{X: 75, Y: 1710610, Low: 4e5, High: 6e6},
			{X: 100, Y: 79477206, Low: 2e7, High: 2e8},
		}},
	}))
	add(Growth("fitted", "Free cycles against size", CurveOptions{
		XLabel: "n", YLabel: "mean number of free cycles", LogX: true, Bars: true,
	}, []Curve{
		{
			Name: "even n", Fit: func(x float64) float64 { return math.Log(x) - 2.8 }, FitLabel: "ln n − 2.8",
			Points: []Point{{X: 100, Y: 1.8, Low: 1.5, High: 2.1}, {X: 1e4, Y: 6.2, Low: 5.8, High: 6.6}, {X: 1e6, Y: 11.8, Low: 11, High: 12.6}},
		},
		{
			Name: "odd n", Fit: func(x float64) float64 { return math.Log(x)/2 - 2 }, FitLabel: "½ ln n − 2",
			Points: []Point{{X: 101, Y: 0.46, Low: 0.2, High: 0.7}, {X: 1e4 + 1, Y: 2.4, Low: 2, High: 2.8}, {X: 1e6 + 1, Y: 4.8, Low: 4.2, High: 5.4}},
		},
	}))
	add(Scatter("scatter", "Pruning against sorting", ScatterOptions{X: "pruning", Y: "pruning+sorting", Quantity: "nodes expanded"}, []Pair{
		{X: 120, Y: 90}, {X: 4000, Y: 5200}, {X: 4000, Y: 4000}, {X: 31000, Y: 900}, {X: 1e6, Y: 2e5, XCapped: true}, {X: 1e6, Y: 1e6, XCapped: true, YCapped: true},
	}))
	add(ECDF("ecdf", "Instances answered", ECDFOptions{XLabel: "nodes expanded", LogX: true, Cap: 1e6}, []Distribution{
		{Name: "pruning", Answered: []float64{500, 120, 9000, 30000, 120}, Capped: 1},
		{Name: "propagation", Answered: []float64{20, 22, 22, 31, 40, 45}},
	}))
	add(Box("box", "Distribution of nodes", BoxOptions{XLabel: "nodes expanded", Log: true, Cap: 1e6}, []BoxRow{
		{Name: "standard", Values: []float64{4e4, 2e5, 7e5}, Capped: []float64{1e6, 1e6}},
		{Name: "pruning", Values: []float64{100, 900, 1000, 1100, 1500, 2000, 90000}},
	}))
	add(Forest("forest", "Ratios of nodes", ForestOptions{
		XLabel: "nodes of pruning+sorting ÷ nodes of pruning", Below: "pruning+sorting needs less", Above: "pruning needs less",
	}, []Interval{
		{Name: "total, n = 50", Value: 0.778, Low: 0.744, High: 0.813, N: 2000},
		{Name: "geometric mean, n = 50", Value: 0.652, Low: 0.611, High: 0.696, N: 2000},
		{Name: "total, 50 instances", Value: 0.82, Low: 0.6, High: 1.01, N: 50},
		{Name: "one-sided", Value: 0.9, Low: 0.7, High: math.Inf(1)},
		{Name: "one instance", Value: 0.85, Low: math.NaN(), High: math.NaN(), N: 1},
	}))

	trials := syntheticTrials(50, 2e7)
	add(GrowthOf(frame.Of(trials), trial.Expanded))
	add(ScatterOf(frame.Of(ofSize(trials, 75)), trial.Expanded, "standard", "pruning"))
	add(ECDFOf(frame.Of(ofSize(trials, 75)), trial.Expanded))
	add(BoxOf(frame.Of(ofSize(trials, 75)), trial.Expanded))

	f, err := GrowthOf(frame.Of(trials), trial.Expanded, "standard", "pruning", "dynamic-pruning", "orientation")
	sized("growth-narrow", OneColumn, 2.4*chart.Inch, f, err)
	f, err = BoxOf(frame.Of(trials), trial.Expanded, "standard", "propagation")
	sized("box-narrow", OneColumn, f.Height, f, err)
	f, err = Growth("share", "Solvable share", CurveOptions{XLabel: "n", YLabel: "solvable share", Percent: true, Bars: true},
		[]Curve{{Name: "uniform values", Points: []Point{{X: 8, Y: 0.155, Low: 0.13, High: 0.18}, {X: 13, Y: 0.086, Low: 0.07, High: 0.1}, {X: 20, Y: 0.004, Low: 0, High: 0.008}}}})
	sized("share", OneColumn, 2.4*chart.Inch, f, err)
	add(Growth("zeros", "Zeros on a logarithmic axis", CurveOptions{XLabel: "n", YLabel: "nodes", LogY: true},
		[]Curve{{Name: "a_{b}^{c}", Points: []Point{{X: 1, Y: 0}, {X: 2, Y: 30}, {X: 3, Y: 4e5}}}, {Name: "<&>", Points: []Point{{X: 1, Y: 0}, {X: 3, Y: 0}}}}))
	add(Scatter("cells", "Many points", ScatterOptions{X: "astar/manhattan", Y: "idastar/linear-conflict"}, cloud(binAbove+1)))
	add(ECDF("empty", "Nothing yet", ECDFOptions{}, nil))
	pinned, others := kindFigures(tb)
	return append(append(out, pinned...), others...)
}

// cloud returns n pairs around the diagonal.
func cloud(n int) []Pair {
	rng := rand.New(rand.NewPCG(3, 4))
	pairs := make([]Pair, n)
	for i := range pairs {
		h := 10 + 2*rng.NormFloat64()
		pairs[i] = Pair{X: math.Exp(h + rng.NormFloat64()), Y: math.Exp(h + rng.NormFloat64())}
	}
	return pairs
}
