package stats

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"
)

// referenceCase is a case of testdata/reference.json, whose expected values
// were computed by R and, where the source prints them, agree with the source.
type referenceCase struct {
	ID, Source     string
	Tolerance      float64
	Data, Expected map[string]json.RawMessage
	t              *testing.T
}

func reference(t *testing.T, id string) referenceCase {
	t.Helper()
	text, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []referenceCase }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Cases {
		if c.ID == id {
			c.t = t
			return c
		}
	}
	t.Fatalf("no reference case %q", id)
	return referenceCase{}
}

func decode[T any](c referenceCase, from map[string]json.RawMessage, field string) T {
	c.t.Helper()
	var v T
	if err := json.Unmarshal(from[field], &v); err != nil {
		c.t.Fatalf("%s: field %q: %v", c.ID, field, err)
	}
	return v
}

func (c referenceCase) numbers(field string) []float64 { return decode[[]float64](c, c.Data, field) }

// expect compares got with the expected field, one number or several.
// Simulated fields (…_mc) are met within 2 %.
func (c referenceCase) expect(field string, got ...float64) {
	c.t.Helper()
	var want []float64
	if len(got) == 1 {
		want = []float64{decode[float64](c, c.Expected, field)}
	} else {
		want = decode[[]float64](c, c.Expected, field)
	}
	tolerance := c.Tolerance
	if strings.HasSuffix(field, "_mc") {
		tolerance = 0.02
	}
	if len(got) != len(want) {
		c.t.Fatalf("%s: %s has %d numbers, want %d", c.ID, field, len(got), len(want))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tolerance*max(1, math.Abs(want[i]))) {
			c.t.Errorf("%s: %s[%d] = %.15g, want %.15g within %g (%s)", c.ID, field, i, got[i], want[i], tolerance, c.Source)
		}
	}
}

func TestQuantilesAgreeWithR(t *testing.T) {
	c := reference(t, "quantiles")
	x := c.numbers("x")
	var got []float64
	for _, p := range c.numbers("probs") {
		got = append(got, Quantile(x, p))
	}
	c.expect("type7", got...)
	c.expect("geomean", GeoMean(x))
}

func TestWilsonAgreesWithR(t *testing.T) {
	c := reference(t, "binomial-ci-conover")
	iv := Wilson(decode[int](c, c.Data, "x"), decode[int](c, c.Data, "n"), 0.95)
	c.expect("wilson95", iv.Low, iv.High)
}

func TestSignedRankAgreesWithHollanderAndWolfe(t *testing.T) {
	c := reference(t, "wilcoxon-signed-rank-hollander-depression")
	r := SignedRank(c.numbers("x"), c.numbers("y"))
	c.expect("V", r.V)
	c.expect("p_two_sided", r.P)
	if !r.Exact || r.N != 9 || r.Zeros != 0 {
		t.Errorf("got %+v, want an exact test of 9 pairs", r)
	}
}

// Student's sleep data have a zero and ties, where R switches to the normal
// approximation. Our exact value is that of the sign-flip test, as V is 0.
func TestSignedRankOfSleepData(t *testing.T) {
	c := reference(t, "paired-sleep")
	x, y := c.numbers("x"), c.numbers("y")
	r := SignedRank(x, y)
	c.expect("V", r.V)
	c.expect("p_signflip_exact", r.P)
	if r.N != 9 || r.Zeros != 1 {
		t.Errorf("got %d pairs and %d zeros, want 9 and 1", r.N, r.Zeros)
	}
	var d []float64
	for i := range x {
		if x[i] != y[i] {
			d = append(d, x[i]-y[i])
		}
	}
	_, ties := doubledRanks(d)
	c.expect("p_signed_rank_cc", normalP(r.V, r.N, ties))
	c.expect("p_sign", SignTest(9, 0))
}

