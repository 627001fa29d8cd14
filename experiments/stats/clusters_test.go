package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Identical repeats are not further instances: the interval does not change.
func TestEqualRepeatsChangeNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 22))
	var x []float64
	var repeated [][]float64
	for range 25 {
		v := rng.NormFloat64()
		x, repeated = append(x, v), append(repeated, slices.Repeat([]float64{v}, 4))
	}
	b := Bootstrap{Seed: 3, Resamples: 500}
	want, got, pooled := b.Mean(x), b.Clusters(repeated, Mean), b.Mean(slices.Concat(repeated...))
	if !same(got.Value, want.Value) || !same(got.BCa.Low, want.BCa.Low) || !same(got.BCa.High, want.BCa.High) || got.N != 25 {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if wide, narrow := want.BCa.High-want.BCa.Low, pooled.BCa.High-pooled.BCa.Low; narrow > 0.6*wide {
		t.Errorf("pooled repeats give a width of %v, instances %v: the comparison shows nothing", narrow, wide)
	}
}

// Half of the variance comes from instances, half from runs.
func TestClustersCoverTheMeanOverInstances(t *testing.T) {
	studies, resamples := simulations()
	studies /= 4
	rng := rand.New(rand.NewPCG(6, 1))
	covered, pooled := 0, 0
	for s := range studies {
		values := make([][]float64, 40)
		for i := range values {
			of := rng.NormFloat64()
			for range 1 + i%5 { // not all have as many
				values[i] = append(values[i], of+rng.NormFloat64())
			}
		}
		b := Bootstrap{Seed: uint64(s), Resamples: resamples}
		if b.Clusters(values, Mean).BCa.Contains(0) {
			covered++
		}
		if b.Mean(slices.Concat(values...)).BCa.Contains(0) {
			pooled++
		}
	}
	rate, other := float64(covered)/float64(studies), float64(pooled)/float64(studies)
	t.Logf("coverage %.4f, of pooled repeats %.4f", rate, other)
	if rate < 0.91 || rate > 0.97 || other > 0.87 {
		t.Errorf("coverage %.4f of %d, want 0.91 to 0.97; of pooled repeats %.4f, want at most 0.87", rate, studies, other)
	}
}

func TestClustersSayWhatTheyCannotDo(t *testing.T) {
	for _, c := range []struct {
		values [][]float64
		want   string
	}{
		{nil, "no instances"},
		{[][]float64{{1}, {}}, "instance 1 has no repeats"},
		{[][]float64{{1}, {math.NaN()}}, "NaN over all 2"},
		{[][]float64{{1, 2}}, "from 1 instance "},
	} {
		if e := (Bootstrap{}).Clusters(c.values, Mean); e.BCa.Known() || !strings.Contains(strings.Join(e.Warnings, "; "), c.want) {
			t.Errorf("Clusters(%v): %+v, want no interval and %q", c.values, e, c.want)
		}
	}
}

func ExampleBootstrap_Clusters() {
	// Three runs each of a randomised strategy on ten instances.
	var nodes [][]float64
	for i := range 10 {
		hard := float64(i * i)
		nodes = append(nodes, []float64{hard + 3, hard + 5, hard + 4})
	}
	e := Bootstrap{Seed: 1}.Clusters(nodes, Mean)
	fmt.Printf("%.1f (%s), %d instances\n", e.Value, e.BCa, e.N)
	// Output: 32.5 (18.3 to 52.1), 10 instances
}
