package plots

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/plots/chart"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
)

// depthCounts reads the depth histograms in testdata.
func depthCounts(tb testing.TB) []Counts {
	tb.Helper()
	text, err := os.ReadFile("testdata/depths.txt")
	if err != nil {
		tb.Fatal(err)
	}
	var out []Counts
	for l := range strings.Lines(string(text)) {
		if strings.HasPrefix(l, "#") {
			continue
		}
		fields := strings.Fields(l)
		s := Counts{Name: fields[0]}
		for _, f := range fields[1:] {
			v, err := strconv.ParseFloat(f, 64)
			if err != nil {
				tb.Fatal(err)
			}
			s.Counts = append(s.Counts, v)
		}
		s.Note = "max. " + fmt.Sprint(len(s.Counts)-1)
		out = append(out, s)
	}
	return out
}

// admissible returns cells of the shape a heuristic that never overestimates
// makes of distances up to most: below the diagonal, of the parity of the
// distance, most of them at about two thirds of it. They are nobody's results.
func admissible(most int) []Cell {
	var cells []Cell
	for d := range most + 1 {
		all := 4e4 * math.Exp(-math.Pow(float64(d)-0.7*float64(most), 2)/float64(2*most))
		for h := d % 2; h <= d; h += 2 {
			z := (float64(h) - 0.68*float64(d)) / (0.5 + 0.09*float64(d))
			n := math.Ceil(all*math.Exp(-z*z/2) - 0.5)
			if d == 0 || h == d && d < 4 {
				n = math.Max(n, 1)
			}
			cells = append(cells, Cell{X: d, Y: h, Count: uint64(n)})
		}
	}
	return cells
}

// weights are the settings of searches that give up the optimal length for
// speed, of a plausible shape; they are nobody's results.
func weights() []Family {
	tradeoff := func(label string, x, y float64) Tradeoff {
		return Tradeoff{Label: label, X: x, Y: y, XLow: x / 1.6, XHigh: x * 1.6, YLow: max(1, y-0.02*y*y), YHigh: y + 0.02*y*y}
	}
	return []Family{
		{Name: "wastar", Points: []Tradeoff{
			tradeoff("w = 1", 4.1e6, 1), tradeoff("w = 1.5", 2.1e5, 1.04), tradeoff("w = 2", 4.2e4, 1.16),
			tradeoff("w = 3", 1.1e4, 1.42), tradeoff("w = 4", 7.2e3, 1.69), tradeoff("w = 5", 5.9e3, 1.9),
		}},
		{Name: "beam", Points: []Tradeoff{
			tradeoff("10", 3e3, 3.1), tradeoff("100", 1.6e4, 1.75), tradeoff("1 000", 1.1e5, 1.21), tradeoff("10 000", 8e5, 1.06),
		}},
		{Name: "greedy", Points: []Tradeoff{tradeoff("", 4.3e3, 2.6)}},
	}
}

// traces are two anytime searches on eight instances; they are nobody's results.
func traces() []Trace {
	rng := rand.New(rand.NewPCG(7, 8))
	var out []Trace
	for k, name := range []string{"ara", "wastar-restart"} {
		t := Trace{Name: name}
		for range 8 {
			x := (2000 + 4000*float64(k)) * math.Exp(rng.NormFloat64())
			cost := 1.9 + 0.3*rng.NormFloat64() + 0.3*float64(k)
			var r Run
			for cost > 1 {
				r.Steps = append(r.Steps, Improvement{x, cost})
				x *= 1.3 + 3*rng.Float64()
				cost -= 0.02 + 0.4*rng.Float64()
			}
			r.Steps = append(r.Steps, Improvement{x, 1})
			r.End = x * (1.5 + 3*rng.Float64())
			t.Runs = append(t.Runs, r)
		}
		out = append(out, t)
	}
	out[1].Runs[3] = Run{End: 1e6}
	return out
}

// factors are growth factors of six instances, each with the ratios of single
// iterations; they are nobody's results.
func factors(n int) []Dot {
	rng := rand.New(rand.NewPCG(9, 10))
	rows := make([]Dot, n)
	for i := range rows {
		v := 4.6 + 0.35*rng.NormFloat64()
		half := 0.15 + 0.3*rng.Float64()
		rows[i] = Dot{Name: fmt.Sprintf("Korf %d", i+1), Value: v, Low: v - half, High: v + half*1.2}
		for range 7 {
			rows[i].Each = append(rows[i].Each, v+0.6*rng.NormFloat64())
		}
	}
	rows[n-1] = Dot{Name: "Korf 88, two iterations", Value: 5.3, Note: "5.30, no interval"}
	return rows
}

