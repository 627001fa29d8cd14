package execute

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// Kind says in which way a cell failed.
type Kind string

// The ways a cell fails.
const (
	Compile Kind = "compile error"
	Panic   Kind = "panic"        // also "fatal error", such as a deadlock
	Exit    Kind = "exit"         // other than 0, or ended by a signal
	Input   Kind = "input"        // reads what nobody is there to write
	Shell   Kind = "command"      // a ! line or script cell failed, or a % command is unknown
	Timeout Kind = "timeout"      // took longer than Options.Timeout
	Death   Kind = "kernel death" // the kernel's process ended
	Display Kind = "display"      // the program lost its connection for displays
	Refused Kind = "kernel"       // anything else the kernel complains about

	// Cancelled stands in the notebook only; [Run] returns the context's error.
	Cancelled Kind = "cancelled"
)

// CellError reports a cell that failed.
type CellError struct {
	Cell  int    // the n of In [n]; 0 if the kernel did not count the cell
	Index int    // in Notebook.Cells
	ID    string // of the cell
	Line  int    // in the cell, from 1; 0 if unknown

	Kind  Kind
	Name  string // what the kernel calls it; "" if the kernel saw no failure
	Value string // one line
	Text  string // everything there is to say, such as all compiler errors

	killed bool // the kernel is gone
}

func (e *CellError) Error() string {
	at := fmt.Sprintf("cell %d", e.Cell)
	if e.Cell == 0 {
		at = fmt.Sprintf("cell at index %d", e.Index)
	}
	if e.Line > 0 {
		at += fmt.Sprintf(", line %d", e.Line)
	}
	return fmt.Sprintf("execute: %s: %s: %s", at, e.Kind, e.Value)
}

// judge decides whether a cell failed, and how. What the executor saw itself
// counts more than the kernel's status.
func (r *runner) judge(c *nbformat.Cell, out *collector, end ending) *CellError {
	e := &CellError{killed: end.killed}
	if out.failed != nil {
		e.Name = out.failed.Name
	}
	details := ""
	var dead *jupyter.DeadError
	switch {
	case errors.Is(end.cause, errTimeout):
		e.Kind, e.Value = Timeout, fmt.Sprintf("took longer than %v", r.Timeout)
		if end.killed {
			e.Value += "; it did not react to interrupts, so the kernel was ended"
		}
	case errors.As(end.cause, &dead):
		e.Kind, e.Value, details = Death, "the kernel ended: "+dead.Status, "\n"+r.clean.text(dead.Log)
	case end.cause != nil:
		e.Kind, e.Value = Cancelled, end.cause.Error()
	case out.failed != nil:
		r.judgeError(e, c, out)
	case end.reply.Status == "error":
		e.Kind, e.Value = Refused, "the kernel reports an error without a message"
	case !judgeSilent(e, c, out):
		return nil
	}
	if e.Text == "" {
		e.Text = fmt.Sprintf("%s: %s", e.Kind, e.Value) + strings.TrimSuffix(details, "\n")
	}
	return e
}

var (
	exitPattern     = regexp.MustCompile(`^(?:\^C\n)?(exit status \d+|signal: [a-z0-9 ]+(?: \(core dumped\))?)$`)
	position        = regexp.MustCompile(`^\S*main(?:_test)?\.go:(\d+):(\d+): (.*)$`)
	ownPosition     = regexp.MustCompile(`^cell\[(\d+)\]:(\d+)(?::\d+)?: (.*)$`)
	cellPosition    = regexp.MustCompile(`^Cell(?:\[(\d+)\]:)? Line (\d+)`)
	panicPattern    = regexp.MustCompile(`(?m)^(?:panic: .*|fatal error: .*)$`)
	framePattern    = regexp.MustCompile(`cell\[(\d+)\]:(\d+)`)
	unknownPattern  = regexp.MustCompile(`^"(%\S*)" unknown or not implemented yet\.$`)
	displaysPattern = regexp.MustCompile(`failed (?:opening pipe|to write to GoNB pipe|to read from GoNB pipe)`)
)

