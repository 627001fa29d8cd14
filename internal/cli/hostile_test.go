package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/notebooks/execute"
)

func TestNoControlCharacterOfOthersReachesATerminal(t *testing.T) {
	dir := t.TempDir()
	file, out := filepath.Join(dir, "bench.xml"), filepath.Join(dir, "out")
	if err := os.WriteFile(file, []byte(`<result tool="t"><run name="=cmd()&#x202e;"><column title="status" value="@&#x9b;31m&#x2066;"/></run></result>`), 0o666); err != nil {
		t.Fatal(err)
	}
	studies := []study.Definition{toyStudy("formula", nil)}
	for _, tc := range []struct {
		name           string
		args           []string
		stdout, stderr string
	}{
		{"a name of a file", []string{"import", "\x1b]0;owned\x07\r.csv"}, "", "␛]0;owned␇"},
		{"an argument", []string{"solve", "tiles\u202e"}, "", `tiles\u202e`},
		{"an import", []string{"import", file, "--out", out}, "1 trial of imported stored", ""},
		{"rows", []string{"export", "imported", "--out", out}, `=cmd()\u202e`, ""},
		{"rows for spreadsheets", []string{"export", "imported", "--out", out, "--safe-csv"}, `,'=cmd()\u202e,`, ""},
		{"other formats", []string{"export", "imported", "--out", out, "--to", "jsonl", "--safe-csv"}, "", "--safe-csv applies only to trials in CSV"},
		{"a trial", []string{"show", "trial", "KEY", "--out", out}, `=cmd()\u202e`, ""},
		{"a trial as JSON", []string{"show", "trial", "KEY", "--json", "--out", out}, `=cmd()\\u202e`, ""},
		{"a run that fails", []string{"run", "toy", "--out", out}, "", "=1+1"},
		{"the text of an error", []string{"export", "toy", "--out", out}, "=1+1", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.args[0] == "show" { // the ID that export has first
				_, rows, _ := runHere(t.Context(), studies, "export", "imported", "--out", out)
				_, rows, _ = strings.Cut(rows, "\n")
				tc.args[2], _, _ = strings.Cut(rows, ",")
			}
			_, stdout, stderr := runHere(t.Context(), studies, tc.args...)
			if !strings.Contains(stdout, tc.stdout) || !strings.Contains(stderr, tc.stderr) {
				t.Errorf("printed %q, said %q; want %q and %q", stdout, stderr, tc.stdout, tc.stderr)
			}
			if tc.args[0] != "export" && strings.ContainsAny(stdout+stderr, "\x1b\x07\r\u009b\u202e\u2066") {
				t.Errorf("printed %q, said %q", stdout, stderr)
			}
		})
	}
}

// TestPicturesKeepTheirColors shows that what the command itself draws gets through, in a
// picture and in the line that tells how far a notebook is.
func TestPicturesKeepTheirColors(t *testing.T) {
	var stdout, screen bytes.Buffer
	env := &environment{
		args: []string{"show", "colorwalk", "--ansi"}, stdin: strings.NewReader("12/21\n"),
		stdout: &stdout, stderr: t.Output(), Lab: Lab{Puzzles: puzzles()},
	}
	if status := env.run(t.Context()); status != statusDone || !strings.Contains(stdout.String(), "\x1b[") {
		t.Errorf("status %d, printed %q, want colors", status, stdout.String())
	}
	execute.ProgressTo(&screen, "n", true)(execute.Event{Cell: 1, Of: 2, State: execute.Running})
	if screen.String() != "\rn: cell 1 of 2" {
		t.Errorf("drew %q", screen.String())
	}
}

func TestTheTrialsThatAPageOffersHoldNoFormula(t *testing.T) {
	out := t.TempDir()
	_, _, stderr := runHere(t.Context(), []study.Definition{toyStudy("formula", nil)}, "reproduce", "toy", "--no-notebook", "--out", out)
	text, err := os.ReadFile(filepath.Join(out, "toy", "trials.csv"))
	if err != nil {
		t.Fatalf("%v; said %s", err, stderr)
	}
	if !strings.Contains(string(text), ",'=1+1") || strings.Contains(string(text), ",=1+1") {
		t.Errorf("trials.csv is\n%s", text)
	}
}
