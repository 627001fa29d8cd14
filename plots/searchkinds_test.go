package plots

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/plots/chart"
)

func TestShadesAreLogarithmic(t *testing.T) {
	shades := func(counts ...uint64) (out []float64) {
		var cells []Cell
		for i, n := range counts {
			cells = append(cells, Cell{X: i, Count: n})
		}
		f, err := Heatmap("x", "", HeatmapOptions{}, cells)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range f.sheet.Charts[0].Under[0].Marks[0].(chart.Cells).Cells {
			out = append(out, c.Shade)
		}
		return out
	}
	if got := shades(1, 1e3, 1e6); !slices.Equal(got, []float64{0, 0.5, 1}) {
		t.Errorf("1, 1000 and 10⁶ have the shades %v", got)
	}
	if got := shades(1); got[0] != 0 {
		t.Errorf("the only count has shade %v (want 0)", got)
	}
}

func TestHeatmapMeansWeighCounts(t *testing.T) {
	h := heatmap{}
	if err := h.fill([]Cell{{4, 3, 3}, {2, 0, 1}, {4, 7, 1}, {2, 2, 1}, {3, 9, 0}}); err != nil {
		t.Fatal(err)
	}
	want := []Point{{X: 2, Y: 1}, {X: 4, Y: 4}}
	if got := h.means(); !reflect.DeepEqual(got, want) {
		t.Errorf("means are %v (want %v)", got, want)
	}
	if h.left != 2 || h.right != 4 || h.bottom != 0 || h.top != 7 || h.most != 3 || h.total != 6 {
		t.Errorf("the grid is %+v (want X 2 to 4, Y 0 to 7, at most 3, 6 in all)", h)
	}
}

func TestHeatmapsCanShareTheirScales(t *testing.T) {
	small, err := Heatmap("x", "", HeatmapOptions{XMax: 31, YMax: 31, Most: 1e5, Quantity: "positions"}, admissible(12))
	if err != nil {
		t.Fatal(err)
	}
	large, err := Heatmap("x", "", HeatmapOptions{Quantity: "positions"}, append(admissible(30), Cell{31, 31, 1e5}))
	if err != nil {
		t.Fatal(err)
	}
	texts := func(f Figure) (out []string) {
		for _, p := range textsOf(t, f) {
			out = append(out, p.text)
		}
		return out
	}
	if a, b := texts(small), texts(large); !slices.Equal(a, b) {
		t.Errorf("the axes read %q and %q (want the same)", a, b)
	}
}

