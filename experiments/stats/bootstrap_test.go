package stats

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// The seed 1 always draws these instances: published intervals depend on it. The file is a change
// detector, written by this test.
func TestDrawnInstancesNeverChange(t *testing.T) {
	draws := map[string][]int{}
	for _, n := range []int{2, 50, 1000, 1<<32 - 1} {
		idx := make([]int, 12)
		newSampler(1).fill(idx, n)
		draws[fmt.Sprintf("seed 1, n %d", n)] = idx
	}
	got, err := json.Marshal(draws)
	if err != nil {
		t.Fatal(err)
	}
	const file = "testdata/draws.golden.json"
	if *update {
		if err := os.WriteFile(file, append(got, '\n'), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != strings.TrimSpace(string(want)) {
		t.Errorf("drawn instances: got\n%s\nwant\n%s", got, want)
	}
}

func TestEveryIndexIsDrawnEquallyOften(t *testing.T) {
	for _, n := range []int{1, 3, 10, 1000} {
		counts := make([]int, n)
		idx := make([]int, 200_000)
		newSampler(uint64(n)).fill(idx, n)
		for _, i := range idx {
			counts[i]++
		}
		mean := float64(len(idx)) / float64(n)
		var chi2 float64
		for _, c := range counts {
			chi2 += (float64(c) - mean) * (float64(c) - mean) / mean
		}
		// Mean n−1, standard deviation √(2(n−1)).
		if df := float64(n - 1); math.Abs(chi2-df) > 4*math.Sqrt(2*df) {
			t.Errorf("n = %d: χ² = %.1f with %v degrees of freedom", n, chi2, df)
		}
	}
}

func TestMethodsAgreeWithTheGeneralBootstrap(t *testing.T) {
	x, y := pairsOf(rand.New(rand.NewPCG(5, 5)), 41, 1, 0.3, 0.5)
	boot := Bootstrap{Resamples: 999, Seed: 11, Level: 0.9}
	at := func(s []float64, idx []int) []float64 {
		v := make([]float64, len(idx))
		for k, i := range idx {
			v[k] = s[i]
		}
		return v
	}
	for _, c := range []struct {
		name          string
		fast, general Estimate
	}{
		{"totals", boot.RatioOfTotals(x, y), boot.Of(41, func(idx []int) float64 { return Sum(at(x, idx)) / Sum(at(y, idx)) })},
		{"mean", boot.Mean(x), boot.Of(41, func(idx []int) float64 { return Mean(at(x, idx)) })},
		// The sample is sorted before it is drawn from, so sort it here too. In
		// an even sample the jackknife finds no acceleration either.
		{"median", boot.Median(x[:40]), boot.Of(40, func(idx []int) float64 { return Median(at(sorted(x[:40]), idx)) })},
	} {
		for _, n := range []struct {
			what      string
			got, want float64
		}{
			{"value", c.fast.Value, c.general.Value},
			{"percentile low", c.fast.Percentile.Low, c.general.Percentile.Low},
			{"percentile high", c.fast.Percentile.High, c.general.Percentile.High},
			{"BCa low", c.fast.BCa.Low, c.general.BCa.Low},
			{"BCa high", c.fast.BCa.High, c.general.BCa.High},
		} {
			if !(math.Abs(n.got-n.want) <= 1e-9*math.Abs(n.want)) {
				t.Errorf("%s: %s = %v, the general bootstrap gives %v", c.name, n.what, n.got, n.want)
			}
		}
		if c.fast.N != c.general.N || c.fast.BCa.Level != 0.9 {
			t.Errorf("%s: N = %d, level %v, want %d and 0.9", c.name, c.fast.N, c.fast.BCa.Level, c.general.N)
		}
	}
	g := boot.RatioOfGeoMeans(x, y)
	if want := GeoMean(x) / GeoMean(y); math.Abs(g.Value-want) > 1e-12*want {
		t.Errorf("ratio of geometric means %v, want %v", g.Value, want)
	}
}

// For this n a quarter of the raw numbers must be rejected; otherwise half of the draws would be
// multiples of three.
func TestUnevenDrawsAreRejected(t *testing.T) {
	const n = 3 << 30
	idx := make([]int, 90_000)
	newSampler(1).fill(idx, n)
	var counts [3]int
	for _, i := range idx {
		if i < 0 || i >= n {
			t.Fatalf("index %d, want 0 to %d", i, n-1)
		}
		counts[i%3]++
	}
	for remainder, c := range counts {
		if math.Abs(float64(c)-30_000) > 4*math.Sqrt(90_000*2./9) {
			t.Errorf("%d of 90,000 indices leave %d when divided by 3, want about 30,000", c, remainder)
		}
	}
}

// Negating the statistic must mirror the interval, even with the correction for skewness.
func TestIntervalsOfNegatedStatisticsMirror(t *testing.T) {
	x, y := pairsOf(rand.New(rand.NewPCG(5, 21)), 21, 1, 0.3, 0.5)
	samples := [][]float64{x, y[:15]}
	negated := make([]float64, len(x))
	for i, v := range x {
		negated[i] = -v
	}
	boot := Bootstrap{Resamples: 2000, Seed: 1}
	for _, c := range []struct {
		name        string
		plus, minus Estimate
	}{
		{"mean", boot.Mean(x), boot.Mean(negated)},
		{
			"difference of medians",
			boot.Medians(samples, func(m []float64) float64 { return m[0] - m[1] }),
			boot.Medians(samples, func(m []float64) float64 { return m[1] - m[0] }),
		},
	} {
		for _, e := range []struct {
			what      string
			got, want float64
		}{
			{"percentile low", c.minus.Percentile.Low, -c.plus.Percentile.High},
			{"percentile high", c.minus.Percentile.High, -c.plus.Percentile.Low},
			{"BCa low", c.minus.BCa.Low, -c.plus.BCa.High},
			{"BCa high", c.minus.BCa.High, -c.plus.BCa.Low},
		} {
			if math.Abs(e.got-e.want) > 1e-9*math.Abs(e.want) {
				t.Errorf("%s, %s: negated %v, want %v", c.name, e.what, e.got, e.want)
			}
		}
		if c.plus.BCa == c.plus.Percentile {
			t.Errorf("%s: BCa equals the percentile interval, so the test shows nothing of it", c.name)
		}
	}
}

func TestSameSeedSameEstimate(t *testing.T) {
	x, y := pairsOf(rand.New(rand.NewPCG(5, 9)), 30, 1, 0.3, 0.5)
	first := Bootstrap{Seed: 3}.RatioOfTotals(x, y)
	if again := (Bootstrap{Seed: 3, Resamples: 10_000, Level: 0.95}).RatioOfTotals(x, y); !reflect.DeepEqual(first, again) {
		t.Errorf("the same bootstrap twice: %+v, then %+v", first, again)
	}
	if other := (Bootstrap{Seed: 4}).RatioOfTotals(x, y); other.BCa == first.BCa {
		t.Errorf("seeds 3 and 4 both give %v", other.BCa)
	}
}

func TestEstimatesSayWhatTheyCannotDo(t *testing.T) {
	twelve := slices.Repeat([]float64{1, 2, 3, 4}, 3)
	zeros := make([]float64, 12)
	ones := slices.Repeat([]float64{1}, 12)
	mostlyZero := slices.Concat([]float64{5}, zeros[:11])
	var b Bootstrap
	for _, c := range []struct {
		name    string
		e       Estimate
		value   float64
		known   bool // an interval is given
		warning string
	}{
		{"no pairs", b.RatioOfTotals(nil, nil), math.NaN(), false, "no instances"},
		{"unequal lengths", b.RatioOfTotals(twelve, ones[:3]), math.NaN(), false, "12 values against 3"},
		{"negative value", b.RatioOfTotals([]float64{1, -2}, ones[:2]), math.NaN(), false, "value -2 of instance 1 in the first sample"},
		{"NaN", b.RatioOfTotals(ones[:2], []float64{1, math.NaN()}), math.NaN(), false, "not a finite number"},
		{"infinite", b.RatioOfGeoMeans([]float64{math.Inf(1)}, ones[:1]), math.NaN(), false, "not a finite number"},
		{"zero total", b.RatioOfTotals(twelve, zeros), math.NaN(), false, "NaN over all 12"},
		{"zero total in some resamples", b.RatioOfTotals(twelve, mostlyZero), 6, true, "undefined in"},
		{"zero in a geometric mean", b.RatioOfGeoMeans(mostlyZero, twelve), math.NaN(), false, "more than 0"},
		{"zero in one geometric mean", b.GeoMean(mostlyZero), math.NaN(), false, "value 0 of instance 1"},
		{"one pair", b.RatioOfTotals([]float64{3}, []float64{2}), 1.5, false, "from 1 instance "},
		{"few pairs", b.RatioOfTotals([]float64{3, 5, 4}, []float64{2, 2, 2}), 2, false, "at least 10 are needed"},
		{"all tie", b.RatioOfTotals(ones, ones), 1, true, "same value"},
		{"few resamples", Bootstrap{Resamples: 20}.Mean(twelve), 2.5, true, "20 resamples are few"},
		{"negative resamples", Bootstrap{Resamples: -1}.Mean(twelve), math.NaN(), false, "-1 resamples"},
		{"level in percent", Bootstrap{Level: 95}.Mean(twelve), math.NaN(), false, "confidence level 95"},
		{"median of nothing", b.Median(nil), math.NaN(), false, "sample 0 is empty"},
		{"median beyond all limits", b.Median([]float64{1, math.Inf(1), math.Inf(1)}), math.NaN(), false, "+Inf over all 3"},
		{"no samples", b.Medians(nil, nil), math.NaN(), false, "no samples"},
		{"no instances", b.Of(0, nil), math.NaN(), false, "no instances"},
		{"negative count", b.Of(-1, nil), math.NaN(), false, "no instances"},
		{"few decide", b.RatioOfTotals(slices.Concat(twelve, []float64{900}), slices.Concat(ones, []float64{1})), 930. / 13, true, "about 1 of 13"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if math.IsNaN(c.e.Value) != math.IsNaN(c.value) || math.Abs(c.e.Value-c.value) > 1e-12 {
				t.Errorf("value %v, want %v", c.e.Value, c.value)
			}
			if c.e.BCa.Known() != c.known || c.e.Percentile.Known() != c.known {
				t.Errorf("percentile %v, BCa %v, want known: %t", c.e.Percentile, c.e.BCa, c.known)
			}
			if got := strings.Join(c.e.Warnings, "; "); !strings.Contains(got, c.warning) {
				t.Errorf("warnings %q, want %q in them", got, c.warning)
			}
		})
	}
}

func TestTiedResamplesFallBackToPercentile(t *testing.T) {
	e := Bootstrap{}.RatioOfTotals(slices.Repeat([]float64{2}, 12), slices.Repeat([]float64{4}, 12))
	if want := (Interval{0.5, 0.5, 0.95}); e.BCa != want || e.Percentile != want {
		t.Errorf("got %v and %v, want both %v", e.Percentile, e.BCa, want)
	}
}

func TestEvenPairsRaiseNoWarning(t *testing.T) {
	x, y := pairsOf(rand.New(rand.NewPCG(5, 12)), 400, 0.3, 0.1, 0.2)
	for name, e := range map[string]Estimate{"totals": Bootstrap{}.RatioOfTotals(x, y), "means": Bootstrap{}.RatioOfGeoMeans(x, y), "median": Bootstrap{}.Median(x)} {
		if len(e.Warnings) > 0 {
			t.Errorf("%s: warnings %q, want none", name, e.Warnings)
		}
	}
}

func TestInputsAreNotModified(t *testing.T) {
	x := []float64{5, 3, 9, 1, 7, 2, 8, 6, 4, 10, 12, 11}
	y := []float64{2, 6, 1, 9, 3, 8, 4, 7, 5, 12, 10, 11}
	wasX, wasY := slices.Clone(x), slices.Clone(y)
	b := Bootstrap{Resamples: 50}
	Quantile(x, 0.3)
	Quartiles(x)
	GeoMean(x)
	b.RatioOfTotals(x, y)
	b.RatioOfGeoMeans(x, y)
	b.Mean(x)
	b.Medians([][]float64{x, y}, func(m []float64) float64 { return m[0] - m[1] })
	b.GeoMean(x)
	b.Clusters([][]float64{x, y}, Median)
	b.FitMedians(Linear, []float64{3, 1, 2}, [][]float64{x, y, x})
	b.ModelChoice(sorted(x), y, math.Sqrt, math.Log)
	SignedRank(x, y)
	SignFlip(x, 1)
	MeanTest(x, 3, 1)
	BrunnerMunzel(x, y)
	PseudoMedian(x)
	Friedman([][]float64{x, y})
	solved := slices.Repeat([]bool{true, false}, 6)
	KaplanMeier(x, solved)
	PAR(x, solved, 5, 2)
	Holm(x)
	FitExponential(x, y)
	FitPower(x, y).Predict(3, 0.9)
	if !slices.Equal(x, wasX) || !slices.Equal(y, wasY) {
		t.Errorf("inputs changed from %v, %v to %v, %v", wasX, wasY, x, y)
	}
}

func TestFewInstancesGiveNoInterval(t *testing.T) {
	x := []float64{1, 2, 4, 8, 16, 32, 64, 128, 256, 512}
	all, few := Bootstrap{}.GeoMean(x), Bootstrap{}.GeoMean(x[1:])
	if math.Abs(all.Value-math.Pow(2, 4.5)) > 1e-9 || !all.BCa.Known() || !all.Percentile.Known() {
		t.Errorf("%+v, want %v with an interval", all, math.Pow(2, 4.5))
	}
	if ratio := (Bootstrap{}).RatioOfGeoMeans(x, slices.Repeat([]float64{1}, 10)); ratio.Value != all.Value || ratio.BCa != all.BCa || ratio.Percentile != all.Percentile {
		t.Errorf("%+v, want as for ratios to 1, %+v", all, ratio)
	}
	if want := []string{"no interval from 9 instances (at least 10 are needed)"}; math.Abs(few.Value-32) > 1e-9 || few.BCa.Known() || few.Percentile.Known() || !slices.Equal(few.Warnings, want) {
		t.Errorf("%+v of 9 instances, want 32 and %q", few, want)
	}
}

// TestTiesWithTheEstimateMayDifferByRounding treats the same sum in another order as a tie.
func TestTiesWithTheEstimateMayDifferByRounding(t *testing.T) {
	const value = 0.3
	low, high, ok := bcaLevels([]float64{0.1, 0.2, value, value, value, 0.4}, value, 0.01, 0.025)
	near := math.Nextafter(value, 0)
	lowNear, highNear, okNear := bcaLevels([]float64{0.1, 0.2, near, near, near, 0.4}, value, 0.01, 0.025)
	if !ok || !okNear || low != lowNear || high != highNear {
		t.Errorf("levels %v to %v, want %v to %v", lowNear, highNear, low, high)
	}
}
