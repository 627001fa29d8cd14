package process

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// isolate puts the command into a new process group. A program that is used through [Lines] or
// [RunLog] dies with the thread that starts it. Children that use this package end by themselves
// ([Join]); SIGCONT wakes up a stopped child so that it can.
func isolate(cmd *exec.Cmd, lines bool) error {
	adopt()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGCONT}
	if lines {
		cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	}
	return nil
}

// adopt makes this process the parent of every descendant whose own parent ends.
var adopt = sync.OnceFunc(func() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) })

// Check returns an error if this system cannot enforce one of the limits. Linux can enforce all of
// them.
func Check(Limits) error { return nil }

// kin is a process and its living descendants.
type kin struct {
	mark   string // marks descendants that this process may have adopted; "" for none
	pids   []int
	stat   *os.File      // /proc/PID/stat of the first process; nil if unavailable
	state  byte          // state of the first process at the last check
	waited time.Duration // CPU time of the descendants that the first process and its children have waited for
}

func newKin(pid int) kin {
	stat, _ := os.Open(proc(pid, "stat"))
	return kin{pids: []int{pid}, stat: stat}
}

func proc(pid int, file string) string { return "/proc/" + strconv.Itoa(pid) + "/" + file }

// find updates the list of living processes, and the time that ended ones took.
func (k *kin) find() {
	k.wait()
	k.pids = append(k.pids[:1], orphans(k.mark)...)
	for i := 0; i < len(k.pids); i++ {
		k.pids = append(k.pids, Children(k.pids[i])...)
	}
}

// Children returns the IDs of the child processes of process pid.
func Children(pid int) (list []int) {
	dir := proc(pid, "task/")
	threads, _ := os.ReadDir(dir)
	for _, thread := range threads {
		list = append(list, processIDs(dir+thread.Name()+"/children")...)
	}
	return list
}

// processIDs returns the process IDs that a file lists.
func processIDs(file string) (list []int) {
	data, _ := os.ReadFile(file)
	for field := range strings.FieldsSeq(string(data)) {
		if pid, err := strconv.Atoi(field); err == nil {
			list = append(list, pid)
		}
	}
	return list
}

// orphans returns the adopted processes whose environment has the mark, or a mark that begins with
// it.
func orphans(mark string) []int {
	if mark == "" {
		return nil
	}
	return slices.DeleteFunc(Children(os.Getpid()), func(pid int) bool {
		if _, ours := started.Load(pid); ours {
			return true
		}
		for v := range bytes.SplitSeq(environ(pid), []byte{0}) {
			if rest, ok := strings.CutPrefix(string(v), mark); ok && (rest == "" || rest[0] == '/') {
				return false
			}
		}
		return true
	})
}

// environ returns the environment of a process. Linux shows an empty one while the process is
// becoming another program, so environ looks again for about 10 ms before it believes it.
func environ(pid int) []byte {
	for range 100 {
		if env, _ := os.ReadFile(proc(pid, "environ")); len(env) > 0 || zombie(pid) {
			return env
		}
		time.Sleep(100 * time.Microsecond)
	}
	return nil
}

// killOrphans kills the orphans with a mark, with everything they have started, and names them.
func killOrphans(mark string) string {
	var names []string
	for tries := 0; tries < 100; tries++ {
		pids := orphans(mark)
		if len(pids) == 0 {
			break
		}
		for _, pid := range pids {
			k := kin{pids: []int{pid}}
			k.kill()
			names = append(names, nameOf(pid))
			_ = syscall.Kill(pid, syscall.SIGKILL)
			k.reap()
		}
	}
	return leftRunning(names)
}

// left names the running children of this process, and reaps the others.
func left() (string, bool) {
	if err := unix.Waitid(unix.P_ALL, 0, nil, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil); err != nil {
		return "", true
	}
	var names []string
	for _, pid := range Children(os.Getpid()) {
		if _, ours := started.Load(pid); ours {
			continue
		}
		if ended, _ := syscall.Wait4(pid, nil, syscall.WNOHANG, nil); ended != pid {
			names = append(names, nameOf(pid))
		}
	}
	return leftRunning(names), false
}

// nameOf names a process: "sleep (process 17)".
func nameOf(pid int) string {
	name, _ := os.ReadFile(proc(pid, "comm"))
	return fmt.Sprintf("%s (process %d)", bytes.TrimSpace(name), pid)
}

