package experiments

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestTextsOfRowsAreBoundedAndVisible(t *testing.T) {
	long := strings.Repeat("é", 1<<20)
	for _, c := range []struct{ in, want string }{
		{" a\tb\nc ", "a\tb\nc"},
		{"\x1b[31mred\x00\r\x7f", "␛[31mred␀␍\\u007f"},
		{"a\u202eb\u2066c\u0085d\xff", "a\\u202eb\\u2066c\\u0085d\uFFFD"},
		{strings.Repeat("x", 4096), strings.Repeat("x", 4096)},
		{strings.Repeat("x", 4097), strings.Repeat("x", 4060) + "… (37 bytes more)"},
	} {
		if got := trial.Clean(c.in); got != c.want || trial.Clean(got) != got {
			t.Errorf("text(%q) = %q, want %q", c.in, got, c.want)
		}
	}
	if got := trial.Clean(long); len(got) > 4096 || !utf8.ValidString(got) || !strings.HasSuffix(got, "… (2093092 bytes more)") {
		t.Errorf("%d bytes, ending in %q", len(got), got[len(got)-40:])
	}
	var failed trial.Trial
	fail(&failed, errors.New(long))
	if len(failed.Error) > 4096 {
		t.Errorf("an error of %d bytes", len(failed.Error))
	}
	for _, name := range []string{"a\u202eb", strings.Repeat("n", 4097)} {
		if checkName(name) == nil {
			t.Errorf("a name of %d bytes, %.9q, is taken", len(name), name)
		}
	}
	kept := open(t)
	row := trial.Trial{Study: "far", Set: "s", Strategy: "x", Version: 1, Mode: trial.Timed, Outcome: search.Running, Error: long + "\x1b", Runs: 1}
	for _, want := range []store.Added{{New: 1}, {Known: 1}} {
		given := row
		if added, err := kept.Add(each([]trial.Trial{given}, nil), store.Imported("a test")); err != nil || added["far"] != want {
			t.Errorf("%+v, %v; want %+v", added, err, want)
		}
	}
	if got, _ := mustLoad(t, kept, "far"); len(got[0].Error) > 4096 {
		t.Errorf("a row of elsewhere has an error of %d bytes", len(got[0].Error))
	}
	// Stored text is read unchanged.
	row.Study = "load"
	journalOf(t, kept, "load", map[string][]trial.Trial{"0-1.jsonl": {row}})
	if got, _ := mustLoad(t, kept, "load"); got[0].Error != row.Error {
		t.Errorf("an error of %d bytes is read as one of %d", len(row.Error), len(got[0].Error))
	}
}
