package process

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	ossignal "os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// shell starts a script that is asked by lines.
func shell(t *testing.T, script string) *Lines {
	t.Helper()
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
	p, err := StartLines(exec.Command("/bin/sh", "-c", script))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	return p
}

// running returns how many processes run with an argument.
func running(t *testing.T, argument string) (n int) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if line, _ := os.ReadFile(f); strings.Contains(string(line), argument) && !strings.Contains(string(line), "-c") {
			n++
		}
	}
	return n
}

// TestNothingIsLeftBehind lets programs leave daemons, and finds them by the mark in their
// environment or only by the control group.
func TestNothingIsLeftBehind(t *testing.T) {
	byMark := func(p *Process) {
		p.group.remove()
		p.group = nil
	}
	byGroup := func(p *Process) {
		if p.group == nil {
			t.Skip("no control group can be made here")
		}
		p.mark, p.kin.mark = "none", ""
	}
	for i, ways := range []func(*Process){byMark, byGroup} {
		for k, c := range []struct {
			name, then string
			limits     Limits
			want       string
		}{
			{"and exits", "exit 3", Limits{Wall: 10 * time.Second}, "the process ended with exit status 3"},
			{"and goes on", "sleep 1000", Limits{Wall: 300 * time.Millisecond}, "the process was killed by its limit of wall"},
			{"and closes its output", "exec >&-; sleep 1000", Limits{Wall: 300 * time.Millisecond}, "the process was killed by its limit of wall"},
			{"and stops", "kill -STOP $$", Limits{}, "the process ended with a stop (SIGSTOP), and did not go on"},
			{"in two steps, and answers", "echo done; read x", Limits{Wall: 10 * time.Second}, ""},
		} {
			t.Run(fmt.Sprintf("%s, by %v", c.name, []string{"mark", "group"}[i]), func(t *testing.T) {
				argument := fmt.Sprintf("%d.5", 70_000+1000*i+100*k+os.Getpid()%100)
				p := shell(t, "read x; setsid -f sleep "+argument+"; (setsid sh -c 'sleep "+argument+"' &); sleep "+argument+" & "+c.then)
				ways(p.Process)
				begun := time.Now()
				_, err := p.Ask(t.Context(), []byte("go\n"), c.limits)
				if took := time.Since(begun); c.limits.Wall > 0 && took > c.limits.Wall+5*time.Second {
					t.Errorf("it took %v under a limit of %v", took, c.limits.Wall)
				}
				if got := fmt.Sprint(err); err != nil && got != c.want || err == nil && c.want != "" {
					t.Errorf("error %q, want %q", got, c.want)
				}
				if err == nil {
					if left := p.Left(); i == 0 && !strings.Contains(left, " (process ") {
						t.Errorf("left: %q, want the daemons", left)
					}
					p.Kill()
				}
				for tries := 0; running(t, argument) > 0; tries++ { // killed ones vanish soon
					if tries == 100 {
						t.Fatalf("%d processes are left", running(t, argument))
					}
					time.Sleep(10 * time.Millisecond)
				}
			})
		}
	}
}

// TestMemoryThatIsSharedCountsOnce lets four children share 50 MiB, and one process hold 175 MiB
// of its own.
func TestMemoryThatIsSharedCountsOnce(t *testing.T) {
	const limit = 150 << 20
	fill := func(mib int) string { return fmt.Sprintf("x=$(head -c %d /dev/zero | tr '\\0' x); ", mib<<20) }
	for _, grouped := range []bool{false, true} {
		for _, c := range []struct {
			name, script string
			passes       bool
		}{
			{"shared", fill(50) + "for i in 1 2 3 4; do (sleep 0.3; :) & done; wait; echo done; read x", true},
			{"private", fill(175) + "sleep 1000; echo $x", false},
		} {
			t.Run(fmt.Sprintf("%s, group=%v", c.name, grouped), func(t *testing.T) {
				p := shell(t, "read x; "+c.script)
				switch {
				case !grouped:
					p.group.remove()
					p.group = nil
				case !p.group.keeps():
					t.Skip("no control group can be made here")
				}
				_, err := p.Ask(t.Context(), []byte("go\n"), Limits{Resident: limit, Wall: time.Minute})
				if c.passes {
					if err != nil {
						t.Error(err)
					}
					return
				}
				want := map[bool]By{true: ByCgroup, false: ByPolling}[grouped]
				if ended, ok := errors.AsType[*Ended](err); !ok || ended.By != want {
					t.Errorf("%v, want it ended by %s", err, want)
				}
			})
		}
	}
}

// TestAnEndByASignalMayBeOurOwn ends a process from outside, and then the asking process.
func TestAnEndByASignalMayBeOurOwn(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGKILL} {
		if ossignal.Ignored(signal) {
			continue // as behind nohup, and so does all that is started here
		}
		for _, stopped := range []bool{true, false} {
			p := shell(t, "read x; exec sleep 1000")
			ctx, cancel := withCause(t)
			time.AfterFunc(50*time.Millisecond, func() {
				_ = p.cmd.Process.Signal(signal)
				if stopped {
					time.AfterFunc(50*time.Millisecond, func() { cancel(errUserWentHome) })
				}
			})
			_, err := p.Ask(ctx, []byte("go\n"), Limits{Wall: time.Minute})
			if _, ended := errors.AsType[*Ended](err); ended == stopped || stopped && !errors.Is(err, errUserWentHome) {
				t.Errorf("%v, whoever asks is stopped too: %v; error %v", signal, stopped, err)
			}
		}
	}
}

func TestWhoeverAnswersTwiceIsNotQuiet(t *testing.T) {
	p := shell(t, "read x; echo one; sleep 0.1; echo two; read x")
	if answer, err := p.Ask(t.Context(), []byte("go\n"), Limits{}); err != nil || string(answer) != "one" {
		t.Fatalf("%q, %v", answer, err)
	}
	for tries := 0; p.Quiet(); tries++ {
		if tries == 500 {
			t.Fatal("it is quiet")
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func TestGroupsOfProgramsThatWereKilledAreRemoved(t *testing.T) {
	parent, _ := ownCgroup()
	gone := exec.Command("true")
	if err := gone.Run(); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(parent, fmt.Sprintf("%s%d-1", cgroupName, gone.Process.Pid))
	if os.Mkdir(dir, 0o755) != nil {
		t.Skip("no control group can be made here")
	}
	shell(t, "read x")
	if _, err := os.Stat(dir); err == nil {
		t.Errorf("%s is still there", dir)
	}
}
