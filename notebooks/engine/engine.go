package engine

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/scanner"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
	"github.com/puzzlelab/puzzlelab/notebooks/kernel"
)

// Engine runs cells one after the other.
type Engine struct {
	spec     kernel.Spec
	temp     string
	group    *jupyter.Group
	messages chan jupyter.Message
	closed   chan struct{}
	closing  sync.Once
	life     context.Context
	end      context.CancelFunc // of life
	count    int                // of cells run by Execute
	stop     context.CancelFunc // of the last of them

	mu    sync.Mutex // of what View and Guard read: the next three, in packages known and added
	scope dialect.Scope
	env   []string // what %env has set
	dir   string

	ahead []Expected              // the cells that are expected to follow
	flags []string                // of go build
	extra func(cell int) []string // environment of what a cell starts, besides; or nil

	parted   map[int]string  // why cells begin another program, as far as that shows when they compile
	displays map[string]bool // ids of displays, of all cells
	built    []planned       // cells that one program has
	early    map[int]*early  // of these, by their numbers
	places   chan struct{}   // taken by those that run
	program  string          // its path
	packages *packages
}

// Supports reports which line of a notebook's cells needs another engine; nil if
// none does.
func Supports(sources []string) error {
	for i, source := range sources {
		c, err := dialect.Parse(source)
		if err != nil {
			continue // it says so itself when it runs
		}
		if need := needs(c); need != "" {
			return fmt.Errorf("cell %d: %s", i+1, need)
		}
	}
	return nil
}

// needs returns what a cell has that GoNB alone knows, "" for nothing.
func needs(c *dialect.Cell) string {
	if c.Test || c.Wasm {
		return "tests and programs for a browser"
	}
	if len(c.Magic) > 0 && c.Magic[0] == "%%gx" {
		return c.Magic[0]
	}
	for _, command := range c.Commands {
		if !command.Shell && slices.Contains(others, command.Words()[0]) {
			return "%" + command.Words()[0]
		}
	}
	for _, i := range c.Imports {
		if slices.Contains(widgets, i.Path) {
			return "package " + i.Path
		}
	}
	return ""
}

// widgets are packages of GoNB that talk to the page in which a notebook is open.
var widgets = []string{"github.com/janpfeifer/gonb/gonbui/comms", "github.com/janpfeifer/gonb/gonbui/dom", "github.com/janpfeifer/gonb/gonbui/widgets"}

// others are the commands that GoNB alone knows.
var others = []string{"widgets", "widgets_hb", "with_inputs", "with_password", "capture", "track", "untrack", "goworkfix", "ls", "list", "help", "version"}

// Start begins with no declarations.
func Start(ctx context.Context, spec kernel.Spec) (*Engine, error) {
	temp, err := os.MkdirTemp("", "puzzlelab-")
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	e := &Engine{
		spec: spec, temp: temp, dir: spec.Dir, early: map[int]*early{}, displays: map[string]bool{}, parted: map[int]string{}, group: jupyter.NewGroup(temp),
		messages: make(chan jupyter.Message, 16), closed: make(chan struct{}), stop: func() {},
	}
	e.life, e.end = context.WithCancel(context.Background())
	e.packages = newPackages(e)
	err = errors.Join(os.Mkdir(e.module(), 0o700), os.WriteFile(filepath.Join(e.module(), "go.mod"), fmt.Appendf(nil, "module notebook\n\ngo %s\n", strings.TrimPrefix(runtime.Version(), "go")), 0o600))
	if err == nil {
		_, err = e.goCommand(ctx, slices.Concat([]string{"work", "init", "."}, spec.Modules())...)
	}
	if err != nil {
		e.Close()
		return nil, fmt.Errorf("engine: %w", err)
	}
	return e, nil
}

// module is the folder in which programs are compiled.
func (e *Engine) module() string { return filepath.Join(e.temp, "notebook") }

// Messages returns the stream of messages. It is never closed.
func (e *Engine) Messages() <-chan jupyter.Message { return e.messages }

// Done is never closed: an engine does not die by itself.
func (e *Engine) Done() <-chan struct{} { return nil }

// Dead is for engines that are done.
func (e *Engine) Dead() error { return nil }

// TempDir is the folder for temporary files, for taking it out of texts.
func (e *Engine) TempDir() string { return e.temp }

// Close ends what runs, and every process that belongs to it, and removes the
// temporary folder. It may be called more than once.
func (e *Engine) Close() {
	e.closing.Do(func() {
		close(e.closed)
		e.stop()
		e.end()
		e.group.Kill(nil)
		jupyter.RemoveAll(e.temp)
	})
}

// Interrupt ends what the cell does: a compiler at once, a program by SIGINT.
func (e *Engine) Interrupt() error {
	e.stop()
	return nil
}

