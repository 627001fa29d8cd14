package execute

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// cleaner takes out of texts what differs from run to run.
type cleaner struct {
	temp  []string // the kernel's temporary folder, under all its names
	roots []string // the module's folder

	places locator // of lines in the generated program
}

func newCleaner(temp, root string) *cleaner {
	c := &cleaner{temp: names(temp), places: locator{temp: temp}}
	if root != "" {
		c.roots = names(root)
	}
	return c
}

// names returns the path with symbolic links followed and as it is.
func names(path string) []string {
	if real, err := filepath.EvalSymlinks(path); err == nil && real != path {
		return []string{real, path}
	}
	return []string{path}
}

var (
	// GoNB's mark before a position in the generated file, in reverse video.
	markPattern = regexp.MustCompile(` ?\x1b\[7m\[\[ Cell \[(\d+)\] Line (\d+) \]\]\x1b\[0m \S*main(?:_test)?\.go:\d+`)
	// The engine's, and the function that calls that of the cell.
	ownPattern  = regexp.MustCompile(`[^\s"]*/cell\[(\d+)\]:(\d+)`)
	closures    = regexp.MustCompile(`main\.puzzlelab_main_\d+\b`)
	goroutine   = regexp.MustCompile(`(?m)^goroutine \d+ (\[|gp=)`)
	creator     = regexp.MustCompile(`(?m)^(created by .*) in goroutine \d+$`)
	panicked    = regexp.MustCompile(`(?m)^(panic: \(.*\)) 0x[0-9a-f]+`)
	generated   = regexp.MustCompile(`(?m)^main\.puzzlelab_\w+\(.*\)\n\t\S*main\.go:\d+.*\n?`)
	dispatcher  = regexp.MustCompile(`main\.puzzlelab_main_\d+\((?:\.\.\.)?\)(?:(?s:(\n\t\S+[^\n]*))\nmain\.main\(\)\n\t\S*main\.go:\d+[^\n]*)?`)
	linePattern = regexp.MustCompile(`[^\s"]*gonb_[0-9a-f]{8}/(main(?:_test)?\.go):(\d+)`)
	filePattern = regexp.MustCompile(`\S*/?gonb_[0-9a-f]{8}/(main(?:_test)?\.go)`)
	dirPattern  = regexp.MustCompile(`\$TMPDIR/gonb_[0-9a-f]{8}`)
	namePattern = regexp.MustCompile(`gonb_[0-9a-f]{8}`)
	packageLine = regexp.MustCompile(`(?m)^# gonb_[0-9a-f]{8}.*\n?`)
	offset      = regexp.MustCompile(`(?m)^(\t\S.*?) \+0x[0-9a-f]+$`)
	programCnt  = regexp.MustCompile(`(?m)^(\[signal SIG.*) pc=0x[0-9a-f]+\]$`)
	arguments   = regexp.MustCompile(`(?m)^([\pL_][^\s]*)\((?:[{}]|0x[0-9a-f]+\??|, |\.\.\.)+\)$`)
	colour      = regexp.MustCompile("\x1b\\[[0-9;]*m")
)

// text cleans what a program or the compiler wrote on standard error.
func (c *cleaner) text(s string) string {
	s = markPattern.ReplaceAllString(s, "cell[$1]:$2")
	s = linePattern.ReplaceAllStringFunc(s, func(place string) string {
		m := linePattern.FindStringSubmatch(place)
		if cell, line, ok := c.places.locate(m[1], atoi(m[2])); ok {
			return fmt.Sprintf("cell[%d]:%d", cell, line)
		}
		return m[1] + ":" + m[2]
	})
	s = ownPattern.ReplaceAllString(s, "cell[$1]:$2")
	s = dispatcher.ReplaceAllString(s, "main.main()$1")
	s = closures.ReplaceAllString(s, "main.main")
	s = goroutine.ReplaceAllString(s, "goroutine $1")
	s = creator.ReplaceAllString(s, "$1")
	s = panicked.ReplaceAllString(s, "$1")
	for _, dir := range c.temp {
		s = strings.ReplaceAll(s, dir, "$TMPDIR")
	}
	s = packageLine.ReplaceAllString(s, "")
	s = filePattern.ReplaceAllString(s, "$1")
	s = dirPattern.ReplaceAllString(s, "$$GONB_TMP_DIR")
	s = namePattern.ReplaceAllString(s, "notebook")
	s = programCnt.ReplaceAllString(s, "$1]")
	for _, root := range c.roots {
		s = strings.ReplaceAll(s, "\n\t"+root+string(filepath.Separator), "\n\t")
	}
	s = offset.ReplaceAllString(s, "$1")
	s = generated.ReplaceAllString(s, "")
	return arguments.ReplaceAllString(s, "$1(...)")
}

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
