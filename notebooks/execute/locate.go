package execute

import (
	"os"
	"path/filepath"
	"strings"
)

// locator finds out which line of which cell a line of GoNB's generated
// program came from.
//
// GoNB marks such places in stack traces itself, but looks for them in pieces
// of the output as they happen to arrive, and the runtime writes a trace in
// many small pieces; which places are marked differs from run to run. The rest
// is found by comparing the generated program with the sources of the cells.
type locator struct {
	temp  string // the kernel's temporary folder
	cells []executed
}

// executed is a cell that was run, as In [number].
type executed struct {
	number int
	lines  []string
}

func (l *locator) add(number int, source string) {
	l.cells = append(l.cells, executed{number, strings.Split(source, "\n")})
}

// locate returns the number of the cell and the line in it that a line of the
// generated file came from; ok is false if none matches.
func (l *locator) locate(file string, line int) (cell, at int, ok bool) {
	names, _ := filepath.Glob(filepath.Join(l.temp, "gonb_*", file))
	if len(names) != 1 {
		return 0, 0, false
	}
	data, err := os.ReadFile(names[0])
	if err != nil {
		return 0, 0, false
	}
	program := strings.Split(string(data), "\n")
	if line < 1 || line > len(program) || strings.TrimSpace(program[line-1]) == "" {
		return 0, 0, false
	}
	best := 0
	for i := len(l.cells) - 1; i >= 0; i-- { // later cells replace declarations of earlier ones
		for k := range l.cells[i].lines {
			if n := alike(program, line-1, l.cells[i].lines, k); n > best {
				best, cell, at = n, l.cells[i].number, k+1
			}
		}
	}
	return cell, at, best > 0
}

// alike returns how many lines around a[i] and b[k] are the same, apart from
// indentation; 0 if those two differ.
func alike(a []string, i int, b []string, k int) int {
	same := func(i, k int) bool {
		return i >= 0 && k >= 0 && i < len(a) && k < len(b) && strings.TrimSpace(a[i]) == strings.TrimSpace(b[k])
	}
	if !same(i, k) {
		return 0
	}
	n := 1
	for d := 1; same(i-d, k-d); d++ {
		n++
	}
	for d := 1; same(i+d, k+d); d++ {
		n++
	}
	return n
}
