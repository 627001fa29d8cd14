package plots

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
)

func TestWhatCannotBeDrawnIsAnError(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	heatmap := func(cells ...Cell) func() (Figure, error) {
		return func() (Figure, error) { return Heatmap("x", "", HeatmapOptions{}, cells) }
	}
	histogram := func(s ...Counts) func() (Figure, error) {
		return func() (Figure, error) { return Histogram("x", "", HistogramOptions{}, s) }
	}
	pareto := func(opt ParetoOptions, f ...Family) func() (Figure, error) {
		return func() (Figure, error) { return Pareto("x", "", opt, f) }
	}
	one := func(t Tradeoff) Family { return Family{Name: "a", Points: []Tradeoff{t}} }
	anytime := func(opt AnytimeOptions, runs ...Run) func() (Figure, error) {
		return func() (Figure, error) { return Anytime("x", "", opt, []Trace{{Name: "a", Runs: runs}}) }
	}
	dots := func(opt DotsOptions, rows ...Dot) func() (Figure, error) {
		return func() (Figure, error) { return Dots("x", "", opt, rows) }
	}
	for _, tt := range []struct {
		name, want string
		make       func() (Figure, error)
	}{
		{"panels of two kinds", `the axes of "b" are not those of "a"`, func() (Figure, error) {
			a, _ := Histogram("x", "a", HistogramOptions{}, []Counts{{Name: "a", Counts: []float64{1}}})
			b, _ := Histogram("x", "b", HistogramOptions{XLabel: "y"}, []Counts{{Name: "a", Counts: []float64{1}}})
			return Multiples("x", "", MultiplesOptions{}, a, b)
		}},
		{"a cost is missing", "instance 1 has 1 costs (want 2", func() (Figure, error) {
			return Profile("x", "", ECDFOptions{}, []string{"a", "b"}, [][]float64{{1, 2}, {3}})
		}},
		{"a cost is zero", `"b" on instance 0: cost 0`, func() (Figure, error) {
			return Profile("x", "", ECDFOptions{}, []string{"a", "b"}, [][]float64{{1, 0}})
		}},
		{"ranks of others", "1 names, but 2 mean ranks", func() (Figure, error) {
			return Ranks("x", "", RanksOptions{}, []string{"a"}, stats.FriedmanResult{MeanRanks: []float64{1, 2}})
		}},
		{"effort of a run is not known", "neither steps nor an End", func() (Figure, error) {
			return Target("x", "", TargetOptions{Targets: []float64{1}}, []Trace{{Name: "a", Runs: []Run{{}}}})
		}},
		{"cell twice", "X 1, Y 2 occurs twice", heatmap(Cell{1, 2, 3}, Cell{0, 0, 1}, Cell{1, 2, 1})},
		{"wide grid", "wider bins", heatmap(Cell{0, 0, 1}, Cell{1000, 0, 1})},
		{"grid beyond all numbers", "wider bins", heatmap(Cell{math.MinInt, 0, 1}, Cell{math.MaxInt, 0, 1})},
		{"bad ID", "not a figure ID", func() (Figure, error) { return Heatmap("A", "", HeatmapOptions{}, []Cell{{1, 1, 1}}) }},
		{"bad ID without data", "not a figure ID", func() (Figure, error) { return Dots("A", "", DotsOptions{}, nil) }},
		{"negative count", "the count of 4 is -1", histogram(Counts{Name: "a", First: 3, Counts: []float64{1, -1}})},
		{"count is no number", "the count of 0 is NaN", histogram(Counts{Name: "a", Counts: []float64{nan}})},
		{"infinite count", "+Inf", histogram(Counts{Name: "a", Counts: []float64{inf}})},
		{"series without a name", "no name", histogram(Counts{Counts: []float64{1}})},
		{"two series of a name", "two series", histogram(Counts{Name: "a", Counts: []float64{1}}, Counts{Name: "a", Counts: []float64{2}})},
		{"tradeoff is no number", `family "a", point 1, X`, pareto(ParetoOptions{}, one(Tradeoff{X: nan, Y: 1}))},
		{"negative effort", "negative", pareto(ParetoOptions{}, one(Tradeoff{X: -1, Y: 1}))},
		{"outside the X interval", "not between XLow", pareto(ParetoOptions{}, one(Tradeoff{X: 1, Y: 1, XLow: 2, XHigh: 3}))},
		{"outside the Y interval", "not between YLow", pareto(ParetoOptions{}, one(Tradeoff{X: 1, Y: 1, YLow: 0.2, YHigh: 0.3}))},
		{"endless reference", "Reference", pareto(ParetoOptions{Reference: inf}, one(Tradeoff{X: 1, Y: 1}))},
		{"two families of a name", "two series", pareto(ParetoOptions{}, one(Tradeoff{X: 1, Y: 1}), one(Tradeoff{X: 2, Y: 1}))},
		{"cost rises", "step 2: cost 3 at 2 follows 2 at 1", anytime(AnytimeOptions{}, Run{Steps: []Improvement{{1, 2}, {2, 3}}})},
		{"time runs back", "never falls", anytime(AnytimeOptions{}, Run{Steps: []Improvement{{2, 2}, {1, 1}}})},
		{"end before the last step", "before its last step", anytime(AnytimeOptions{}, Run{Steps: []Improvement{{2, 2}}, End: 1})},
		{"cost is no number", "Cost", anytime(AnytimeOptions{}, Run{Steps: []Improvement{{2, nan}}})},
		{"endless optimum", "Optimal", anytime(AnytimeOptions{Optimal: inf}, Run{Steps: []Improvement{{2, 2}}})},
		{"value is no number", `row "a"`, dots(DotsOptions{}, Dot{Name: "a", Value: nan})},
		{"zero on a logarithmic axis", "0 has no place", dots(DotsOptions{Log: true}, Dot{Name: "a"})},
		{"single value is zero", "0 has no place", dots(DotsOptions{Log: true}, Dot{Name: "a", Value: 1, Each: []float64{1, 0}})},
		{"one end", "both or neither", dots(DotsOptions{}, Dot{Name: "a", Value: 1, Low: nan, High: 2})},
		{"value outside", "not between Low", dots(DotsOptions{}, Dot{Name: "a", Value: 1, Low: 2, High: 3})},
		{"negative reference", "negative", dots(DotsOptions{Log: true, References: []Reference{{At: -1}}}, Dot{Name: "a", Value: 1})},
		{"rows of a name", "two series", dots(DotsOptions{}, Dot{Name: "a", Value: 1}, Dot{Name: "a", Value: 2})},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tt.make()
			if err == nil || !strings.HasPrefix(err.Error(), "plots: ") || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %v (want one line that begins with plots: and says %q)", err, tt.want)
			}
		})
	}
}

