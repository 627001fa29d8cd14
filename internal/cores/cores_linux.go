package cores

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"

	"github.com/puzzlelab/puzzlelab/internal/process"
)

// Choose returns a split of the cores on which the calling thread may run. It returns the zero
// Split if threads cannot be pinned to cores.
func Choose() Split {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) != nil || unix.SchedSetaffinity(0, &set) != nil {
		return Split{}
	}
	return split(members(&set), func(cpu int) []int {
		text, err := os.ReadFile(fmt.Sprintf("/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu))
		if list := parseList(string(text)); err == nil && slices.Contains(list, cpu) {
			return list
		}
		return []int{cpu}
	})
}

// On moves the calling thread to the timed core, calls f, and then moves the thread to the other
// cores. The calling goroutine must be locked to its thread. A process that f starts stays on the
// timed core, as do its child processes.
func (s Split) On(f func()) {
	if s.Rest == nil {
		f()
		return
	}
	_ = unix.SchedSetaffinity(0, setOf(s.Timed)) // fails only if the core has just become unavailable
	f()
	_ = unix.SchedSetaffinity(0, setOf(s.Rest...))
}

// Clear moves this process and its child processes away from the timed core and from the
// hyper-threads that share it, until giveBack is called. Threads that may run only on the timed
// core stay there.
func (s Split) Clear() (giveBack func()) {
	if s.Rest == nil {
		return func() {}
	}
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0)) // otherwise Go follows the number of cores, and takes seconds to readjust
	all, rest := setOf(s.all...), setOf(s.Rest...)
	moveAll(func(of unix.CPUSet) bool { return of.IsSet(s.Timed) && of.Count() > 1 }, rest)
	return func() { moveAll(func(of unix.CPUSet) bool { return of == *rest }, all) }
}

func setOf(cpus ...int) *unix.CPUSet {
	var s unix.CPUSet
	for _, cpu := range cpus {
		s.Set(cpu)
	}
	return &s
}

func members(s *unix.CPUSet) []int {
	var list []int
	for cpu := 0; len(list) < s.Count(); cpu++ {
		if s.IsSet(cpu) {
			list = append(list, cpu)
		}
	}
	return list
}

// moveAll moves the threads of this process and its children whose set of cores satisfies from. It
// repeats until there are none left, since threads start threads.
func moveAll(from func(of unix.CPUSet) bool, to *unix.CPUSet) {
	for moved, looks := true, 0; moved && looks < 10; looks++ {
		moved = false
		eachThread(os.Getpid(), func(thread int) {
			var of unix.CPUSet
			if unix.SchedGetaffinity(thread, &of) == nil && from(of) && unix.SchedSetaffinity(thread, to) == nil {
				moved = true
			}
		})
	}
}

// eachThread calls f with the threads of a process and of the processes it started.
func eachThread(pid int, f func(thread int)) {
	threads, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid)) // the process may be gone
	for _, t := range threads {
		if id, err := strconv.Atoi(t.Name()); err == nil {
			f(id)
		}
	}
	for _, child := range process.Children(pid) {
		eachThread(child, f)
	}
}
