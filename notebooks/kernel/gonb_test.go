//go:build unix

package kernel

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/diff"
	"github.com/puzzlelab/puzzlelab/notebooks/engine"
	"github.com/puzzlelab/puzzlelab/notebooks/execute"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// GoNB is what the engine is compared with: a Jupyter kernel as any other. It reports
// some failures as success, and says in its own words where they are.

// pinned is what starts GoNB in this folder.
var pinned = sync.OnceValues(func() (install.Spec, error) {
	return install.Command(context.Background(), "", install.Headless, os.Stderr)
})

// runGoNB executes a notebook by GoNB in a folder, as package execute does by the engine, with more variables.
func runGoNB(t *testing.T, nb *nbformat.Notebook, dir string, env ...string) error {
	t.Helper()
	spec, err := pinned()
	if err != nil {
		t.Fatal(err)
	}
	if err := spec.Prepare(t.Context(), execute.Imports(nb), t.Output()); err != nil {
		t.Fatal(err)
	}
	k, err := Start(t.Context(), Command{Argv: spec.Argv, Env: slices.Concat(spec.Env, env), Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	nb.Upgrade()
	clean, shown, number := newCleaner(k.TempDir(), spec.Root), map[string][]*nbformat.Output{}, 0
	run := func(c *nbformat.Cell, o ExecuteOptions) *engine.Failure {
		out := &foreign{cell: c, shown: shown, clean: clean}
		id, err := k.Execute(c.Source, o)
		if err != nil {
			t.Fatal(err)
		}
		for replied, ended := false, false; !replied || !ended; {
			select {
			case m := <-k.Messages():
				if m.Parent != id {
					continue
				}
				replied, ended = replied || m.Type == "execute_reply", ended || idle(m)
				out.add(m)
			case <-k.Done():
				t.Fatal(k.Dead())
			}
		}
		clean.places.add(number, c.Source)
		out.endStream()
		return out.judge(number)
	}
	// There is no flag for it: every cell would run "go get".
	run(&nbformat.Cell{Type: nbformat.Code, Source: "%noautoget"}, ExecuteOptions{Silent: true})
	for _, c := range nb.Cells {
		if c.Type != nbformat.Code || c.HasTag(notebooks.TagSkip) || strings.TrimSpace(c.Source) == "" {
			continue
		}
		number++
		n := number
		c.Outputs, c.ExecutionCount = nil, &n
		f := run(c, ExecuteOptions{StoreHistory: true})
		if f == nil {
			continue
		}
		for _, o := range c.Outputs { // which the engine says once
			if at := panicPattern.FindStringIndex(o.Text); at != nil && f.Kind == engine.Panic && o.Name == "stderr" {
				o.Text = o.Text[:at[0]]
			}
		}
		text := cmp.Or(f.Text, fmt.Sprintf("%s: %s", f.Kind, f.Value))
		c.Outputs = append(c.Outputs, &nbformat.Output{Type: nbformat.Error, ErrorName: string(f.Kind), ErrorValue: f.Value, Traceback: strings.Split(text, "\n")})
		if !c.HasTag(notebooks.TagRaises) {
			return f
		}
	}
	return nil
}

func TestNotebooksOfNoStudyShowTheSameWithGoNB(t *testing.T) {
	if !*exhaustive {
		t.Skip("GoNB takes a second a cell; -exhaustive runs it")
	}
	files, err := filepath.Glob("../*.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		committed, err := nbformat.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(notebooks.Shown(committed)) > 0 {
			continue // .ci/jupyter compares those of studies
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			nb, err := nbformat.ReadFile(name)
			if err == nil {
				err = runGoNB(t, nb, "..", experiments.Setting{Root: t.TempDir(), Scale: experiments.Quick}.Environ()...)
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range diff.Outputs(committed, nb) {
				if !d.Timing {
					t.Errorf("cell %s: %s differs (-committed +executed):\n%s", d.Cell, d.Part, strings.Join(d.Lines, "\n"))
				}
			}
		})
	}
}

// foreign turns the messages of a kernel about one cell into its outputs.
type foreign struct {
	cell  *nbformat.Cell
	shown map[string][]*nbformat.Output // by display id, shared by all cells
	clean *cleaner

	text    strings.Builder // of the last output, while that is a stream
	failed  *kernelError
	notices []string // messages on stderr that can be GoNB's own, one each
	stderr  strings.Builder
}

// kernelError is the content of an error message.
type kernelError struct {
	Name      string   `json:"ename"`
	Value     string   `json:"evalue"`
	Traceback []string `json:"traceback"`
}

// content is the union of the contents that become outputs.
type content struct {
	Name           string          `json:"name"`
	Text           string          `json:"text"`
	Data           nbformat.Bundle `json:"data"`
	Metadata       nbformat.Object `json:"metadata"`
	ExecutionCount *int            `json:"execution_count"`
	Transient      struct {
		DisplayID string `json:"display_id"`
	} `json:"transient"` // for the front end only: not stored
}

// add takes one message. Messages that are malformed or mean nothing to a
// notebook are ignored, as front ends do.
func (c *foreign) add(m jupyter.Message) {
	if m.Channel != jupyter.IOPub {
		return
	}
	if m.Type == "error" {
		var e kernelError
		if json.Unmarshal(m.Content, &e) == nil {
			c.failed = &e // shown once it is judged
		}
		return
	}
	var in content
	d := json.NewDecoder(bytes.NewReader(m.Content))
	d.UseNumber() // a notebook keeps numbers as they are spelled
	if d.Decode(&in) != nil {
		return
	}
	switch m.Type {
	case "stream":
		c.stream(in.Name, in.Text)
	case "display_data", "execute_result":
		o := &nbformat.Output{Type: nbformat.OutputType(m.Type), Data: in.Data, Metadata: in.Metadata, ExecutionCount: in.ExecutionCount}
		c.append(o)
		if id := in.Transient.DisplayID; id != "" {
			c.shown[id] = append(c.shown[id], o)
		}
	case "update_display_data":
		for _, o := range c.shown[in.Transient.DisplayID] {
			o.Data, o.Metadata = in.Data, in.Metadata
		}
	}
}

func (c *foreign) stream(name, text string) {
	if name == "stderr" {
		c.stderr.WriteString(text)
		if notice := strings.TrimSpace(text); len(notice) < 200 {
			c.notices = append(c.notices, notice)
		}
	}
	if n := len(c.cell.Outputs); n == 0 || c.text.Len() == 0 || c.cell.Outputs[n-1].Name != name {
		c.append(&nbformat.Output{Type: nbformat.Stream, Name: name})
	}
	c.text.WriteString(text)
}

func (c *foreign) append(o *nbformat.Output) {
	c.endStream()
	c.cell.Outputs = append(c.cell.Outputs, o)
}

// endStream stores the text of the last output if that is a stream.
func (c *foreign) endStream() {
	n := len(c.cell.Outputs)
	if n == 0 || c.text.Len() == 0 {
		return
	}
	o := c.cell.Outputs[n-1]
	o.Text = c.text.String()
	if o.Name == "stderr" {
		o.Text = c.clean.text(o.Text)
	}
	c.text.Reset()
}

var (
	exitPattern     = regexp.MustCompile(`^(?:\^C\n)?(exit status \d+|signal: [a-z0-9 ]+(?: \(core dumped\))?)$`)
	position        = regexp.MustCompile(`^\S*main(?:_test)?\.go:(\d+):(\d+): (.*)$`)
	cellPosition    = regexp.MustCompile(`^Cell(?:\[(\d+)\]:)? Line (\d+)`)
	panicPattern    = regexp.MustCompile(`(?m)^(?:panic: .*|fatal error: .*)$`)
	framePattern    = regexp.MustCompile(`cell\[(\d+)\]:(\d+)`)
	unknownPattern  = regexp.MustCompile(`^"(%\S*)" unknown or not implemented yet\.$`)
	displaysPattern = regexp.MustCompile(`failed (?:opening pipe|to write to GoNB pipe|to read from GoNB pipe)`)
)

// judge decides whether the cell of that number failed, and how.
func (out *foreign) judge(number int) *engine.Failure {
	e := &engine.Failure{}
	if out.failed == nil {
		if judgeSilent(e, out.cell, out) {
			return e
		}
		return nil
	}
	value := strings.TrimSpace(colour.ReplaceAllString(out.failed.Value, ""))
	if m := exitPattern.FindStringSubmatch(value); m != nil {
		stderr := out.clean.text(out.stderr.String())
		e.Kind, e.Value = engine.Exit, m[1]
		if at := panicPattern.FindStringIndex(stderr); at != nil && m[1] == "exit status 2" {
			e.Kind, e.Value = engine.Panic, strings.TrimPrefix(stderr[at[0]:at[1]], "panic: ")
			e.Line = lineIn(number, stderr[at[1]:])
			e.Text = strings.TrimSuffix(strings.TrimSpace(stderr[at[0]:]), "\n"+m[1])
			if e.Line > 0 {
				e.Text = fmt.Sprintf("cell[%d]:%d: %s", number, e.Line, e.Text)
			}
		}
		return e
	}
	lines, placed := compilerLines(out.failed, number)
	e.Text = strings.TrimSpace(out.clean.text(strings.Join(lines, "\n")))
	e.Kind, e.Value = engine.Refused, firstLine(e.Text)
	if placed != nil {
		e.Kind, e.Line, e.Value = engine.Compile, placed.line, out.clean.text(placed.message)
	}
	return e
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
	for i, line := range strings.Split(e.Value, "\n") {
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
func judgeSilent(e *engine.Failure, c *nbformat.Cell, out *foreign) bool {
	shell := shellLines(c.Source)
	for _, n := range out.notices {
		if m := unknownPattern.FindStringSubmatch(n); m != nil {
			e.Kind, e.Value, e.Line = engine.Command, m[1]+" is not a command of the kernel", lineOf(c.Source, m[1])
			return true
		}
		if m := exitPattern.FindStringSubmatch(n); m != nil && len(shell) > 0 {
			e.Kind, e.Value = engine.Command, m[1]
			if len(shell) == 1 {
				e.Line = shell[0]
				e.Value = fmt.Sprintf("%s: %s", strings.TrimSpace(strings.Split(c.Source, "\n")[shell[0]-1]), m[1])
			}
			return true
		}
	}
	if displaysPattern.MatchString(out.stderr.String()) {
		e.Kind, e.Value = execute.Display, "the program lost its connection to the kernel; displays are missing"
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
	goroutine   = regexp.MustCompile(`(?m)^goroutine \d+ (\[|gp=)`)
	creator     = regexp.MustCompile(`(?m)^(created by .*) in goroutine \d+$`)
	panicked    = regexp.MustCompile(`(?m)^(panic: \(.*\)) 0x[0-9a-f]+`)
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
