package install

import (
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// withoutPrivileges reports whether permissions of files bind this process.
// For root they do not: then it runs the test again, in a process without that
// privilege, and takes over its result.
func withoutPrivileges(t *testing.T) bool {
	t.Helper()
	if os.Geteuid() != 0 || os.Getenv("PUZZLELAB_TEST_UNPRIVILEGED") != "" {
		return true
	}
	var names []string
	for name := range strings.SplitSeq(t.Name(), "/") {
		names = append(names, "^"+regexp.QuoteMeta(name)+"$")
	}
	cmd := exec.Command(os.Args[0], "-test.v", "-test.run="+strings.Join(names, "/"))
	cmd.Env = append(os.Environ(), "PUZZLELAB_TEST_UNPRIVILEGED=1")
	type result struct {
		out     []byte
		err     error
		refused error // the right to give up rights
	}
	done := make(chan result)
	go func() {
		runtime.LockOSThread() // for good: the thread ends with the goroutine
		for _, c := range []uintptr{unix.CAP_DAC_OVERRIDE, unix.CAP_DAC_READ_SEARCH, unix.CAP_FOWNER} {
			if err := unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0); err != nil {
				done <- result{refused: err}
				return
			}
		}
		out, err := cmd.CombinedOutput()
		done <- result{out: out, err: err}
	}()
	r := <-done
	if r.refused != nil {
		t.Skipf("root here, without the right to give up rights: %v", r.refused)
	}
	if r.err != nil || !strings.Contains(string(r.out), "--- PASS: "+t.Name()) {
		t.Errorf("%v\n%s", r.err, r.out)
	}
	return false
}