func TestFiguresWithoutDataSayWhatIsMissing(t *testing.T) {
	for _, tt := range []struct {
		want string
		make func() (Figure, error)
	}{
		{"no cell has a count", func() (Figure, error) { return Heatmap("x", "t", HeatmapOptions{}, []Cell{{3, 4, 0}}) }},
		{"no number has a count", func() (Figure, error) {
			return Histogram("x", "t", HistogramOptions{}, []Counts{{Name: "a", Counts: []float64{0, 0}}, {Name: "b"}})
		}},
		{"no family has a point", func() (Figure, error) { return Pareto("x", "t", ParetoOptions{}, []Family{{Name: "a"}}) }},
		{"no run found a solution", func() (Figure, error) {
			return Anytime("x", "t", AnytimeOptions{}, []Trace{{Name: "a", Runs: []Run{{End: 9}}}})
		}},
		{"there are no rows", func() (Figure, error) { return Dots("x", "t", DotsOptions{}, nil) }},
	} {
		f, err := tt.make()
		if err != nil {
			t.Errorf("%s: %v (want a figure that says so)", tt.want, err)
			continue
		}
		if want := "No data: " + tt.want + "."; f.Caption != want || f.Alt != want || f.Title != "t" {
			t.Errorf("caption %q, alt %q, title %q (want %q twice and t)", f.Caption, f.Alt, f.Title, want)
		}
		if svg := string(svgOf(t, f)); !strings.Contains(svg, "no data: "+tt.want) {
			t.Errorf("the picture does not say %q", tt.want)
		}
	}
}

