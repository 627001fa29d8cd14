package engine

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
)

// Engine runs the cells of a notebook one after another.
type Engine struct {
	spec    install.Spec
	temp    string
	group   *jupyter.Group
	closing sync.Once
	life    context.Context
	end     context.CancelFunc // ends life
	last    int                // number of the last cell

	mu    sync.Mutex // for fields that View and Guard read: the next three, and the fields known and added of packages
	scope dialect.Scope
	env   []string // set by %env
	dir   string

	ahead []Expected              // expected cells
	flags []string                // for go build
	extra func(cell int) []string // additional environment of a cell's processes, or nil

	parted   map[int]string  // why cells began a new program, if only compiling showed the reason
	displays map[string]bool // ids of displays of all cells
	built    []planned       // cells of the current program
	early    map[int]*early  // cells among them that have started before their turn, by number
	reach    *reach          // references in the current program; nil if there is none
	values   map[string]value
	ended    map[string]string // names that later cells cannot use, with the reason
	traces   map[int]Trace
	places   chan struct{} // one for each running program
	program  string        // path of the current program
	waits    bool          // whether the program's gonbui waits until displays are emitted
	packages *packages
}

// needs returns the first feature in a cell found only in GoNB, or "" if there is none.
func needs(c *dialect.Cell) string {
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

// widgets lists packages of GoNB that communicate with an open page.
var widgets = []string{"github.com/janpfeifer/gonb/gonbui/comms", "github.com/janpfeifer/gonb/gonbui/dom", "github.com/janpfeifer/gonb/gonbui/widgets"}

// others lists commands found only in GoNB.
var others = []string{"test", "wasm", "widgets", "widgets_hb", "with_password", "capture", "track", "untrack", "goworkfix"}

// Start starts an engine for a notebook. The caller must call Close.
func Start(ctx context.Context, spec install.Spec) (*Engine, error) {
	temp, err := os.MkdirTemp("", "puzzlelab-")
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	e := &Engine{
		spec: spec, temp: temp, dir: spec.Dir, early: map[int]*early{}, values: map[string]value{}, ended: map[string]string{}, traces: map[int]Trace{}, displays: map[string]bool{}, parted: map[int]string{}, group: jupyter.NewGroup(temp),
	}
	e.life, e.end = context.WithCancel(context.Background())
	e.packages = newPackages(e)
	kept, err := keepModule(spec.Env, temp)
	if err = errors.Join(err, os.Mkdir(e.module(), 0o700), e.writeModule("notebook")); err == nil {
		_, err = e.goCommand(ctx, slices.Concat([]string{"work", "init", ".", kept}, spec.Modules())...)
	}
	if err != nil {
		e.Close()
		return nil, fmt.Errorf("engine: %w", err)
	}
	return e, nil
}

// module is the folder for compiling programs.
func (e *Engine) module() string { return filepath.Join(e.temp, "notebook") }

// writeModule sets the path of the module for compiling programs, and keeps the rest of its go.mod,
// which cells may edit.
func (e *Engine) writeModule(path string) error {
	name := filepath.Join(e.module(), "go.mod")
	old, _ := os.ReadFile(name)
	_, rest, edited := strings.Cut(string(old), "\n")
	if !edited {
		rest = fmt.Sprintf("\ngo %s\n", strings.TrimPrefix(runtime.Version(), "go"))
	}
	return os.WriteFile(name, []byte("module "+path+"\n"+rest), 0o600)
}

// File returns the path of a file with the given name in the engine's temporary folder. Close
// removes the folder.
func (e *Engine) File(name string) string { return filepath.Join(e.temp, name) }

// Close ends all processes of the engine and removes its temporary folder. It may be called several
// times.
func (e *Engine) Close() {
	e.closing.Do(func() {
		e.end()
		e.group.Kill()
		jupyter.RemoveAll(e.temp)
	})
}

// Cell is a cell to run, together with functions that connect it to the user.
type Cell struct {
	Number int // number of the cell, larger than the numbers of all earlier cells; messages refer to the cell as cell[Number]
	Source string

	// Emit receives each output of the cell. The engine never makes two calls to Emit at the same
	// time.
	Emit func(Output)

	// Input asks the user for a line when the cell reads standard input. If Input is nil, a cell
	// that reads standard input fails.
	Input func(ctx context.Context) (line string, err error)

	// Rest makes the engine write output beyond the limit (see [LimitVariable]) to a file, which
	// [Engine.Close] removes. Otherwise, such output is lost.
	Rest bool

	// Grace is the time that a program may keep running after an interrupt before it is killed; 0
	// means 5 s.
	Grace time.Duration
}

// Run runs a cell. If the engine expects other cells before this one ([Engine.Expect]), Run first
// adds their declarations without running them. Errors are of type [*Failure].
func (e *Engine) Run(ctx context.Context, in Cell) error {
	for e.last+1 < in.Number && len(e.ahead) > 0 {
		e.pass(ctx, e.ahead[0].Source)
	}
	e.last = in.Number
	var mu sync.Mutex
	out := newOutput(in, install.Lookup(e.environ(), LimitVariable), e.File(fmt.Sprintf("output-%d.txt", in.Number)))
	defer out.close()
	in.Emit = func(o Output) {
		mu.Lock()
		defer mu.Unlock()
		if o.ID != "" {
			o.Update = e.displays[o.ID]
			e.displays[o.ID] = true
		}
		out.pass(o)
	}
	err := e.run(ctx, in)
	if err == nil {
		return nil
	}
	failure, is := errors.AsType[*Failure](err)
	switch {
	case is:
	case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		failure = &Failure{Kind: Interrupted, Value: "interrupted"}
	default:
		failure = e.complaint(in.Number, err.Error())
	}
	failure.Cell = in.Number
	return failure
}

func (e *Engine) run(ctx context.Context, in Cell) error {
	beside := len(e.ahead) > 0 && e.ahead[0].Beside
	e.arrive(in.Source, false)
	if name, asks := dialect.Asks(in.Source); asks {
		text := help
		if name != "" {
			text = cmp.Or(e.View(name, len(name)).Describe(), "nothing is known of "+name)
		}
		in.notice(text)
		return nil
	}
	c, err := dialect.Parse(in.Source)
	if err != nil {
		return misread(in.Number, err)
	}
	if err := e.constrained(c.Build); err != nil {
		return err
	}
	if need := needs(c); need != "" {
		return &Failure{Kind: Command, Value: need + `: only GoNB has it, the kernel of "puzzlelab kernel install --engine gonb"`}
	}
	if c.Magic != nil {
		return inCommand(in, 1, e.magic(ctx, in, c))
	}
	for _, command := range c.Commands {
		if err := e.command(ctx, in, command); err != nil {
			return inCommand(in, command.Line, err)
		}
	}
	if c.Empty() {
		e.leaves(in.Number, c)
		return nil
	}
	p, err := e.begins(ctx, in.Number, c)
	if err != nil {
		return err
	}
	e.leaves(in.Number, p.cell)
	if beside && e.ahead != nil {
		e.beside(in)
	}
	if begun := e.early[in.Number]; begun != nil {
		delete(e.early, in.Number)
		if !begun.orders.stale(e) {
			return e.resume(ctx, in, begun)
		}
		begun.drop()
		for range begun.outputs { // drains the outputs until it has ended
		}
	}
	return e.start(ctx, in, p)
}

// resume waits for a cell that has started before its turn.
func (e *Engine) resume(ctx context.Context, in Cell, begun *early) error {
	if err := begun.finish(ctx, in); err != nil {
		return err
	}
	return e.keep(in, begun.orders)
}

// begins makes the program of a cell, unless it is in the current one.
func (e *Engine) begins(ctx context.Context, number int, c *dialect.Cell) (*planned, error) {
	if p := e.inProgram(number); p != nil {
		return p, nil
	}
	if err := e.build(ctx, number, c); err != nil {
		return nil, err
	}
	return &e.built[0], nil
}

// set sets a field that other goroutines read.
func set[T any](e *Engine, field *T, value T) {
	e.mu.Lock()
	defer e.mu.Unlock()
	*field = value
}

// build makes the program for the cell and the expected cells that can share it.
func (e *Engine) build(ctx context.Context, number int, c *dialect.Cell) error {
	e.packages.looked = false
	if err := e.settle(ctx, e.scope, number, c); err != nil {
		return err
	}
	e.built = []planned{{number: number, cell: c, scope: e.scope.With(number, c)}}
	for i, x := range e.ahead {
		next, err := dialect.Parse(x.Source)
		last := e.built[len(e.built)-1].scope
		if parting(last, next, err) != "" {
			break
		}
		n := number + 1 + i
		if err := e.settle(ctx, last, n, next); err != nil {
			return err
		}
		e.built = append(e.built, planned{number: n, cell: next, scope: last.With(n, next), passed: x.Passed})
	}
	for {
		for e.built[len(e.built)-1].passed { // a last cell that does not run is useless
			e.built = e.built[:len(e.built)-1]
		}
		misfit, err := e.compile(ctx)
		switch {
		case err == nil:
			return nil
		case len(e.built) == 1 || ctx.Err() != nil:
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

// compile makes the program of the group. If it fails, misfit is the cell at which the group should
// end.
func (e *Engine) compile(ctx context.Context) (misfit int, err error) {
	first := e.built[0].number
	c, err := e.resolved(ctx, source(e.built), first)
	if err != nil {
		return 0, err
	}
	if c.misfit > 0 && len(e.built) > 1 {
		return c.misfit, errors.New(c.why)
	}
	// Package experiments reads the source of strategies from this file.
	if err := os.WriteFile(filepath.Join(e.module(), "cells.txt"), []byte(c.text), 0o600); err != nil {
		return 0, err
	}
	e.program = filepath.Join(e.temp, fmt.Sprintf("cell-%d", first))
	direct := !c.wrong && !c.special() && e.packages.direct(ctx)
	if p := &e.built[0]; direct && len(e.built) == 1 && p.declares() && !c.acts {
		p.idle, e.program = true, ""
	}
	program, err := e.finished(ctx, c)
	if err != nil {
		return 0, err
	}
	if direct {
		return 0, e.packages.build(ctx, program, e.program)
	}
	return 0, e.goBuild(ctx, c, program)
}

// Guard starts a command. When the engine ends, it also ends the command and all its child
// processes.
func (e *Engine) Guard(cmd *exec.Cmd) error {
	e.mu.Lock()
	cmd.Dir, cmd.Env = e.module(), append(e.environ(), "PWD="+e.module())
	e.mu.Unlock()
	return e.group.Start(cmd)
}

// environ returns the environment for the processes of a cell.
func (e *Engine) environ() []string {
	return slices.Concat(e.spec.Env, []string{
		"TMPDIR=" + e.temp, "GONB_DIR=" + e.dir, "GONB_TMP_DIR=" + e.module(),
	}, e.env)
}

// goCommand runs the go command in the folder for programs. Errors contain its messages, with
// positions in cells.
func (e *Engine) goCommand(ctx context.Context, args ...string) (string, error) {
	return e.tool(ctx, nil, "", "go", args...)
}

// tool runs a command in the folder for programs and returns its output. When the context ends, all
// its processes end. Errors contain its messages.
func (e *Engine) tool(ctx context.Context, env []string, input, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	// Programs run on this machine, with the imports that were found, whatever the environment says
	// about other targets.
	here := []string{"PWD=" + e.module(), "GOWORK=" + filepath.Join(e.module(), "go.work"), "GO111MODULE=", "GOOS=" + runtime.GOOS, "GOARCH=" + runtime.GOARCH}
	if flags := install.Lookup(e.env, "GOFLAGS"); flags != "" {
		here = append(here, "GOFLAGS="+e.spec.Merged(flags))
	}
	cmd.Dir, cmd.Env = e.module(), slices.Concat(e.environ(), here, env)
	cmd.Stdin = strings.NewReader(input)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	cmd.Cancel = func() error { signalGroup(cmd.Process, os.Kill); return nil }
	cmd.WaitDelay = killDelay
	err := e.group.Start(cmd)
	if err == nil {
		err = cmd.Wait()
	}
	if err == nil {
		return out.String(), nil
	}
	if exit, is := errors.AsType[*exec.ExitError](err); ctx.Err() != nil && (!is || exit.ExitCode() < 0) {
		return "", ctx.Err()
	}
	text := generatedPlace().ReplaceAllString(cmp.Or(said.String(), out.String()), "") // compilers write errors to standard output
	return out.String(), errors.New(cmp.Or(strings.TrimSpace(e.Clean(text)), err.Error()))
}
