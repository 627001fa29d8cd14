package study

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
)

func made(id string) Item {
	return Block(id, func(trials frame.Frame) (reports.Claim, error) {
		if trials.Len() > 2 {
			return reports.Claim{}, errors.New("too many")
		}
		return reports.Claim{ID: id, Statement: "It is so."}, nil
	})
}

func TestReportHasEveryItem(t *testing.T) {
	d := Definition{Name: "x", Title: "X", Items: []Item{made("a"), made("b"), made("c")}}
	if ids := d.ItemIDs(); !slices.Equal(ids, []string{"a", "b", "c"}) {
		t.Errorf("items %q", ids)
	}
	r, err := d.Report(frame.Frame{})
	if err != nil || r.ID != "x" || len(r.Blocks) != 3 {
		t.Fatalf("%+v, %v", r, err)
	}
	if b, err := d.Item(frame.Frame{}, "b"); err != nil || b != r.Blocks[1] {
		t.Errorf("item b is %+v, %v; want %+v", b, err, r.Blocks[1])
	}
	if _, err := d.Item(frame.Frame{}, "d"); err == nil {
		t.Error("an item that there is not: no error")
	}
	_, err = d.Report(frame.Of(make([]trial.Trial, 3)))
	if err == nil || !strings.Contains(err.Error(), "x: a: too many") {
		t.Errorf("a failing item: %v", err)
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Plural(1, "ring"), "1 ring"},
		{Plural(50, "ring"), "50 rings"},
		{Capitalised("boards"), "Boards"},
		{Capitalised(""), ""},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestRoundedKeepsDigits(t *testing.T) {
	for _, c := range []struct {
		x    float64
		want uint64
	}{{25_432, 25_000}, {99_900, 100_000}, {7, 7}} {
		if got := Rounded(c.x, 2); got != c.want {
			t.Errorf("%v rounded to two digits is %d, want %d", c.x, got, c.want)
		}
	}
}

func TestFromToBeginsAPhraseAboutNumbers(t *testing.T) {
	for want, numbers := range map[string][]int{"": {20, 20}, "20 to ": {50, 20, 30}} {
		if got := FromTo(numbers); got != want {
			t.Errorf("FromTo(%v) = %q, want %q", numbers, got, want)
		}
	}
	if got := FromTo(nil); got != "" {
		t.Errorf("FromTo(nil) = %q, want nothing", got)
	}
}

func TestBytesAreWrittenInFull(t *testing.T) {
	for bytes, want := range map[uint64]string{
		0: "0 B", 1000: "1 000 B", 1 << 10: "1 KiB", 32 << 20: "32 MiB", 1 << 30: "1 GiB", 1<<30 + 1<<20: "1 025 MiB", 4 << 40: "4 TiB",
	} {
		if got := strings.ReplaceAll(Binary(bytes), "\u202f", " "); got != want {
			t.Errorf("Binary(%d) = %q, want %q", bytes, got, want)
		}
	}
}
