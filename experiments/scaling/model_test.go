package scaling

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// made returns trials of a strategy on rings, whose medians are those of
// median up to spread, a deviation of the natural logarithm. Runs stop at the
// limit, if it is not 0.
func made(strategy string, sizes []int, median func(n float64) float64, spread float64, limit uint64) []trial.Trial {
	const rings = 31
	random := rand.New(rand.NewPCG(1, uint64(len(strategy))))
	var trials []trial.Trial
	for _, size := range sizes {
		for i := range rings {
			nodes := uint64(math.Round(median(float64(size)) * math.Exp(spread*random.NormFloat64())))
			t := trial.Trial{
				Set: ringsSet, Size: size, Index: i, Instance: strings.Repeat("i", size) + strings.Repeat("j", i), Strategy: strategy,
				Mode: trial.Budget, Outcome: search.Solved, Meter: search.Meter{Expanded: nodes}, Limits: search.Limits{Expanded: limit},
			}
			if limit > 0 && nodes > limit {
				t.Outcome, t.Meter.Expanded = search.LimitNodes, limit
			}
			trials = append(trials, t)
		}
	}
	return trials
}

var someSizes = []int{10, 14, 18, 22, 26, 30, 34, 38, 42}

func TestModelsRecoverThemselves(t *testing.T) {
	for _, c := range []struct {
		model  Model
		median func(n float64) float64
		b      float64
	}{
		{Exponential, func(n float64) float64 { return 1000 * math.Pow(1.25, n) }, 1.25},
		{Power, func(n float64) float64 { return 1000 * math.Pow(n, 2.5) }, 2.5},
		{Root, func(n float64) float64 { return 1000 * math.Pow(4, math.Sqrt(n)) }, 4},
		{Positions, func(n float64) float64 { return 1000 * math.Exp(0.25*logPositions(n)) }, 0.25},
	} {
		points := Rings.one(frame.Of(made("a", someSizes, c.median, 0, 0)), "a").known()
		f, _ := best([]Model{Exponential, Power, Root, Positions}, points)
		if !f.known() || f.Name != c.model.Name || math.Abs(f.b()-c.b) > 1e-3*c.b {
			t.Errorf("medians of the %s model with b = %v: the best fit is %s with %v", c.model.Name, c.b, f.Name, f.b())
		}
		if got, want := f.at(50), c.median(50); math.Abs(got/want-1) > 0.01 {
			t.Errorf("%s: %v at 50, want %v", c.model.Name, got, want)
		}
	}
}

// The numbers of positions of the 8- and the 15-puzzle.
func TestPositionsAreHalfOfAllArrangements(t *testing.T) {
	for n, want := range map[float64]float64{9: 181_440, 16: 10_461_394_944_000} {
		if got := math.Exp(logPositions(n)); math.Abs(got/want-1) > 1e-9 {
			t.Errorf("%v cells have %v positions, want %v", n, got, want)
		}
	}
}

func TestParametersAreThoseOfTheFit(t *testing.T) {
	points := Rings.one(frame.Of(made("a", someSizes, func(n float64) float64 { return 20 * math.Pow(1.2, n) }, 0.5, 0)), "a").known()
	for _, m := range []Model{Exponential, Power, Root, Positions} {
		f := m.fitTo(points)
		a, b := f.parameters()
		if math.Abs(a.Value/f.line.A-1) > 1e-9 || math.Abs(b.Value/f.b()-1) > 1e-9 {
			t.Errorf("%s: parameters %v and %v, the fit has %v and %v", m.Name, a.Value, b.Value, f.line.A, f.b())
		}
		if !a.BCa.Contains(a.Value) || !b.BCa.Contains(b.Value) {
			t.Errorf("%s: intervals %v and %v do not hold %v and %v", m.Name, a.BCa, b.BCa, a.Value, b.Value)
		}
	}
	if _, b := Exponential.fitTo(points).parameters(); !b.BCa.Contains(1.2) {
		t.Errorf("the interval %v of the factor does not hold 1.2, which the medians were made with", b.BCa)
	}
}

