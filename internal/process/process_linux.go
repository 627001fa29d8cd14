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

// kin is a process, those that it has started, and so on, as far as they were found.
type kin struct {
	pids   []int
	stat   *os.File      // of the first; nil if it cannot be had
	waited time.Duration // CPU time of the processes that the first has waited for, with those that these have
}

func newKin(pid int) kin {
	stat, _ := os.Open(proc(pid, "stat"))
	return kin{pids: []int{pid}, stat: stat}
}

func proc(pid int, file string) string { return "/proc/" + strconv.Itoa(pid) + "/" + file }

// find looks for those that live, and what those took that do not.
func (k *kin) find() {
	k.wait()
	k.pids = k.pids[:1]
	for i := 0; i < len(k.pids); i++ {
		dir := proc(k.pids[i], "task/")
		threads, _ := os.ReadDir(dir)
		for _, thread := range threads {
			children, _ := os.ReadFile(dir + thread.Name() + "/children")
			for field := range bytes.FieldsSeq(children) {
				if pid, err := strconv.Atoi(string(field)); err == nil {
					k.pids = append(k.pids, pid)
				}
			}
		}
	}
}

// cpu returns the CPU time that they have used, all threads, and that of those that ended,
// as it was last looked at.
func (k *kin) cpu() time.Duration {
	sum := k.waited
	for _, pid := range k.pids {
		var ts unix.Timespec
		// The clock of a process, as clock_getcpuclockid(3) makes its name.
		if unix.ClockGettime(int32(^pid)<<3|2, &ts) == nil {
			sum += time.Duration(ts.Nano())
		}
	}
	return sum
}

// wait looks at the CPU time of those that were waited for. The system tells it in
// hundredths of a second, and takes as long to do so as to ask a process.
func (k *kin) wait() {
	if k.stat == nil {
		return
	}
	var b [512]byte
	n, _ := k.stat.ReadAt(b[:], 0)
	// The name of the program, in parentheses, may hold anything; cutime and cstime are
	// the fields 16 and 17, and it is the second.
	fields := bytes.Fields(b[bytes.LastIndexByte(b[:n], ')')+1 : n])
	if len(fields) < 15 {
		return
	}
	user, _ := strconv.ParseInt(string(fields[13]), 10, 64)
	system, _ := strconv.ParseInt(string(fields[14]), 10, 64)
	k.waited = time.Duration(user+system) * 10 * time.Millisecond
}

// resident returns how many bytes of memory they hold.
func (k *kin) resident() (sum uint64) {
	for _, pid := range k.pids {
		data, _ := os.ReadFile(proc(pid, "statm"))
		if fields := bytes.Fields(data); len(fields) > 1 {
			pages, _ := strconv.ParseUint(string(fields[1]), 10, 64)
			sum += pages * uint64(os.Getpagesize())
		}
	}
	return sum
}

// ended reports whether the first has ended: its pipes may be open in others.
func (k *kin) ended() bool {
	var info unix.Siginfo
	err := unix.Waitid(unix.P_PID, k.pids[0], &info, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil)
	return err == nil && info.Signo != 0
}

// kill kills all but the first.
func (k *kin) kill() {
	k.find()
	for _, pid := range k.pids[1:] {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

func (k *kin) close() { _ = k.stat.Close() }

// cgroup is a control group of a process and what it starts, of version 1 or 2. The methods of a nil
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