// published are 100 pairs of equal counts, three of them spoilt; they are nobody's
// results.
func published() []Pair {
	rng := rand.New(rand.NewPCG(11, 12))
	pairs := make([]Pair, 100)
	for i := range pairs {
		v := math.Round(math.Exp(17.5 + 1.5*rng.NormFloat64()))
		pairs[i] = Pair{X: v, Y: v}
	}
	for i, f := range map[int]float64{21: 1.5, 87: 0.02, 88: 30} {
		pairs[i].Y = math.Round(pairs[i].X * f)
		pairs[i].Label = "no. " + fmt.Sprint(i+1)
	}
	return pairs
}

// lengths are n values around e^mean; like those below, nobody's results.
func lengths(mean float64, n int) []float64 {
	rng := rand.New(rand.NewPCG(13, uint64(n)))
	out := make([]float64, n)
	for i := range out {
		out[i] = math.Ceil(math.Exp(mean + 0.7*rng.NormFloat64()))
	}
	return out
}

// survivors are two strategies on 60 boards with a limit.
func survivors() (out []SurvivalCurve) {
	for i, name := range []string{"astar", "idastar"} {
		x := lengths(6+float64(i), 60)
		solved := make([]bool, len(x))
		for k, v := range x {
			solved[k] = v < 1500 && k%9 != 0
			x[k] = min(v, 1500)
		}
		out = append(out, SurvivalCurve{name, stats.KaplanMeier(x, solved)})
	}
	return out
}

// contest are costs of three strategies on 40 instances, some not solved.
func contest() (rows [][]float64) {
	a, b, c := lengths(6, 40), lengths(5.6, 41), lengths(7, 42)
	for i := range a {
		row := []float64{a[i], b[i], c[i]}
		if i%5 == 0 {
			row[i%3] = math.NaN()
		}
		rows = append(rows, row)
	}
	return rows
}

// race are costs of four strategies on 30 instances, two of them alike.
func race() (rows [][]float64) {
	a, b, c, d := lengths(3, 30), lengths(3.02, 31), lengths(4, 32), lengths(5, 33)
	for i := range a {
		rows = append(rows, []float64{a[i], b[i], c[i], d[i]})
	}
	return rows
}