// Execute begins to run the next cell and returns the id of the request, which is the
// Parent of all messages about it. Only one runs at a time.
func (e *Engine) Execute(source string, _ jupyter.ExecuteOptions) (id string, err error) {
	e.count++
	n := e.count
	id = fmt.Sprintf("cell-%d", n)
	ctx, cancel := context.WithCancel(context.Background())
	e.stop = cancel
	send := func(channel jupyter.Channel, kind string, content any) {
		data, err := json.Marshal(content)
		if err != nil {
			data, _ = json.Marshal(map[string]string{"name": "stderr", "text": err.Error() + "\n"})
			kind = "stream"
		}
		select {
		case e.messages <- jupyter.Message{Channel: channel, Type: kind, Parent: id, Content: data}:
		case <-e.closed: // nobody listens any more
		}
	}
	emit := func(kind string, content any) { send(jupyter.IOPub, kind, content) }
	go func() {
		defer cancel()
		emit("execute_input", map[string]any{"execution_count": n, "code": source})
		status := "ok"
		if err := e.Run(ctx, Cell{Number: n, Source: source, Emit: emit}); err != nil {
			status = "error"
			name := "ERROR" // as GoNB says it of all
			if failure, ok := errors.AsType[*Failure](err); ok {
				name = failure.Name
			}
			emit("error", map[string]any{"ename": name, "evalue": err.Error(), "traceback": []string{}})
		}
		send(jupyter.Shell, "execute_reply", map[string]any{"status": status, "execution_count": n})
		emit("status", map[string]any{"execution_state": "idle"})
	}()
	return id, nil
}

// Cell is a cell that is to run.
type Cell struct {
	Number int // by which positions name it, as cell[Number]; no other has it
	Source string

	// Emit passes on what it shows, as messages of the protocol; not two at a time.
	Emit func(kind string, content any)

	// Input asks a person for the line that the cell reads from its standard input. If it
	// is nil the cell fails when it reads.
	Input func(ctx context.Context) (line string, err error)

	// Whole lets errors say it all: that of a panic has its trace, which then stands
	// nowhere else, and a command that fails is one.
	Whole bool
}

// Failure is the error of a cell that did compile.
type Failure struct {
	Name  string // "panic", "command" or "input"
	Value string // the rest
}

func (f *Failure) Error() string { return f.Value }

// Run runs a cell. Its error is that of the compiler, of the program or of a command;
// once the context ends it is "signal: interrupt".
func (e *Engine) Run(ctx context.Context, in Cell) error {
	var mu sync.Mutex
	out := newOutput(in, lookup(e.environ(), LimitVariable))
	defer out.close()
	in.Emit = func(kind string, content any) {
		mu.Lock()
		defer mu.Unlock()
		if id := displayID(content); kind == "display_data" && id != "" {
			if e.displays[id] {
				kind = "update_display_data"
			}
			e.displays[id] = true
		}
		out.pass(kind, content)
	}
	err := e.run(ctx, in)
	if err != nil && ctx.Err() != nil {
		return errors.New("signal: interrupt")
	}
	return err
}

// displayID returns that of a display, "" if it has none.
func displayID(content any) string {
	shows, _ := content.(map[string]any)
	transient, _ := shows["transient"].(map[string]string)
	return transient["display_id"]
}

func (e *Engine) run(ctx context.Context, in Cell) error {
	beside := len(e.ahead) > 0 && e.ahead[0].Beside
	e.arrive(in.Source, false)
	c, err := dialect.Parse(in.Source)
	if err != nil {
		return placed(in.Number, err)
	}
	if need := needs(c); need != "" && in.Whole {
		return &Failure{Name: "command", Value: fmt.Sprintf("cell[%d]: %s: of kernels, only that of \"puzzlelab kernel install --engine gonb\" has it", in.Number, need)}
	}
	if c.Magic != nil {
		return at(in, 1, e.magic(ctx, in, c))
	}
	for _, command := range c.Commands {
		if err := e.command(ctx, in, command); err != nil {
			return at(in, command.Line, err)
		}
	}
	next := e.scope.With(in.Number, c)
	if c.Empty() {
		set(e, &e.scope, next)
		return nil
	}
	p := e.inProgram(in.Number)
	if p == nil {
		if err := e.build(ctx, in.Number, c); err != nil {
			return err
		}
		p = &e.built[0]
	}
	set(e, &e.scope, next)
	if beside && e.ahead != nil {
		e.beside(in)
	}
	if begun := e.early[in.Number]; begun != nil {
		delete(e.early, in.Number)
		return begun.finish(ctx, in)
	}
	return e.start(ctx, in, p)
}

// set sets what others read at the same time.
func set[T any](e *Engine, field *T, value T) {
	e.mu.Lock()
	defer e.mu.Unlock()
	*field = value
}

// at gives the error of a command its line.
func at(in Cell, line int, err error) error {
	if err == nil {
		return nil
	}
	return &Failure{Name: "command", Value: fmt.Sprintf("cell[%d]:%d: %v", in.Number, line, err)}
}

// placed gives errors of a parser the cell.
func placed(cell int, err error) error {
	lines := []string{err.Error()}
	if list, ok := errors.AsType[scanner.ErrorList](err); ok {
		lines = nil
		for _, e := range list {
			lines = append(lines, e.Error())
		}
	}
	for i, line := range lines {
		lines[i] = fmt.Sprintf("cell[%d]:%s", cell, line)
	}
	return errors.New(strings.Join(lines, "\n"))
}

