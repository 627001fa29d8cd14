package experiments

import (
	"bufio"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/store"
)

func TestTheLockNamesItsHolderAndDiesWithIt(t *testing.T) {
	dir := t.TempDir()
	cmd := start(t, "hold lock", dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill() }()
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "locked\n" {
		t.Fatalf("the subprocess said %q, %v", line, err)
	}
	s := small()
	s.Study = "held"
	kept := openAt(t, dir)
	_, err = s.Run(context.Background(), kept, nil)
	var locked *store.LockedError
	if !errors.As(err, &locked) || locked.PID != cmd.Process.Pid || locked.Study != "held" {
		t.Fatalf("error %v, want a LockedError with pid %d", err, cmd.Process.Pid)
	}
	wantError(t, err, `study "held" is being run by process`, filepath.Join(dir, ".trials", "held", "lock"), "run again")

	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if data, err := os.ReadFile(locked.Path); err != nil || len(data) == 0 {
		t.Fatalf("lock file: %q, %v; the test wants one that a dead process left", data, err)
	}
	if got := mustRun(t, s, kept); got.Ran != got.Total {
		t.Errorf("%v; want the lock of a dead process taken over", got)
	}
}
