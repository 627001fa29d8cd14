package process

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// left names the other processes in this process's group, and its children.
func left() (string, bool) {
	all, err := unix.SysctlKinfoProcSlice("kern.proc.all")
	if err != nil {
		return "", false
	}
	var names []string
	for _, p := range all {
		pid := int(p.Proc.P_pid)
		if _, ours := started.Load(pid); ours || pid == os.Getpid() || int(p.Eproc.Pgid) != os.Getpid() && int(p.Eproc.Ppid) != os.Getpid() {
			continue
		}
		names = append(names, fmt.Sprintf("%s (process %d)", unix.ByteSliceToString(p.Proc.P_comm[:]), pid))
	}
	return leftRunning(names), false
}
