package experiments

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// journalOf writes segments by hand: each a list of trials under a header.
func journalOf(t testing.TB, store *store.Store, study string, segments map[string][]trial.Trial) string {
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

func TestSegmentsAreNamedByMachineAndTask(t *testing.T) {
	for _, v := range []string{"SLURM_JOB_ID", "SLURM_ARRAY_JOB_ID", "SLURM_ARRAY_TASK_ID"} {
		t.Setenv(v, "")
	}
	store := open(t)
	journalOf(t, store, "noop", map[string][]trial.Trial{"0-1.jsonl": nil}) // as 0.3.0 named them
	mustRun(t, noop(1), store)
	t.Setenv("SLURM_JOB_ID", "815")
	mustRun(t, noop(2), store)
	t.Setenv("SLURM_ARRAY_JOB_ID", "4711")
	t.Setenv("SLURM_ARRAY_TASK_ID", "3")
	if got := mustRun(t, noop(3), store); got.Reused != 2 {
		t.Errorf("%v, want the rows of all names reused", got)
	}
	j, err := store.Study("noop")
	if err != nil {
		t.Fatal(err)
	}
	list := journalsOf(t, j)
	if len(list) != 4 {
		t.Fatalf("journals %v, want 4", list)
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Compare(a[len(a)-len("1.jsonl"):], b[len(b)-len("1.jsonl"):]) })
	for i, want := range []string{`^0-1\.jsonl$`, `^[a-z0-9-]+\.0-2\.jsonl$`, `^[a-z0-9-]+\.815\.0-3\.jsonl$`, `^[a-z0-9-]+\.4711\.3\.0-4\.jsonl$`} {
		if !regexp.MustCompile(want).MatchString(list[i]) {
			t.Errorf("segment %d is called %s, want %s", i, list[i], want)
		}
	}
}

// journalsOf lists the journals of a study.
func journalsOf(t testing.TB, j *store.Journal) (names []string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(j.Dir(), "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		names = append(names, filepath.Base(path))
	}
	return names
}

func TestJournalsOfANewerFormatAreRefusedWhole(t *testing.T) {
	store := open(t)
	first := mustRun(t, small(), store)
	j, err := store.Study("climbing")
	if err != nil {
		t.Fatal(err)
	}
	segments := journalsOf(t, j)
	path := filepath.Join(j.Dir(), segments[0])
	header := trial.AppendSeal([]byte(`{"header":3,"study":"climbing","provenance":{"program":"puzzlelab v9"}`), 0)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rows := bytes.SplitAfterN(data, []byte("\n"), 2)[1]
	if err := os.WriteFile(path, append(header, rows...), 0o666); err != nil {
		t.Fatal(err)
	}
	lost := bytes.Count(rows, []byte("\n"))
	trials, info := mustLoad(t, store, "climbing")
	w := info.Warnings()
	if want := "a journal was not read: " + segments[0] + ": its format is 3, as written by puzzlelab v9, but this program reads only formats up to 2"; len(trials) != first.Total-lost || len(w) != 1 || !strings.HasPrefix(w[0], want) {
		t.Errorf("%d rows and the warnings %q; want %d and one on the format", len(trials), w, first.Total-lost)
	}
	_, err = small().Run(t.Context(), store, nil)
	wantError(t, err, `study "climbing" cannot run next to a journal `+segments[0], "format is 3", "puzzlelab v9", "another results folder")
	if after := journalsOf(t, j); len(after) != len(segments) {
		t.Errorf("%d journals after the run that was refused, want %d", len(after), len(segments))
	}
}

func TestStoreErrorsSayWhatIsWrong(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := store.Open(file)
	wantError(t, err, "it is a file")
	store := open(t)
	for _, name := range []string{"", "a/b", "..", "A", "ü", "a b"} {
		_, err := store.Study(name)
		wantError(t, err, fmt.Sprintf("%q is not a study name", name))
		_, _, err = store.Load(name)
		wantError(t, err, "is not a study name")
	}
	mustRun(t, small(), store)
	if studies, err := store.Studies(); err != nil || !slices.Equal(studies, []string{"climbing"}) {
		t.Errorf("studies %v, %v; want climbing", studies, err)
	}
}

