package draw

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/puzzlelab/puzzlelab/plots/chart"
)

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
	got := p.area().ClipLinesXY(p.pts([]chart.Place{chart.To(0.2, 0), chart.To(0.2, 0.1), chart.To(0.6, 0.1), chart.To(0.6, 1)}, chart.Size{}))
	want := []vg.Point{{X: 20, Y: 0}, {X: 20, Y: 10}, {X: 60, Y: 10}, {X: 60, Y: 40}}
	if len(got) != 1 || !slices.EqualFunc(got[0], want, func(a, b vg.Point) bool {
		return math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y)) < 1e-6
	}) {
		t.Errorf("clipped steps are %v (want %v: the second rise at x = 60)", got, want)
	}
}

// The same marks stand where the axes put them: moved by points, at the edges, and in
// units that the layout decides.
func TestPlacesAreResolvedByTheLayout(t *testing.T) {
	along := func(end float64) func(float64) vg.Length {
		return func(v float64) vg.Length { return vg.Length(end * axis{chart.Axis{Hi: end}}.share(v)) }
	}
	p := pane{x: along(128), y: along(64)}
	for _, tt := range []struct {
		name       string
		place      chart.Place
		unit, x, y vg.Length
	}{
		{"values are positions", chart.To(3, 4), 0, 3, 4},
		{"points move them", chart.To(3, 4).By(1, -2), 0, 4, 2},
		{"infinite values are edges", chart.To(chart.Edge, -chart.Edge), 0, 128, 0},
		{"edges are moved as well", chart.To(-chart.Edge, chart.Edge).By(-1, 1), 0, -1, 65},
		{"a rise is in units", chart.To(3, 4).Rise(0.5), 10, 3, 9},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := p.pt(tt.place, tt.unit); got.X != tt.x || got.Y != tt.y {
				t.Errorf("%+v is at %v (want %v, %v)", tt.place, got, tt.x, tt.y)
			}
		})
	}
	for _, tt := range []struct {
		name string
		size chart.Size
		want vg.Length
	}{
		{"a length is itself", chart.Size{Most: 7}, 7},
		{"a share is of a unit of the axis", chart.Size{Most: 7, Share: 0.5}, 0.5},
		{"a share is bounded above", chart.Size{Most: 7, Share: 9}, 7},
		{"a share is bounded below", chart.Size{Least: 3, Most: 7, Share: 0.5, OnX: true}, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := p.length(tt.size); got != tt.want {
				t.Errorf("%+v is %v (want %v)", tt.size, got, tt.want)
			}
		})
	}
}
