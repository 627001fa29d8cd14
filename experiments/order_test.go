package experiments

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// segmentOf writes a segment of format 2 by hand.
func segmentOf(t *testing.T, store *store.Store, name string, attempt int, started string, trials []trial.Trial) (path string, data []byte) {
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

func TestAttemptsDecideWhichRowIsNewerAndClocksDoNot(t *testing.T) {
	fresh := small()
	fresh.Fresh = true
	for name, write := range map[string]func(t *testing.T, store *store.Store, trials []trial.Trial){
		"format 1, dated ahead": func(t *testing.T, store *store.Store, trials []trial.Trial) {
			dir := journalOf(t, store, "climbing", map[string][]trial.Trial{"far.0-1.jsonl": trials})
			path := filepath.Join(dir, "far.0-1.jsonl")
			rows := bytes.SplitAfterN(must(os.ReadFile(path)), []byte("\n"), 2)[1]
			header := trial.AppendSeal([]byte(`{"header":1,"study":"climbing","attempt":99,"provenance":{"started":"2031-01-02T03:04:05Z"}`), 0)
			if err := os.WriteFile(path, append(header, rows...), 0o666); err != nil {
				t.Fatal(err)
			}
		},
		"dated ahead": func(t *testing.T, store *store.Store, trials []trial.Trial) {
			segmentOf(t, store, "far.0-1.jsonl", 1, "2031-01-02T03:04:05Z", trials)
		},
		"fetched, of a longer history": func(t *testing.T, store *store.Store, trials []trial.Trial) {
			segmentOf(t, store, "far.0-41.jsonl", 41, "2026-01-02T03:04:05Z", trials)
		},
		"renamed to an earlier attempt": func(t *testing.T, store *store.Store, trials []trial.Trial) {
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
			if err := os.Remove(filepath.Join(store.Root(), ".trials", "climbing", "index")); err != nil {
				t.Fatal(err)
			}
			check("without the index")
		})
	}
}

// must returns a value when the test knows that there is no error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
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
	for _, from := range [][]*store.Store{{a, b}, {b, a}} {
		dir := filepath.Join(t.TempDir(), "merged")
		if _, err := store.Merge(dir, from...); err != nil {
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
		x := must(j.Read())
		attempt := must(j.Begin(x, 1, func() trial.Provenance { return trial.Provenance{} }))
		if err := attempt.Writers[0].Open(); err != nil || !strings.HasSuffix(attempt.Writers[0].Path(), "-4.jsonl") {
			t.Errorf("the next attempt writes %s, %v; want number 4", attempt.Writers[0].Path(), err)
		}
		if err := attempt.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if !maps.Equal(files[0], files[1]) || loaded[0] != loaded[1] {
		t.Error("the order of the stores changes what is merged")
	}
}

// exported is what a store exports as JSON lines, sorted.
func exported(t *testing.T, store *store.Store, study string) string {
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

// 0.3.0 and commit 2db6640 wrote the stores: trials under one node limit, then under a higher one,
// then fresh ones and the trials of two shards. The program that wrote the second store also
// exported it; commit b98f17d exported the first, since 0.3.0 could not.
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
	text := func(store *store.Store) string {
		table := must(store.Table("climbing"))
		var b strings.Builder
		values := make([]trial.Value, len(table.Columns))
		var listed []trial.Trial
		for row, err := range table.Trials() {
			if err != nil {
				t.Fatal(err)
			}
			table.Row(row, values)
			for i, c := range table.Columns {
				if c.Kind != trial.KindTiming {
					fmt.Fprintf(&b, "%s,", values[i])
				}
			}
			b.WriteByte('\n')
			listed = append(listed, *row)
		}
		trials, _ := mustLoad(t, store, "climbing")
		if !slices.EqualFunc(trials, listed, func(a, b trial.Trial) bool { return a.Key() == b.Key() }) {
			t.Error("a table has another order than Load")
		}
		return b.String()
	}
	seeds := func(store *store.Store, shards ...store.Shard) { // of two roots: the same places in the sets
		for _, s := range shards {
			for _, seed := range []uint64{7, 8} {
				sweep := small()
				sweep.Shard, sweep.Seed = s, seed
				mustRun(t, sweep, store)
			}
		}
	}
	one, many, far := open(t), open(t), open(t)
	seeds(one, store.Shard{})
	seeds(many, store.Shard{Index: 3, Count: 3}, store.Shard{Index: 1, Count: 3})
	seeds(far, store.Shard{Index: 2, Count: 3})
	dir := filepath.Join(t.TempDir(), "merged")
	if _, err := store.Merge(dir, far, many); err != nil {
		t.Fatal(err)
	}
	want := text(one)
	if got := text(openAt(t, dir)); got != want || strings.Count(want, "\n") != 144 {
		t.Errorf("three shards give another table than one process:\n%s\nwant\n%s", got, want)
	}
}

func TestTrialsThatEndedWithTheRunAreRunOnceMore(t *testing.T) {
	s := noop(4)
	row := mustRun(t, s, open(t)).Trials
	for i, how := range []string{"signal: terminated", "signal: hangup: bye", "signal: interrupt", "signal: killed"} {
		row[i].Outcome, row[i].Cost, row[i].Meter, row[i].Killed = search.Running, 0, search.Meter{}, trial.KilledByCrash
		row[i].Error = "the process of the trial ended with " + how
	}
	of1, of2 := open(t), open(t)
	journalOf(t, of1, "noop", map[string][]trial.Trial{"n.0-1.jsonl": row})
	segmentOf(t, of2, "n.0-1.jsonl", 1, "2026-01-02T03:04:05Z", row)
	kept := s
	kept.Keep = true
	if got := mustRun(t, kept, of1); got.Ran != 0 || got.Trials[0].Killed != trial.KilledByCrash {
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
