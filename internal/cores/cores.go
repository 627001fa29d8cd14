// Package cores keeps a core of the machine for what is timed, and everything else that
// the process does away from it.
//
// Of the cores that the process may use the last is taken: systems prefer the first for
// work of their own. The hyper-threads that share it are left idle, as far as others do. There
// must be two cores, one for whoever controls; with one there is nothing to choose.
package cores

import (
	"slices"
	"strconv"
	"strings"
)

// Split is a core to time on, and those for all else. The zero Split is that of a machine
// on which there is nothing to choose, and does nothing.
type Split struct {
	Timed int
	Rest  []int
	all   []int // that the process could use
}

// split chooses among the processors that may be used, of which siblings returns those
// that share the core of one, itself among them.
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

// parseList reads a list of processors as Linux writes it, "0-3,8"; nil if it is none.
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
