package engine

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
	"github.com/puzzlelab/puzzlelab/notebooks/kernel"
)

// Engine runs cells one after the other.
type Engine struct {
	spec     kernel.Spec
	temp     string
	messages chan jupyter.Message
	closed   chan struct{}
	closing  sync.Once

	number int      // of the cell that ran last
	ahead  []string // sources of the cells that are expected to follow
	scope  dialect.Scope
	env    []string // what %env has set
	dir    string
	flags  []string // of go build

	group   []planned         // cells that one program has
	program string            // its path
	exports map[string]string // files with the export data of packages, by path

	mu     sync.Mutex
	cancel context.CancelFunc // ends what the running cell does
	child  *os.Process        // that runs; a group of its own
}

// Supports reports which line of a notebook's cells needs another engine; nil if
// none does.
func Supports(sources []string) error {
	for i, source := range sources {
		c, err := dialect.Parse(source)
		if err != nil {
			continue // it says so itself when it runs
		}
		if c.Test || c.Wasm {
			return fmt.Errorf("cell %d: tests and programs for a browser", i+1)
		}
		if len(c.Magic) > 0 && c.Magic[0] == "%%gx" {
			return fmt.Errorf("cell %d: %s", i+1, c.Magic[0])
		}
		for _, command := range c.Commands {
			if !command.Shell && slices.Contains(others, command.Words()[0]) {
				return fmt.Errorf("cell %d: %%%s", i+1, command.Words()[0])
			}
		}
	}
	return nil
}

// others are the commands that GoNB alone knows.
var others = []string{"widgets", "widgets_hb", "with_inputs", "with_password", "capture", "track", "untrack", "goworkfix", "ls", "list", "help", "version"}

// Start begins with no declarations. sources are the cells that are expected, of
// which those that follow each other are compiled together.
func Start(ctx context.Context, spec kernel.Spec, sources []string) (*Engine, error) {
	temp, err := os.MkdirTemp("", "puzzlelab-")
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	e := &Engine{
		spec: spec, temp: temp, dir: spec.Dir, ahead: sources, exports: map[string]string{},
		messages: make(chan jupyter.Message, 16), closed: make(chan struct{}),
	}
	err = errors.Join(os.Mkdir(e.module(), 0o700), os.WriteFile(filepath.Join(e.module(), "go.mod"), fmt.Appendf(nil, "module notebook\n\ngo %s\n", strings.TrimPrefix(runtime.Version(), "go")), 0o600))
	if err == nil {
		_, err = e.goCommand(ctx, slices.Concat([]string{"work", "init", "."}, spec.Modules())...)
	}
	if err != nil {
		os.RemoveAll(temp)
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
		e.signal(os.Kill)
		jupyter.RemoveAll(e.temp)
	})
}

// Interrupt ends what the cell does: a compiler at once, a program by SIGINT.
func (e *Engine) Interrupt() error {
	e.signal(os.Interrupt)
	return nil
}

func (e *Engine) signal(s os.Signal) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.child != nil:
		signalGroup(e.child, s)
	case e.cancel != nil:
		e.cancel()
	}
}

// send emits one message about a request, unless nobody listens any more.
func (e *Engine) send(channel jupyter.Channel, request, kind string, content any) {
	data, err := json.Marshal(content)
	if err != nil {
		data, _ = json.Marshal(map[string]string{"name": "stderr", "text": err.Error() + "\n"})
		kind = "stream"
	}
	select {
	case e.messages <- jupyter.Message{Channel: channel, Type: kind, Parent: request, Content: data}:
	case <-e.closed:
	}
}

// Execute begins to run a cell and returns the id of the request, which is the
// Parent of all messages about it. Only one runs at a time.
func (e *Engine) Execute(source string, _ jupyter.ExecuteOptions) (id string, err error) {
	e.number++
	id = fmt.Sprintf("cell-%d", e.number)
	ctx, cancel := context.WithCancel(context.Background())
	e.mu.Lock()
	e.cancel = cancel
	e.mu.Unlock()
	go func() {
		defer cancel()
		n := e.number
		e.send(jupyter.IOPub, id, "execute_input", map[string]any{"execution_count": n, "code": source})
		status := "ok"
		if err := e.run(ctx, id, source); err != nil {
			status = "error"
			if ctx.Err() != nil {
				err = errors.New("signal: interrupt")
			}
			e.send(jupyter.IOPub, id, "error", map[string]any{"ename": "ERROR", "evalue": err.Error(), "traceback": []string{}})
		}
		e.send(jupyter.Shell, id, "execute_reply", map[string]any{"status": status, "execution_count": n})
		e.send(jupyter.IOPub, id, "status", map[string]any{"execution_state": "idle"})
	}()
	return id, nil
}

