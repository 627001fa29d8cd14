package study

import (
	"io/fs"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
)

// source returns how an item is made, as it stands in the source of the study: the
// function that draws or fills it; of a claim its declaration, and the function that
// answers it if that stands elsewhere. It is "" where the source does not have it.
func (d Definition) source(item Item) string {
	if d.Files == nil || item.function == nil {
		return ""
	}
	if _, ok := item.function.(func(frame.Frame) (claim.Answer, error)); !ok {
		return d.whereIs(item.function).declaration()
	}
	declared, asked := d.find(regexp.MustCompile(`\bID: +"`+regexp.QuoteMeta(item.ID)+`"`)), d.whereIs(item.function)
	if declared.lines == nil {
		return asked.declaration()
	}
	literal, from, to := declared.literal()
	if asked.at < from || asked.at > to || !slices.Equal(asked.lines, declared.lines) {
		literal += "\n\n" + asked.declaration()
	}
	return strings.TrimSpace(literal)
}

// spot is a line of a file that gofmt has formatted.
type spot struct {
	lines []string // of the file; nil if there is no such spot
	at    int
}

// whereIs returns where a function begins. Of a method value only the name is known.
func (d Definition) whereIs(function any) spot {
	f := runtime.FuncForPC(reflect.ValueOf(function).Pointer())
	if method, ok := strings.CutSuffix(path.Base(f.Name()), "-fm"); ok { // scaling.Question.Nodes, or scaling.(*Question).Nodes
		words := strings.FieldsFunc(method, func(r rune) bool { return strings.ContainsRune(".(*)", r) })
		return d.find(regexp.MustCompile(`(?m)^func \(\w+ \*?` + words[len(words)-2] + `\) ` + words[len(words)-1] + `\(`))
	}
	file, line := f.FileLine(f.Entry())
	data, err := fs.ReadFile(d.Files, path.Base(filepath.ToSlash(file)))
	if err != nil || line > strings.Count(string(data), "\n") {
		return spot{}
	}
	return spot{strings.Split(string(data), "\n"), line - 1}
}

// find returns the first line that matches, of the files that are no tests.
func (d Definition) find(what *regexp.Regexp) spot {
	names, _ := fs.Glob(d.Files, "*.go") // fails for a bad pattern only
	for _, name := range names {
		data, err := fs.ReadFile(d.Files, name)
		if at := what.FindIndex(data); err == nil && at != nil && !strings.HasSuffix(name, "_test.go") {
			return spot{strings.Split(string(data), "\n"), strings.Count(string(data[:at[0]]), "\n")}
		}
	}
	return spot{}
}

var topLevel = regexp.MustCompile(`^(func|var|const|type) `)

// declaration returns the declaration around the line, with its comment. It ends with
// the line that closes it, the first behind its beginning that is not indented.
func (s spot) declaration() string {
	if s.lines == nil {
		return ""
	}
	from := s.at
	for from > 0 && !topLevel.MatchString(s.lines[from]) {
		from--
	}
	to := from
	if opens(s.lines[from]) {
		to = s.close(from)
	}
	for from > 0 && strings.HasPrefix(s.lines[from-1], "//") {
		from--
	}
	return strings.Join(s.lines[from:to+1], "\n")
}

// literal returns the literal of a claim around the line, and its lines.
func (s spot) literal() (text string, from, to int) {
	from = s.at
	if strings.HasPrefix(strings.TrimSpace(s.lines[from]), "{") { // {ID: …
		to = from
		if opens(s.lines[from]) || strings.HasSuffix(s.lines[from], ",") && !strings.HasSuffix(s.lines[from], "},") {
			to = s.close(from)
		}
		return "claim.Claim" + strings.TrimSuffix(dedent(s.lines[from:to+1]), ","), from, to
	}
	for from > 0 && indent(s.lines[from]) >= indent(s.lines[s.at]) {
		from--
	}
	to = s.close(from)
	return "claim.Claim{\n\t" + strings.ReplaceAll(dedent(s.lines[from+1:to]), "\n", "\n\t") + "\n}", from, to
}

// opens reports whether a line begins something that a later one closes.
func opens(line string) bool { return strings.HasSuffix(line, "{") || strings.HasSuffix(line, "(") }

// close returns the line that closes what begins on a line: the next that is
// indented as little.
func (s spot) close(from int) int {
	for to := from + 1; to < len(s.lines); to++ {
		if s.lines[to] != "" && indent(s.lines[to]) <= indent(s.lines[from]) {
			return to
		}
	}
	return len(s.lines) - 1
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, "\t")) }

// dedent joins lines without the tabs that the first begins with.
func dedent(lines []string) string {
	tabs := strings.Repeat("\t", indent(lines[0]))
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = strings.TrimPrefix(line, tabs)
	}
	return strings.Join(out, "\n")
}