func TestRatioOfTotalsAgreesWithDavisonAndHinkley(t *testing.T) {
	c := reference(t, "bootstrap-bca-city")
	x, u := c.numbers("x"), c.numbers("u")
	e := Bootstrap{Resamples: 200_000, Seed: 1}.RatioOfTotals(x, u)
	c.expect("ratio", e.Value)
	c.expect("perc95_mc", e.Percentile.Low, e.Percentile.High)
	c.expect("bca95_jackknife_mc", e.BCa.Low, e.BCa.High)

	var left []float64
	for i := range x {
		left = append(left, (Sum(x)-x[i])/(Sum(u)-u[i]))
	}
	c.expect("jackknife_values", left...)
	c.expect("acceleration_jackknife", acceleration(left))
}

func TestBootstrapOfCorrelationAgreesWithEfronAndTibshirani(t *testing.T) {
	c := reference(t, "bootstrap-law-school")
	x, y := c.numbers("x"), c.numbers("y")
	correlation := func(idx []int) float64 {
		n := float64(len(idx))
		var sx, sy, sxx, sxy, syy float64
		for _, i := range idx {
			sx += x[i] / n
			sy += y[i] / n
		}
		for _, i := range idx {
			dx, dy := x[i]-sx, y[i]-sy
			sxx += dx * dx
			sxy += dx * dy
			syy += dy * dy
		}
		return sxy / math.Sqrt(sxx*syy)
	}
	e := Bootstrap{Resamples: 200_000, Seed: 2}.Of(len(x), correlation)
	c.expect("r", e.Value)
	c.expect("perc95_mc", e.Percentile.Low, e.Percentile.High)
	c.expect("bca95_jackknife_mc", e.BCa.Low, e.BCa.High)

	idx := make([]int, 0, len(x))
	var left []float64
	for out := range x {
		idx = idx[:0]
		for i := range x {
			if i != out {
				idx = append(idx, i)
			}
		}
		left = append(left, correlation(idx))
	}
	c.expect("acceleration_jackknife", acceleration(left))
}

func TestFitsAgreeWithR(t *testing.T) {
	c := reference(t, "ols-cars-scaling")
	x, y := c.numbers("x"), c.numbers("y")
	for _, model := range []struct {
		name string
		fit  Fit
		logA bool // R's intercept is log A
		logB bool
	}{
		{"linear", FitLinear(x, y), false, false},
		{"power", FitPower(x, y), true, false},
		{"exponential", FitExponential(x, y), true, true},
	} {
		sub := c
		sub.ID += "/" + model.name
		sub.Expected = decode[map[string]json.RawMessage](c, c.Expected, model.name)
		a, b := []float64{model.fit.A, model.fit.AInterval.Low, model.fit.AInterval.High}, []float64{model.fit.B, model.fit.BInterval.Low, model.fit.BInterval.High}
		for i := range a {
			if model.logA {
				a[i] = math.Log(a[i])
			}
			if model.logB {
				b[i] = math.Log(b[i])
			}
		}
		sub.expect("coef", a[0], b[0])
		sub.expect("r2", model.fit.R2)
		sub.expect("sigma", model.fit.Sigma)
		sub.expect("aic", model.fit.AIC)
		ci := decode[[][2]float64](sub, sub.Expected, "ci95")
		for i, got := range [][]float64{a[1:], b[1:]} {
			for end := range got {
				if math.Abs(got[end]-ci[i][end]) > 1e-9*max(1, math.Abs(ci[i][end])) {
					t.Errorf("%s: interval of coefficient %d: got %v, want %v", sub.ID, i, got, ci[i])
				}
			}
		}
	}
}

func TestScalingModelsAgreeWithR(t *testing.T) {
	c := reference(t, "scaling-exp-vs-power")
	n, median := c.numbers("n"), c.numbers("median")
	e, p := FitExponential(n, median), FitPower(n, median)
	c.expect("exp_a", e.A)
	c.expect("exp_b", e.B)
	c.expect("exp_b_ci95", e.BInterval.Low, e.BInterval.High)
	c.expect("exp_aic", e.AIC)
	c.expect("pow_a", p.A)
	c.expect("pow_b", p.B)
	c.expect("pow_aic", p.AIC)
	at := e.Predict(24, 0.95)
	c.expect("exp_pred24", at.Value, at.Interval.Low, at.Interval.High)
	if len(at.Warnings) != 0 {
		t.Errorf("a prediction at 24, within 1.5 × 20, warns: %q", at.Warnings)
	}
}