func TestNamesWithoutRoomAreAnError(t *testing.T) {
	var points []Tradeoff
	var families []Family
	for i := range 400 {
		families = append(families, Family{Name: fmt.Sprint("a rather long name ", i), Points: []Tradeoff{{X: 10, Y: 1}}})
		points = append(points, Tradeoff{X: 10, Y: 1, Label: "label"})
	}
	f, err := Pareto("x", "", ParetoOptions{}, []Family{{Name: "a", Points: points}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.SVG(); err != nil {
		t.Errorf("a family of 400 points that coincide: %v (want the labels that have room)", err)
	}
	f, err = Pareto("x", "", ParetoOptions{}, families)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.SVG(); err == nil || !strings.Contains(err.Error(), "name fewer points") {
		t.Errorf("400 names on one point: error %v (want advice)", err)
	}
	f, err = Dots("x", "", DotsOptions{References: []Reference{
		{1, strings.Repeat("long ", 12)}, {2, strings.Repeat("long ", 12)},
	}}, []Dot{{Name: "a", Value: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.At(OneColumn).SVG(); err == nil || !strings.Contains(err.Error(), "shorten them") {
		t.Errorf("long references: error %v (want advice)", err)
	}
}

// Figures are values: they hold what was given when they were made, and leave
// what was given as it was.
func TestDataIsNeitherKeptNorChanged(t *testing.T) {
	cells := []Cell{{2, 1, 5}, {1, 1, 3}}
	counts := []Counts{{Name: "a", Counts: []float64{0, 3, 1, 0}}}
	families := []Family{{Name: "a", Points: []Tradeoff{{X: 3, Y: 1}, {X: 1, Y: 2}}}}
	traces := []Trace{{Name: "a", Runs: []Run{{Steps: []Improvement{{1, 2}, {3, 1}}}}}}
	dots := []Dot{{Name: "a", Value: 2, Each: []float64{3, 1}}}
	references := []Reference{{At: 3}, {At: 1}}
	type data struct {
		Cells      []Cell
		Counts     []float64
		Points     []Tradeoff
		Run        Run
		Steps      []Improvement
		Dot        Dot
		Each       []float64
		References []Reference
	}
	now := func() data {
		return data{
			append([]Cell(nil), cells...), append([]float64(nil), counts[0].Counts...), append([]Tradeoff(nil), families[0].Points...),
			traces[0].Runs[0], append([]Improvement(nil), traces[0].Runs[0].Steps...),
			dots[0], append([]float64(nil), dots[0].Each...), append([]Reference(nil), references...),
		}
	}
	before := now()
	var figures []Figure
	for _, draw := range []func() (Figure, error){
		func() (Figure, error) { return Heatmap("x", "", HeatmapOptions{}, cells) },
		func() (Figure, error) { return Histogram("x", "", HistogramOptions{Percent: true}, counts) },
		func() (Figure, error) { return Pareto("x", "", ParetoOptions{}, families) },
		func() (Figure, error) { return Anytime("x", "", AnytimeOptions{}, traces) },
		func() (Figure, error) { return Dots("x", "", DotsOptions{References: references}, dots) },
	} {
		f, err := draw()
		if err != nil {
			t.Fatal(err)
		}
		figures = append(figures, f)
	}
	var first [][]byte
	for _, f := range figures {
		first = append(first, svgOf(t, f))
	}
	if after := now(); !reflect.DeepEqual(before, after) {
		t.Errorf("drawing changed the data\nfrom %+v\nto   %+v", before, after)
	}
	cells[0], counts[0].Counts[1], families[0].Points[0].X = Cell{7, 7, 7}, 9, 9
	traces[0].Runs[0].Steps[0].Cost, dots[0].Each[0], references[0].At = 9, 9, 9
	traces[0].Runs[0].End = 99
	for i, f := range figures {
		if string(svgOf(t, f)) != string(first[i]) {
			t.Errorf("figure %d changed with the data it was made from", i)
		}
	}
}
