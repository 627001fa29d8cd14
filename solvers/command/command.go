package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/puzzlelab/puzzlelab/internal/process"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Strategy returns a strategy with the given name that runs a program. The slice argv is the
// command line (see [Split]): the program, which is looked up as in a shell, and its arguments.
// Strategy returns an error if the program, or a file named by an argument, is missing or
// unreadable.
//
// Stored results (rows) of the strategy are valid as long as two things are unchanged: the words of
// the command line, and the content of the program and of all files that a word names, either alone
// or after "=". Files may move to other folders. Strategy cannot track other files that the program
// loads, so name these files, or a version, on the command line.
//
// A program that does not speak the protocol prints a log. The regular expressions in log extract
// results from it; see the package documentation. Stored rows depend on these expressions, too.
//
// The strategy's Run limits the resident memory of the process to limits.Bytes. Sweeps set their
// own limits (trial.Isolation).
func Strategy[I puzzle.Instance](name string, argv []string, log ...string) (puzzle.Strategy[I], error) {
	p, err := newProgram(argv, log)
	if err != nil {
		return puzzle.Strategy[I]{}, err
	}
	return puzzle.Strategy[I]{
		Name: name, Version: 1, Doc: "the program " + Join(argv), Complete: true,
		Run: func(ctx context.Context, inst I, seed uint64, limits search.Limits) (puzzle.Finding, error) {
			f, took, err := p.run(ctx, inst.String(), seed, limits, puzzle.Kept{Resident: limits.Bytes})
			f, err = outcome(ctx, f, err)
			f.CPU = took.CPU
			return f, err
		},
		Program: &puzzle.Program[I]{
			Code: p.code, Close: p.close,
			Run: func(ctx context.Context, inst I, seed uint64, limits search.Limits, kept puzzle.Kept) (puzzle.Finding, puzzle.Took, error) {
				return p.run(ctx, inst.String(), seed, limits, kept)
			},
		},
	}, nil
}

// outcome turns the end of a process at a limit into a finding.
func outcome(ctx context.Context, f puzzle.Finding, err error) (puzzle.Finding, error) {
	ended, ok := errors.AsType[*process.Ended](err)
	switch {
	case ctx.Err() != nil:
		return puzzle.Finding{Outcome: search.Cancelled}, nil
	case !ok:
		return f, err
	case ended.By == process.ByWall || ended.By == process.ByCPU:
		return puzzle.Finding{Outcome: search.LimitTime}, nil
	case ended.By == process.ByCgroup || ended.By == process.ByPolling:
		return puzzle.Finding{Outcome: search.LimitMemory}, nil
	}
	return f, fmt.Errorf("%v%s", ended, ended.Complaint())
}

// program holds the processes of a command line.
type program struct {
	identity
	argv []string
	log  []*regexp.Regexp // nil if the program speaks the protocol

	mu    sync.Mutex
	idle  []*running
	begun bool  // some process was ready once
	never error // why none was ready so far
}

// running is one process. Only one goroutine may ask it at a time.
type running struct {
	*process.Lines
	asked uint64 // number of requests so far
	line  []byte
}

func newProgram(argv, log []string) (*program, error) {
	id, err := identify(argv, log)
	if err != nil {
		return nil, fmt.Errorf("command %s: %w", Join(argv), err)
	}
	p := &program{identity: id, argv: argv}
	for _, text := range log {
		pattern, err := regexp.Compile("(?m)" + text)
		if err != nil || strings.Join(pattern.SubexpNames(), "") == "" {
			return nil, fmt.Errorf("log pattern %q: %w", text, cmp.Or(err, errors.New("it has no named group (want one, as in (?P<expanded>[0-9]+))")))
		}
		p.log = append(p.log, pattern)
	}
	return p, nil
}

// patience is how long a program may take to become ready. Tests set it lower.
var patience = time.Minute

// grace is added to the time limit of a trial, so that a program that checks the limit itself can
// still report its counters.
const grace = 30 * time.Millisecond

// run asks a process to solve an instance.
func (p *program) run(ctx context.Context, instance string, seed uint64, limits search.Limits, kept puzzle.Kept) (puzzle.Finding, puzzle.Took, error) {
	bounds := process.Limits{CPU: kept.CPU, Resident: kept.Resident}
	if limits.Time > 0 {
		bounds.Wall = limits.Time + grace
	}
	if p.log != nil {
		return p.runOnce(ctx, instance, seed, limits, bounds)
	}
	for again := 0; ; {
		r, err := p.take(ctx, bounds.Resident)
		if err != nil {
			return puzzle.Finding{}, puzzle.Took{}, err
		}
		first := r.asked == 0
		f, took, err := r.ask(ctx, instance, seed, limits, bounds)
		if r.Alive() {
			p.give(r)
		}
		ended, ok := errors.AsType[*process.Ended](err)
		late, wrong := errors.AsType[*answerError](err)
		switch {
		case ctx.Err() != nil:
		case ok && ended.By == process.ByMachine && again < process.MostAgain:
			again++
			continue
		case ok && !first && ended.State == "exit status 0": // a program may end after an answer
			continue
		case wrong && late.earlier: // a repeated answer, not the answer to this request
			continue
		}
		return f, took, err
	}
}