func TestTheLargestThirdIsHeldOut(t *testing.T) {
	for _, c := range []struct {
		name         string
		known, open  []float64
		fitted, held []float64
	}{
		{"nine sizes", []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}, nil, []float64{1, 2, 3, 4, 5, 6}, []float64{7, 8, 9}},
		{"four sizes", []float64{1, 2, 3, 4}, nil, []float64{1, 2, 3}, []float64{4}},
		{"three sizes", []float64{1, 2, 3}, nil, nil, nil},
		{"five, rounded down", []float64{1, 2, 3, 4, 5}, nil, []float64{1, 2, 3, 4}, []float64{5}},
		{"lower bounds beyond", []float64{1, 2, 3, 4}, []float64{5, 6}, []float64{1, 2, 3}, []float64{4, 5, 6}},
		{"a lower bound in between", []float64{1, 2, 3, 5}, []float64{4}, []float64{1, 2, 3}, []float64{4, 5}},
		{"two shapes of a size", []float64{1, 2, 3, 4, 4}, nil, []float64{1, 2, 3}, []float64{4, 4}},
		{"one of two is not known", []float64{1, 2, 3, 4, 5}, []float64{5}, []float64{1, 2, 3}, []float64{4, 5, 5}},
		{"nothing", nil, nil, nil, nil},
	} {
		var s series
		for _, x := range c.known {
			p := at(x)
			p.cell.Median.Value = 10
			s.points = append(s.points, p)
		}
		for _, x := range c.open {
			p := at(x)
			p.cell.Median = frame.Bounded{Value: 10, Lower: true}
			s.points = append(s.points, p)
		}
		slices.SortFunc(s.points, func(a, b point) int { return a.compare(b.place) })
		fitted, held := s.holdOut()
		if !slices.Equal(xs(fitted), c.fitted) || !slices.Equal(xs(held), c.held) {
			t.Errorf("%s: fitted %v, held out %v; want %v and %v", c.name, xs(fitted), xs(held), c.fitted, c.held)
		}
	}
}

func at(x float64) point { return point{place: place{x: x}} }

func xs(points []point) []float64 {
	var x []float64
	for _, p := range points {
		x = append(x, p.x)
	}
	return x
}

