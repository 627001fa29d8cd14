package plots

import (
	"fmt"
	"math"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
)

// Whatever the numbers, a figure is drawn or refused at once: axes that ended at infinity,
// and ticks too near to each other to be counted, took forever.
func TestNumbersNearTheEndsOfFloatsAreDrawnOrRefused(t *testing.T) {
	for _, v := range []float64{math.MaxFloat64, 1e308, 1e300, 1e200, 1e150, 1e149, 1e100, 1e16, 1e-16, 1e-100, 1e-149, 1e-300, math.SmallestNonzeroFloat64, -1e300, -math.MaxFloat64, 1 << 53} {
		for _, w := range []float64{0, 1, 2, v, -v, math.Nextafter(v, 0), math.Nextafter(v, 2*v)} {
			for name, make := range map[string]func(log bool) (Figure, error){
				"growth": func(log bool) (Figure, error) {
					return Growth("x", "t", CurveOptions{LogX: log, LogY: log}, []Curve{{Name: "a", Points: []Point{{X: min(v, w), Y: w}, {X: max(v, w), Y: v}}}})
				},
				"box": func(log bool) (Figure, error) {
					return Box("x", "t", BoxOptions{Log: log}, []BoxRow{{Name: "a", Values: []float64{v, w}}})
				},
				"rain": func(log bool) (Figure, error) {
					return Rain("x", "t", BoxOptions{Log: log}, []BoxRow{{Name: "a", Values: []float64{v, w, v, w, 1}}})
				},
				"dots": func(log bool) (Figure, error) {
					return Dots("x", "t", DotsOptions{Log: log}, []Dot{{Name: "a", Value: v}, {Name: "b", Value: w}})
				},
				"ecdf": func(log bool) (Figure, error) {
					return ECDF("x", "t", ECDFOptions{LogX: log}, []Distribution{{Name: "a", Answered: []float64{v, w}}})
				},
				"forest": func(log bool) (Figure, error) {
					return Forest("x", "t", ForestOptions{Linear: !log}, []Interval{{Name: "a", Value: v, Low: min(v, w), High: max(v, w)}})
				},
				"scatter": func(log bool) (Figure, error) {
					return Scatter("x", "t", ScatterOptions{Linear: !log}, []Pair{{X: v, Y: w}, {X: 1, Y: v}})
				},
				"pareto": func(log bool) (Figure, error) {
					return Pareto("x", "t", ParetoOptions{LinearX: !log, LogY: log}, []Family{{Name: "a", Points: []Tradeoff{{X: v, Y: w}, {X: w, Y: v}}}})
				},
				"anytime": func(log bool) (Figure, error) {
					return Anytime("x", "t", AnytimeOptions{LinearX: !log}, []Trace{{Name: "a", Runs: []Run{{Steps: []Improvement{{min(v, w), max(v, w)}, {max(v, w), min(v, w)}}}}}})
				},
				"target": func(log bool) (Figure, error) {
					return Target("x", "t", TargetOptions{LinearX: !log, Targets: []float64{w, v}}, []Trace{{Name: "a", Runs: []Run{{Steps: []Improvement{{1, v}}, End: math.Abs(v)}}}})
				},
				"survival": func(log bool) (Figure, error) {
					return Survival("x", "t", SurvivalOptions{LogX: log}, []SurvivalCurve{{"a", stats.KaplanMeier([]float64{math.Abs(v), math.Abs(w)}, []bool{true, false})}})
				},
				"histogram": func(log bool) (Figure, error) {
					return Histogram("x", "t", HistogramOptions{LogY: log}, []Counts{{Name: "a", Counts: []float64{v, w, 3}}})
				},
				"profile": func(log bool) (Figure, error) {
					return Profile("x", "t", ECDFOptions{LogX: log}, []string{"a", "b"}, [][]float64{{v, w}, {1, 1}})
				},
				"matrix": func(bool) (Figure, error) {
					return Matrix("x", "t", MatrixOptions{}, []string{"a", "b"}, [][]float64{{v, w}, {1, v}})
				},
			} {
				for _, log := range []bool{true, false} {
					f, err := make(log)
					if err != nil {
						continue
					}
					where := fmt.Sprintf("%s of %v and %v, logarithmic %v", name, v, w, log)
					if svg, err := f.SVG(); err != nil || len(svg) == 0 {
						t.Errorf("%s: %v", where, err)
					}
					if _, err := f.Linear(); err != nil {
						t.Errorf("%s, linear: %v", where, err)
					}
				}
			}
		}
	}
}
