package stats

import (
	"fmt"
	"math"
	"testing"
)

func TestPenalisedAveragesOfBadInputAreNaN(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		name   string
		x      []float64
		solved []bool
		want   float64
	}{
		{"nothing", nil, nil, nan},
		{"unequal lengths", []float64{1}, nil, nan},
		{"NaN solved", []float64{nan}, []bool{true}, nan},
		{"infinite solved", []float64{inf}, []bool{true}, nan},
		{"unsolved spend is ignored", []float64{nan, inf, 4}, []bool{false, false, true}, 8},
	} {
		if got := PAR(c.x, c.solved, 5, 2); !same(got, c.want) {
			t.Errorf("%s: PAR = %v, want %v", c.name, got, c.want)
		}
	}
}

func ExamplePAR() {
	seconds := []float64{1, 10, 300, 5} // the third was stopped at the limit
	solved := []bool{true, true, false, true}
	fmt.Println(PAR(seconds, solved, 300, 2), PAR(seconds, solved, 300, 10))
	// Output: 154 754
}