func TestVerdictsOnPredictions(t *testing.T) {
	line := func(deviation float64) fit {
		var points []point
		for i, x := range []float64{10, 20, 30, 40, 50} {
			p := at(x)
			p.cell.Median.Value = 100 * math.Pow(1.1, x) * math.Exp(deviation*float64(i%2*2-1))
			points = append(points, p)
		}
		return Exponential.fitTo(points)
	}
	tight, loose := line(0.05), line(2)
	at60 := tight.at(60)
	for _, c := range []struct {
		name   string
		f      fit
		median float64
		bound  bool
		want   verdict
	}{
		{"the prediction itself", tight, at60, false, inside},
		{"twice as much", tight, 2 * at60, false, outside},
		{"half as much", tight, at60 / 2, false, outside},
		{"a lower bound below", tight, at60 / 100, true, unjudged},
		{"a lower bound above", tight, 2 * at60, true, outside},
		{"an interval that says nothing", loose, loose.at(60), false, unjudged},
		{"no fit", Exponential.fitTo(nil), 5, false, unjudged},
	} {
		p := at(60)
		p.cell.Median = frame.Bounded{Value: c.median, Lower: c.bound}
		if got := p.judge(c.f); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// A 95 % prediction interval holds the median of a further size in 95 % of
// studies whose medians depart from the line by independent errors.
func TestPredictionIntervalsHoldWhatTheyPromise(t *testing.T) {
	const studies = 400
	random := rand.New(rand.NewPCG(7, 7))
	held := 0
	for range studies {
		var points []point
		for _, x := range []float64{10, 15, 20, 25, 30, 35} {
			p := at(x)
			p.cell.Median.Value = 10 * math.Pow(1.3, x) * math.Exp(0.3*random.NormFloat64())
			points = append(points, p)
		}
		next := 10 * math.Pow(1.3, 45) * math.Exp(0.3*random.NormFloat64())
		if Exponential.fitTo(points).predict(45).Interval.Contains(next) {
			held++
		}
	}
	if share := float64(held) / studies; share < 0.92 || share > 0.98 { // three standard errors
		t.Errorf("%.3f of the intervals hold the next median, want 0.95", share)
	}
}

func TestCappedRunsAreBounds(t *testing.T) {
	trials := made("pruning", someSizes, func(n float64) float64 { return 20 * math.Pow(1.3, n) }, 0.2, 100_000)
	s := Rings.one(frame.Of(trials), "pruning")
	if len(s.points) != len(someSizes) {
		t.Fatalf("%d points, want all %d sizes", len(s.points), len(someSizes))
	}
	// 20·1.3³⁴ = 149,000 is the first median above the limit.
	for _, p := range s.points {
		if p.known() != (p.x < 34) {
			t.Errorf("n = %v: the median %v is known: %t", p.x, p.cell.Median, p.known())
		}
	}
	if f := Exponential.fitTo(s.known()); math.Abs(f.b()-1.3) > 0.02 {
		t.Errorf("factor %v, want 1.3 from the medians that are known", f.b())
	}
}

func TestMediansStandUnderTheirStrategy(t *testing.T) {
	linear := func(n float64) float64 { return 100 * n }
	trials := append(made("standard", []int{10, 14}, linear, 0, 1200), made("pruning", []int{14, 18}, linear, 0, 1500)...)
	table, err := Rings.Nodes(frame.Of(trials))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range table.Rows {
		for _, cell := range row[2:] {
			switch {
			case cell.Form == reports.Missing:
				got = append(got, "-")
			case cell.Censored:
				got = append(got, ">"+fmt.Sprint(cell.Number))
			default:
				got = append(got, fmt.Sprint(cell.Number))
			}
		}
	}
	// Rows are 10, 14 and 18; columns standard and pruning.
	if want := []string{"1000", "-", ">1200", "1400", "-", ">1500"}; !slices.Equal(got, want) {
		t.Errorf("medians %q, want %q", got, want)
	}
}

// A stopped run of the strategy that is divided makes a lower bound, and one of the other
// leaves the size without values.
func TestRatiosArePairedAndKnowTheirBounds(t *testing.T) {
	linear := func(factor float64) func(float64) float64 { return func(n float64) float64 { return factor * n } }
	for _, c := range []struct {
		name                 string
		a, b                 float64 // nodes per node of the ring, of which a limit is 100,000
		bounds, without, all int
	}{
		{"none stopped", 2000, 1000, 0, 0, 9},
		{"the first stopped from n = 34 on", 3000, 1000, 3, 0, 9},
		{"the second stopped from n = 34 on", 2000, 3000, 0, 3, 9},
	} {
		trials := append(made("standard", someSizes, linear(c.a), 0, 100_000), made("pruning", someSizes, linear(c.b), 0, 100_000)...)
		points := Rings.ratio(frame.Of(trials), "standard", "pruning", 1)
		bounds, without := 0, 0
		for _, p := range points {
			switch median := frame.Quantile(p.values, 0.5); {
			case p.values == nil:
				without++
			case median.Lower:
				bounds++
			case math.Abs(median.Value-c.a/c.b) > 1e-9 || len(p.values) != 31:
				t.Errorf("%s: n = %v: ratio %v of %d rings, want %v of 31", c.name, p.x, median, len(p.values), c.a/c.b)
			}
		}
		if len(points) != c.all || bounds != c.bounds || without != c.without {
			t.Errorf("%s: of %d sizes %d are bounds and %d have no values, want %d and %d of %d", c.name, len(points), bounds, without, c.bounds, c.without, c.all)
		}
	}
}

// A model that is named as the best must have been told from others, for which the criterion
// needs five sizes.
func TestFewSizesHaveNoBestModel(t *testing.T) {
	for n, want := range map[int]bool{4: false, 5: true} {
		trials := frame.Of(made("pruning", someSizes[:n], func(x float64) float64 { return 50 * math.Pow(1.2, x) }, 0.1, 0))
		figure, err := Rings.Growth(trials)
		if err != nil {
			t.Fatal(err)
		}
		table, err := Rings.Fits(trials)
		if err != nil {
			t.Fatal(err)
		}
		svg, err := figure.SVG()
		if err != nil {
			t.Fatal(err)
		}
		labelled, named := strings.Contains(string(svg), "per place"), table.Rows[0][2].Form != reports.Missing
		if labelled != want || named != want {
			t.Errorf("%d sizes: a model in the figure %t, in the table %t; want %t", n, labelled, named, want)
		}
	}
}

func TestLengthsAreWhatAnyStrategyFound(t *testing.T) {
	one := func(set, instance, strategy string, cost int) trial.Trial {
		t := trial.Trial{Set: set, Size: 16, Instance: instance, Strategy: strategy, Outcome: search.Solved, Cost: cost}
		if cost == 0 {
			t.Outcome = search.LimitNodes
		}
		return t
	}
	var trials []trial.Trial
	for i := range fewestOfALength {
		name := strings.Repeat("x", i+1)
		trials = append(trials, one(walksSet, name, "a", 30), one(walksSet, name, "b", 0))
	}
	trials = append(trials, one(walksSet, "rare", "a", 40), one(walksSet, "nobody", "a", 0))
	rows, x := byLength(frame.Of(trials))
	if rows.Len() != 2*fewestOfALength {
		t.Fatalf("%d rows, want those of the eight boards of 30 moves", rows.Len())
	}
	for row := range rows.All() {
		if x(row) != 30 {
			t.Errorf("board %s has length %v, want 30 also for a run that was capped", row.Instance, x(row))
		}
	}

	s, other := boardsPrefix+"3x2", boardsPrefix+"4x2"
	rows, x = byMeanLength(frame.Of([]trial.Trial{
		one(s, "1", "a", 10), one(s, "1", "b", 10), one(s, "2", "a", 20), one(s, "2", "b", 0), one(s, "2", "longer", 22),
		one(other, "3", "a", 10), one(other, "4", "a", 0),
	}))
	for row := range rows.All() {
		if want := map[string]float64{s: 15}[row.Set]; x(row) != want {
			t.Errorf("mean length %v of %s, want %v; none with an unsolved board", x(row), row.Set, want)
		}
	}
}

func TestShapesWithoutAMeanLengthAreNamed(t *testing.T) {
	solved := trial.Trial{Set: boardsPrefix + "3x2", Size: 6, Instance: "1", Strategy: idaManhattan, Outcome: search.Solved, Cost: 12, Meter: search.Meter{Expanded: 5}}
	capped := solved
	capped.Set, capped.Size, capped.Instance, capped.Outcome = boardsPrefix+"5x3", 15, "2", search.LimitNodes
	f, err := Shapes.Growth(frame.Of([]trial.Trial{solved, capped}))
	if err != nil || !strings.Contains(f.Caption, "omits 5×3, because") {
		t.Errorf("caption %q, %v; want the shape that is left out", f.Caption, err)
	}
	if f, err := Shapes.Growth(frame.Of([]trial.Trial{solved})); err != nil || strings.Contains(f.Caption, "omits") {
		t.Errorf("caption %q, %v; want none left out", f.Caption, err)
	}
}
