package store

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

func TestThereMustBeSomethingToMerge(t *testing.T) {
	if _, err := Merge(t.TempDir(), openAt(t, t.TempDir()), openAt(t, t.TempDir())); err == nil || !strings.Contains(err.Error(), "the folders contain no trials") {
		t.Errorf("error %v", err)
	}
	newer := openAt(t, t.TempDir())
	j, err := newer.Study("climbing")
	if err != nil {
		t.Fatal(err)
	}
	head := []byte(`{"header":9,"provenance":{"Program":"a newer one"}`)
	if err := errors.Join(os.MkdirAll(j.dir, 0o777), os.WriteFile(filepath.Join(j.dir, "a.0-1.jsonl"), trial.AppendSeal(slices.Clone(head), 0), 0o666)); err != nil {
		t.Fatal(err)
	}
	if _, err := Merge(t.TempDir(), newer); err == nil || !strings.Contains(err.Error(), "its format is 9") {
		t.Errorf("error %v", err)
	}
}