func TestAttemptsGetNewSegmentsUnderTheirProvenance(t *testing.T) {
	store := open(t)
	s := small()
	s.Workers = 1
	s.Strategies = s.Strategies[:1]
	mustRun(t, s, store)
	s = small()
	s.Workers = 1
	summary := mustRun(t, s, store)
	if len(summary.Load.Sources) != 1 || !strings.HasSuffix(summary.Load.Sources[0].Segment, ".0-1.jsonl") || summary.Load.Sources[0].Rows != 24 {
		t.Errorf("reused from %+v, want 24 rows of HOST.0-1.jsonl", summary.Load.Sources)
	}
	_, info := mustLoad(t, store, "climbing")
	if len(info.Sources) != 2 || !strings.HasSuffix(info.Sources[1].Segment, ".0-2.jsonl") {
		t.Fatalf("sources %+v, want two attempts", info.Sources)
	}
	for _, source := range info.Sources {
		p, err := source.Provenance()
		if err != nil {
			t.Fatal(err)
		}
		if p.Code != "v1" || p.Root != 7 || p.Go == "" || p.OS == "" || p.CPU == "" || p.Cores < 1 || p.GOMAXPROCS < 1 ||
			p.Revision == "" || p.Clock != clockName || time.Since(p.Started) < 0 {
			t.Errorf("%s: provenance %+v has gaps", source.Segment, p)
		}
	}
}

func TestAFolderRemovedWhileTrialsRunIsAnError(t *testing.T) {
	for _, replaced := range []bool{false, true} {
		root := t.TempDir()
		s := noop(20)
		run, n := s.Strategies[0].Run, 0
		var protected error
		s.Strategies[0].Run = func(ctx context.Context, inst puzzle.Instance, seed uint64, limits search.Limits) (puzzle.Finding, error) {
			c := inst.(climb)
			if n++; n == 10 {
				dir := filepath.Join(root, ".trials", "noop")
				list, _ := filepath.Glob(filepath.Join(dir, "*.jsonl"))
				err := os.RemoveAll(dir)
				if replaced {
					err = errors.Join(err, os.MkdirAll(dir, 0o777), os.WriteFile(list[0], nil, 0o666))
				}
				protected = err
			}
			return run(ctx, c, seed, limits)
		}
		_, err := s.Run(t.Context(), openAt(t, root), nil)
		if protected != nil && runtime.GOOS == "windows" {
			t.Skip(protected) // open files cannot be removed there
		}
		wantError(t, err, `trials of "noop"`, "was removed or replaced while trials ran, so their results are lost", "repeat the command")
	}
}

func TestAStoreThatCannotBeWrittenIsAnError(t *testing.T) {
	root := t.TempDir()
	store := openAt(t, root)
	if err := os.WriteFile(filepath.Join(root, ".trials"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := small().Run(t.Context(), store, nil)
	wantError(t, err, "climbing", ".trials")
}

// BenchmarkLoad decodes, sorts and returns 18,000 rows of one segment. Allow
// 2 µs a row on one core; 50 ms in all, also with ten iterations in each.
func BenchmarkLoad(b *testing.B) {
	const n = 18_000
	for _, iterations := range []int{0, 10} {
		b.Run(fmt.Sprintf("iterations=%d", iterations), func(b *testing.B) {
			store := open(b)
			trials := rows("load", n)
			for i := range trials {
				t := &trials[i]
				t.Meter.Expanded = uint64(i * i)
				t.Outcome = []search.Outcome{search.Solved, search.LimitNodes}[i%2]
				for k := range iterations {
					t.Meter.Iterations = append(t.Meter.Iterations, search.Iteration{Bound: 40 + 2*k, Expanded: uint64(i * i * k), Generated: uint64(2 * i * i * k)})
				}
			}
			journalOf(b, store, "load", map[string][]trial.Trial{"0-1.jsonl": trials})
			j, err := store.Study("load")
			if err != nil {
				b.Fatal(err)
			}
			x, err := j.Read()
			if err != nil {
				b.Fatal(err)
			}
			if err := x.Save(); err != nil { // as a sweep does
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if got, _ := mustLoad(b, store, "load"); len(got) != n || len(got[n-1].Meter.Iterations) != iterations {
					b.Fatalf("%d rows", len(got))
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/row")
		})
	}
}
