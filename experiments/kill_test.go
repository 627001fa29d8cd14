package experiments

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// killed is the sweep that is killed: 800 trials of a fraction of a millisecond.
func killed() Sweep {
	return Sweep{
		Check: checkSteps,
		Study: "killed", Instances: climbs("hills", 5, 100),
		Strategies: puzzle.Erased(climber("walk", 1, 3000), climber("jump-4", 4, 6000)),
		Repeats:    4, Seed: 11, Code: "v1", Workers: 4, Limits: search.Limits{Expanded: 140},
	}
}

// isolatedSweeps run in subprocesses with their names.
var isolatedSweeps = map[string]func() Sweep{
	"hazards": hazardous, "poison": poisonous, "poison, once": poisonous, "sleepers": sleepers, "noop": func() Sweep { return noop(noopTrials) },
}

// subprocess is what this test binary does when started as another process.
func subprocess(role, dir string) {
	fail := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	if role != "poison, once" {
		Restarts()
	}
	kept, err := store.Open(dir)
	fail(err)
	switch role {
	case "sweep", "isolated sweep", "1/3", "2/3", "3/3":
		s := killed()
		s.Shard, _ = store.ParseShard(role)
		if role == "isolated sweep" {
			s.Isolate = &trial.Isolation{}
		}
		_, err := s.Run(context.Background(), kept, nil)
		fail(err)
	case "hold lock":
		j, err := kept.Study("held")
		fail(err)
		_, err = j.Lock()
		fail(err)
		fmt.Println("locked")
		time.Sleep(time.Hour) // until killed
	case "busy":
		for n := 0; ; n++ { // until killed
		}
	case "nothing":
	default:
		var progress Progress
		if os.Getenv("EXPERIMENTS_TEST_PROGRESS") != "" {
			progress = Lines(os.Stderr)
		}
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
		defer stop()
		_, err := isolatedSweeps[role]().Run(ctx, kept, progress)
		if ctx.Err() == nil {
			fail(err)
		}
	}
}

func start(t testing.TB, role, dir string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "EXPERIMENTS_TEST_ROLE="+role, "EXPERIMENTS_TEST_STORE="+dir)
	cmd.Stderr = os.Stderr
	return cmd
}

// journalBytes returns how much is in the journals of the killed study.
func journalBytes(t *testing.T, dir string) int64 {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, ".trials", "killed", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	total := int64(0)
	for _, name := range names {
		if info, err := os.Stat(name); err == nil {
			total += info.Size()
		}
	}
	return total
}

// killOnce runs the sweep in other processes, one for each role, and kills them when the journals
// have grown by some bytes. It returns false if one of them ended before that.
func killOnce(t *testing.T, roles []string, dir string, growth int64) bool {
	t.Helper()
	target := journalBytes(t, dir) + growth
	ended := make(chan error, len(roles))
	var all []*exec.Cmd
	for _, role := range roles {
		cmd := start(t, role, dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		all = append(all, cmd)
		go func() { ended <- cmd.Wait() }()
	}
	for len(ended) == 0 && journalBytes(t, dir) < target {
		time.Sleep(time.Millisecond / 4)
	}
	early := len(ended)
	for _, cmd := range all {
		_ = cmd.Process.Kill()
	}
	killed := true
	for i := range all {
		err := <-ended
		if err != nil && i < early {
			t.Fatalf("the subprocess failed: %v", err)
		}
		killed = killed && err != nil
	}
	for size := int64(-1); size != journalBytes(t, dir); time.Sleep(20 * time.Millisecond) {
		size = journalBytes(t, dir) // a worker may still end what it was asked for
	}
	return killed
}

func TestKilledSweepsLoseAndRepeatNothing(t *testing.T) {
	t.Run("in this process", func(t *testing.T) { killAgainAndAgain(t, "sweep") })
	t.Run("isolated", func(t *testing.T) {
		needLinux(t)
		killAgainAndAgain(t, "isolated sweep")
	})
	t.Run("in shards", func(t *testing.T) { killAgainAndAgain(t, "1/3", "2/3", "3/3") })
}

var kills = flag.Int("kills", 10, "how often to kill a sweep")

func killAgainAndAgain(t *testing.T, roles ...string) {
	want := mustRun(t, killed(), open(t))
	rng := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	before := 0
	for n, starts := 0, 0; n < *kills; starts++ {
		if starts == 10**kills {
			t.Fatalf("the sweep could be killed only %d times in %d starts", n, starts)
		}
		// Let it write about 25 rows of 600 bytes, and kill it wherever it is.
		if !killOnce(t, roles, dir, rng.Int64N(50*600)) {
			dir, before = t.TempDir(), 0 // it reached the end: start again
			continue
		}
		n++
		trials, info := mustLoad(t, openAt(t, dir), "killed")
		if len(trials) < before {
			t.Errorf("kill %d: %d rows, but %d were there before", n, len(trials), before)
		}
		if len(info.Bad) > 0 || info.Superseded > 0 {
			t.Errorf("kill %d: bad lines %v, %d trials run twice; want none", n, info.Bad, info.Superseded)
		}
		before = len(trials)
	}
	store := openAt(t, dir)
	got := mustRun(t, killed(), store)
	if got.Reused != before || got.Ran != want.Total-before {
		t.Errorf("resumed: %d reused, %d run; want %d and %d", got.Reused, got.Ran, before, want.Total-before)
	}
	if a, b := csvOf(t, got.Trials), csvOf(t, want.Trials); a != b {
		t.Errorf("the rows after the kills differ from those of an undisturbed run:\n%s\nwant\n%s", a, b)
	}
	trials, info := mustLoad(t, store, "killed")
	if csvOf(t, trials) != csvOf(t, want.Trials) || info.Superseded > 0 {
		t.Errorf("the store holds other rows than the summary, or %d twice", info.Superseded)
	}
}