// cpu returns the CPU time that the living processes have used in all threads, plus the CPU time of
// the ended ones as of the last check.
func (k *kin) cpu() time.Duration {
	sum := k.waited
	for _, pid := range k.pids {
		var ts unix.Timespec
		// The clock ID of a process, as from clock_getcpuclockid(3).
		if unix.ClockGettime(int32(^pid)<<3|2, &ts) == nil {
			sum += time.Duration(ts.Nano())
		}
	}
	return sum
}

// wait reads the state of the first process, and the CPU time of the children that it has waited for.
// The system reports this time in hundredths of a second, and reading it takes as long as a request.
func (k *kin) wait() {
	if k.stat == nil {
		return
	}
	var b [512]byte
	n, _ := k.stat.ReadAt(b[:], 0)
	// The second field, the program's name in parentheses, may contain anything; state, cutime and
	// cstime are fields 3, 16 and 17.
	fields := bytes.Fields(b[bytes.LastIndexByte(b[:n], ')')+1 : n])
	if len(fields) < 15 {
		return
	}
	k.state = fields[0][0]
	user, _ := strconv.ParseInt(string(fields[13]), 10, 64)
	system, _ := strconv.ParseInt(string(fields[14]), 10, 64)
	k.waited = time.Duration(user+system) * 10 * time.Millisecond
}

// stopped reports whether a signal had stopped the first process at the last check.
func (k *kin) stopped() bool { return k.state == 'T' }

// memory returns how many bytes of memory the processes hold. If the value is above limit, it is
// exact: shared pages count proportionally, as in the kernel (proportional set size), which takes
// longer than reading plain totals.
func (k *kin) memory(limit uint64) (sum uint64) {
	for _, pid := range k.pids {
		data, _ := os.ReadFile(proc(pid, "statm"))
		if fields := bytes.Fields(data); len(fields) > 1 {
			pages, _ := strconv.ParseUint(string(fields[1]), 10, 64)
			sum += pages * uint64(os.Getpagesize())
		}
	}
	if sum <= limit {
		return sum
	}
	shared := uint64(0)
	for _, pid := range k.pids {
		data, err := os.ReadFile(proc(pid, "smaps_rollup"))
		_, rest, ok := bytes.Cut(data, []byte("\nPss:"))
		if err != nil || !ok {
			if len(k.pids) == 1 {
				return sum // the process is ending, or the kernel is older than 4.14
			}
			continue
		}
		kilobytes, _ := strconv.ParseUint(string(bytes.Fields(rest)[0]), 10, 64)
		shared += kilobytes << 10
	}
	return shared
}

// ended reports whether the first process has ended, since its pipes may still be open in others.
func (k *kin) ended() bool {
	var info unix.Siginfo
	err := unix.Waitid(unix.P_PID, k.pids[0], &info, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil)
	return err == nil && info.Signo != 0
}

// kill kills all processes except the first, and whatever they start meanwhile.
func (k *kin) kill() {
	first := k.pids[:1:1]
	k.pids = append(first, killAll(func() []int { k.find(); return k.pids[1:] })...)
}

// killAll kills the processes that list returns until none of them lives, and returns all of them.
func killAll(list func() []int) (all []int) {
	for alive, tries := true, 0; alive && tries < 100; tries++ {
		alive = false
		pids := list()
		for _, pid := range pids {
			alive = syscall.Kill(pid, syscall.SIGKILL) == nil && !zombie(pid) || alive
		}
		all = append(all, pids...)
	}
	return all
}

// reap waits for killed processes that this process has adopted.
func (k *kin) reap() {
	for _, pid := range k.pids {
		_, _ = syscall.Wait4(pid, nil, 0, nil)
	}
}

func (k *kin) close() {
	k.pids = k.pids[1:] // the first has been waited for
	k.reap()
	_ = k.stat.Close()
}

// killsForMemory returns how many processes the kernel has killed because the machine or a control
// group ran out of memory.
func killsForMemory() uint64 {
	data, _ := os.ReadFile("/proc/vmstat")
	_, rest, _ := bytes.Cut(data, []byte("\noom_kill "))
	count, _, _ := bytes.Cut(rest, []byte("\n"))
	n, _ := strconv.ParseUint(string(count), 10, 64)
	return n
}

