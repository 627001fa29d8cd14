package engine

import (
	"context"
	"errors"
	"fmt"
	"go/scanner"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
)

// Kind indicates how a cell failed.
type Kind string

// Ways in which a cell can fail.
const (
	Compile     Kind = "compile error"
	Panic       Kind = "panic"   // the program panicked or ended with a "fatal error", such as a deadlock
	Exit        Kind = "exit"    // the program ended with a status other than 0 or was ended by a signal
	Input       Kind = "input"   // the cell read standard input, but nobody could answer
	Command     Kind = "command" // a command failed: a line that begins with ! or %, or a cell in another language such as %%bash
	Refused     Kind = "kernel"  // the cell could not run for another reason
	Interrupted Kind = "interrupted"
	Killed      Kind = "killed" // the program did not end after an interrupt
)

// Failure is the error for a cell that failed. It describes how, where and why the cell failed.
type Failure struct {
	Kind  Kind
	Cell  int
	Line  int    // line of the cell where the failure occurred, counted from 1; 0 if unknown
	Value string // error message on one line
	Text  string // complete message, such as all compiler errors; "" if Value is complete
}

// Error returns the complete message. If the message has only one line, the number of the cell
// precedes it, followed by the number of the line if it is known.
func (f *Failure) Error() string {
	switch {
	case f.Text != "":
		return f.Text
	case f.Line > 0:
		return fmt.Sprintf("cell[%d]:%d: %s", f.Cell, f.Line, f.Value)
	}
	return fmt.Sprintf("cell[%d]: %s", f.Cell, f.Value)
}

// inCommand converts the error of a command line in a cell.
func inCommand(in Cell, line int, err error) error {
	if err == nil {
		return nil
	}
	f := &Failure{Kind: Command, Line: line, Value: err.Error()}
	if ended, is := errors.AsType[*Failure](err); is && ended.Kind == Exit {
		f.Value = strings.TrimSpace(strings.Split(in.Source, "\n")[line-1]) + ": " + ended.Value
	} else if is || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return f
}

// misread converts the error of [dialect.Parse].
func misread(cell int, err error) error {
	list, _ := errors.AsType[scanner.ErrorList](err)
	f := &Failure{Kind: Compile, Line: list[0].Pos.Line, Value: list[0].Msg}
	for _, e := range list {
		f.Text += fmt.Sprintf("\ncell[%d]:%v", cell, e)
	}
	f.Text = f.Text[1:]
	return f
}

var (
	// generatedPlace matches references to the generated file in messages of compilers.
	generatedPlace = lazy.Regexp(`(?m)^# \S+\n|^package \S+\n\s+imports |\[(?:/\S*)?main\.go:\d+:\d+\]`)
	undefined      = lazy.Regexp(`: undefined: ([\pL_][\pL_\d]*)$`)
	position       = lazy.Regexp(`^cell\[(\d+)\]:(\d+)(?::\d+)?: (.*)$`)
)

// complaint converts messages of a compiler. It uses the first message about the cell, or else the
// first one.
func (e *Engine) complaint(cell int, text string) *Failure {
	f := &Failure{Kind: Refused, Cell: cell, Text: text}
	if len(e.spec.Modules()) == 0 {
		e.ended["display"] = "the notebook belongs to no Go module: puzzlelab kernel doctor says how to get package display"
		f.Text = strings.ReplaceAll(text, "; to add it:\n\tgo get ", "; to add it, run in a cell: !*go get ")
	}
	lines := strings.Split(f.Text, "\n")
	f.Value = lines[0]
	for i, line := range lines {
		if name := undefined().FindStringSubmatch(line); name != nil && e.ended[name[1]] != "" {
			lines[i] += " (" + e.ended[name[1]] + ")"
		}
	}
	f.Text = strings.Join(lines, "\n")
	above := ""
	for i, line := range lines {
		m := position().FindStringSubmatch(line)
		own := m != nil && m[1] == strconv.Itoa(cell)
		if m == nil || f.Kind == Compile && !own {
			continue
		}
		f.Kind, f.Value = Compile, m[3]
		if strings.HasSuffix(line, ":") && i+1 < len(lines) { // the next line has the advice
			f.Value += " " + strings.TrimSpace(lines[i+1])
		}
		if own {
			f.Line, _ = strconv.Atoi(m[2])
			break
		}
		if d := e.declaredAt(m[1], m[2]); d != nil && !strings.Contains(m[3], " redeclared") {
			f.Value = fmt.Sprintf("%s of cell[%s] no longer compiles: %s", d.Names[0], m[1], f.Value)
			above = f.Value + "\n"
		}
	}
	if f.Line == 0 {
		f.Text = above + f.Text
	}
	return f
}

