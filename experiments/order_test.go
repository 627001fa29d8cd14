package experiments

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// segmentOf writes a segment of format 2 by hand.
func segmentOf(t *testing.T, store *Store, name string, attempt int, started string, trials []Trial) (path string, data []byte) {
	t.Helper()
	j, err := store.Study(trials[0].Study)
	if err != nil {
		t.Fatal(err)
	}
	data = appendSeal(fmt.Appendf(nil, `{"header":2,"study":%q,"attempt":%d,"segment":%q,"provenance":{"root_seed":"7","code":"v1","started":%q}`, j.study, attempt, name, started), 0)
	for i := range trials {
		data = appendRow(data, &trials[i])
	}
	path = filepath.Join(j.dir, name)
	if err := errors.Join(os.MkdirAll(j.dir, 0o777), os.WriteFile(path, data, 0o666)); err != nil {
		t.Fatal(err)
	}
	return path, data
}

// costing returns the trials with another cost and code, as after an edit.
func costing(trials []Trial, cost int, code string) []Trial {
	trials = slices.Clone(trials)
	for i := range trials {
		trials[i].Cost, trials[i].Code = cost, code
	}
	return trials
}

func TestAttemptsDecideWhichRowIsNewerAndClocksDoNot(t *testing.T) {
	fresh := small()
	fresh.Fresh = true
	for name, write := range map[string]func(t *testing.T, store *Store, trials []Trial){
		"format 1, dated ahead": func(t *testing.T, store *Store, trials []Trial) {
			dir := journalOf(t, store, "climbing", map[string][]Trial{"far.0-1.jsonl": trials})
			path := filepath.Join(dir, "far.0-1.jsonl")
			rows := bytes.SplitAfterN(must(os.ReadFile(path)), []byte("\n"), 2)[1]
			header := appendSeal([]byte(`{"header":1,"study":"climbing","attempt":99,"provenance":{"started":"2031-01-02T03:04:05Z"}`), 0)
			if err := os.WriteFile(path, append(header, rows...), 0o666); err != nil {
				t.Fatal(err)
			}
		},
		"dated ahead": func(t *testing.T, store *Store, trials []Trial) {
			segmentOf(t, store, "far.0-1.jsonl", 1, "2031-01-02T03:04:05Z", trials)
		},
		"fetched, of a longer history": func(t *testing.T, store *Store, trials []Trial) {
			segmentOf(t, store, "far.0-41.jsonl", 41, "2026-01-02T03:04:05Z", trials)
		},
		"renamed to an earlier attempt": func(t *testing.T, store *Store, trials []Trial) {
			segmentOf(t, store, "far.0-1.jsonl", 41, "2026-01-02T03:04:05Z", trials)
		},
	} {
		t.Run(name, func(t *testing.T) {
			store := open(t)
			trials := mustRun(t, small(), open(t)).Trials
			write(t, store, trials)
			if got := mustRun(t, fresh, store); got.Ran != len(trials) {
				t.Fatalf("%v, want all run", got)
			}
			check := func(when string) {
				_, info := mustLoad(t, store, "climbing")
				n := 0
				for _, s := range info.Sources {
					if s.Segment != "far.0-1.jsonl" && s.Segment != "far.0-41.jsonl" {
						n += s.Rows
					}
				}
				if n != len(trials) || info.Superseded != len(trials) {
					t.Errorf("%s: %d of %d rows are those of the fresh run (sources %+v)", when, n, len(trials), info.Sources)
				}
			}
			check("with the index")
			if err := os.Remove(filepath.Join(store.root, ".trials", "climbing", indexName)); err != nil {
				t.Fatal(err)
			}
			check("without the index")
		})
	}
}

