package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// journalOf writes segments by hand: each a list of trials under a header.
func journalOf(t testing.TB, store *Store, study string, segments map[string][]trial.Trial) string {
	t.Helper()
	j, err := store.Study(study)
	if err != nil {
		t.Fatal(err)
	}
	for name, trials := range segments {
		text := []byte(fmt.Sprintf(`{"header":1,"study":%q,"provenance":{"root_seed":"7","code":%q,"started":"2026-01-02T03:04:05Z"}`, study, name))
		text = trial.AppendSeal(text, 0)
		for i := range trials {
			text = trials[i].AppendLine(text)
		}
		if err := errors.Join(os.MkdirAll(j.Dir(), 0o777), os.WriteFile(filepath.Join(j.Dir(), name), text, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	return j.Dir()
}

// rows returns trials of a study that differ in size or index.
func rows(study string, n int) []trial.Trial {
	var list []trial.Trial
	for i := range n {
		trial := sample()
		trial.Study, trial.Size, trial.Index = study, 10*(1+i%3), i/3
		trial.Cost = i
		list = append(list, trial)
	}
	return list
}

func sorted(trials []trial.Trial) []trial.Trial {
	trials = slices.Clone(trials)
	trial.Sort(trials)
	return trials
}

func TestSegmentationDoesNotShow(t *testing.T) {
	trials := rows("load", 60)
	one, many := open(t), open(t)
	journalOf(t, one, "load", map[string][]trial.Trial{"0-1.jsonl": trials})
	reversed := slices.Clone(trials)
	slices.Reverse(reversed)
	journalOf(t, many, "load", map[string][]trial.Trial{
		"0-1.jsonl": reversed[:10], "1-1.jsonl": reversed[10:35], "7-10.jsonl": reversed[35:36], "node-3-2.jsonl": reversed[36:],
	})
	want, _ := mustLoad(t, one, "load")
	got, info := mustLoad(t, many, "load")
	if len(want) != 60 || !reflect.DeepEqual(got, want) {
		t.Errorf("four segments give %d other rows than one with %d", len(got), len(want))
	}
	if !reflect.DeepEqual(got, sorted(got)) || got[0].Size != 10 || got[59].Size != 30 {
		t.Error("rows are not sorted")
	}
	var names []string
	total := 0
	for _, s := range info.Sources {
		names = append(names, s.Segment)
		total += s.Rows
	}
	if want := []string{"0-1.jsonl", "1-1.jsonl", "node-3-2.jsonl", "7-10.jsonl"}; !slices.Equal(names, want) || total != 60 {
		t.Errorf("sources %v with %d rows, want %v with 60", names, total, want)
	}
	if p, err := info.Sources[3].Provenance(); err != nil || p.Code != "7-10.jsonl" || p.Root != 7 {
		t.Errorf("provenance %+v, %v; want that of the segment", p, err)
	}
}

func TestTheNewestRowOfAKeyCounts(t *testing.T) {
	old := rows("load", 6)
	newer := slices.Clone(old[:2])
	newer[0].Cost, newer[1].Cost = 100, 101
	newest := slices.Clone(old[1:3])
	newest[0].Cost, newest[1].Cost = 201, 202
	newest = append(newest, newest[0])
	newest[2].Cost = 301 // later in the same segment
	store := open(t)
	journalOf(t, store, "load", map[string][]trial.Trial{"0-2.jsonl": old, "0-9.jsonl": newer, "0-10.jsonl": newest})
	got, info := mustLoad(t, store, "load")
	costs := map[int]bool{}
	for _, trial := range got {
		costs[trial.Cost] = true
	}
	if want := map[int]bool{100: true, 301: true, 202: true, 3: true, 4: true, 5: true}; !reflect.DeepEqual(costs, want) {
		t.Errorf("costs %v, want %v", costs, want)
	}
	if info.Superseded != 5 {
		t.Errorf("%d superseded, want 5", info.Superseded)
	}
}

// under writes segments by hand like journalOf, each with its own time and machine.
func under(t *testing.T, store *Store, segments map[string][]trial.Trial, began map[string]string) {
	t.Helper()
	dir := journalOf(t, store, "load", segments)
	for name := range segments {
		path := filepath.Join(dir, name)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		rows := bytes.SplitAfterN(data, []byte("\n"), 2)[1]
		header := trial.AppendSeal(fmt.Appendf(nil, `{"header":1,"study":"load","attempt":1,"provenance":{"root_seed":"7","code":"v1","started":%q}`, began[name]), 0)
		if err := os.WriteFile(path, append(header, rows...), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestNamesOfJournalsDecideNothing(t *testing.T) {
	older, newer, third := rows("load", 9), rows("load", 6), rows("load", 3)
	for i := range newer {
		newer[i].Cost += 100
	}
	for i := range third {
		third[i].Cost += 200
	}
	var first []trial.Trial
	var conflicts []Conflict
	for i, names := range [][3]string{
		{"a.0-1.jsonl", "b.0-1.jsonl", "c.0-1.jsonl"},
		{"c.0-1.jsonl", "b.0-1.jsonl", "a.0-1.jsonl"},
		{"n7.4711.3.0-2.jsonl", "0-9.jsonl", "1-1.jsonl"},
		{"1-9.jsonl", "n7.4711.3.0-1.jsonl", "0-2.jsonl"},
	} {
		store := open(t)
		under(t, store, map[string][]trial.Trial{names[0]: older, names[1]: newer, names[2]: third}, map[string]string{
			names[0]: "2026-01-02T03:04:05Z", names[1]: "2026-01-02T03:04:06Z", names[2]: "2026-01-02T03:04:06Z",
		})
		got, info := mustLoad(t, store, "load")
		if i == 0 {
			first, conflicts = got, info.Conflicts
		}
		if !reflect.DeepEqual(got, first) || !reflect.DeepEqual(info.Conflicts, conflicts) || len(conflicts) != 9 {
			t.Errorf("journals %q: other rows or conflicts than as %q, or not 9 of them: %v", names, "abc", info.Conflicts)
		}
		for _, row := range got {
			if n := row.Size/10 - 1 + 3*row.Index; (row.Cost >= 100) != (n < 6) {
				t.Errorf("journals %q: cost %d of row %d, want that of the newest", names, row.Cost, n)
			}
		}
	}
}

func TestNamesOfHostsAreMadeFitForFiles(t *testing.T) {
	if got := plainName("Zoë's MacBook"); got != "zo--s-macbook" {
		t.Errorf("a host is called %q", got)
	}
}

func TestRowsThatShouldBeEqualAndAreNotAreReported(t *testing.T) {
	here := rows("load", 8)
	there := slices.Clone(here)
	there[0].Cost, there[0].Meter.Expanded = 77, 1        // disagrees
	there[1].CPU, there[1].Wall = 99, 99                  // the clock may
	there[2].Limits.Expanded = 7                          // other limits
	there[3].Code, there[3].Cost = "v2", 77               // other code
	there[4].Outcome, there[4].Cost = search.LimitTime, 0 // the clock decided
	there[5].Error, there[5].Outcome = "boom", search.Running
	there[6].Solution = "another one"
	store := open(t)
	journalOf(t, store, "load", map[string][]trial.Trial{"0-1.jsonl": here, "0-2.jsonl": there})
	_, info := mustLoad(t, store, "load")
	want := []Conflict{
		{here[0].Key(), []string{"cost: 0, 77", "expanded: 1234567, 1"}},
		{here[6].Key(), []string{"solution: , another one"}},
	}
	if !reflect.DeepEqual(info.Conflicts, want) {
		t.Errorf("conflicts %v, want %v", info.Conflicts, want)
	}
	if w := info.Warnings(); len(w) != 2 || !strings.Contains(w[0], "load/planted/10/0/pruning+sorting#1 ("+here[0].Key().ID()+
		"): two stored rows of the same code and limits differ (older, newer): cost: 0, 77; expanded: 1234567, 1") {
		t.Errorf("warnings %q", w)
	}
}

func TestDamageCostsOnlyTheLinesItHit(t *testing.T) {
	store := open(t)
	trials := rows("load", 20)
	foreign := rows("other", 1)
	dir := journalOf(t, store, "load", map[string][]trial.Trial{"0-1.jsonl": trials[:10], "1-1.jsonl": append(foreign, trials[10:]...)})
	path := filepath.Join(dir, "0-1.jsonl")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(data), "\n")
	lines[0] = strings.Replace(lines[0], "root", "toor", 1)        // header
	lines[3] = strings.Replace(lines[3], `"cost":`, `"cost":9`, 1) // a digit more
	lines[5] = "\n"                                                // emptied
	lines[10] = lines[10][:len(lines[10])/2]                       // torn
	broken := strings.Replace(lines[7][:len(lines[7])-len(`,"crc":"00000000"}`)-1], "solved", "guessed", 1)
	lines[7] = string(trial.AppendSeal([]byte(broken), 0)) // whole, but no trial
	if err := os.WriteFile(path, []byte(strings.Join(lines, "")), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"notes.jsonl", "0-0.jsonl"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("{}\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, info := mustLoad(t, store, "load")
	if len(got) != 16 {
		t.Errorf("%d rows, want 16 of 20", len(got))
	}
	if !slices.Equal(info.Torn, []string{"0-1.jsonl"}) {
		t.Errorf("torn %v, want 0-1.jsonl", info.Torn)
	}
	want := []string{
		"a journal was not read: 0-0.jsonl: it is not named like one",
		"a journal was not read: notes.jsonl: it is not named like one",
		"0-1.jsonl:1: the line does not match its checksum",
		"0-1.jsonl:4: the line does not match its checksum",
		"0-1.jsonl:6: the line does not match its checksum",
		`0-1.jsonl:8: it is not a trial: "outcome" is "guessed" (want one of "solved",`,
		`1-1.jsonl:2: it is a trial of study "other" instead of "load"`,
	}
	warnings := info.Warnings()
	if len(warnings) != len(want) {
		t.Fatalf("warnings %q, want %q", warnings, want)
	}
	for i := range want {
		if !strings.HasPrefix(strings.TrimPrefix(warnings[i], "a stored line was skipped: "), want[i]) {
			t.Errorf("warning %q, want %q", warnings[i], want[i])
		}
	}
	_, err = info.Sources[0].Provenance()
	wantError(t, err, "0-1.jsonl has lost its header")
}

func TestAWholeLastLineNeedsNoNewline(t *testing.T) {
	store := open(t)
	path := filepath.Join(journalOf(t, store, "load", map[string][]trial.Trial{"0-1.jsonl": rows("load", 3)}), "0-1.jsonl")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut, want := range map[int]int{0: 3, 1: 3, 2: 2, 30: 2} {
		if err := os.WriteFile(path, data[:len(data)-cut], 0o666); err != nil {
			t.Fatal(err)
		}
		got, info := mustLoad(t, store, "load")
		if len(got) != want || (len(info.Torn) == 1) != (want == 2) || len(info.Bad) > 0 {
			t.Errorf("%d bytes cut off: %d rows, torn %v; want %d rows", cut, len(got), info.Torn, want)
		}
	}
}

func TestLineEndsOfWindowsDoNotCount(t *testing.T) {
	store := open(t)
	want := rows("load", 5)
	path := filepath.Join(journalOf(t, store, "load", map[string][]trial.Trial{"0-1.jsonl": want}), "0-1.jsonl")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")), 0o666); err != nil {
		t.Fatal(err)
	}
	trial.Sort(want)
	got, info := mustLoad(t, store, "load")
	if !reflect.DeepEqual(got, want) || info.Warnings() != nil || info.Torn != nil {
		t.Errorf("%d rows, warnings %q, torn %q; want %d rows and nothing else", len(got), info.Warnings(), info.Torn, len(want))
	}
	if _, err := info.Sources[0].Provenance(); err != nil {
		t.Error(err)
	}
}

func TestAnEmptyStoreLoadsAsNothingAndIsNotCreated(t *testing.T) {
	root := filepath.Join(t.TempDir(), "results")
	store := openAt(t, root)
	trials, info := mustLoad(t, store, "pruning")
	if len(trials) != 0 || len(info.Warnings()) != 0 {
		t.Errorf("%d trials, %v", len(trials), info)
	}
	if studies, err := store.Studies(); err != nil || len(studies) > 0 {
		t.Errorf("studies %v, %v; want none", studies, err)
	}
	if _, err := os.Stat(root); !errors.Is(err, os.ErrNotExist) {
		t.Error("looking into a store created it")
	}
}

func TestAWriteThatFailsIsAnError(t *testing.T) {
	store := open(t)
	j, err := store.Study("full")
	if err != nil {
		t.Fatal(err)
	}
	a, err := j.Begin(&Index{journal: j}, 1, func() trial.Provenance { return trial.Provenance{} })
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "segment")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if a.Writers[0].file, err = os.Open(path); err != nil { // for reading only
		t.Fatal(err)
	}
	trial := sample()
	_, err = a.Writers[0].Append(&trial)
	wantError(t, err, `write a trial of "full"`, path)
	if err := a.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}