// The 4×4 row of the test data sums to half of 16!, and the means of 3×3 and 4×4
// are published (OEIS A089473, A089484).
func TestHistogramFigures(t *testing.T) {
	want := map[string]struct {
		total, mean float64
		last, peak  int
	}{
		"2×2": {12, 3, 6, 1},
		"3×3": {181440, 21.972399, 31, 24},
		"4×4": {10461394944000, 52.589472, 80, 53},
	}
	checked := 0
	for _, s := range depthCounts(t) {
		w, ok := want[s.Name]
		if !ok {
			continue
		}
		checked++
		h, err := newHistogram(s, HistogramOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if h.total != w.total || math.Abs(h.mean()-w.mean) > 1e-6 || h.last() != w.last || h.peak() != w.peak {
			t.Errorf("%s: %v positions, mean %v, maximum %d, peak at %d (want %+v)", s.Name, h.total, h.mean(), h.last(), h.peak(), w)
		}
		if h, _ = newHistogram(s, HistogramOptions{Percent: true}); math.Abs(h.mean()-w.mean) > 1e-6 {
			t.Errorf("%s: the mean of the shares is %v (want %v)", s.Name, h.mean(), w.mean)
		}
	}
	if checked != len(want) {
		t.Errorf("%d of %d boards are in the test data", checked, len(want))
	}
}

func TestHistogramsDropZerosAtTheEndsOnly(t *testing.T) {
	h, err := newHistogram(Counts{Name: "a", First: -2, Counts: []float64{0, 3, 0, 0, 1, 0}}, HistogramOptions{LogY: true})
	if err != nil {
		t.Fatal(err)
	}
	if h.first != -1 || !slices.Equal(h.values, []float64{3, 0, 0, 1}) {
		t.Errorf("from %d on the counts are %v (want -1, [3 0 0 1])", h.first, h.values)
	}
	if got := len(h.outline()); got != 3 {
		t.Errorf("on a logarithmic axis there are %d marks (want two lines and a point)", got)
	}
	h.log = false
	if got := len(h.outline()); got != 2 {
		t.Errorf("on a linear axis there are %d marks (want a line and a point)", got)
	}
}

// The front is what its definition says: the points that no other has less of one
// and not more of the other.
func TestFrontHoldsTheUnbeaten(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for range 500 {
		var all []Tradeoff
		for range 1 + rng.IntN(12) {
			all = append(all, Tradeoff{X: float64(rng.IntN(8)), Y: float64(rng.IntN(8))})
		}
		want := map[chart.Place]bool{}
		for _, a := range all {
			if !slices.ContainsFunc(all, func(b Tradeoff) bool { return b.X <= a.X && b.Y <= a.Y && b != a }) {
				want[a.place()] = true
			}
		}
		got := map[chart.Place]bool{}
		front := front(all)
		for _, a := range front {
			got[a] = true
		}
		if !reflect.DeepEqual(got, want) || len(front) != len(want) {
			t.Fatalf("the front of %v is %v (want %v, each once)", all, front, want)
		}
	}
}

func TestAnytimeMeanBeginsWithTheLastFirstSolution(t *testing.T) {
	trace := Trace{Runs: []Run{
		{Steps: []Improvement{{1, 10}, {5, 6}}, End: 7},
		{Steps: []Improvement{{3, 8}, {5, 4}, {9, 2}}, End: 9},
		{End: 100}, // found none
	}}
	mean, want := meanOf(trace.solved()), []Improvement{{3, 9}, {5, 5}, {9, 4}}
	if !slices.Equal(mean.Steps, want) || mean.End != 9 {
		t.Errorf("the mean is %v (want %v up to 9)", mean, want)
	}
	f, err := Anytime("x", "", AnytimeOptions{}, []Trace{{Name: "a", Runs: trace.Runs}})
	if err != nil {
		t.Fatal(err)
	}
	if got := f.sheet.Charts[0].Series[0].Note; got != "2 of 3 solved" {
		t.Errorf("the note is %q (want 2 of 3 solved)", got)
	}
	if got, want := (Run{Steps: mean.Steps[:2], End: 7}).descent(), []chart.Place{chart.To(3, 9), chart.To(5, 9), chart.To(5, 5), chart.To(7, 5)}; !slices.Equal(got, want) {
		t.Errorf("the steps are drawn through %v (want %v)", got, want)
	}
}

// A solution at the very first node is at zero, and the steps after it decide
// where the other numbers begin.
func TestAnytimeAxesShowAllSteps(t *testing.T) {
	f, err := Anytime("x", "", AnytimeOptions{}, []Trace{{Name: "a", Runs: []Run{{Steps: []Improvement{{0, 9}, {10, 3}}, End: 1e5}}}})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, p := range textsOf(t, f) {
		texts = append(texts, p.text)
	}
	for _, want := range []string{"0", "10", "10^{2}", "10^{5}"} {
		if !slices.Contains(texts, want) {
			t.Errorf("the axis reads %q (want %q in it)", texts, want)
		}
	}
}

func TestAnytimeMeanNeverRises(t *testing.T) {
	for _, trace := range traces() {
		mean := meanOf(trace.solved())
		steps, end := mean.Steps, mean.End
		for i := 1; i < len(steps); i++ {
			if steps[i].X <= steps[i-1].X || steps[i].Cost > steps[i-1].Cost {
				t.Errorf("%s: %v follows %v", trace.Name, steps[i], steps[i-1])
			}
		}
		if end < steps[len(steps)-1].X {
			t.Errorf("%s ends at %v, before its last step", trace.Name, end)
		}
	}
}

func TestCactusCountsInstances(t *testing.T) {
	curves := []Distribution{{Name: "a", Answered: []float64{1, 10}, Capped: 3}, {Name: "b", Answered: []float64{5}}}
	f, err := Cactus("x", "", ECDFOptions{XLabel: "nodes"}, curves)
	if err != nil {
		t.Fatal(err)
	}
	var ticks []string
	for _, p := range textsOf(t, f) {
		ticks = append(ticks, p.text)
	}
	for _, want := range []string{"instances answered", "5", "2 of 5"} {
		if !slices.Contains(ticks, want) {
			t.Errorf("the figure reads %q (want %q in it)", ticks, want)
		}
	}
	if !strings.HasPrefix(f.Caption, "The curves show the number of instances answered") || strings.Contains(f.Caption, "%") {
		t.Errorf("caption %q speaks of shares", f.Caption)
	}
}

func TestAgreementCountsWhatIsEqual(t *testing.T) {
	f, err := Scatter("x", "", ScatterOptions{X: "published", Y: "ours", Agreement: true}, published())
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, p := range textsOf(t, f) {
		texts = append(texts, p.text)
	}
	for _, want := range []string{"equal on 97 of 100", "ours 2 higher, 1 lower", "no. 22", "no. 88", "no. 89"} {
		if !slices.Contains(texts, want) {
			t.Errorf("the figure reads %q (want %q in it)", texts, want)
		}
	}
}
