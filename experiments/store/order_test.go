package store

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// segmentOf writes a segment of format 2 by hand.
func segmentOf(t *testing.T, store *Store, name string, attempt int, started string, trials []trial.Trial) (path string, data []byte) {
	t.Helper()
	j, err := store.Study(trials[0].Study)
	if err != nil {
		t.Fatal(err)
	}
	data = trial.AppendSeal(fmt.Appendf(nil, `{"header":2,"study":%q,"attempt":%d,"segment":%q,"provenance":{"root_seed":"7","code":"v1","started":%q}`, trials[0].Study, attempt, name, started), 0)
	for i := range trials {
		data = trials[i].AppendLine(data)
	}
	path = filepath.Join(j.Dir(), name)
	if err := errors.Join(os.MkdirAll(j.Dir(), 0o777), os.WriteFile(path, data, 0o666)); err != nil {
		t.Fatal(err)
	}
	return path, data
}

// costing returns the trials with another cost and code, as after an edit.
func costing(trials []trial.Trial, cost int, code string) []trial.Trial {
	trials = slices.Clone(trials)
	for i := range trials {
		trials[i].Cost, trials[i].Code = cost, code
	}
	return trials
}

func TestFormat1ComesBeforeFormat2AndInItsOwnOrder(t *testing.T) {
	store := open(t)
	row := rows("load", 1)
	under(t, store, map[string][]trial.Trial{"a.0-9.jsonl": costing(row, 1, "v1"), "b.0-1.jsonl": costing(row, 2, "v2")},
		map[string]string{"a.0-9.jsonl": "2026-01-02T03:04:05Z", "b.0-1.jsonl": "2031-01-02T03:04:05Z"})
	if got, _ := mustLoad(t, store, "load"); got[0].Cost != 2 {
		t.Errorf("cost %d counts, want that of the later clock", got[0].Cost)
	}
	segmentOf(t, store, "c.0-1.jsonl", 1, "2020-01-02T03:04:05Z", costing(row, 3, "v3"))
	if got, _ := mustLoad(t, store, "load"); got[0].Cost != 3 {
		t.Errorf("cost %d counts, want that of format 2", got[0].Cost)
	}
}

func TestTheOrderOfConcurrentSegmentsStaysWhenTheyGrow(t *testing.T) {
	row := rows("load", 3)
	store := open(t)
	segmentOf(t, store, "a.0-1.jsonl", 1, "2026-01-02T03:04:05Z", costing(row[:1], 1, "v1"))
	for n := 1; n <= 3; n++ {
		segmentOf(t, store, "b.0-1.jsonl", 1, "2026-01-02T03:04:05Z", costing(row[:n], 2, "v2"))
		if got, _ := mustLoad(t, store, "load"); got[0].Cost != 2 {
			t.Errorf("of %d rows: cost %d counts, want 2", n, got[0].Cost)
		}
	}
}

func TestATableIsRefusedBesideANewerFormat(t *testing.T) {
	store := open(t)
	dir := journalOf(t, store, "load", map[string][]trial.Trial{"0-1.jsonl": rows("load", 3)})
	header := trial.AppendSeal([]byte(`{"header":3,"study":"load","provenance":{"program":"puzzlelab v9"}`), 0)
	if err := os.WriteFile(filepath.Join(dir, "b.0-2.jsonl"), header, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := store.Table("load")
	wantError(t, err, `study "load" cannot be exported next to a journal b.0-2.jsonl: its format is 3, as written by puzzlelab v9`)
}

func TestDamageNeverMakesARowAndIsNamed(t *testing.T) {
	trials := rows("load", 4)
	older := costing(trials, 900, "v0")
	store := open(t)
	segmentOf(t, store, "n.0-1.jsonl", 1, "2026-01-02T03:04:05Z", older)
	path, data := segmentOf(t, store, "n.0-2.jsonl", 2, "2020-01-02T03:04:05Z", trials) // the clock was set back
	known := map[string]bool{}
	for i := range trials {
		known[string(trials[i].Line())] = true
	}
	whole := bytes.Count(data, []byte("\n")) // lines
	check := func(what string, damaged []byte) LoadInfo {
		t.Helper()
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		got, info := mustLoad(t, store, "load")
		lost := len(trials)
		for i := range got {
			switch line := string(got[i].Line()); {
			case known[line]:
				lost--
			case got[i].Cost != 900:
				t.Fatalf("%s: a wrong row: %s", what, line)
			}
		}
		if len(got) != len(trials) {
			t.Errorf("%s: %d rows, want %d", what, len(got), len(trials))
		}
		silent := bytes.HasPrefix(data, damaged) && (damaged == nil || bytes.HasSuffix(damaged, []byte("\n")) || bytes.HasSuffix(damaged, []byte("}"))) // it ends with a line
		if lost > 0 && len(info.Warnings())+len(info.Torn) == 0 && !silent {
			t.Errorf("%s: %d rows are lost, and nothing is said", what, lost)
		}
		for _, w := range info.Warnings() {
			if !strings.Contains(w, "n.0-2.jsonl:") {
				t.Errorf("%s: the warning %q names no line of the journal", what, w)
			}
		}
		return info
	}
	for n := range len(data) {
		info := check(fmt.Sprintf("cut to %d bytes", n), data[:n])
		if len(info.Bad) > 0 || len(info.Torn) > 1 || n == 0 && len(info.Torn) != 1 {
			t.Errorf("cut to %d bytes: bad %v, torn %v", n, info.Bad, info.Torn)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		damaged := bytes.Clone(data)
		at, bit := rng.IntN(len(data)), rng.IntN(8)
		damaged[at] ^= 1 << bit
		check(fmt.Sprintf("bit %d of byte %d", bit, at), damaged)
	}
	for _, n := range []int{1, 7, 512, 700, 1500} {
		for range 20 {
			at := rng.IntN(len(data) - n)
			damaged := bytes.Clone(data)
			clear(damaged[at : at+n])
			what := fmt.Sprintf("%d zeros from byte %d", n, at)
			if info := check(what, damaged); len(info.Bad) != 1 && n > 1 || !strings.Contains(fmt.Sprint(info.Bad), fmt.Sprintf("%d zero bytes from offset %d on", n, at)) {
				t.Errorf("%s: %v", what, info.Bad)
			}
			what = fmt.Sprintf("a tail of zeros from byte %d", at)
			damaged = append(bytes.Clone(data[:at]), make([]byte, n)...)
			if info := check(what, damaged); len(info.Bad) != 1 || len(info.Torn) > 0 || !strings.Contains(info.Bad[0].Reason, fmt.Sprintf("%d zero bytes from offset %d on", n, at)) {
				t.Errorf("%s: %v, torn %v", what, info.Bad, info.Torn)
			}
		}
	}
	if info := check("zeros behind the rows", append(bytes.Clone(data), make([]byte, 4096)...)); len(info.Bad) != 1 || info.Bad[0].Line != whole+1 {
		t.Errorf("zeros behind the rows: %v", info.Bad)
	}
	// A journal that has lost its header is still the second attempt, as its name says.
	headless := bytes.Clone(data)
	clear(headless[:100])
	check("no header", headless)
	if got, _ := mustLoad(t, store, "load"); got[0].Cost == 900 {
		t.Error("no header: the rows of the attempt before count")
	}
}
