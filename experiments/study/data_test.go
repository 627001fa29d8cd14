package study

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
)

func embedded(text string) fstest.MapFS {
	return fstest.MapFS{"said.csv": &fstest.MapFile{Data: []byte(text)}}
}

// panics returns what f panics with, "" if it does not.
func panics(f func()) (message string) {
	defer func() {
		if p := recover(); p != nil {
			message, _ = p.(string)
		}
	}()
	f()
	return ""
}

func TestReadPassesTheRowsBehindTheFirst(t *testing.T) {
	join := func(row []string) string { return strings.Join(row, "|") }
	got := Read(embedded("source,value\nA,1\n\"B, C\",2 3\n"), "said.csv", join)
	if want := []string{"A|1", "B, C|2 3"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for name, files := range map[string]fstest.MapFS{"no such file": {}, "rows of different lengths": embedded("a,b\nc\n")} {
		if panics(func() { Read(files, "said.csv", join) }) == "" {
			t.Errorf("%s: no panic", name)
		}
	}
}

func TestScanReadsNumbers(t *testing.T) {
	var n int
	var x float64
	Scan("7 0.5", &n, &x)
	if n != 7 || x != 0.5 {
		t.Errorf("%d and %v, want 7 and 0.5", n, x)
	}
	if got := panics(func() { Scan("seven", &n) }); !strings.Contains(got, `"seven"`) {
		t.Errorf("a word: panic %q", got)
	}
}

func TestSayGivesEachClaimItsForms(t *testing.T) {
	claims := Say(embedded("claim,holds,fails,undecided\nb,yes,no,open\n"), []claim.Claim{{ID: "a"}, {ID: "b"}})
	if want := (claim.Forms{Holds: "yes", Fails: "no", Undecided: "open"}); claims[1].Said != want || claims[0].Said != (claim.Forms{}) {
		t.Errorf("%+v", claims)
	}
}

func TestMapOfNothingIsNil(t *testing.T) {
	if Map([]int{}, func(int) int { return 1 }) != nil {
		t.Error("not nil")
	}
}
