//go:build unix

package install

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// slowGo stands in for a go command that compiles: it makes its folder of
// half-built packages, starts a compiler that goes on writing there and, as
// background processes of a shell do, ignores interrupts, and waits for it. It
// notes the process that compiles.
const slowGo = `#!/bin/sh
case $1 in
env) exit ;;
esac
dir=$GOTMPDIR/go-build$$
mkdir "$dir"
sh -c 'while :; do date > "$1/package$$"; sleep 0.01; done' compile "$dir" > /dev/null 2>&1 &
echo $! >> "$STARTED"
wait
`

func TestAnInterruptLeavesNothingOfABuildBehind(t *testing.T) {
	temp, bin := t.TempDir(), t.TempDir()
	started := filepath.Join(t.TempDir(), "started")
	write(t, filepath.Join(bin, "go"), slowGo)
	if err := os.Chmod(filepath.Join(bin, "go"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH")+":/usr/bin:/bin")
	t.Setenv("TMPDIR", temp)
	t.Setenv("STARTED", started)

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	type result struct {
		err error
		log string
	}
	ended := make(chan result, 1)
	go func() {
		var log bytes.Buffer
		_, err := findTools(ctx, "", Interactive, &log)
		ended <- result{err, log.String()}
	}()
	compilers := func() []string {
		data, _ := os.ReadFile(started)
		return strings.Fields(string(data))
	}
	for len(compilers()) < 3 {
		select {
		case r := <-ended:
			t.Fatalf("it ended before it was interrupted: %v", r.err)
		case <-time.After(time.Millisecond):
		}
	}
	cancel()
	r := <-ended
	if !errors.Is(r.err, context.Canceled) || strings.Contains(r.log, "gopls: ") {
		t.Errorf("error %v, said %q, want that it was cancelled and nothing of a missing gopls", r.err, r.log)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("in the temporary folder there are %v, %v", left, err)
	}
	for _, pid := range compilers() {
		for try := 0; running(pid); try++ {
			if try == 200 {
				t.Errorf("compiler %s still runs", pid)
				if n, err := strconv.Atoi(pid); err == nil {
					_ = syscall.Kill(n, syscall.SIGKILL)
				}
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// running reports whether a process runs. A zombie, which nobody has waited
// for yet, does not.
func running(pid string) bool {
	n, err := strconv.Atoi(pid)
	if err != nil || syscall.Kill(n, 0) != nil {
		return false
	}
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return true
	}
	_, state, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(state, "Z")
}