// must returns a value of which a test knows that there is no error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestFormat1ComesBeforeFormat2AndInItsOwnOrder(t *testing.T) {
	store := open(t)
	row := rows("load", 1)
	under(t, store, map[string][]Trial{"a.0-9.jsonl": costing(row, 1, "v1"), "b.0-1.jsonl": costing(row, 2, "v2")},
		map[string]string{"a.0-9.jsonl": "2026-01-02T03:04:05Z", "b.0-1.jsonl": "2031-01-02T03:04:05Z"})
	if got, _ := mustLoad(t, store, "load"); got[0].Cost != 2 {
		t.Errorf("cost %d counts, want that of the later clock", got[0].Cost)
	}
	segmentOf(t, store, "c.0-1.jsonl", 1, "2020-01-02T03:04:05Z", costing(row, 3, "v3"))
	if got, _ := mustLoad(t, store, "load"); got[0].Cost != 3 {
		t.Errorf("cost %d counts, want that of format 2", got[0].Cost)
	}
}

func TestHistoriesThatDidNotKnowOfEachOtherAreMergedInOneOrder(t *testing.T) {
	row := rows("load", 4)
	a, b := open(t), open(t)
	segmentOf(t, a, "n.0-1.jsonl", 1, "2031-01-02T03:04:05Z", costing(row, 10, "v1"))
	segmentOf(t, a, "n.0-2.jsonl", 2, "2031-01-02T03:04:06Z", costing(row[:3], 11, "v2"))
	segmentOf(t, b, "n.0-1.jsonl", 1, "2020-01-02T03:04:05Z", costing(row, 20, "v3"))
	segmentOf(t, b, "n.0-2.jsonl", 2, "2020-01-02T03:04:05Z", costing(row[:2], 21, "v4"))
	segmentOf(t, b, "n.0-3.jsonl", 3, "2020-01-02T03:04:05Z", costing(row[:1], 22, "v5"))
	var files []map[string]string
	var loaded []string
	for _, from := range [][]*Store{{a, b}, {b, a}} {
		dir := filepath.Join(t.TempDir(), "merged")
		if _, err := Merge(dir, from...); err != nil {
			t.Fatal(err)
		}
		merged := openAt(t, dir)
		trials, info := mustLoad(t, merged, "load")
		files, loaded = append(files, tree(t, dir)), append(loaded, csvOf(t, trials))
		if trials[0].Cost != 22 || info.Superseded != 10 {
			t.Errorf("cost %d, want that of the third attempt; %d superseded", trials[0].Cost, info.Superseded)
		}
		// What is run after merging is newer than both.
		j := must(merged.Study("load"))
		x := must(j.read())
		attempt := must(j.begin(x, 1, func() Provenance { return Provenance{} }))
		if attempt.number != 4 {
			t.Errorf("the next attempt is number %d, want 4", attempt.number)
		}
		if err := attempt.close(); err != nil {
			t.Fatal(err)
		}
	}
	if !maps.Equal(files[0], files[1]) || loaded[0] != loaded[1] {
		t.Error("the order of the stores changes what is merged")
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

// exported is what a store exports as JSON lines, sorted.
func exported(t *testing.T, store *Store, study string) string {
	t.Helper()
	var lines []string
	for row, err := range must(store.Table(study)).Trials() {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(row.Line()))
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// The stores were written by 0.3.0 and by commit 2db6640: trials under one limit on nodes,
// then under a higher one, then fresh ones and those of two shards. The second was exported
// by the program that wrote it, the first, which did not export, by commit b98f17d.
func TestStoresOfEarlierVersionsExportWhatTheyDid(t *testing.T) {
	for _, version := range []string{"0.3.0", "format1"} {
		dir := filepath.Join("testdata", "stores", version)
		want := strings.SplitAfter(string(must(os.ReadFile(filepath.Join(dir, "export.jsonl")))), "\n")
		slices.Sort(want)
		store := openAt(t, dir)
		if got := exported(t, store, "pruning"); got != strings.Join(want, "") {
			t.Errorf("%s exports\n%swant\n%s", version, got, strings.Join(want, ""))
		}
		if _, info := mustLoad(t, store, "pruning"); info.Superseded < 6 || info.Warnings() != nil {
			t.Errorf("%s: %d rows superseded, want 6 or more; warnings %q", version, info.Superseded, info.Warnings())
		}
	}
}

func TestATableIsTheSameFromOneProcessAndFromShards(t *testing.T) {
	text := func(store *Store) string {
		table := must(store.Table("climbing"))
		var b strings.Builder
		values := make([]Value, len(table.Columns))
		var listed []Trial
		for row, err := range table.Trials() {
			if err != nil {
				t.Fatal(err)
			}
			table.Row(row, values)
			for i, c := range table.Columns {
				if c.Kind != KindTiming {
					fmt.Fprintf(&b, "%s,", values[i])
				}
			}
			b.WriteByte('\n')
			listed = append(listed, *row)
		}
		trials, _ := mustLoad(t, store, "climbing")
		if !slices.EqualFunc(trials, listed, func(a, b Trial) bool { return a.Key() == b.Key() }) {
			t.Error("a table has another order than Load")
		}
		return b.String()
	}
	seeds := func(store *Store, shards ...Shard) { // of two roots: the same places in the sets
		for _, s := range shards {
			for _, seed := range []uint64{7, 8} {
				sweep := small()
				sweep.Shard, sweep.Seed = s, seed
				mustRun(t, sweep, store)
			}
		}
	}
	one, many, far := open(t), open(t), open(t)
	seeds(one, Shard{})
	seeds(many, Shard{3, 3}, Shard{1, 3})
	seeds(far, Shard{2, 3})
	dir := filepath.Join(t.TempDir(), "merged")
	if _, err := Merge(dir, far, many); err != nil {
		t.Fatal(err)
	}
	want := text(one)
	if got := text(openAt(t, dir)); got != want || strings.Count(want, "\n") != 144 {
		t.Errorf("three shards give another table than one process:\n%s\nwant\n%s", got, want)
	}
}

func TestATableIsRefusedBesideANewerFormat(t *testing.T) {
	store := open(t)
	dir := journalOf(t, store, "load", map[string][]Trial{"0-1.jsonl": rows("load", 3)})
	header := appendSeal([]byte(`{"header":3,"study":"load","provenance":{"program":"puzzlelab v9"}`), 0)
	if err := os.WriteFile(filepath.Join(dir, "b.0-2.jsonl"), header, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := store.Table("load")
	wantError(t, err, `study "load" is not exported beside a journal b.0-2.jsonl: its format is 3, which puzzlelab v9 writes`)
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

func TestTrialsThatEndedWithTheRunAreRunOnceMore(t *testing.T) {
	s := noop(4)
	row := mustRun(t, s, open(t)).Trials
	for i, how := range []string{"signal: terminated", "signal: hangup: bye", "signal: interrupt", "signal: killed"} {
		row[i].Outcome, row[i].Cost, row[i].Meter, row[i].Killed = search.Running, 0, search.Meter{}, KilledByCrash
		row[i].Error = "the process of the trial ended with " + how
	}
	of1, of2 := open(t), open(t)
	journalOf(t, of1, "noop", map[string][]Trial{"n.0-1.jsonl": row})
	segmentOf(t, of2, "n.0-1.jsonl", 1, "2026-01-02T03:04:05Z", row)
	kept := s
	kept.Keep = true
	if got := mustRun(t, kept, of1); got.Ran != 0 || got.Trials[0].Killed != KilledByCrash {
		t.Errorf("with Keep: %v, want the rows as they are", got)
	}
	for _, want := range []int{3, 0} {
		if got := mustRun(t, s, of1); got.Ran != want {
			t.Errorf("of format 1: %v, want %d run", got, want)
		}
	}
	if got := mustRun(t, s, of2); got.Ran != 0 {
		t.Errorf("of format 2: %v, want none run: the trial did it itself", got)
	}
}
