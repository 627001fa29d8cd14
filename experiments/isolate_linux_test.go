package experiments

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/puzzlelab/puzzlelab/internal/cores"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func init() {
	isolatedSweeps["threads"] = threads
	isolatedSweeps["counted"] = counted
}

// threadTime returns the CPU time of the calling thread.
func threadTime() time.Duration {
	var ts unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts)
	return time.Duration(ts.Nano())
}

// threads is a timed sweep of a strategy with two goroutines, each of which uses at least
// so many milliseconds of CPU as the instance is high. It observes what both used: each
// look at the clock may wake the scheduler of Go, so that there are few.
func threads() Sweep[climb] {
	return Sweep[climb]{
		Study: "threads", Instances: climbs("hills", 5, 5), Mode: Timed,
		Strategies: []puzzle.Strategy[climb]{{Name: "two", Run: func(_ context.Context, c climb, _ uint64, _ search.Limits) (puzzle.Finding, error) {
			var group sync.WaitGroup
			var used [2]time.Duration
			for i := range used {
				group.Go(func() {
					runtime.LockOSThread()
					for begin := threadTime(); used[i] < time.Duration(c.top)*time.Millisecond; used[i] = threadTime() - begin {
						calibrationWork(1_000_000)
					}
				})
			}
			group.Wait()
			return puzzle.Finding{Outcome: search.Measured, Observed: []puzzle.Observation{{Name: "used", Value: (used[0] + used[1]).Seconds()}}}, nil
		}}},
	}
}

// On a busy machine the scheduler of Go has work of its own, which is booked as well: the
// trial that was disturbed least says how exact booking is.
func TestThreadsOfATrialAreBooked(t *testing.T) {
	dir := t.TempDir()
	if err := start(t, "threads", dir).Run(); err != nil {
		t.Fatal(err)
	}
	trials, _ := mustLoad(t, openAt(t, dir), "threads")
	best := math.Inf(1)
	for _, trial := range trials {
		used, _ := trial.Observation("used")
		ratio := trial.CPU / used
		if best = min(best, ratio); !trial.Isolated || !(ratio >= 1 && ratio < 1.5) {
			t.Errorf("trial %d: %g s of CPU booked, want those %g s that both goroutines used, and less than half as much for Go", trial.Index, trial.CPU, used)
		}
	}
	if len(trials) != 5 || best > 1.05 {
		t.Errorf("%d trials, each booked with %g times what its goroutines used or more; want 5 and 1.05", len(trials), best)
	}
}

func TestATimedTrialSaysUnderWhichConditionsItRan(t *testing.T) {
	dir := t.TempDir()
	began := time.Now().UnixNano()
	if err := start(t, "threads", dir).Run(); err != nil {
		t.Fatal(err)
	}
	trials, _ := mustLoad(t, openAt(t, dir), "threads")
	slices.SortFunc(trials, func(a, b Trial) int { return cmp.Compare(a.Conditions.Order, b.Conditions.Order) })
	for i, trial := range trials {
		c := trial.Conditions
		if c.Order != i+1 || c.Host != hostName() || c.Start < began || c.Resident < 1<<20 || (c.Calibration > 0) != (i == 0) && c.Calibration > 1 {
			t.Errorf("trial %d: %+v", i, c)
		}
		began = c.Start + 1
	}
	if c := trials[0].Conditions.Calibration; !(c > 0) {
		t.Errorf("the first trial has the calibration %g, want one", c)
	}
}

var timesRun int // of the strategy of counted, in this process

// counted is a timed sweep of a strategy that says how often it has run before. The
// third trial ends the process.
func counted() Sweep[climb] {
	s := threads()
	s.Study, s.Seed = "counted", 2
	s.Strategies[0].Run = func(_ context.Context, c climb, _ uint64, _ search.Limits) (puzzle.Finding, error) {
		if c.top == 52 {
			os.Exit(3)
		}
		time.Sleep(2 * shortTrial) // so that it is run once
		timesRun++
		return puzzle.Finding{Outcome: search.Measured, Observed: []puzzle.Observation{{Name: "before", Value: float64(timesRun - 1)}}}, nil
	}
	return s
}

func TestEachProcessThatTimesWarmsUp(t *testing.T) {
	dir := t.TempDir()
	if err := start(t, "counted", dir).Run(); err != nil {
		t.Fatal(err)
	}
	trials, _ := mustLoad(t, openAt(t, dir), "counted")
	slices.SortFunc(trials, func(a, b Trial) int { return cmp.Compare(a.Conditions.Order, b.Conditions.Order) })
	if len(trials) != 5 || trials[0].Killed != "" {
		t.Fatalf("%d trials, the first %v; want 5, of which another one ends the process", len(trials), trials[0].Killed)
	}
	want := 1.0 // the warm-up
	for _, trial := range trials {
		if trial.Index == 2 {
			if want = 1; trial.Killed != KilledByCrash {
				t.Errorf("trial %d: killed %q", trial.Index, trial.Killed)
			}
			continue
		}
		if before, _ := trial.Observation("before"); before != want {
			t.Errorf("trial %d was run after %g others in its process, want %g", trial.Index, before, want)
		}
		want++
	}
}

// TestContentionIsNoticed times beside a process that is busy on the same core. They share
// it evenly, so that each trial takes about twice its CPU time.
func TestContentionIsNoticed(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	busy := start(t, "busy", t.TempDir())
	split := cores.Choose()
	var err error
	split.On(func() { err = busy.Start() })
	split.Clear()()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = busy.Process.Kill(); _ = busy.Wait() }()
	dir := t.TempDir()
	if err := start(t, "threads", dir).Run(); err != nil {
		t.Fatal(err)
	}
	trials, _ := mustLoad(t, openAt(t, dir), "threads")
	noise := NoiseOf(allOf(trials))
	if notices := noise.Notices(); noise.Trials != 5 || noise.Contended != 5 || len(notices) == 0 || !strings.HasPrefix(notices[0], "5 of 5 timed trials (100 %) had to wait for a core.") {
		t.Errorf("%+v: %q; want contention in all 5 trials", noise, notices)
	}
}

func TestOneRunAtATimeTimesOnAMachine(t *testing.T) {
	unlock, err := lockMachine(t.Context(), func(Holder) { t.Error("waits for nobody") })
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	_, err = lockMachine(ctx, func(h Holder) {
		if h.PID != os.Getpid() {
			t.Errorf("waits for process %d, want %d", h.PID, os.Getpid())
		}
		cancel(errors.New("the user went home"))
	})
	wantError(t, err, "the user went home")

	dir := t.TempDir()
	cmd := start(t, "threads", dir)
	cmd.Env, cmd.Stderr = append(cmd.Env, "EXPERIMENTS_TEST_PROGRESS=1"), nil
	said, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(said)
	lines.Scan()
	if want := fmt.Sprintf("threads: 0 of 5 trials, waits for process %d, which times trials on this machine", os.Getpid()); lines.Text() != want {
		t.Errorf("it said %q, want %q", lines.Text(), want)
	}
	if names, _ := filepath.Glob(filepath.Join(dir, ".trials", "threads", "*.jsonl")); len(names) > 0 {
		t.Errorf("it wrote %v while it waited", names)
	}
	unlock()
	for lines.Scan() {
		if strings.Contains(lines.Text(), "waits") {
			t.Errorf("it said %q again", lines.Text())
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if trials, _ := mustLoad(t, openAt(t, dir), "threads"); len(trials) != 5 {
		t.Errorf("%d trials, want 5", len(trials))
	}
}