// runOnce runs a process for one trial, in its own folder, and reads its log.
func (p *program) runOnce(ctx context.Context, instance string, seed uint64, limits search.Limits, bounds process.Limits) (f puzzle.Finding, took puzzle.Took, err error) {
	dir, err := os.MkdirTemp("", "puzzlelab-trial-")
	if err != nil {
		return f, took, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "instance")
	if err = cmp.Or(os.WriteFile(file, []byte(instance+"\n"), 0o666), p.unchanged()); err != nil {
		return f, took, err
	}
	fill := strings.NewReplacer("{instance}", instance, "{file}", file, "{seed}", fmt.Sprint(seed),
		"{seconds}", fmt.Sprint(limits.Time.Seconds()), "{nodes}", fmt.Sprint(limits.Expanded), "{bytes}", fmt.Sprint(limits.Bytes))
	argv := Absolute(p.argv)
	for i, word := range argv {
		argv[i] = fill.Replace(word)
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Stdin, cmd.WaitDelay = dir, strings.NewReader(instance+"\n"), time.Second
	log, err := process.RunLog(ctx, cmd, bounds)
	if ended, ok := errors.AsType[*process.Ended](err); ok {
		took.CPU, took.Wall = ended.CPU, ended.Wall
		if ended.Left != "" {
			took.Output = ended.Left
		}
		if ended.By == "" && !strings.HasPrefix(ended.State, "signal") {
			f, err = p.read(log, ended)
		}
	}
	return f, took, err
}

// ask sends a request and waits for the answer. It kills a process that breaks the protocol or
// leaves other processes running.
func (r *running) ask(ctx context.Context, instance string, seed uint64, limits search.Limits, bounds process.Limits) (f puzzle.Finding, took puzzle.Took, err error) {
	r.asked++
	if r.line, err = request(r.line[:0], r.asked, seed, limits, instance); err != nil {
		return f, took, err
	}
	took.Watched = r.Watched()
	answer, err := r.Ask(ctx, r.line, bounds)
	if _, ended := errors.AsType[*process.Ended](err); ended || ctx.Err() != nil {
		return f, took, err
	}
	took.CPU, took.Wall = r.Used()
	if err != nil {
		return f, took, fmt.Errorf("the program broke the protocol: %w", err)
	}
	took.Output = r.Output()
	f, err = parseAnswer(answer, r.asked)
	_, broken := errors.AsType[*answerError](err)
	left := r.Left()
	if left != "" {
		took.Output += "\n" + left
	}
	if broken || left != "" {
		r.Kill()
	}
	return f, took, err
}

// take returns an idle process, or starts one.
func (p *program) take(ctx context.Context, resident uint64) (*running, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for n := len(p.idle); n > 0; n = len(p.idle) {
		r := p.idle[n-1]
		p.idle = p.idle[:n-1]
		if r.Quiet() {
			return r, nil
		}
		r.Kill() // it answered twice, or it ended
	}
	if p.never != nil {
		return nil, p.never
	}
	p.mu.Unlock()
	r, err := p.start(ctx, resident)
	p.mu.Lock()
	p.begun = p.begun || err == nil
	if err != nil && !p.begun && ctx.Err() == nil {
		p.never = err // other callers would wait just as long
	}
	return r, err
}

// give returns a process that is idle again.
func (p *program) give(r *running) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, r)
}

// close ends the idle processes.
func (p *program) close() {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.begun, p.never = nil, false, nil
	p.mu.Unlock()
	for _, r := range idle {
		r.Close()
	}
}

// starter runs functions on a thread that never ends. When a thread ends, the system ends its
// child processes.
var starter = sync.OnceValue(func() chan<- func() {
	jobs := make(chan func())
	go func() {
		runtime.LockOSThread()
		for job := range jobs {
			job()
		}
	}()
	return jobs
})

// start starts a process and waits until it is ready. Output before that does not belong to a
// trial.
func (p *program) start(ctx context.Context, resident uint64) (*running, error) {
	if err := p.unchanged(); err != nil {
		return nil, err
	}
	cmd := exec.Command(p.path, p.argv[1:]...)
	cmd.Args[0] = p.argv[0]
	r, started := &running{}, make(chan error)
	starter() <- func() {
		var err error
		r.Lines, err = process.StartLines(cmd)
		started <- err
	}
	fail := func(err error) (*running, error) {
		return nil, fmt.Errorf("the program %s did not get ready: %w", filepath.Base(p.path), err)
	}
	if err := <-started; err != nil {
		return fail(err)
	}
	line, err := r.Ask(ctx, nil, process.Limits{Wall: patience, Resident: resident})
	var ready greeting
	switch ended, ok := errors.AsType[*process.Ended](err); {
	case ok && ended.By == process.ByWall:
		return fail(fmt.Errorf(`it printed no {"ready":"%s"} within %v`, Protocol, patience))
	case ok:
		return fail(fmt.Errorf("%v%s", ended, ended.Complaint()))
	case err != nil:
		return fail(err)
	}
	if _, err = decode(line, greetingNames, &ready); err == nil && ready.Ready != Protocol {
		err = fmt.Errorf("it speaks %q", ready.Ready)
	}
	if err != nil {
		err = fmt.Errorf(`its first line %s: %w (want {"ready":"%s"})`, process.Quote(line), err, Protocol)
		r.Kill()
		return fail(err)
	}
	r.Output()
	return r, nil
}