// kindFigures holds the figures of searches: one of each kind, pinned as golden
// files, and others at the edges of what may be drawn.
func kindFigures(tb testing.TB) (pinned, others []Figure) {
	list := &pinned
	add := func(f Figure, err error) {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
		*list = append(*list, f)
	}
	sized := func(id string, w, h Length, f Figure, err error) {
		tb.Helper()
		f.ID, f.Width, f.Height = id, w, h
		add(f, err)
	}
	heat := HeatmapOptions{XLabel: "true distance d", YLabel: "Manhattan distance h", Quantity: "positions", Identity: "h = d", Mean: true}
	add(Heatmap("heatmap", "Manhattan distance against true distance", heat, admissible(14)))
	depth := HistogramOptions{XLabel: "distance from the goal (moves)", YLabel: "positions", LogY: true}
	add(Histogram("histogram", "Positions by depth", depth, depthCounts(tb)[:4]))
	share := depth
	share.LogY, share.Percent, share.YLabel = false, true, "share of positions"
	add(Histogram("histogram-bars", "Share of positions by depth", share, depthCounts(tb)[2:3]))
	cactus := ECDFOptions{XLabel: "nodes generated", Cap: 1e6}
	add(Cactus("cactus", "Instances solved", cactus, []Distribution{
		{Name: "idastar/manhattan", Answered: []float64{500, 1200, 9000, 30000, 120000}, Capped: 2},
		{Name: "idastar/lc-wd", Answered: []float64{20, 22, 22, 310, 4000, 9000, 45000}},
	}))
	quality := ParetoOptions{XLabel: "nodes expanded, geometric mean", YLabel: "solution length ÷ optimal length", Reference: 1}
	add(Pareto("pareto", "What a shorter solution costs", quality, weights()))
	anytime := AnytimeOptions{XLabel: "nodes expanded", YLabel: "solution length ÷ optimal length", Optimal: 1}
	add(Anytime("anytime", "Best solution so far", anytime, traces()))
	dots := DotsOptions{
		XLabel:     "growth of the nodes per iteration, factor",
		References: []Reference{{At: 4.5386, Label: "b^{2} = 4.54"}, {At: 4, Label: "4"}},
	}
	add(Dots("dots", "Growth per iteration", dots, factors(6)))
	var boards []Figure
	for _, c := range depthCounts(tb) {
		f, err := Histogram("x", c.Name, depth, []Counts{c})
		add(f, err)
		boards, pinned = append(boards, f), pinned[:len(pinned)-1]
	}
	add(Multiples("multiples", "Positions by depth", MultiplesOptions{}, boards...))
	add(Histograms("histograms", "Positions by depth", depth, depthCounts(tb)[:2]))
	var maps []Figure
	for most := range 5 {
		f, err := Heatmap("x", fmt.Sprint("up to ", 6+4*most), HeatmapOptions{XLabel: "d", YLabel: "h", Most: 1e5, Identity: "h = d", Quantity: "positions"}, admissible(6+4*most))
		if err != nil {
			tb.Fatal(err)
		}
		maps = append(maps, f)
	}
	add(Multiples("multiples-maps", "Maps", MultiplesOptions{}, maps...))
	names, values := victories()
	add(Matrix("matrix", "Who is ahead", MatrixOptions{Quantity: "instances on which the row needs less", Most: 10}, names, values))
	add(Survival("survival", "Boards not yet solved", SurvivalOptions{XLabel: "nodes expanded", LogX: true}, survivors()))
	add(Profile("profile", "Performance profile", ECDFOptions{XLabel: "nodes expanded"}, []string{"astar", "idastar", "beam"}, contest()))
	add(RunLengths("run-lengths", "Runs on one board", ECDFOptions{XLabel: "restarts", LogX: true, Cap: 400}, []Distribution{
		{Name: "random-skip", Answered: lengths(5, 40), Capped: 10}, {Name: "tabu", Answered: lengths(4, 50)},
	}))
	add(Rain("rain", "Nodes by strategy", BoxOptions{XLabel: "nodes expanded", Log: true}, []BoxRow{
		{Name: "standard", Values: append(lengths(5, 30), lengths(9, 20)...)}, {Name: "pruning", Values: lengths(4, 50), Capped: []float64{400, 400}}, {Name: "few", Values: []float64{20, 90}},
	}))
	add(Ranks("ranks", "Mean ranks", RanksOptions{}, []string{"astar", "idastar", "beam", "greedy"}, stats.Friedman(race())))
	add(Target("target", "Effort to come within a factor of the optimum", TargetOptions{
		XLabel: "solution length ÷ optimal length", YLabel: "expected nodes", LinearX: true, Targets: []float64{0.9, 1, 1.1, 1.2, 1.4, 1.6, 2},
	}, traces()))
	agree := ScatterOptions{X: "published", Y: "ours", Quantity: "nodes generated", Agreement: true}
	add(Scatter("agreement", "Published and measured counts", agree, published()))

	list = &others
	var grown []Figure
	for _, size := range []string{"small", "large"} {
		f, err := Growth("x", size, CurveOptions{XLabel: "n", YLabel: "nodes", LogY: true}, []Curve{
			{Name: "standard", Points: []Point{{X: 1, Y: 3}, {X: 2, Y: 30}}}, {Name: "pruning", Points: []Point{{X: 1, Y: 2}, {X: 3, Y: 4}}},
		})
		if err != nil {
			tb.Fatal(err)
		}
		grown = append(grown, f)
	}
	add(Multiples("multiples-curves", "Curves", MultiplesOptions{Columns: 2}, grown...))
	wide, err := Heatmap("heatmap", "A wide heatmap", HeatmapOptions{
		XLabel: "d", YLabel: "h", Quantity: "positions", Identity: "h = d", Mean: true,
	}, admissible(62))
	sized("heatmap-31", TwoColumns, 4*chart.Inch, wide, err)
	heat.XMax, heat.YMax, heat.Most = 31, 31, 1e5
	add(Heatmap("heatmap-shared", "Shared scales", heat, admissible(22)))
	add(Heatmap("heatmap-one", "One cell", HeatmapOptions{}, []Cell{{X: 5, Y: 4, Count: 1}}))
	add(Heatmap("heatmap-huge", "Huge counts", HeatmapOptions{Quantity: "positions of the fifteen puzzle", Identity: "y = x"},
		[]Cell{{X: -3, Y: -7, Count: 1}, {X: 80, Y: 66, Count: math.MaxUint64}, {X: 40, Y: 41, Count: 1e9}}))
	add(Histogram("histogram-boards", "Boards", depth, depthCounts(tb)))
	f, err := Histogram("x", "Boards", depth, depthCounts(tb))
	sized("histogram-narrow", OneColumn, 2.6*chart.Inch, f, err)
	f, err = Histogram("x", "Boards", share, depthCounts(tb)[3:])
	sized("histogram-linear", OneColumn, 2.4*chart.Inch, f, err)
	add(Histogram("histogram-one", "One number", HistogramOptions{LogY: true}, []Counts{{Name: "one", First: -3, Counts: []float64{0, 0, 7}}}))
	add(Histogram("histogram-gaps", "Gaps", HistogramOptions{LogY: true}, []Counts{{Name: "even", Counts: []float64{1, 0, 20, 0, 1e12, 0, 3}}}))
	f, err = Pareto("x", "", quality, weights())
	sized("pareto-narrow", OneColumn, 3*chart.Inch, f, err)
	add(Pareto("pareto-one", "One point", ParetoOptions{}, []Family{{Name: "a strategy with a long name", Points: []Tradeoff{{X: 5, Y: 2}}}}))
	add(Pareto("pareto-same", "Equal points", quality, []Family{
		{Name: "a", Points: []Tradeoff{{X: 10, Y: 1.5}}},
		{Name: "b", Points: []Tradeoff{{X: 10, Y: 1.5}}},
		{Name: "c", Points: []Tradeoff{{X: 1e12, Y: 1, Label: "c1"}, {X: 1e12, Y: 1, Label: "c2"}}},
	}))
	f, err = Anytime("x", "", anytime, traces())
	sized("anytime-narrow", OneColumn, 2.6*chart.Inch, f, err)
	anytime.Optimal, anytime.YLabel = 60, "solution length (moves)"
	add(Anytime("anytime-one", "One run", anytime, []Trace{{Name: "ara", Runs: []Run{{Steps: []Improvement{{100, 70}}}}}}))
	anytime.Optimal = 58
	add(Anytime("anytime-single", "One instance", anytime, []Trace{{Name: "ara/manhattan", Runs: []Run{{Steps: []Improvement{{900, 104}, {1200, 84}, {40000, 66}, {2e6, 58}}, End: 3e6}}}}))
	add(Dots("dots-24", "24 orders", dots, factors(24)))
	f, err = Dots("x", "", dots, factors(6))
	sized("dots-narrow", OneColumn, f.Height, f, err)
	add(Dots("dots-log", "Huge range", DotsOptions{XLabel: "nodes", Log: true, References: []Reference{{At: 1e3}}}, []Dot{
		{Name: "least", Value: 1e-6, Low: 1e-7, High: 1e-5}, {Name: "most", Value: 1e15, Each: []float64{1, 1e15, 1e17}},
	}))
	add(Dots("dots-one", "One row", DotsOptions{}, []Dot{{Name: "zero", Value: 0}}))
	add(Scatter("scatter-labels", "Labels", ScatterOptions{X: "astar", Y: "idastar"}, []Pair{
		{X: 10, Y: 12, Label: "first"}, {X: 10, Y: 12, Label: "second"}, {X: 1e6, Y: 3e4, Label: "<far & wide>"}, {X: 1e6, Y: 1e6, XCapped: true, Label: "capped"},
	}))
	return pinned, others
}

