package experiments

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/process"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// hazard is what a trial may do to its process.
type hazard struct {
	does    func()
	killed  string // prefix
	outcome search.Outcome
	error   string // part
}

// hazards are the hazards of a sweep, by the index of the instance. The last has a time limit.
var hazards = map[int]hazard{
	100: {func() { go panic("out of rope"); select {} }, trial.KilledByCrash, search.Running, "exit status 2: panic: out of rope (isolate_test.go:"},
	200: {func() { os.Exit(0) }, trial.KilledByCrash, search.Running, "exit status 0"},
	300: {func() { debug.SetMaxStack(1 << 20); sink = fall(1) }, trial.KilledByCrash, search.Running, "fatal error: stack overflow"},
	400: {func() { hoard(1 << 30) }, "memory, by ", search.LimitMemory, ""},
	999: {func() { time.Sleep(time.Hour) }, trial.KilledByWall, search.LimitTime, ""},
	600: {func() { go burn(); burn() }, trial.KilledByCPU, search.LimitTime, ""},
	700: {func() { fmt.Println("{\"cost\": 1}"); fmt.Fprintln(os.Stderr, "noise") }, "", search.Solved, ""},
	800: {func() {
		for {
			_, _ = io.WriteString(os.Stdout, strings.Repeat("all work and no play\n", 1<<14))
		}
	}, trial.KilledByOutput, search.Running, "printed more than 64 MiB"},
}

var sink int

func fall(n int) int {
	if n < 0 {
		return 0
	}
	return fall(n+1) + n
}

func burn() {
	for n := 0; n >= 0; n = (n + 1) % 1000 {
	}
}

func hoard(n int) {
	var all [][]byte
	for range n >> 20 {
		b := make([]byte, 1<<20)
		for i := range b {
			b[i] = 1
		}
		all = append(all, b)
	}
	panic(fmt.Sprint("got all of ", len(all), " MiB"))
}

// hazardous is a sweep of 1,000 trials, some of which have one of the [hazards].
func hazardous() Sweep {
	careful := climber("climb", 3, 0)
	run := careful.Run
	careful.Run = func(ctx context.Context, c climb, seed uint64, limits search.Limits) (puzzle.Finding, error) {
		if h, ok := hazards[c.top-50]; ok {
			h.does()
		}
		return run(ctx, c, seed, limits)
	}
	instances := climbs("hills", 5, 1000)
	instances[999].Size = 6
	return Sweep{
		Study: "hazards", Check: checkSteps, Instances: instances, Strategies: puzzle.Erased(careful), Code: "v1",
		LimitsFor: func(_ string, size int) search.Limits {
			return search.Limits{Time: time.Duration(size-5) * time.Second}
		},
		Workers: 2, Isolate: &trial.Isolation{CPU: 3 * time.Second, Resident: 300 << 20},
	}
}

func TestIsolatedTrialsEndAlone(t *testing.T) {
	needLinux(t)
	dir := t.TempDir()
	if err := start(t, "hazards", dir).Run(); err != nil {
		t.Fatal(err)
	}
	trials, info := mustLoad(t, openAt(t, dir), "hazards")
	if len(trials) != 1000 || len(info.Bad) > 0 {
		t.Fatalf("%d trials, bad lines %v; want 1,000", len(trials), info.Bad)
	}
	calm := hazardous()
	calm.Isolate, calm.Strategies = nil, puzzle.Erased(climber("climb", 3, 0))
	want := mustRun(t, calm, open(t)).Trials
	for i := range trials {
		got := &trials[i]
		h, ok := hazards[got.Index]
		if !ok || h.killed == "" && h.error == "" {
			got.Limited = trial.Isolation{}
			if diff := trial.Diff(got, &want[i]); len(diff) > 0 || !got.Isolated {
				t.Errorf("trial %d differs from that of the same process: %q", got.Index, diff)
			}
			said := map[int]string{350: "left running, and killed: s", 700: "{\"cost\": 1}\nnoise"}[got.Index]
			if (got.Output != "") != (said != "") || !strings.HasPrefix(got.Output, said) {
				t.Errorf("trial %d: output %q, want %q", got.Index, got.Output, said)
			}
			continue
		}
		if !strings.HasPrefix(got.Killed, h.killed) || h.killed == "" && got.Killed != "" || got.Outcome != h.outcome || !strings.Contains(got.Error, h.error) || (got.Error == "") != (h.error == "") {
			t.Errorf("trial %d: killed %q, outcome %v, error %q; want %q, %v, %q", got.Index, got.Killed, got.Outcome, got.Error, h.killed, h.outcome, h.error)
		}
	}
}

