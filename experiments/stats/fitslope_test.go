package stats

import (
	"math"
	"testing"
)

// The test rejects exactly the values outside its interval.
func TestSlopePAgreesWithTheInterval(t *testing.T) {
	x, y := []float64{10, 20, 30, 40, 50}, []float64{3, 8, 14, 40, 90}
	for _, f := range []Fit{FitLinear(x, y), FitExponential(x, y), FitPower(x, y)} {
		for _, end := range []float64{f.BInterval.Low, f.BInterval.High} {
			if p := f.SlopeP(end); math.Abs(p-0.05) > 1e-9 {
				t.Errorf("%s: p at the end %v of the 95 %% interval is %v, want 0.05", f.Model, end, p)
			}
		}
		if p := f.SlopeP(f.B); math.Abs(p-1) > 1e-9 {
			t.Errorf("%s: p of the estimate itself is %v, want 1", f.Model, p)
		}
	}
	if p := FitLinear(x[:2], y[:2]).SlopeP(0); !math.IsNaN(p) {
		t.Errorf("two points: p = %v, want NaN", p)
	}
}
