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

func TestSayGivesEachClaimItsWords(t *testing.T) {
	const text = "# Claims\n\n## a\n\nIt is more than {n} of\nall.\n\n- holds: By {estimate}\n  it is {n}\n- fails: No\n\n## b\n\nTrue.\n"
	said := func(text string, words map[string]any, ids ...string) []claim.Claim {
		return Say(fstest.MapFS{ClaimsFile: &fstest.MapFile{Data: []byte(text)}}, words, Map(ids, func(id string) claim.Claim { return claim.Claim{ID: id} })...)
	}
	claims := said(text, map[string]any{"n": 5}, "b", "a")
	if a := claims[1]; a.Statement != "It is more than 5 of all." || a.Said != (claim.Forms{Holds: "By {estimate} it is 5", Fails: "No"}) {
		t.Errorf("%+v", a)
	}
	if b := claims[0]; b.Statement != "True." || b.Said != (claim.Forms{}) {
		t.Errorf("%+v", b)
	}
	for want, f := range map[string]func(){
		`no word is called "n"`:                       func() { said(text, nil, "a", "b") },
		`no text has the word "m"`:                    func() { said(text, map[string]any{"n": 5, "m": 6}, "a", "b") },
		`no claim without a statement has the ID "b"`: func() { said(text, map[string]any{"n": 5}, "a") },
		`claim "c" has no statement`:                  func() { said(text, map[string]any{"n": 5}, "a", "b", "c") },
		`an item "maybe"`:                             func() { said(text+"\n- maybe: so\n", map[string]any{"n": 5}, "a", "b") },
		"claims.md":                                   func() { Say(fstest.MapFS{}, nil) },
	} {
		if got := panics(f); !strings.Contains(got, want) {
			t.Errorf("panic %q, want %q in it", got, want)
		}
	}
}

func TestMapOfNothingIsNil(t *testing.T) {
	if Map([]int{}, func(int) int { return 1 }) != nil {
		t.Error("not nil")
	}
}