// poisonous is a sweep in this process. Its trials 30 and 70 end the process silently.
func poisonous() Sweep {
	s := hazardous()
	s.Study, s.Isolate, s.LimitsFor, s.Instances = "poison", nil, nil, s.Instances[:100]
	calm := climber("climb", 3, 0)
	s.Strategies[0].Run = func(ctx context.Context, inst puzzle.Instance, seed uint64, limits search.Limits) (puzzle.Finding, error) {
		c := inst.(climb)
		if c.top == 50+30 || c.top == 50+70 {
			os.Exit(0)
		}
		return calm.Run(ctx, c, seed, limits)
	}
	return s
}

func TestNoTrialPoisonsASweep(t *testing.T) {
	t.Run("restarts", func(t *testing.T) {
		needLinux(t)
		poison(t, "poison", 1, "the process of the trial ended with exit status 0")
	})
	t.Run("does not", func(t *testing.T) { poison(t, "poison, once", 5, errDiedTwice.Error()) })
}

// poison runs a sweep in which two trials end the process, as often as needed.
func poison(t *testing.T, role string, most int, why string) {
	dir := t.TempDir()
	store := openAt(t, dir)
	runs := 0
	for trials := 0; trials < 100 && runs < 9; runs++ {
		if err := start(t, role, dir).Run(); err != nil { // the exit status is 0 also where a row ended it
			t.Fatal(err)
		}
		stored, info := mustLoad(t, store, "poison")
		if trials = len(stored); len(info.Bad) > 0 || info.Superseded > 0 {
			t.Errorf("run %d: bad lines %v, %d trials run twice", runs, info.Bad, info.Superseded)
		}
	}
	got := mustRun(t, poisonous(), store) // would end this process if it ran anything
	if got.Total != 100 || got.Ran != 0 || runs > most {
		t.Errorf("%v after %d runs; want all 100 trials after at most %d", got, runs, most)
	}
	for _, row := range got.Trials {
		if crashed := row.Killed == trial.KilledByCrash && row.Error == why; crashed != (row.Index == 30 || row.Index == 70) {
			t.Errorf("trial %d: killed %q, error %q", row.Index, row.Killed, row.Error)
		}
	}
	again := poisonous()
	again.Retry = true
	if s, err := again.Stored(store); err != nil || s.Missing != 2 {
		t.Errorf("with Retry: %v %v; want the two run again", s, err)
	}
}

func TestAWorkerThatComesToNoSweepIsAnError(t *testing.T) {
	needLinux(t)
	s := small()
	s.Isolate = &trial.Isolation{}
	t.Setenv("EXPERIMENTS_TEST_ROLE", "nothing")
	_, err := s.Run(t.Context(), open(t), nil)
	wantError(t, err, "came to no such sweep (exit status 0)", "the same sweeps")
}

func TestWorkersDieWithTheSweep(t *testing.T) {
	needLinux(t)
	dir := t.TempDir()
	pids := filepath.Join(dir, "pids")
	cmd := start(t, "sleepers", dir)
	cmd.Env = append(cmd.Env, "EXPERIMENTS_TEST_PIDS="+pids)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var workers []string
	eventually(t, func() bool {
		data, _ := os.ReadFile(pids)
		workers = strings.Fields(string(data))
		return len(workers) == 2
	})
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	for _, pid := range workers {
		eventually(t, func() bool {
			stat, err := os.ReadFile("/proc/" + pid + "/stat")
			return err != nil || strings.Contains(string(stat), ") Z ")
		})
	}
}

// sleepers is a sweep whose trials record their process and sleep.
func sleepers() Sweep {
	return Sweep{
		Study: "sleepers", Instances: climbs("hills", 5, 2), Workers: 2, Isolate: &trial.Isolation{},
		Strategies: puzzle.Erased([]puzzle.Strategy[climb]{{Name: "sleep", Run: func(context.Context, climb, uint64, search.Limits) (puzzle.Finding, error) {
			f, err := os.OpenFile(os.Getenv("EXPERIMENTS_TEST_PIDS"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
			if err != nil {
				return puzzle.Finding{}, err
			}
			fmt.Fprintln(f, os.Getpid())
			select {}
		}}}...),
	}
}

func needLinux(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the limits of other processes are kept on Linux only")
	}
}

// eventually waits until a condition holds.
func eventually(t *testing.T, holds func() bool) {
	t.Helper()
	for range 2000 {
		if holds() {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("it has not come to that in 10 s")
}

func TestTrialsNameTheEndsOfProcesses(t *testing.T) {
	for name, of := range map[string]process.By{
		trial.KilledByWall: process.ByWall, trial.KilledByCPU: process.ByCPU, trial.KilledByCgroup: process.ByCgroup,
		trial.KilledByLook: process.ByPolling, trial.KilledByOutput: process.ByOutput,
	} {
		if name != string(of) {
			t.Errorf("a trial that ended by %q is %q", of, name)
		}
	}
}