// declaredAt returns the declaration at a line of an earlier cell, or nil.
func (e *Engine) declaredAt(cell, line string) *dialect.Decl {
	n, _ := strconv.Atoi(line)
	for _, d := range e.scope.Decls {
		if strconv.Itoa(d.Cell) == cell && d.Line <= n && n <= d.Line+strings.Count(d.Text, "\n") {
			return &d
		}
	}
	return nil
}

// panicLine matches the first line that the Go runtime prints when it ends a program.
var panicLine = lazy.Regexp(`(?m)^(?:panic: .*|fatal error: .*)$`)

// panicked converts the stack trace of a cell's program.
func (e *Engine) panicked(cell int, trace string) *Failure {
	f := &Failure{Kind: Panic, Text: strings.TrimSpace(e.Clean(trace))}
	f.Value, _, _ = strings.Cut(f.Text, "\n")
	rest := f.Text
	if at := panicLine().FindStringIndex(f.Text); at != nil {
		f.Value, rest = f.Text[at[0]:at[1]], f.Text[at[1]:]
	}
	f.Value = strings.TrimPrefix(f.Value, "panic: ")
	if m := regexp.MustCompile(fmt.Sprintf(`cell\[%d\]:(\d+)`, cell)).FindStringSubmatch(rest); m != nil {
		f.Line, _ = strconv.Atoi(m[1])
		f.Text = m[0] + ": " + f.Text
	}
	if strings.Contains(rest, "\npuzzlelab_keep.") { // happened in the code that keeps values
		f.Text = ""
	}
	return f
}

// exited converts the error of a command that has ended.
func exited(err error) error {
	if exit, is := errors.AsType[*exec.ExitError](err); is {
		return &Failure{Kind: Exit, Value: exit.Error()}
	}
	return err
}

// changing lists parts of messages that differ between runs or are not about the cell, with their
// replacements.
var changing = []struct {
	what  func() *regexp.Regexp
	stays string
}{
	{lazy.Regexp(`[^\s"]*/cell\[(\d+)\]:(\d+)`), "cell[$1]:$2"},
	{lazy.Regexp(`main\.puzzlelab_main_\d+\((?:\.\.\.)?\)(?:(?s:(\n\t\S+[^\n]*))\nmain\.main\(\)\n\t\S*main\.go:\d+[^\n]*)?`), "main.main()$1"},
	{lazy.Regexp(`main\.puzzlelab_main_\d+\b`), "main.main"}, // in the names of closures
	{lazy.Regexp(`(undefined: )` + dialect.Before + `([\pL_\d]+)`), "$1$2 (a later statement of the cell declares it, or this one)"},
	{lazy.Regexp(`(?m)^runtime: sp=0x.*\n`), ""},
	{lazy.Regexp(`(?m)^goroutine \d+ (?:gp=0x[0-9a-f]+ m=\S+ (?:mp=0x[0-9a-f]+ )?)?\[`), "goroutine ["},
	{lazy.Regexp(`(?m)^(created by .*) in goroutine \d+$`), "$1"},
	{lazy.Regexp(`(?m)^(panic: \(.*\)) 0x[0-9a-f]+`), "$1"},
	{lazy.Regexp(`(?m)^(\[signal SIG.*) pc=0x[0-9a-f]+\]$`), "$1]"},
	{lazy.Regexp(`(?m)^(\t\S.*?) \+0x[0-9a-f]+(?: fp=0x[0-9a-f]+ sp=0x[0-9a-f]+ pc=0x[0-9a-f]+)?$`), "$1"},
	{lazy.Regexp(`(?m)^main\.puzzlelab_\w+\(.*\)\n\t\S*main\.go:\d+.*\n?`), ""},
	{lazy.Regexp(`(?m)\n?^goroutine \[.*\n(?:.+\n)*?created by runtime\..*\n\t.*\n?`), ""},
	{lazy.Regexp(`(?m)^([\pL_][^\s]*)\((?:[{}]|0x[0-9a-f]+\??|, |\.\.\.)+\)$`), "$1(...)"},
}

// Clean removes from a message all parts that differ between runs or do not concern the cell:
// folders, addresses, goroutine numbers, and the functions that call the cell. The message may come
// from a program or a compiler.
func (e *Engine) Clean(s string) string {
	for _, dir := range names(e.temp) {
		s = strings.ReplaceAll(s, dir, "$TMPDIR")
	}
	for _, root := range names(e.spec.Root) {
		s = strings.ReplaceAll(s, "\n\t"+root+string(filepath.Separator), "\n\t")
	}
	for _, c := range changing {
		s = c.what().ReplaceAllString(s, c.stays)
	}
	return s
}

// names returns a path and, if different, the path with symbolic links resolved; nothing for "".
func names(path string) []string {
	if path == "" {
		return nil
	}
	if real, err := filepath.EvalSymlinks(path); err == nil && real != path {
		return []string{real, path}
	}
	return []string{path}
}
