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

// Strategy returns the strategy of that name that a command line runs, of which argv are
// the words: the program, which is looked for as a shell does, and its arguments; see
// [Split]. The error is for a program or a file that is not there, or cannot be read.
//
// What the program is decides which stored rows are its: the words, and the content of the
// program's file and of those that other words name, alone or behind "=", wherever they
// are. Files that these load are not seen; name them in the command line, or give a new
// version there.
//
// A program that does not speak the protocol prints a log, which regular expressions read;
// see the package's documentation. They too decide which stored rows are its.
//
// The strategy's own Run keeps limits.Bytes from outside, as resident memory. Sweeps keep
// what they are asked to (trial.Isolation).
func Strategy[I puzzle.Instance](name string, argv []string, log ...string) (puzzle.Strategy[I], error) {
	p, err := newProgram(argv, log)
	if err != nil {
		return puzzle.Strategy[I]{}, err
	}
	return puzzle.Strategy[I]{
		Name: name, Version: 1, Doc: "the program " + Join(argv), Complete: true,
		Run: func(ctx context.Context, inst I, seed uint64, limits search.Limits) (puzzle.Finding, error) {
			f, _, err := p.run(ctx, inst.String(), seed, limits, puzzle.Kept{Resident: limits.Bytes})
			return outcome(ctx, f, err)
		},
		Program: &puzzle.Program[I]{
			Code: p.code, Close: p.close,
			Run: func(ctx context.Context, inst I, seed uint64, limits search.Limits, kept puzzle.Kept) (puzzle.Finding, puzzle.Took, error) {
				return p.run(ctx, inst.String(), seed, limits, kept)
			},
		},
	}, nil
}

// outcome makes findings of limits that were kept from outside.
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
	return f, fmt.Errorf("%v%s", ended, ended.LastLine())
}

// program is the processes of a command line.
type program struct {
	identity
	argv []string
	log  []*regexp.Regexp // what reads its log; nil if it speaks the protocol

	mu    sync.Mutex
	idle  []*running
	begun bool  // a process was ready once
	never error // why none ever was
}

// running is a process. One goroutine asks it at a time.
type running struct {
	*process.Lines
	asked uint64 // so many times
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

// patience is how long a program may take until it is ready. Tests have less.
var patience = time.Minute

// grace is how much longer than its limit on time a run may take: a program that keeps
// the limit itself has its counters to tell.
const grace = 30 * time.Millisecond

// run asks a process.
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
		case ok && !first && ended.State == "exit status 0": // it may end after each answer
			continue
		case wrong && late.earlier: // what it said twice is no answer to this request
			continue
		}
		return f, took, err
	}
}

// runOnce runs a process for one trial, in a folder of its own, and reads its log.
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

// ask asks for an answer. A process that breaks the protocol is killed, and so is one that
// has left others running.
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

// take returns a process that waits, or a new one.
func (p *program) take(ctx context.Context, resident uint64) (*running, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for n := len(p.idle); n > 0; n = len(p.idle) {
		r := p.idle[n-1]
		p.idle = p.idle[:n-1]
		if r.Quiet() {
			return r, nil
		}
		r.Kill() // it answered twice, or has ended
	}
	if p.never != nil {
		return nil, p.never
	}
	p.mu.Unlock()
	r, err := p.start(ctx, resident)
	p.mu.Lock()
	p.begun = p.begun || err == nil
	if err != nil && !p.begun && ctx.Err() == nil {
		p.never = err // who asks next would wait as long
	}
	return r, err
}

// give puts a process back.
func (p *program) give(r *running) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, r)
}

// close ends the processes that wait.
func (p *program) close() {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.begun, p.never = nil, false, nil
	p.mu.Unlock()
	for _, r := range idle {
		r.Close()
	}
}

// starter runs functions on a thread that is there as long as this process: with a thread
// end the processes that it has started.
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

// start starts a process and waits until it is ready. What it prints before is no trial's.
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
		return fail(fmt.Errorf("%v%s", ended, ended.LastLine()))
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
