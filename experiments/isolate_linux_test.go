package experiments

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"golang.org/x/sys/unix"

	"github.com/puzzlelab/puzzlelab/internal/cores"
	"github.com/puzzlelab/puzzlelab/internal/process"
	"github.com/puzzlelab/puzzlelab/solvers/command"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func init() {
	isolatedSweeps["threads"] = threads
	isolatedSweeps["counted"] = counted
	isolatedSweeps["signalled"] = signalled
	isolatedSweeps["parents"] = parents
	for i, h := range map[int]hazard{
		150: {func() { _ = syscall.Kill(os.Getpid(), syscall.SIGSTOP); select {} }, trial.KilledByCrash, search.Running, "a stop (SIGSTOP)"},
		250: {func() { daemon(); os.Exit(0) }, trial.KilledByCrash, search.Running, "exit status 0"},
		350: {daemon, "", search.Solved, ""},
		450: {runtime.Goexit, "", search.Running, "runtime.Goexit"},
		550: {func() { _ = syscall.Kill(os.Getpid(), syscall.SIGTERM); select {} }, trial.KilledByCrash, search.Running, "signal: terminated"},
		650: {func() { go func() { time.Sleep(20 * time.Millisecond); os.Exit(7) }() }, "", search.Solved, ""}, // no trial after it is blamed
	} {
		hazards[i] = h
	}
}

// daemon leaves behind a process whose parent has ended.
func daemon() { _ = exec.Command("setsid", "-f", "sleep", "7003").Run() }

// parents is a sweep whose trials leave the work to a child process, and report what it used.
func parents() Sweep {
	return Sweep{
		Study: "parents", Instances: climbs("hills", 5, 3),
		Strategies: puzzle.Erased([]puzzle.Strategy[climb]{{Name: "parent", Run: func(context.Context, climb, uint64, search.Limits) (puzzle.Finding, error) {
			cmd := exec.Command("/bin/sh", "-c", "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done")
			if err := cmd.Run(); err != nil {
				return puzzle.Finding{}, err
			}
			used := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
			return puzzle.Finding{Outcome: search.Measured, Observed: []puzzle.Observation{{Name: "used", Value: used.Seconds()}}}, nil
		}}}...),
	}
}

func TestWhatATrialHasStartedIsBooked(t *testing.T) {
	dir := t.TempDir()
	if err := start(t, "parents", dir).Run(); err != nil {
		t.Fatal(err)
	}
	trials, _ := mustLoad(t, openAt(t, dir), "parents")
	for _, trial := range trials {
		if used, _ := trial.Observation("used"); !(used > 0 && trial.CPU >= used) {
			t.Errorf("trial %d: %g s of CPU booked, want at least those %g s that its process used", trial.Index, trial.CPU, used)
		}
	}
	if len(trials) != 3 {
		t.Errorf("%d trials, want 3", len(trials))
	}
}

// signalled is a sweep of 30 ms trials, some of an external program and some of its own.
func signalled() Sweep {
	s := killed()
	s.Study, s.Instances, s.Repeats, s.Workers = "signalled", s.Instances[:6], 1, 2
	walk := s.Strategies[0].Run
	s.Strategies[0].Run = func(ctx context.Context, inst puzzle.Instance, seed uint64, limits search.Limits) (puzzle.Finding, error) {
		c := inst.(climb)
		time.Sleep(30 * time.Millisecond)
		return walk(ctx, c, seed, limits)
	}
	const slow = "echo '{\"ready\":\"puzzlelab/1\"}'; while read id rest; do sleep 0.03; echo \"{\\\"id\\\":$id,\\\"outcome\\\":\\\"measured\\\",\\\"expanded\\\":7}\"; done"
	program, err := command.Strategy[puzzle.Instance]("program", []string{"/bin/sh", "-c", slow})
	if err != nil {
		panic(err)
	}
	s.Strategies[1] = program
	return s
}

