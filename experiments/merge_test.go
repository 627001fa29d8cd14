package experiments

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// tree returns the files below a folder with their contents.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestMergingInAnyOrderGivesTheSameBytes(t *testing.T) {
	var stores []*store.Store
	for i := range 3 { // their journals have the same names
		s := small()
		s.Workers = 1
		s.Instances = s.Instances[4*i : min(4*i+6, 12)] // some trials are in two of them
		stores = append(stores, openAt(t, t.TempDir()))
		mustRun(t, s, stores[i])
	}
	more := small()
	more.Study, more.Workers, more.Instances = "another", 1, more.Instances[:1]
	mustRun(t, more, stores[1])

	// One store again in an earlier state: its journal is the beginning of the present one.
	earlier := openAt(t, t.TempDir())
	for name, text := range tree(t, stores[0].Root()) {
		if strings.HasSuffix(name, ".jsonl") {
			lines := strings.SplitAfter(text, "\n")
			path := filepath.Join(earlier.Root(), name)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(strings.Join(lines[:5], "")), 0o666)); err != nil {
				t.Fatal(err)
			}
		}
	}
	stores = append(stores, earlier)

	var want map[string]string
	for _, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {1, 3, 0, 2}, {2, 0, 3, 1, 0}} {
		var from []*store.Store
		for _, i := range order {
			from = append(from, stores[i])
		}
		dir := filepath.Join(t.TempDir(), "merged")
		list, err := store.Merge(dir, from...)
		if err != nil || len(list) != 2 || list[1].Study != "climbing" || list[1].Journals != 3 || list[1].Trials != 72 || list[0].Trials != 6 {
			t.Fatalf("%v: %+v, %v", order, list, err)
		}
		got := tree(t, dir)
		if want == nil {
			want = got
		}
		if len(got) != 4 || !maps.Equal(got, want) {
			t.Errorf("%v: %d files, which differ from those of another order", order, len(got))
		}
		merged, err := store.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := small().Stored(merged); err != nil || s.Missing > 0 {
			t.Errorf("%v: %d trials are missing, %v", order, s.Missing, err)
		}
		if again, err := store.Merge(filepath.Join(t.TempDir(), "again"), merged, stores[1]); err != nil || again[1].Trials != 72 {
			t.Errorf("%v: merged again: %+v, %v", order, again, err)
		}
		if _, err := store.Merge(dir, from...); err == nil || !strings.Contains(err.Error(), "it already contains trials (want a folder without trials)") {
			t.Errorf("into the same folder: %v", err)
		}
	}
}

func TestStoresThatDisagreeAreNotMerged(t *testing.T) {
	row := trial.Trial{Study: "climbing", Set: "hills", Size: 3, Strategy: "walk", Version: 1, Mode: trial.Budget, Outcome: search.Measured, Runs: 1, Code: "v1"}
	var stores []*store.Store
	for expanded := range uint64(2) {
		row.Meter.Expanded = expanded
		stores = append(stores, openAt(t, t.TempDir()))
		if _, err := stores[expanded].Add(each([]trial.Trial{row}, nil), store.Imported("a test")); err != nil {
			t.Fatal(err)
		}
	}
	dir := filepath.Join(t.TempDir(), "merged")
	_, err := store.Merge(dir, stores...)
	disagree, ok := errors.AsType[*store.DisagreementError](err)
	if !ok || len(disagree.Conflicts) != 1 || !strings.Contains(err.Error(), "the stores disagree about climbing/hills/3/0/walk (") ||
		!strings.Contains(err.Error(), "expanded: 0, 1") && !strings.Contains(err.Error(), "expanded: 1, 0") {
		t.Errorf("error %v", err)
	}
	if files := tree(t, dir); len(files) > 0 {
		t.Errorf("%d files were written", len(files))
	}
	row.Code, row.Meter.Expanded = "v2", 7 // other code may find something else
	stores[1] = openAt(t, t.TempDir())
	if _, err := stores[1].Add(each([]trial.Trial{row}, nil), store.Imported("a test")); err != nil {
		t.Fatal(err)
	}
	if list, err := store.Merge(dir, stores...); err != nil || list[0].Trials != 1 || list[0].Load.Superseded != 1 {
		t.Errorf("of two codes: %+v, %v", list, err)
	}
}
