package execute

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// cleaner takes out of texts what differs from run to run.
type cleaner struct {
	temp  []string // the kernel's temporary folder, under all its names
	roots []string // the module's folder

	places *locator // of lines in the generated program; nil knows none
}

func newCleaner(temp, root string) *cleaner {
	c := &cleaner{temp: names(temp)}
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
		if c.places != nil {
			if cell, line, ok := c.places.locate(m[1], atoi(m[2])); ok {
				return fmt.Sprintf("cell[%d]:%d", cell, line)
			}
		}
		return m[1] + ":" + m[2]
	})
	s = ownPattern.ReplaceAllString(s, "cell[$1]:$2")
	s = dispatcher.ReplaceAllString(s, "main.main()$1")
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
	return arguments.ReplaceAllString(s, "$1(...)")
}
