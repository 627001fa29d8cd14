package cores

import (
	"os"
	"os/exec"
	"runtime"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func coresOf(t *testing.T, thread int) []int {
	t.Helper()
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(thread, &set); err != nil {
		t.Fatal(err)
	}
	return members(&set)
}

// TestMain lets the test binary be a child that waits.
func TestMain(m *testing.M) {
	if os.Getenv("CORES_TEST_CHILD") != "" {
		time.Sleep(time.Hour)
	}
	os.Exit(m.Run())
}

func TestChildrenStayOnTheTimedCoreAndAllElseLeavesIt(t *testing.T) {
	s := Choose()
	if s.Rest == nil {
		t.Skip("there is one core")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := coresOf(t, 0)
	child := func() *exec.Cmd {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "CORES_TEST_CHILD=yes")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
		return cmd
	}
	other := child()
	giveBack := s.Clear()
	defer giveBack()
	var timed *exec.Cmd
	s.On(func() { timed = child() })
	if got := coresOf(t, timed.Process.Pid); !slices.Equal(got, []int{s.Timed}) {
		t.Errorf("what is timed runs on %v, want %d", got, s.Timed)
	}
	for name, thread := range map[string]int{"the thread": 0, "another child": other.Process.Pid} {
		if got := coresOf(t, thread); !slices.Equal(got, s.Rest) {
			t.Errorf("%s runs on %v, want %v", name, got, s.Rest)
		}
	}
	giveBack()
	for name, thread := range map[string]int{"the thread": 0, "another child": other.Process.Pid} {
		if got := coresOf(t, thread); !slices.Equal(got, before) {
			t.Errorf("%s runs on %v afterwards, want %v", name, got, before)
		}
	}
	if got := coresOf(t, timed.Process.Pid); !slices.Equal(got, []int{s.Timed}) {
		t.Errorf("what is timed runs on %v afterwards, want %d", got, s.Timed)
	}
}