// run runs a cell. Its error is that of the compiler, of the program or of a command.
func (e *Engine) run(ctx context.Context, request, source string) error {
	if len(e.ahead) > 0 && e.ahead[0] == source {
		e.ahead = e.ahead[1:]
	} else {
		e.ahead, e.group = nil, nil
	}
	c, err := dialect.Parse(source)
	if err != nil {
		return placed(e.number, err)
	}
	if c.Magic != nil {
		return e.magic(ctx, request, c)
	}
	for _, command := range c.Commands {
		if err := e.command(ctx, request, command); err != nil {
			return err
		}
	}
	if c.Empty() {
		e.scope = e.scope.With(e.number, c)
		return nil
	}
	if !slices.ContainsFunc(e.group, func(p planned) bool { return p.number == e.number }) {
		if err := e.build(ctx, c); err != nil {
			return err
		}
	}
	e.scope = e.scope.With(e.number, c)
	cmd := exec.Command(e.program, c.Args...)
	cmd.Dir = e.dir
	return e.start(ctx, request, cmd, fmt.Sprintf("%s=%d", cellVariable, e.number))
}

// placed gives errors of a parser the cell.
func placed(cell int, err error) error {
	var b strings.Builder
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "cell[%d]:%s", cell, line)
	}
	return errors.New(b.String())
}

// build makes the program of the cell, and of those expected behind it that can be
// part of it.
func (e *Engine) build(ctx context.Context, c *dialect.Cell) error {
	e.group = []planned{{e.number, c, e.scope.With(e.number, c)}}
	for i, source := range e.ahead {
		next, err := dialect.Parse(source)
		if err != nil || next.Magic != nil || len(next.Commands) > 0 {
			break
		}
		last := e.group[len(e.group)-1].scope
		if last.Replaces(next) {
			break
		}
		n := e.number + 1 + i
		e.group = append(e.group, planned{n, next, last.With(n, next)})
	}
	for {
		misfit, err := e.compile(ctx)
		switch {
		case ctx.Err() != nil:
			e.group = nil
			return ctx.Err()
		case err == nil:
			return nil
		case len(e.group) == 1:
			e.group = nil
			return err
		}
		at := slices.IndexFunc(e.group, func(p planned) bool { return p.number == misfit })
		e.group = e.group[:max(1, at)]
	}
}

// compile makes the program of the group. If it fails misfit is the cell before
// which the group should end.
func (e *Engine) compile(ctx context.Context) (misfit int, err error) {
	text, err := e.withImports(ctx, source(e.group))
	if err != nil {
		return 0, err
	}
	first := e.group[0].number
	c, err := e.check(ctx, text, first)
	if err != nil {
		return 0, err
	}
	if c.misfit > 0 && len(e.group) > 1 {
		return c.misfit, errors.New("a cell does not fit")
	}
	// What package experiments finds strategies in.
	if err := os.WriteFile(filepath.Join(e.module(), "cells.txt"), []byte(text), 0o600); err != nil {
		return 0, err
	}
	if err := os.WriteFile(filepath.Join(e.module(), "main.go"), []byte(c.initialised(e.group)), 0o600); err != nil {
		return 0, err
	}
	e.program = filepath.Join(e.temp, fmt.Sprintf("cell-%d", first))
	_, err = e.goCommand(ctx, slices.Concat([]string{"build", "-o", e.program}, e.flags, []string{"."})...)
	return 0, err
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
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = e.module(), append(e.environ(), "PWD="+e.module())
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err == nil {
		return string(out), nil
	}
	text := packageLine.ReplaceAllString(said.String(), "")
	text = otherPlace.ReplaceAllString(text, "")
	text = strings.TrimSpace(cellPlace.ReplaceAllString(text, "cell["))
	return string(out), errors.New(cmp.Or(text, err.Error()))
}

var (
	packageLine = regexp.MustCompile(`(?m)^# \S+\n`)
	otherPlace  = regexp.MustCompile(`\[/\S*main\.go:\d+:\d+\]`) // where the generated file has it
	cellPlace   = regexp.MustCompile(`(?:\./|/\S*?/)cell\[`)
)

// start runs a program with the connection for displays, and waits for it.
func (e *Engine) start(ctx context.Context, request string, cmd *exec.Cmd, env ...string) error {
	pipes, err := newPipes(e, request)
	if err != nil {
		return err
	}
	defer pipes.close()
	cmd.Env = slices.Concat(e.environ(), pipes.environ(), env, []string{"PWD=" + cmd.Dir})
	return e.wait(ctx, request, cmd)
}

// wait runs a command whose output goes into streams. The error is "exit status N"
// or that of the signal that ended it.
func (e *Engine) wait(ctx context.Context, request string, cmd *exec.Cmd) error {
	cmd.Stdout, cmd.Stderr = e.stream(request, "stdout"), e.stream(request, "stderr")
	inGroup(cmd)
	cmd.WaitDelay = time.Second // for children that keep the streams open
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	e.mu.Lock()
	e.child = cmd.Process
	e.mu.Unlock()
	err := cmd.Wait()
	e.mu.Lock()
	e.child = nil
	e.mu.Unlock()
	if errors.Is(err, exec.ErrWaitDelay) {
		return nil
	}
	return err
}

// stream is what a program writes to.
func (e *Engine) stream(request, name string) io.Writer {
	return writer(func(p []byte) {
		e.send(jupyter.IOPub, request, "stream", map[string]string{"name": name, "text": string(p)})
	})
}

type writer func(p []byte)

func (w writer) Write(p []byte) (int, error) { w(p); return len(p), nil }