// judgeError classifies an error the kernel reported.
func (r *runner) judgeError(e *CellError, c *nbformat.Cell, out *collector) {
	value := strings.TrimSpace(colour.ReplaceAllString(out.failed.Value, ""))
	number := 0
	if c.ExecutionCount != nil {
		number = *c.ExecutionCount
	}
	if m := exitPattern.FindStringSubmatch(value); m != nil {
		stderr := r.clean.text(out.stderr.String())
		e.Kind, e.Value = Exit, m[1]
		if at := panicPattern.FindStringIndex(stderr); at != nil && m[1] == "exit status 2" {
			e.Kind, e.Value = Panic, strings.TrimPrefix(stderr[at[0]:at[1]], "panic: ")
			e.Line = lineIn(number, stderr[at[1]:])
			e.Text = strings.TrimSuffix(strings.TrimSpace(stderr[at[0]:]), "\n"+m[1])
			if e.Line > 0 {
				e.Text = fmt.Sprintf("cell[%d]:%d: %s", number, e.Line, e.Text)
			}
		}
		return
	}
	if own := fmt.Sprintf("cell[%d]: ", number); out.failed.Name == "input" {
		e.Kind, e.Value = Input, strings.TrimPrefix(value, own)
		return
	}
	if m := ownPosition.FindStringSubmatch(value); m != nil && out.failed.Name == "command" {
		e.Kind, e.Line, e.Value = Shell, atoi(m[2]), m[3]
		if line := strings.Split(c.Source, "\n")[e.Line-1]; exitPattern.MatchString(m[3]) {
			e.Value = strings.TrimSpace(line) + ": " + m[3]
		}
		return
	}
	lines, placed := compilerLines(out.failed, number)
	e.Text = strings.TrimSpace(r.clean.text(strings.Join(lines, "\n")))
	e.Kind, e.Value = Refused, firstLine(e.Text)
	if placed != nil {
		e.Kind, e.Line, e.Value = Compile, placed.line, r.clean.text(placed.message)
	}
}

// placed is a compiler message with its place in the running cell.
type placed struct {
	line    int
	message string
}

// compilerLines replaces positions in the generated file by positions in
// cells. Each line of an error's value has its entry in the traceback, which
// begins with the cell and line if GoNB knows them. It also returns the first
// message that has a position, preferring those in the running cell.
func compilerLines(e *kernelError, number int) (lines []string, first *placed) {
	inCell := false
	all := strings.Split(e.Value, "\n")
	for i, line := range all {
		if m := ownPosition.FindStringSubmatch(line); m != nil {
			lines = append(lines, line)
			p := &placed{message: m[3]}
			if strings.HasSuffix(line, ":") && i+1 < len(all) { // what to do stands below
				p.message += " " + strings.TrimSpace(all[i+1])
			}
			if atoi(m[1]) == number {
				p.line = atoi(m[2])
			}
			if first == nil || p.line > 0 && !inCell {
				first, inCell = p, p.line > 0
			}
			continue
		}
		m := position.FindStringSubmatch(colour.ReplaceAllString(line, ""))
		if m == nil {
			lines = append(lines, line)
			continue
		}
		var at []string
		if i < len(e.Traceback) {
			at = cellPosition.FindStringSubmatch(e.Traceback[i])
		}
		p := &placed{message: m[3]}
		if at == nil {
			lines = append(lines, m[3])
		} else {
			cell := cmp.Or(atoi(at[1]), number)
			if cell == number {
				p.line = atoi(at[2])
			}
			lines = append(lines, fmt.Sprintf("cell[%d]:%s:%s: %s", cell, at[2], m[2], m[3]))
		}
		if first == nil || p.line > 0 && !inCell {
			first, inCell = p, p.line > 0
		}
	}
	return lines, first
}

// judgeSilent finds the failures that GoNB reports as success.
func judgeSilent(e *CellError, c *nbformat.Cell, out *collector) bool {
	shell := shellLines(c.Source)
	for _, n := range out.notices {
		if m := unknownPattern.FindStringSubmatch(n); m != nil {
			e.Kind, e.Value, e.Line = Shell, m[1]+" is not a command of the kernel", lineOf(c.Source, m[1])
			return true
		}
		if m := exitPattern.FindStringSubmatch(n); m != nil && len(shell) > 0 {
			e.Kind, e.Value = Shell, m[1]
			if len(shell) == 1 {
				e.Line = shell[0]
				e.Value = fmt.Sprintf("%s: %s", strings.TrimSpace(strings.Split(c.Source, "\n")[shell[0]-1]), m[1])
			}
			return true
		}
	}
	if displaysPattern.MatchString(out.stderr.String()) {
		e.Kind, e.Value = Display, "the program lost its connection to the kernel; displays are missing"
		return true
	}
	return false
}

// shellLines returns the numbers of the lines that run other programs.
func shellLines(source string) (numbers []int) {
	for i, line := range strings.Split(source, "\n") {
		line = strings.TrimPrefix(line, "//gonb:")
		script := i == 0 && (strings.HasPrefix(line, "%%bash") || strings.HasPrefix(line, "%%sh") || strings.HasPrefix(line, "%%script"))
		if script {
			return []int{1}
		}
		if strings.HasPrefix(line, "!") {
			numbers = append(numbers, i+1)
		}
	}
	return numbers
}

func lineOf(source, prefix string) int {
	for i, line := range strings.Split(source, "\n") {
		if strings.HasPrefix(strings.TrimPrefix(line, "//gonb:"), prefix) {
			return i + 1
		}
	}
	return 0
}

// lineIn returns the line of the innermost frame of a stack trace that lies in
// the cell of that number.
func lineIn(number int, trace string) int {
	for _, m := range framePattern.FindAllStringSubmatch(trace, -1) {
		if atoi(m[1]) == number {
			return atoi(m[2])
		}
	}
	return 0
}

func firstLine(s string) string {
	first, _, _ := strings.Cut(s, "\n")
	return first
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