// TestNoSignalToTheWholeTreeIsAnOutcome stops a sweep again and again, with its processes in any
// order, and resumes it.
func TestNoSignalToTheWholeTreeIsAnOutcome(t *testing.T) {
	want := mustRun(t, signalled(), open(t))
	rng := rand.New(rand.NewPCG(3, 4))
	dir := t.TempDir()
	for range *kills {
		cmd := start(t, "signalled", dir)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(100+rng.IntN(200)) * time.Millisecond)
		all := []int{cmd.Process.Pid}
		for i := 0; i < len(all); i++ {
			all = append(all, process.Children(all[i])...)
		}
		signal := []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP}[rng.IntN(3)]
		for _, i := range rng.Perm(len(all)) {
			_ = syscall.Kill(all[i], signal)
			time.Sleep(time.Duration(rng.IntN(20)) * time.Millisecond)
		}
		_ = cmd.Wait()
		trials, _ := mustLoad(t, openAt(t, dir), "signalled")
		for _, trial := range trials {
			if trial.Killed != "" || trial.Error != "" {
				t.Errorf("%v: killed %q, error %q", trial.Key(), trial.Killed, trial.Error)
			}
		}
		if len(trials) == want.Total {
			dir = t.TempDir() // begin anew
		}
	}
	got := mustRun(t, signalled(), openAt(t, dir))
	if a, b := csvOf(t, got.Trials), csvOf(t, want.Trials); a != b {
		t.Errorf("the rows after the signals differ from those of an undisturbed run:\n%s\nwant\n%s", a, b)
	}
}

// threadTime returns the CPU time of the calling thread.
func threadTime() time.Duration {
	var ts unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts)
	return time.Duration(ts.Nano())
}

// threads is a timed sweep of a strategy with two goroutines. Each uses at least as many
// milliseconds of CPU time as the height of the instance. The strategy observes what both used; it
// reads the clock rarely, since each reading may wake Go's scheduler.
func threads() Sweep {
	return Sweep{
		Study: "threads", Instances: climbs("hills", 5, 5), Mode: trial.Timed,
		Strategies: puzzle.Erased([]puzzle.Strategy[climb]{{Name: "two", Run: func(_ context.Context, c climb, _ uint64, _ search.Limits) (puzzle.Finding, error) {
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
		}}}...),
	}
}

// On a busy machine Go's scheduler does work of its own, which counts too: the least disturbed
// trial shows how exact the CPU time is.
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
	slices.SortFunc(trials, func(a, b trial.Trial) int { return cmp.Compare(a.Conditions.Order, b.Conditions.Order) })
	for i, trial := range trials {
		c := trial.Conditions
		if c.Order != i+1 || c.Host != store.HostName() || c.Start < began || c.Resident < 1<<20 || (c.Calibration > 0) != (i == 0) && c.Calibration > 1 {
			t.Errorf("trial %d: %+v", i, c)
		}
		began = c.Start + 1
	}
	if c := trials[0].Conditions.Calibration; !(c > 0) {
		t.Errorf("the first trial has the calibration %g, want one", c)
	}
}

var timesRun int // of the strategy of counted, in this process

// counted is a timed sweep of a strategy that reports how often it has run before. The third trial
// ends the process.
func counted() Sweep {
	s := threads()
	s.Study, s.Seed = "counted", 2
	s.Strategies[0].Run = func(_ context.Context, inst puzzle.Instance, _ uint64, _ search.Limits) (puzzle.Finding, error) {
		c := inst.(climb)
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
	slices.SortFunc(trials, func(a, b trial.Trial) int { return cmp.Compare(a.Conditions.Order, b.Conditions.Order) })
	if len(trials) != 5 || trials[0].Killed != "" {
		t.Fatalf("%d trials, the first %v; want 5, of which another one ends the process", len(trials), trials[0].Killed)
	}
	want := 1.0 // the warm-up
	for _, row := range trials {
		if row.Index == 2 {
			if want = 1; row.Killed != trial.KilledByCrash {
				t.Errorf("trial %d: killed %q", row.Index, row.Killed)
			}
			continue
		}
		if before, _ := row.Observation("before"); before != want {
			t.Errorf("trial %d was run after %g others in its process, want %g", row.Index, before, want)
		}
		want++
	}
}

// TestContentionIsNoticed times trials while another process is busy on the same core. They share
// the core evenly, so each trial takes about twice its CPU time.
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
	noise := frame.Of(trials).Noise()
	if notices := noise.Notices(); noise.Trials != 5 || noise.Contended != 5 || len(notices) == 0 || !strings.HasPrefix(notices[0], "Of 5 timed trials, 5 (100 %) had to wait for a core.") {
		t.Errorf("%+v: %q; want contention in all 5 trials", noise, notices)
	}
}

func TestOneRunAtATimeTimesOnAMachine(t *testing.T) {
	unlock, err := lockMachine(t.Context(), func(store.Holder) { t.Error("waits for nobody") })
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	_, err = lockMachine(ctx, func(h store.Holder) {
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
