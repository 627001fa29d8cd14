package programs

import (
	"crypto/sha256"
	"fmt"
	"math"
	"testing"
)

// TestTheSeriesIsTheSameOnEveryMachine: no draw of the hundred boards is so
// near to the border between two colours that an error in the last bits of a
// sine would change it. Such an error is below 2e-11 in units of a colour.
func TestTheSeriesIsTheSameOnEveryMachine(t *testing.T) {
	nearest := 1.0
	for seed := 1; seed <= 100*seriesRows*seriesCols; seed++ {
		draw := seriesColors * seriesDraw(seed)
		if seed%(seriesRows*seriesCols) != 1 { // the number that is thrown away
			nearest = min(nearest, math.Abs(draw-math.Round(draw)))
		}
	}
	if nearest < 100*seriesMargin {
		t.Errorf("a draw is %.2g from a border", nearest)
	}
}

// TestTheSeriesGoesOnAsUnderNode compares boards 9,901 to 10,000, of the
// largest seeds, with those that Node 20 makes of the same formula.
func TestTheSeriesGoesOnAsUnderNode(t *testing.T) {
	const want = "bc5f636d0a4202340321bbffa8927e266dc810e838979d9d15f24e8a5872ce7b"
	digest := sha256.New()
	for index := seriesBoards - 100; index < seriesBoards; index++ {
		b, err := Series(index)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(digest, b)
	}
	if got := fmt.Sprintf("%x", digest.Sum(nil)); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

func TestTheSeriesEndsWhereSinesAreUnsure(t *testing.T) {
	if _, err := Series(10_000); fmt.Sprint(err) != "colorwalk: the series has no board 10000 (want 0 to 9999)" {
		t.Error(err)
	}
}
