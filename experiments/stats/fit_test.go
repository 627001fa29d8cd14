package stats

import (
	"math"
	"strings"
	"testing"
)

func TestFitsRecoverTheirOwnModel(t *testing.T) {
	x := []float64{6, 8, 10, 13, 20}
	for _, c := range []struct {
		name string
		y    func(x float64) float64
		fit  func(x, y []float64) Fit
		a, b float64
	}{
		{"linear", func(x float64) float64 { return 3 - 2*x }, FitLinear, 3, -2},
		{"exponential", func(x float64) float64 { return 5 * math.Pow(1.31, x) }, FitExponential, 5, 1.31},
		{"power", func(x float64) float64 { return 0.5 * math.Pow(x, 2.5) }, FitPower, 0.5, 2.5},
	} {
		var y []float64
		for _, v := range x {
			y = append(y, c.y(v))
		}
		f := c.fit(x, y)
		if math.Abs(f.A-c.a) > 1e-9 || math.Abs(f.B-c.b) > 1e-9 || math.Abs(f.R2-1) > 1e-12 {
			t.Errorf("%s: A = %v, B = %v, R² = %v, want %v, %v, 1", c.name, f.A, f.B, f.R2, c.a, c.b)
		}
		if got, want := f.At(11), c.y(11); math.Abs(got-want) > 1e-9*math.Abs(want) {
			t.Errorf("%s: At(11) = %v, want %v", c.name, got, want)
		}
		if string(f.Model) != c.name {
			t.Errorf("%s: model %q", c.name, f.Model)
		}
	}
}

func TestFitsSayWhatTheyCannotDo(t *testing.T) {
	for _, c := range []struct {
		name    string
		f       Fit
		known   bool // A and B
		warning string
	}{
		{"nothing", FitLinear(nil, nil), false, "at one x or none"},
		{"one x", FitLinear([]float64{2, 2}, []float64{1, 3}), false, "at one x or none"},
		{"unequal lengths", FitLinear([]float64{1, 2}, []float64{1}), false, "2 x against 1 y"},
		{"NaN", FitLinear([]float64{1, math.NaN()}, []float64{1, 2}), false, "no place on the scale of the linear model"},
		{"zero y", FitExponential([]float64{1, 2}, []float64{0, 2}), false, "no place on the scale of the exponential model"},
		{"negative y", FitExponential([]float64{1, 2}, []float64{-1, 2}), false, "(1, -1)"},
		{"zero x", FitPower([]float64{0, 2}, []float64{1, 2}), false, "no place on the scale of the power model"},
		{"two points", FitExponential([]float64{1, 2}, []float64{3, 6}), true, "at least 3 are needed"},
	} {
		if math.IsNaN(c.f.A) == c.known || math.IsNaN(c.f.B) == c.known || c.f.BInterval.Known() {
			t.Errorf("%s: A = %v, B = %v, interval %v, want known: %t and no interval", c.name, c.f.A, c.f.B, c.f.BInterval, c.known)
		}
		if got := strings.Join(c.f.Warnings, "; "); !strings.Contains(got, c.warning) {
			t.Errorf("%s: warnings %q, want %q in them", c.name, got, c.warning)
		}
	}
}

func TestPredictionsWarnFarOutside(t *testing.T) {
	f := FitExponential([]float64{10, 20, 30}, []float64{2, 5, 9})
	for _, c := range []struct {
		x, level float64
		known    bool
		warning  string
	}{
		{25, 0.95, true, ""},
		{45, 0.95, true, ""},
		{46, 0.95, true, "outside"},
		{9, 0.95, true, "outside"},
		{25, 95, false, "level 95"},
	} {
		p := f.Predict(c.x, c.level)
		got := strings.Join(p.Warnings, "; ")
		if p.Interval.Known() != c.known || (c.warning == "") != (got == "") || !strings.Contains(got, c.warning) {
			t.Errorf("Predict(%v, %v): interval %v, warnings %q, want known: %t and %q", c.x, c.level, p.Interval, got, c.known, c.warning)
		}
	}
	if p := FitExponential([]float64{1, 2}, []float64{1, 2}).Predict(1.5, 0.9); p.Interval.Known() || len(p.Warnings) == 0 {
		t.Errorf("a prediction from two points has the interval %v and warnings %q", p.Interval, p.Warnings)
	}
}

// The correction is 2k(k+1)/(n−k−1) with k = 3, for which five points are the
// fewest.
func TestFewPointsAreNoBasisForAICc(t *testing.T) {
	x, y := []float64{1, 2, 3, 4, 5, 6, 7}, []float64{2, 3, 5, 4, 7, 6, 9}
	for n := 2; n <= len(x); n++ {
		f := FitLinear(x[:n], y[:n])
		want := f.AIC + 24/float64(n-4)
		switch {
		case n == 2:
			want = math.NaN()
		case n < 5:
			want = math.Inf(1)
		}
		if !same(f.AICc, want) || len(f.Warnings) > 0 != (n == 2) {
			t.Errorf("%d points: AICc = %v, want %v; warnings %q", n, f.AICc, want, f.Warnings)
		}
	}
}

func TestPointsOnTheCurveAreNoProofOfIt(t *testing.T) {
	x := []float64{3, 4, 5, 6, 7, 8}
	for name, f := range map[string]Fit{
		"constant":               FitExponential(x, slicesOf(6, 0.1)),
		"constant, power":        FitPower(x, slicesOf(6, 7)),
		"constant, few":          FitLinear(x[:3], slicesOf(3, 0)),
		"doubling":               FitExponential(x, []float64{8, 16, 32, 64, 128, 256}),
		"line up to rounding":    FitLinear(x, []float64{0.3, 0.4, 0.5, 0.6, 0.7, 0.8}),
		"constant far from zero": FitLinear(x, slicesOf(6, 1e12+0.1)),
	} {
		if !math.IsInf(f.AIC, -1) || !strings.Contains(strings.Join(f.Warnings, "; "), "all points lie on the curve") {
			t.Errorf("%s: AIC = %v, warnings %q", name, f.AIC, f.Warnings)
		}
		if wantFew := name == "constant, few"; math.IsInf(f.AICc, 1) != wantFew || math.IsInf(f.AICc, -1) == wantFew {
			t.Errorf("%s: AICc = %v", name, f.AICc)
		}
	}
	if f := FitLinear(x, []float64{3, 4, 5, 6, 7, 8.00001}); math.IsInf(f.AIC, 0) || len(f.Warnings) > 0 {
		t.Errorf("a point off the line by 1e-5: AIC = %v, warnings %q", f.AIC, f.Warnings)
	}
}
