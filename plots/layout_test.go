package plots

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/puzzlelab/puzzlelab/plots/plotstest"
)

// recorder is an SVG canvas that remembers where text was set.
type recorder struct {
	*svgCanvas
	texts []placed
}

type placed struct {
	text string
	size vg.Length
	box  vg.Rectangle
}

func (r *recorder) setText(s style, at vg.Point, runs []run) {
	text := ""
	for _, run := range runs {
		switch run.level {
		case +1:
			text += "^{" + run.text + "}"
		case -1:
			text += "_{" + run.text + "}"
		default:
			text += run.text
		}
	}
	s.rich = len(runs) > 1
	r.texts = append(r.texts, placed{text, s.size, textBox(s, at, text)})
	r.svgCanvas.setText(s, at, runs)
}

func textsOf(t *testing.T, f Figure) []placed {
	t.Helper()
	r := &recorder{svgCanvas: newSVGCanvas(f.ID, f.Width, f.Height)}
	if err := rings.On(f).render(r, "SVG", false); err != nil {
		t.Fatal(err)
	}
	return r.texts
}

func TestLayoutOfSamplesHasNoFlaw(t *testing.T) {
	for _, f := range sampleFigures(t) {
		for _, flaw := range plotstest.Lint(svgOf(t, f)) {
			t.Errorf("figure %s: %s", f.ID, flaw)
		}
		narrow, wrong := f.Narrow()
		linear, err := f.Linear()
		if err = cmp.Or(wrong, err); err != nil {
			t.Errorf("figure %s: %v", f.ID, err)
		}
		for form, svg := range map[string][]byte{"narrow": narrow, "linear": linear} {
			if svg == nil {
				continue
			}
			for _, flaw := range plotstest.Lint(svg) {
				t.Errorf("figure %s, %s: %s", f.ID, form, flaw)
			}
		}
	}
}

func TestSpreadKeepsOrderDistanceAndBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		n := 1 + rng.IntN(12)
		wish, size := make([]float64, n), make([]float64, n)
		total := 0.0
		for i := range wish {
			wish[i], size[i] = 100*rng.Float64(), 1+9*rng.Float64()
			total += size[i]
		}
		slices.Sort(wish)
		lo, hi := 0.0, total+50*rng.Float64()
		got, ok := spread(wish, size, lo, hi)
		if !ok {
			t.Fatalf("%v of sizes %v do not fit in %v", wish, size, hi)
		}
		cost := 0.0
		for i := range got {
			cost += (got[i] - wish[i]) * (got[i] - wish[i])
			if got[i]-size[i]/2 < lo-1e-9 || got[i]+size[i]/2 > hi+1e-9 {
				t.Fatalf("interval %d at %v leaves [%v, %v]", i, got[i], lo, hi)
			}
			if i > 0 && got[i]-got[i-1] < (size[i]+size[i-1])/2-1e-9 {
				t.Fatalf("intervals %d and %d overlap: %v, sizes %v", i-1, i, got, size)
			}
		}
		// No single interval, and no run of neighbours, can be moved for the
		// better: the problem is convex, so this is the optimum.
		for i := range got {
			for j := i; j < n; j++ {
				for _, d := range []float64{-1e-3, 1e-3} {
					moved := slices.Clone(got)
					c := 0.0
					for k := range moved {
						if k >= i && k <= j {
							moved[k] += d
						}
						c += (moved[k] - wish[k]) * (moved[k] - wish[k])
					}
					feasible := moved[0]-size[0]/2 >= lo && moved[n-1]+size[n-1]/2 <= hi
					for k := 1; k < n; k++ {
						feasible = feasible && moved[k]-moved[k-1] >= (size[k]+size[k-1])/2
					}
					if feasible && c < cost-1e-9 {
						t.Fatalf("moving %d to %d by %v is better: wishes %v, sizes %v, got %v", i, j, d, wish, size, got)
					}
				}
			}
		}
	}
	if _, ok := spread([]float64{1, 2}, []float64{5, 5}, 0, 9); ok {
		t.Error("two intervals of 5 fit in 9")
	}
}

// A step function that leaves the range of its axis must be cut at the edge,
// level or upright; it must not rise at another place than its value.
func TestStepsAreBuiltBeforeTheyAreClipped(t *testing.T) {
	p := pane{Rectangle: vg.Rectangle{Max: vg.Point{X: 100, Y: 40}}} // the vertical axis ends at 0.4
	at := func(v float64) vg.Length { return vg.Length(100 * v) }
	p.x, p.y = at, at
	got := p.area().ClipLinesXY(p.pts(stairs(0, step{0.2, 0.1}, step{0.6, 1}), size{}))
	want := []vg.Point{{X: 20, Y: 0}, {X: 20, Y: 10}, {X: 60, Y: 10}, {X: 60, Y: 40}}
	if len(got) != 1 || !slices.EqualFunc(got[0], want, func(a, b vg.Point) bool {
		return math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y)) < 1e-6
	}) {
		t.Errorf("clipped steps are %v (want %v: the second rise at x = 60)", got, want)
	}
}

func TestStaircaseEndsAtTheTopOrAtTheEdge(t *testing.T) {
	d := Distribution{Answered: []float64{1, 1, 3}}
	last := func() place {
		pts := d.curve(0, 1)[0].(lineMark).pts
		return pts[len(pts)-1]
	}
	if got := last(); got != to(3, 1) {
		t.Errorf("a complete curve ends at %v (want 3, 1)", got)
	}
	d.Capped = 1
	if got := last(); got != to(edge, 0.75) {
		t.Errorf("a curve with a capped run ends at %v (want the right edge, 0.75)", got)
	}
	if len(d.steps()) != 2 {
		t.Errorf("steps are %v (want one for the equal values)", d.steps())
	}
}

// Names that a stranger may give: many, long, and in other scripts.
func TestStrangeNamesLeaveFiguresWhole(t *testing.T) {
	long := strings.Repeat("a-very-long-name-", 5)[:79]
	var names []string
	for i := range 60 {
		names = append(names, fmt.Sprintf("strategy-%d", i))
	}
	for what, names := range map[string][]string{"long": {long + "a", long + "b", "short"}, "many": names, "scripts": {"探索アルゴリズム", "<&>\"'", "ΑΒΓ αβγ"}} {
		var curves []Distribution
		var boxes []BoxRow
		var grown []Curve
		for i, name := range names {
			v := []float64{float64(i + 1), float64(2*i + 3)}
			curves = append(curves, Distribution{Name: name, Answered: v})
			boxes = append(boxes, BoxRow{Name: name, Values: v})
			grown = append(grown, Curve{Name: name, Points: []Point{{X: 1, Y: v[0]}, {X: 2, Y: v[1]}}})
		}
		ecdf, err1 := ECDF("ecdf", "", ECDFOptions{XLabel: long + long, YLabel: long + long}, curves)
		box, err2 := Box("box", "", BoxOptions{}, boxes)
		growth, err3 := Growth("growth", "", CurveOptions{}, grown)
		if err := errors.Join(err1, err2, err3); err != nil {
			t.Fatal(err)
		}
		for _, f := range []Figure{ecdf, box, growth} {
			wide, err := f.SVG()
			if err != nil {
				t.Errorf("%s: %v", what, err)
				continue
			}
			narrow, err := f.Narrow()
			if err != nil {
				t.Errorf("%s: %v", what, err)
			}
			for form, svg := range map[string][]byte{"wide": wide, "narrow": narrow} {
				for _, flaw := range plotstest.Lint(svg) {
					t.Errorf("%s names, %s, %s: %s", what, f.ID, form, flaw)
				}
			}
		}
	}
}
