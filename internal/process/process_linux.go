package process

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// isolate puts the command into a process group of its own, which dies with the
// thread that starts it.
func isolate(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	return nil
}

// Check reports which of the limits cannot be kept here.
func Check(Limits) error { return nil }

// cpuOf returns the CPU time that all threads of a process have used.
func cpuOf(pid int) time.Duration {
	var ts unix.Timespec
	// The clock of a process, as clock_getcpuclockid(3) makes its name.
	if err := unix.ClockGettime(int32(^pid)<<3|2, &ts); err != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}

// resident returns how many bytes of memory a process holds.
func resident(pid int) uint64 {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(data)
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseUint(string(fields[1]), 10, 64)
	return pages * uint64(os.Getpagesize())
}

// cgroup is a control group of one process, of version 1 or 2. The methods of a nil
// one do nothing.
type cgroup struct {
	dir   string
	v2    bool
	bytes uint64 // limit that is set
}

// newCgroup puts a process into a group of its own below that of this process, nil if
// it may not.
func newCgroup(pid int) *cgroup {
	parent, v2 := ownCgroup()
	if parent == "" {
		return nil
	}
	g := &cgroup{dir: filepath.Join(parent, "puzzlelab-"+strconv.Itoa(pid)), v2: v2}
	if os.Mkdir(g.dir, 0o755) != nil {
		return nil
	}
	_, err := os.Stat(filepath.Join(g.dir, g.limitFile()))
	if err == nil {
		err = g.write("cgroup.procs", strconv.Itoa(pid))
	}
	if err != nil {
		g.remove()
		return nil
	}
	return g
}

// ownCgroup returns the folder of the group that keeps this process's memory.
func ownCgroup() (dir string, v2 bool) {
	data, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return "", false
	}
	for line := range strings.Lines(string(data)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		switch {
		case parts[1] == "memory":
			return filepath.Join("/sys/fs/cgroup/memory", parts[2]), false
		case parts[0] == "0" && dir == "":
			dir, v2 = filepath.Join("/sys/fs/cgroup", parts[2]), true
		}
	}
	return dir, v2
}

func (g *cgroup) write(file, text string) error {
	return os.WriteFile(filepath.Join(g.dir, file), []byte(text), 0)
}

func (g *cgroup) limitFile() string {
	if g.v2 {
		return "memory.max"
	}
	return "memory.limit_in_bytes"
}

// limit sets how much memory the group may hold; 0 for all there is.
func (g *cgroup) limit(n uint64) error {
	if g == nil || n == g.bytes {
		return nil
	}
	text := strconv.FormatUint(n, 10)
	if n == 0 {
		text = map[bool]string{true: "max", false: "-1"}[g.v2]
	}
	err := g.write(g.limitFile(), text)
	if err == nil {
		g.bytes = n
	}
	if g.v2 {
		_ = g.write("memory.swap.max", "0") // may not be there
	}
	return err
}

// killed reports whether the kernel killed something in the group for its memory.
func (g *cgroup) killed() bool {
	if g == nil {
		return false
	}
	file := map[bool]string{true: "memory.events", false: "memory.oom_control"}[g.v2]
	data, _ := os.ReadFile(filepath.Join(g.dir, file))
	for line := range strings.Lines(string(data)) {
		if name, n, _ := strings.Cut(strings.TrimSpace(line), " "); name == "oom_kill" && n != "0" {
			return true
		}
	}
	return false
}

// remove removes the group, whose processes are gone or about to be.
func (g *cgroup) remove() {
	if g == nil {
		return
	}
	for range 50 {
		if err := os.Remove(g.dir); err == nil || os.IsNotExist(err) {
			return
		}
		time.Sleep(time.Millisecond)
	}
}
