package process

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestMain lets the test binary be the child of its tests.
func TestMain(m *testing.M) {
	_ = os.Setenv("PATH", os.Getenv("PATH")+":/usr/bin:/bin") // for the shell and similar programs, wherever go is
	switch os.Getenv("PROCESS_TEST_ROLE") {
	case "echo": // answers with the request, unless the request tells it to end
		Serve(func(request []byte) []byte {
			if bytes.Equal(request, []byte("end")) {
				_, _ = os.Stderr.WriteString("good bye\n")
				os.Exit(7)
			}
			return request
		})
	case "garbage": // says that it is ready, then writes something that is not a frame
		_, _ = os.NewFile(4, "answers").Write([]byte{0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 1})
		select {}
	case "sleeper":
		Serve(func([]byte) []byte { time.Sleep(time.Hour); return nil })
	case "burner":
		Serve(func([]byte) []byte {
			for n := 0; ; n++ { // until it is killed
			}
		})
	case "hoarder": // says when it has as much as it may have, and takes a little more, which groups do not count that it had before
		Serve(func(request []byte) []byte {
			most := binary.LittleEndian.Uint64(request)
			var all [][]byte
			self := newKin(os.Getpid())
			for self.memory(most) <= most {
				all = append(all, bytes.Repeat([]byte{1}, 1<<20))
			}
			fmt.Println(time.Now().UnixNano())
			for range 32 {
				all = append(all, bytes.Repeat([]byte{1}, 1<<20))
			}
			time.Sleep(time.Hour)
			return all[0]
		})
	case "mute":
		return
	}
	if os.Getenv("PROCESS_TEST_ROLE") != "" {
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func child(t testing.TB, role string) (*Process, error) {
	t.Helper()
	if Check(Limits{}) != nil {
		t.Skip("there are no processes of their own here")
	}
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "PROCESS_TEST_ROLE="+role)
	p, err := Start(t.Context(), cmd)
	if err == nil {
		t.Cleanup(p.Close)
	}
	return p, err
}

func TestAnswersComeBack(t *testing.T) {
	p, err := child(t, "echo")
	if err != nil {
		t.Fatal(err)
	}
	for _, request := range []string{"", "a", strings.Repeat("long ", 1<<18)} {
		if got, err := p.Ask(t.Context(), []byte(request), Limits{}, nil); err != nil || string(got) != request {
			t.Errorf("%d bytes came back as %d, %v", len(request), len(got), err)
		}
	}
	_, err = p.Ask(t.Context(), []byte("end"), Limits{}, nil)
	if ended, ok := errors.AsType[*Ended](err); !ok || ended.State != "exit status 7" || ended.Output != "good bye\n" || ended.By != "" {
		t.Errorf("a process that ended: %+v", err)
	}
	if p.Alive() {
		t.Error("a process that ended can be asked")
	}
}

var errUserWentHome = errors.New("the user went home")

func withCause(t *testing.T) (context.Context, context.CancelCauseFunc) {
	ctx, cancel := context.WithCancelCause(t.Context())
	t.Cleanup(func() { cancel(nil) })
	return ctx, cancel
}

func TestACancelledRequestEndsTheProcess(t *testing.T) {
	p, err := child(t, "sleeper")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := withCause(t)
	time.AfterFunc(10*time.Millisecond, func() { cancel(errUserWentHome) })
	if _, err := p.Ask(ctx, []byte("a"), Limits{}, nil); !errors.Is(err, errUserWentHome) || p.Alive() {
		t.Errorf("error %v, want %v; alive: %v", err, errUserWentHome, p.Alive())
	}
}

func TestProcessesThatSpeakAnotherWay(t *testing.T) {
	if _, err := child(t, "mute"); err == nil || err.Error() != "the process ended with exit status 0" {
		t.Errorf("a process that says nothing: %v", err)
	}
	p, err := child(t, "garbage")
	if err == nil { // it came apart from the frame before
		_, err = p.Ask(t.Context(), []byte("a"), Limits{Wall: time.Minute}, nil)
	}
	if err == nil {
		t.Error("garbage is an answer")
	}
}

func FuzzFrames(f *testing.F) {
	f.Add(append(appendFrame(nil, []byte("one")), appendFrame(nil, nil)...))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff})
	f.Add([]byte{3, 0, 0, 0, 'a'})
	f.Fuzz(func(t *testing.T, data []byte) {
		var out []byte
		for rest := data; ; {
			content, more, ok, err := unframe(rest)
			if !ok {
				if err == nil && !bytes.Equal(append(out, rest...), data) {
					t.Errorf("%q reads as frames that write as %q, and %q", data, out, rest)
				}
				return
			}
			out, rest = appendFrame(out, content), more
		}
	})
}

