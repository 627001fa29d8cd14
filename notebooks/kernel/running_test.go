//go:build unix

package kernel

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

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
