package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/combin"
)

// Without ties the statistic is 12n/(k(k+1))·Σ(R−(k+1)/2)²; over all orders of the rows its mean is
// k−1.
func TestFriedmanHasItsExactMeanOverAllOrders(t *testing.T) {
	const k, n = 3, 4
	orders := combin.Permutations(k, k)
	var sum, count float64
	for code := range 6 * 6 * 6 * 6 {
		var rows [][]float64
		for c := code; len(rows) < n; c /= 6 {
			row := make([]float64, k)
			for j, v := range orders[c%6] {
				row[j] = float64(v)
			}
			rows = append(rows, row)
		}
		r := Friedman(rows)
		var spread float64
		for _, m := range r.MeanRanks {
			spread += (m - 2) * (m - 2)
		}
		if want := 12. * n / (k * (k + 1)) * spread; !same(r.ChiSquared, want) {
			t.Fatalf("χ² of %v is %v, want %v", rows, r.ChiSquared, want)
		}
		sum += r.ChiSquared
		count++
	}
	if !same(sum/count, k-1) {
		t.Errorf("mean χ² %v, want %v", sum/count, k-1)
	}
}

func TestFriedmanRejectsEqualStrategiesAtItsLevel(t *testing.T) {
	studies, _ := simulations()
	rng := rand.New(rand.NewPCG(7, 1))
	var chi, f, pair float64
	for range studies {
		rows := make([][]float64, 15)
		for i := range rows {
			hard := 3 * rng.NormFloat64()
			for range 4 {
				rows[i] = append(rows[i], hard+rng.NormFloat64())
			}
		}
		r := Friedman(rows)
		if r.P <= 0.05 {
			chi++
		}
		if r.PF <= 0.05 {
			f++
		}
		if slices.ContainsFunc(r.Pairs, func(p PairTest) bool { return p.Adjusted <= 0.05 }) {
			pair++
		}
	}
	runs := float64(studies)
	t.Logf("χ² rejects %.4f, F %.4f, any pair %.4f", chi/runs, f/runs, pair/runs)
	if chi/runs < 0.03 || chi/runs > 0.065 || f/runs < 0.035 || f/runs > 0.065 || pair/runs < 0.02 || pair/runs > 0.065 {
		t.Errorf("χ² rejects %.4f, F %.4f, any pair %.4f of %d, want 0.05 about", chi/runs, f/runs, pair/runs, studies)
	}
}

func TestPairsOfFriedmanAreSignedRankTests(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 23))
	rows := make([][]float64, 12)
	columns := make([][]float64, 4)
	for i := range rows {
		for j := range columns {
			v := rng.NormFloat64() + float64(j)/2
			rows[i], columns[j] = append(rows[i], v), append(columns[j], v)
		}
	}
	r := Friedman(rows)
	var p []float64
	k := 0
	for a := range columns {
		for b := a + 1; b < len(columns); b++ {
			got := r.Pairs[k]
			want := SignedRank(columns[a], columns[b])
			if got.A != a || got.B != b || got.P != want.P || got.V != want.V {
				t.Errorf("pair %d is %+v, want %d-%d with %+v", k, got, a, b, want)
			}
			p = append(p, want.P)
			k++
		}
	}
	for i, v := range Holm(p) {
		if r.Pairs[i].Adjusted != v {
			t.Errorf("pair %d adjusted to %v, want %v", i, r.Pairs[i].Adjusted, v)
		}
	}
}

func TestFriedmanSaysWhatItCannotDo(t *testing.T) {
	for _, c := range []struct {
		name  string
		rows  [][]float64
		p, pf float64
		want  string
	}{
		{"nothing", nil, math.NaN(), math.NaN(), "0 rows (want rows of 2 values or more)"},
		{"one strategy", [][]float64{{1}, {2}}, math.NaN(), math.NaN(), "rows of 2 values or more"},
		{"ragged", [][]float64{{1, 2}, {2}}, math.NaN(), math.NaN(), "row 1: 1 values (want 2"},
		{"empty row", [][]float64{{1, 2}, {}}, math.NaN(), math.NaN(), "row 1: 0 values (want 2"},
		{"NaN", [][]float64{{1, math.NaN()}}, math.NaN(), math.NaN(), "row 0: value NaN"},
		{"constant", slices.Repeat([][]float64{{2, 2, 2}}, 10), 1, 1, ""},
		{"all alike", slices.Repeat([][]float64{{1, 2, 3}}, 12), math.Exp(-12), 0, ""},
		{"one row", [][]float64{{1, 2, 3}}, math.Exp(-1), 0, "at least 10 are needed"},
	} {
		r := Friedman(c.rows)
		if got := strings.Join(r.Warnings, "; "); !same(r.P, c.p) || !same(r.PF, c.pf) || (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %+v, want p = %v and %v, %q", c.name, r, c.p, c.pf, c.want)
		}
	}
}

func ExampleFriedman() {
	// Logarithms of the nodes of three strategies on ten instances.
	var rows [][]float64
	for i := range 10 {
		hard := float64(i)
		rows = append(rows, []float64{hard, hard - 0.2 + 0.05*float64(i%3), hard - 0.1*float64(i%4)})
	}
	r := Friedman(rows)
	fmt.Printf("mean ranks %.2f, F p = %.4f\n", r.MeanRanks, r.PF)
	for _, p := range r.Pairs {
		fmt.Printf("%d against %d: adjusted p = %.4f\n", p.A, p.B, p.Adjusted)
	}
	// Output:
	// mean ranks [2.85 1.35 1.80], F p = 0.0001
	// 0 against 1: adjusted p = 0.0059
	// 0 against 2: adjusted p = 0.0312
	// 1 against 2: adjusted p = 0.4375
}