// BenchmarkLimits measures how long a request lives after it passes a limit. Time limits must be
// exact to 50 ms, and a process with too much memory must be gone within 200 ms. The worst of about
// a hundred counts:
//
//	go test ./internal/process -run '^$' -bench Limits -benchtime 100x
func BenchmarkLimits(b *testing.B) {
	const time200, most = 200 * time.Millisecond, 128 << 20
	request := binary.LittleEndian.AppendUint64(nil, most)
	for _, c := range []struct {
		name, role string
		limits     Limits
		polling    bool
		late       func(p *Process, e *Ended) time.Duration
	}{
		{"wall", "burner", Limits{Wall: time200}, false, func(_ *Process, e *Ended) time.Duration { return e.Wall - time200 }},
		{"cpu", "burner", Limits{CPU: time200}, false, func(_ *Process, e *Ended) time.Duration { return e.CPU - time200 }},
		{"memory by cgroup", "hoarder", Limits{Resident: most}, false, sincePassed},
		{"memory by polling", "hoarder", Limits{Resident: most}, true, sincePassed},
	} {
		b.Run(c.name, func(b *testing.B) {
			var worst, total time.Duration
			for b.Loop() {
				p, err := child(b, c.role)
				if err != nil {
					b.Fatal(err)
				}
				if c.polling {
					p.group.remove()
					p.group = nil
				}
				_, err = p.Ask(b.Context(), request, c.limits, nil)
				ended, ok := errors.AsType[*Ended](err)
				if !ok || ended.By == "" {
					b.Fatalf("it ended with %v, want it killed by a limit", err)
				}
				late := c.late(p, ended)
				worst, total = max(worst, late), total+late
			}
			b.ReportMetric(float64(worst.Microseconds())/1e3, "ms-worst")
			b.ReportMetric(float64(total.Microseconds())/1e3/float64(b.N), "ms-mean")
		})
	}
}

// sincePassed is how long a process lived after it passed its memory limit, 0 if it never did.
func sincePassed(p *Process, e *Ended) time.Duration {
	var at int64
	if n, _ := fmt.Sscan(e.Output, &at); n == 0 {
		return 0
	}
	return p.since.Add(e.Wall).Sub(time.Unix(0, at))
}

func TestALogIsWhatAProgramPrintedAndTook(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("worker processes need Linux or macOS")
	}
	script := "echo begun; cat; echo ended >&2; exit 3"
	cmd := exec.Command("sh", "-c", script)
	cmd.Stdin = strings.NewReader("asked\n")
	log, err := RunLog(t.Context(), cmd, Limits{})
	ended, ok := err.(*Ended)
	if string(log) != "begun\nasked\nended\n" || !ok || ended.State != "exit status 3" || ended.Output != string(log) || ended.Complaint() != ": ended" {
		t.Fatalf("log %q, %+v", log, err)
	}
	if all := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(); ended.CPU < all || ended.Wall < all/2 {
		t.Errorf("it took %v of CPU in %v; want %v, what it took before it was asked too", ended.CPU, ended.Wall, all)
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := RunLog(ctx, exec.Command("sleep", "1000"), Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled run: %v", err)
	}
	if _, err := RunLog(t.Context(), exec.Command("./none"), Limits{}); err == nil || !strings.Contains(err.Error(), "start ./none: ") {
		t.Errorf("a program that is not there: %v", err)
	}
}

// TestALogIsReadWhenTheProgramWasWaitedFor uses programs that end about when they are checked: some
// have ended then, but nobody has waited for them.
func TestALogIsReadWhenTheProgramWasWaitedFor(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("worker processes need Linux or macOS")
	}
	var running sync.WaitGroup
	for range 16 {
		running.Go(func() {
			for range 20 {
				if log, err := RunLog(t.Context(), exec.Command("sh", "-c", "sleep 0.02; echo end"), Limits{}); string(log) != "end\n" {
					t.Errorf("log %q, %v", log, err)
				}
			}
		})
	}
	running.Wait()
}

func TestProgramsSayWhatWentWrong(t *testing.T) {
	for _, c := range []struct{ output, want string }{
		{"", ""},
		{"some words\nat the end \n", ": at the end"},
		{"panic: out of rope\n\ngoroutine 7 [running]:\nmain.climb(...)\n\t/home/me/lab/climb.go:12 +0x1d\nmain.main()\n", ": panic: out of rope (climb.go:12)"},
		{"runtime: goroutine stack exceeds 1000000000-byte limit\nfatal error: stack overflow\n\nruntime stack:\nruntime.throw({0x1, 0x2})\n\t/go/src/runtime/panic.go:1101 +0x48\n\ngoroutine 1 [running]:\nmain.fall(0x1)\n\t/x/fall.go:3 +0x9\n", ": fatal error: stack overflow (fall.go:3)"},
	} {
		if got := (&Ended{Output: c.output}).Complaint(); got != c.want {
			t.Errorf("of %q: %q, want %q", c.output, got, c.want)
		}
	}
}
