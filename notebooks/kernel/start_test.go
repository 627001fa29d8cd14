//go:build unix

package kernel

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
)

// shell starts a shell script in the place of a kernel. It gets the connection
// file as $0.
func shell(t *testing.T, ctx context.Context, script string) error {
	t.Helper()
	k, err := Start(ctx, Command{Argv: []string{"/bin/sh", "-c", script, "{connection_file}"}})
	if err == nil {
		k.Close()
		t.Fatal("a shell script passes for a kernel")
	}
	return err
}

func TestAKernelThatEndsAtOnceIsReportedWithItsLastWords(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	err := shell(t, t.Context(), "echo no such flag >&2; exit 3")
	var dead *DeadError
	if !errors.As(err, &dead) || dead.Status != "exit status 3" || dead.Log != "no such flag" {
		t.Errorf("Start = %v, want a DeadError with status and log", err)
	}
	assertEmpty(t, os.TempDir())
}

func TestAKernelThatNeverAnswersIsEndedWithItsChildren(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	pids := filepath.Join(t.TempDir(), "pid")
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		for !fileHasText(pids) {
			time.Sleep(time.Millisecond)
		}
		cancel(errors.New("gave up"))
	}()
	err := shell(t, ctx, "sleep 600 & echo $! > '"+pids+"'; wait")
	if err == nil || !strings.Contains(err.Error(), "gave up") {
		t.Errorf("Start = %v, want the context's cause", err)
	}
	pid, _ := os.ReadFile(pids)
	assertGone(t, strings.TrimSpace(string(pid)))
	assertEmpty(t, os.TempDir())
}

// TestTheGuardCleansUpAfterAKilledProcess runs this test again in a process of
// its own, which starts a kernel that never answers and is killed while it
// waits. The kernel says its number late enough for the guard to know of it.
func TestTheGuardCleansUpAfterAKilledProcess(t *testing.T) {
	if pids := os.Getenv("JUPYTER_TEST_PIDS"); pids != "" {
		_, _ = Start(t.Context(), Command{Argv: []string{"/bin/sh", "-c", "sleep 600 & sleep 1; echo $! > '" + pids + "'; wait"}})
		t.Fatal("Start returned")
	}
	temp, pids := t.TempDir(), filepath.Join(t.TempDir(), "pid")
	child := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	child.Env = append(os.Environ(), "JUPYTER_TEST_PIDS="+pids, "TMPDIR="+temp)
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	for !fileHasText(pids) {
		time.Sleep(time.Millisecond)
	}
	_ = child.Process.Kill()
	_ = child.Wait()
	pid, _ := os.ReadFile(pids)
	assertGone(t, strings.TrimSpace(string(pid)))
	for range 500 {
		if left, _ := filepath.Glob(filepath.Join(temp, "puzzlelab-*")); len(left) == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the temporary folder is still there")
}

func TestAMissingProgramIsAnError(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, argv := range [][]string{nil, {"/nonexistent/kernel"}} {
		if k, err := Start(t.Context(), Command{Argv: argv}); err == nil {
			k.Close()
			t.Errorf("Start(%q) succeeds", argv)
		}
	}
	assertEmpty(t, os.TempDir())
}

func TestLongFoldersUseTCP(t *testing.T) {
	short, err := newConnection("/tmp/x")
	if err != nil || short.Transport != "ipc" || short.Address(short.Shell) != "ipc:///tmp/x/k-1" {
		t.Errorf("short path: %+v, %v", short, err)
	}
	long, err := newConnection("/" + strings.Repeat("x", maxSocketPath))
	if err != nil || long.Transport != "tcp" || !strings.HasPrefix(long.Address(long.Shell), "tcp://127.0.0.1:") {
		t.Errorf("long path: %+v, %v", long, err)
	}
	ports := map[int]bool{long.Shell: true, long.IOPub: true, long.Stdin: true, long.Control: true, long.Heartbeat: true}
	if len(ports) != 5 || ports[0] {
		t.Errorf("ports are not five different ones: %+v", long)
	}
}

func fileHasText(name string) bool {
	data, err := os.ReadFile(name)
	return err == nil && strings.HasSuffix(string(data), "\n")
}

func assertEmpty(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) > 0 {
		t.Errorf("left behind in the temporary folder: %v, error %v", entries, err)
	}
}

// assertGone waits until the process with that id has ended; a killed process
// needs a moment to disappear.
func assertGone(t *testing.T, pid string) {
	t.Helper()
	for range 500 {
		if !running(pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %s still runs", pid)
}

func TestIdleIsOnlyTheIdleStatus(t *testing.T) {
	for _, tc := range []struct {
		m    jupyter.Message
		want bool
	}{
		{jupyter.Message{Channel: jupyter.IOPub, Type: "status", Content: []byte(`{"execution_state":"idle"}`)}, true},
		{jupyter.Message{Channel: jupyter.IOPub, Type: "status", Content: []byte(`{"execution_state":"busy"}`)}, false},
		{jupyter.Message{Channel: jupyter.IOPub, Type: "stream", Content: []byte(`{"execution_state":"idle"}`)}, false},
		{jupyter.Message{Channel: jupyter.Shell, Type: "status", Content: []byte(`{"execution_state":"idle"}`)}, false},
		{jupyter.Message{Channel: jupyter.IOPub, Type: "status", Content: []byte(`{`)}, false},
	} {
		if got := idle(tc.m); got != tc.want {
			t.Errorf("%+v: idle = %v", tc.m, got)
		}
	}
}

func TestEachKernelHasAKeyOfItsOwn(t *testing.T) {
	a, errA := newConnection(t.TempDir())
	b, errB := newConnection(t.TempDir())
	if err := errors.Join(errA, errB); err != nil || len(*a.Key) < 26 || *a.Key == *b.Key {
		t.Errorf("keys %q and %q, %v", *a.Key, *b.Key, err)
	}
}

func TestTailKeepsWholeLastLines(t *testing.T) {
	var log tail
	for range 1000 {
		log.Write([]byte("a line of some length\n"))
	}
	log.Write([]byte("the last"))
	got := log.String()
	if len(got) > tailSize || !strings.HasPrefix(got, "a line") || !strings.HasSuffix(got, "\nthe last") {
		t.Errorf("kept %d bytes: %.40q … %.20q", len(got), got, got[max(0, len(got)-20):])
	}
}

func TestLogsOfDeadKernelsLeaveOutWhatGoNBAlwaysLogs(t *testing.T) {
	always := "E1121 06:59:25.909274   11892 main.go:191] \x1b[7;39;32m[9fa6225d]\x1b[0m Error message\n" +
		"E1121 06:59:25.917310   11892 goexec.go:194] \x1b[7;39;32m[9fa6225d]\x1b[0m \nProgram gopls is not installed. It is used to inspect into code\n" +
		"with:\n\n```\n!go install golang.org/x/tools/gopls@latest\n```\n"
	const real = "E1121 06:59:26.000000   11892 kernel.go:1] *** Stopping kernel"
	if got := usefulLog(always + real + "\n"); got != real {
		t.Errorf("got %q, want %q", got, real)
	}
	if got := usefulLog(always); got != "" {
		t.Errorf("got %q, want nothing", got)
	}
}
