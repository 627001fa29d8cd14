// Package cores reserves a core of the machine for timed work, and keeps the rest of the process
// away from it.
//
// It reserves the last core that is available to the process, since systems prefer the first cores
// for their own work. It also keeps this process off the hyper-threads that share this core, but
// other programs may use them. The rest of the process needs another core, so on a machine with a
// single core, the package does nothing.
package cores

import (
	"slices"
	"strconv"
	"strings"
)

// Split divides the cores into one core for timed work and the others for everything else. The zero
// Split is for machines with a single core and does nothing.
type Split struct {
	Timed int
	Rest  []int
	all   []int // cores that the process could use
}

// split chooses among the allowed processors. siblings returns the processors that share the core
// of cpu, including cpu.
func split(allowed []int, siblings func(cpu int) []int) Split {
	if len(allowed) < 2 {
		return Split{}
	}
	s := Split{Timed: slices.Min(siblings(allowed[len(allowed)-1])), all: allowed}
	if !slices.Contains(allowed, s.Timed) {
		s.Timed = allowed[len(allowed)-1]
	}
	shared := siblings(s.Timed)
	for _, cpu := range allowed {
		if cpu != s.Timed && !slices.Contains(shared, cpu) {
			s.Rest = append(s.Rest, cpu)
		}
	}
	if s.Rest == nil {
		return Split{}
	}
	return s
}

// parseList reads a list of processors in Linux notation, "0-3,8"; it returns nil for an invalid
// list.
func parseList(text string) []int {
	var list []int
	for part := range strings.SplitSeq(strings.TrimSpace(text), ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		from, err1 := strconv.ParseUint(first, 10, 12)
		to, err2 := strconv.ParseUint(last, 10, 12)
		if err1 != nil || err2 != nil {
			return nil
		}
		for cpu := from; cpu <= to; cpu++ {
			list = append(list, int(cpu))
		}
	}
	return list
}