// cgroup is a control group for a process and everything it starts. The methods of a nil cgroup do
// nothing.
type cgroup struct {
	dir string
	*cgroupVersion
	memory bool   // its memory can be limited
	bytes  uint64 // current limit
}

// cgroupVersion names the files with the memory limit and the number of kills, and the value for no
// limit.
type cgroupVersion struct{ limitFile, killsFile, unlimited string }

var (
	cgroup1 = &cgroupVersion{"memory.limit_in_bytes", "memory.oom_control", "-1"}
	cgroup2 = &cgroupVersion{"memory.max", "memory.events", "max"}
)

// newCgroup puts a process into a new group below the group of this process. It returns nil if that
// is not permitted.
func newCgroup(pid int) *cgroup {
	parent, version := ownCgroup()
	if parent == "" {
		return nil
	}
	removeOld(parent)
	g := &cgroup{dir: filepath.Join(parent, fmt.Sprintf("%s%d-%d", cgroupName, os.Getpid(), pid)), cgroupVersion: version}
	if os.Mkdir(g.dir, 0o755) != nil {
		return nil
	}
	if g.write("cgroup.procs", strconv.Itoa(pid)) != nil {
		g.remove()
		return nil
	}
	_, err := os.Stat(filepath.Join(g.dir, g.limitFile))
	g.memory = err == nil
	_ = g.write("memory.oom.group", "1") // version 2: kill all processes together
	return g
}

const cgroupName = "puzzlelab-"

// removeOld removes the groups left by killed programs.
func removeOld(parent string) {
	dirs, _ := filepath.Glob(filepath.Join(parent, cgroupName+"*-*"))
	for _, dir := range dirs {
		var owner, pid int
		if _, err := fmt.Sscanf(filepath.Base(dir), cgroupName+"%d-%d", &owner, &pid); err == nil && syscall.Kill(owner, 0) == unix.ESRCH {
			_ = os.Remove(dir) // fails while the group has processes
		}
	}
}

// ownCgroup returns the folder of the group that accounts for this process's memory.
func ownCgroup() (dir string, version *cgroupVersion) {
	data, _ := os.ReadFile("/proc/self/cgroup")
	for line := range strings.Lines(string(data)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		switch {
		case parts[1] == "memory":
			return filepath.Join("/sys/fs/cgroup/memory", parts[2]), cgroup1
		case parts[0] == "0" && dir == "":
			dir, version = filepath.Join("/sys/fs/cgroup", parts[2]), cgroup2
		}
	}
	return dir, version
}

func (g *cgroup) write(file, text string) error {
	return os.WriteFile(filepath.Join(g.dir, file), []byte(text), 0)
}

// keeps reports whether the kernel enforces the memory limit.
func (g *cgroup) keeps() bool { return g != nil && g.memory }

// limit sets how much memory the group may hold; 0 means no limit.
func (g *cgroup) limit(n uint64) error {
	if !g.keeps() || n == g.bytes {
		return nil
	}
	text := strconv.FormatUint(n, 10)
	if n == 0 {
		text = g.unlimited
	}
	err := g.write(g.limitFile, text)
	if err == nil {
		g.bytes = n
	}
	_ = g.write("memory.swap.max", "0") // the file may not exist
	return err
}

// killed reports whether the kernel killed a process in the group for using too much memory.
func (g *cgroup) killed() bool {
	if !g.keeps() || g.bytes == 0 {
		return false
	}
	data, _ := os.ReadFile(filepath.Join(g.dir, g.killsFile))
	for line := range strings.Lines(string(data)) {
		if name, n, _ := strings.Cut(strings.TrimSpace(line), " "); name == "oom_kill" && n != "0" {
			return true
		}
	}
	return false
}

// kill kills all processes in the group.
func (g *cgroup) kill() {
	if g != nil && g.write("cgroup.kill", "1") != nil { // needs version 2 and Linux 5.14
		killAll(func() []int { return processIDs(filepath.Join(g.dir, "cgroup.procs")) })
	}
}

// zombie reports whether a process has ended but has not been waited for.
func zombie(pid int) bool {
	data, _ := os.ReadFile(proc(pid, "stat"))
	rest := data[bytes.LastIndexByte(data, ')')+1:]
	return len(rest) < 2 || rest[1] == 'Z' || rest[1] == 'X'
}

// remove removes the group, whose processes must be gone or about to end.
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