// build makes the program of the cell, and of those expected behind it that can be
// part of it.
func (e *Engine) build(ctx context.Context, number int, c *dialect.Cell) error {
	e.built = []planned{{number: number, cell: c, scope: e.scope.With(number, c)}}
	for i, x := range e.ahead {
		next, err := dialect.Parse(x.Source)
		last := e.built[len(e.built)-1].scope
		if parting(last, next, err) != "" {
			break
		}
		n := number + 1 + i
		e.built = append(e.built, planned{number: n, cell: next, scope: last.With(n, next), passed: x.Passed})
	}
	for {
		for e.built[len(e.built)-1].passed { // what it declares is for those behind it
			e.built = e.built[:len(e.built)-1]
		}
		misfit, err := e.compile(ctx)
		switch {
		case ctx.Err() != nil:
			e.built = nil
			return ctx.Err()
		case err == nil:
			return nil
		case len(e.built) == 1:
			e.built = nil
			return err
		}
		at := max(1, slices.IndexFunc(e.built, func(p planned) bool { return p.number == misfit }))
		if misfit > 0 {
			e.parted[e.built[at].number] = err.Error()
		}
		e.built = e.built[:at]
	}
}

// compile makes the program of the group. If it fails misfit is the cell before
// which the group should end.
func (e *Engine) compile(ctx context.Context) (misfit int, err error) {
	first := e.built[0].number
	c, err := e.resolved(ctx, source(e.built), first)
	if err != nil {
		return 0, err
	}
	if c.misfit > 0 && len(e.built) > 1 {
		return c.misfit, errors.New(c.why)
	}
	// What package experiments finds strategies in.
	if err := os.WriteFile(filepath.Join(e.module(), "cells.txt"), []byte(c.text), 0o600); err != nil {
		return 0, err
	}
	e.program = filepath.Join(e.temp, fmt.Sprintf("cell-%d", first))
	direct := !c.wrong && e.packages.direct(ctx)
	if p := &e.built[0]; direct && len(e.built) == 1 && p.cell.Main == nil && p.cell.Exec == "" && len(p.cell.Args) == 0 && !c.acts {
		p.idle, e.program = true, ""
	}
	if direct {
		if kept, program, ok := e.apart(ctx, c, e.built[0].idle); ok && e.packages.build(ctx, kept, program, e.program) == nil {
			return 0, nil
		}
	}
	program, err := e.finished(ctx, c)
	if err != nil {
		return 0, err
	}
	if direct {
		return 0, e.packages.build(ctx, "", program, e.program)
	}
	if err := os.WriteFile(filepath.Join(e.module(), "main.go"), []byte(program), 0o600); err != nil {
		return 0, err
	}
	_, err = e.goCommand(ctx, slices.Concat([]string{"build", "-o", e.program}, e.flags, []string{"."})...)
	return 0, err
}

// Guard starts a command that ends with the engine, and whatever it starts.
func (e *Engine) Guard(cmd *exec.Cmd) error {
	e.mu.Lock()
	cmd.Dir, cmd.Env = e.module(), append(e.environ(), "PWD="+e.module())
	e.mu.Unlock()
	inGroup(cmd)
	err := cmd.Start()
	if err == nil {
		e.group.Add(cmd.Process.Pid)
	}
	return err
}

// environ is the environment of what a cell starts.
func (e *Engine) environ() []string {
	return slices.Concat(e.spec.Env, []string{
		"TMPDIR=" + e.temp, "GONB_DIR=" + e.dir, "GONB_TMP_DIR=" + e.module(),
	}, e.env)
}

// goCommand runs the go command in the folder of the programs. What it complains of
// is the error, with positions in cells.
func (e *Engine) goCommand(ctx context.Context, args ...string) (string, error) {
	return e.tool(ctx, nil, "", "go", args...)
}

// tool runs a command in the folder of the programs, of which nothing is left when the
// context ends, and returns what it prints. The error is what it complains of.
func (e *Engine) tool(ctx context.Context, env []string, input, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = e.module(), slices.Concat(e.environ(), []string{"PWD=" + e.module()}, env)
	cmd.Stdin = strings.NewReader(input)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	inGroup(cmd)
	cmd.Cancel = func() error { signalGroup(cmd.Process, os.Kill); return nil }
	cmd.WaitDelay = killDelay
	err := cmd.Start()
	if err == nil {
		e.group.Add(cmd.Process.Pid)
		err = cmd.Wait()
	}
	if err == nil {
		return out.String(), nil
	}
	text := packageLine.ReplaceAllString(cmp.Or(said.String(), out.String()), "") // compilers complain on standard output
	text = otherPlace.ReplaceAllString(text, "")
	text = strings.TrimSpace(cellPlace.ReplaceAllString(text, "cell["))
	return out.String(), errors.New(cmp.Or(text, err.Error()))
}

var (
	packageLine = regexp.MustCompile(`(?m)^# \S+\n`)
	otherPlace  = regexp.MustCompile(`\[(?:/\S*)?main\.go:\d+:\d+\]`) // where the generated file has it
	cellPlace   = regexp.MustCompile(`(?:\./|/\S*?/)cell\[`)
)