func TestBarsJoinTheLongestStretchesThatNoTestTellsApart(t *testing.T) {
	pair := func(a, b int, p float64) stats.PairTest { return stats.PairTest{A: a, B: b, Adjusted: p} }
	r := stats.FriedmanResult{Pairs: []stats.PairTest{
		pair(0, 1, 0.5), pair(0, 2, 0.01), pair(0, 3, 0.01), pair(1, 2, 0.3), pair(1, 3, 0.2), pair(2, 3, 0.9),
	}}
	if got, want := together([]int{0, 1, 2, 3}, r, 0.05), [][2]int{{0, 1}, {1, 3}}; !slices.Equal(got, want) {
		t.Errorf("bars from and to %v (want %v: 0 differs from 2)", got, want)
	}
	if got := together([]int{0, 2, 1, 3}, r, 0.05); !slices.Equal(got, [][2]int{{1, 3}}) {
		t.Errorf("in another order, bars from and to %v (want 2, 1 and 3 alone)", got)
	}
}

// A bar of ranks reaches the dot of every strategy that it joins, and no other.
func TestBarsOfRanksReachTheirDots(t *testing.T) {
	f, err := Ranks("ranks", "Mean ranks", RanksOptions{}, []string{"astar", "idastar", "beam", "greedy"}, stats.Friedman(race()))
	if err != nil {
		t.Fatal(err)
	}
	c := f.sheet.Charts[0]
	reached := map[chart.Place]bool{}
	for _, l := range c.Under {
		for _, m := range l.Marks {
			if line, is := m.(chart.Line); is && l.Class == "groups" {
				reached[line.At[0]] = true
			}
		}
	}
	for i, s := range c.Series {
		if at := s.Marks[0].(chart.Points).At[0]; reached[at] != (i < 2) {
			t.Errorf("%s at %v is joined: %t", s.Name, at, reached[at])
		}
	}
}
