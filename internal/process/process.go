// Package process asks child processes for answers, under limits that hold
// whatever they do.
//
// A [Process] is started once and asked many times. It reads its requests from file
// descriptor 3 and writes its answers to descriptor 4, each a frame: its length in
// four bytes, the lowest first, and as many bytes. It begins with a frame that says that it
// is ready. Descriptor 5 ends when the process that asks does. Processes that it starts
// inherit none of them. What it prints goes to a file of its own and never mixes with
// answers. [Join] and [Serve] are its side.
//
// Programs that know nothing of this package are asked by [Lines], on their standard
// input and output.
//
// Whoever asks also watches: it waits for the answer until the time limit, and looks every
// 10 ms at what the process has used, together with all that it has started. A process that
// passes a limit, dies or floods its output is killed, and the error says how the request
// ended ([Ended]).
//
// Nothing is left behind. On Linux the process that asks adopts what its children leave
// (PR_SET_CHILD_SUBREAPER) and recognises it by a variable in its environment; a control
// group, where one can be made, holds all that has ever been started in it. Either is
// enough to find daemons. Children end with the process that started them, however that
// ends. Elsewhere a process is killed with its process group.
//
// On two cores that fifteen processes wanted, a wall time of 200 ms was passed by 5 ms in
// the mean and 32 at most, a CPU time by 6 and 18; what held too much memory was gone
// after 21 and 131 ms, 29 and 146 with a control group (BenchmarkLimits).
package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Limits bound one request. The zero value bounds nothing.
type Limits struct {
	Wall, CPU time.Duration // of the process, since it was asked
	Resident  uint64        // bytes of memory that the process and all that it started hold; what they share counts once
}

// Ended is the error of a request whose process came to an end. The process cannot be
// asked again.
type Ended struct {
	By     By     // what killed it; "" if it died by itself
	State  string // how it ended, as "exit status 2" or "signal: killed"
	Output string // what it printed during the request, as [Process.Output]
	Left   string // says what it left running, and was killed then; "" for nothing
	// What the request took, up to the end.
	CPU, Wall time.Duration

	stopped bool // by a signal that also comes from outside
}

// By names a limit, and how it was kept.
type By string

// What ends a process.
const (
	ByWall    By = "wall"
	ByCPU     By = "cpu"
	ByCgroup  By = "memory, by cgroup"  // the kernel kept the limit
	ByPolling By = "memory, by polling" // the proportional set size was looked at
	ByOutput  By = "output"             // it printed more than 64 MiB
	// ByMachine is said of a process that the kernel killed because memory ran out
	// outside its own limit, of the machine or of a group that this process is in too:
	// whoever asked may ask again.
	ByMachine By = "memory of the machine"
)

func (e *Ended) Error() string {
	if e.By != "" {
		return "the process was killed by its limit of " + string(e.By)
	}
	return "the process ended with " + e.State
}

// MostAgain is how often a request is made again that ended by [ByMachine].
const MostAgain = 2

// MaxOutput is how much a process may print in a request, in bytes.
const MaxOutput = 64 << 20

// kept is how much of what a process prints is kept.
const kept = 4096

// watchEvery is the time between two looks at a process.
const watchEvery = 10 * time.Millisecond

// held is how long the end of a process by a signal is held back: the signal may be on its
// way to this process too.
const held = 200 * time.Millisecond

// stoppedFor is how long a process may be stopped (SIGSTOP) before that counts as its end.
const stoppedFor = time.Second

// Process is a running child. It is asked by one goroutine at a time.
type Process struct {
	cmd     *exec.Cmd
	in, out pipe
	mark    string        // in the environment of all that it starts
	alive   *os.File      // is open as long as this process is; nil for a program of somebody else
	reaped  chan struct{} // is closed when the process was waited for; nil if that is still to be done
	output  *os.File      // what it prints; has no name
	group   *cgroup       // that it is in; nil if none can be had
	kills   uint64        // of the machine, for its memory, when it was started
	soon    bool          // the last answer came soon
	request []byte        // that it was asked
	buffer  []byte        // what it has answered

	mu       sync.Mutex // guards what follows
	limits   Limits
	since    time.Time
	kin      kin
	cpu      time.Duration // that the kin had used when it was asked
	used     time.Duration // since then, as it was looked at last
	stopping time.Time     // since when it is stopped
	by       By
	killed   bool
}

// Start starts a program, which must set up neither its files nor its process group,
// and waits until it is ready.
func Start(ctx context.Context, cmd *exec.Cmd) (*Process, error) {
	p := &Process{cmd: cmd}
	err := p.start(byFrames)
	if err == nil {
		_, err = p.Ask(ctx, nil, Limits{}, nil)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// mark is the environment variable that marks a process and its descendants. The mark of a
// process that another one started begins with the other's mark.
const mark = "PUZZLELAB_PROCESS"

var (
	ownMark = os.Getenv(mark)
	marks   atomic.Uint64
	// started are the processes of this package that run, by their number.
	started sync.Map
)

// kind is how a process is asked.
type kind int

const (
	byFrames kind = iota // by this package's other side
	byLines
	byLog // once, for what it prints
)

// start starts the program.
func (p *Process) start(how kind) error {
	var o opened
	childIn, requests := o.pipe()
	answers, childOut := o.pipe()
	var childAlive *os.File
	if how == byFrames {
		childAlive, p.alive = o.pipe()
	}
	p.output = o.nameless()
	o.step(func() (err error) { p.in, err = newPipe(requests); return err })
	o.step(func() (err error) { p.out, err = newPipe(answers); return err })
	p.cmd.Stderr = p.output
	switch how {
	case byFrames:
		p.cmd.Stdout, p.cmd.ExtraFiles = p.output, []*os.File{childIn, childOut, childAlive}
	case byLines:
		p.cmd.Stdin, p.cmd.Stdout = childIn, childOut
	case byLog:
		p.cmd.Stdout = p.output
	}
	p.mark = fmt.Sprintf("%s=%s/%d-%d", mark, ownMark, os.Getpid(), marks.Add(1))
	p.cmd.Env = append(p.cmd.Environ(), p.mark)
	p.cmd.WaitDelay = held // for who is left with the input that a caller has set
	o.step(func() error { return isolate(p.cmd, how != byFrames) })
	o.step(p.cmd.Start)
	if o.err != nil {
		o.close()
		return fmt.Errorf("start %s: %w", p.cmd.Path, o.err)
	}
	pid := p.cmd.Process.Pid
	started.Store(pid, true)
	p.group, p.kin, p.kills = newCgroup(pid), newKin(pid), killsForMemory()
	if how != byFrames { // others adopt themselves what they leave
		p.kin.mark = p.mark
	}
	_ = childIn.Close()
	_ = childAlive.Close() // nil where there is none
	if how != byLog {
		return childOut.Close()
	}
	p.reaped = make(chan struct{})
	go func() {
		_ = p.cmd.Wait()
		close(p.reaped)
		_ = childOut.Close()
	}()
	return nil
}

// opened are the files of a process that is being started, up to the first error.
type opened struct {
	files []*os.File
	err   error
}

// step does something unless there was an error.
func (o *opened) step(do func() error) {
	if o.err == nil {
		o.err = do()
	}
}

func (o *opened) pipe() (r, w *os.File) {
	o.step(func() (err error) {
		r, w, err = os.Pipe()
		o.files = append(o.files, r, w)
		return err
	})
	return r, w
}

// nameless returns a file for what a process prints, at whose end it is written.
func (o *opened) nameless() (f *os.File) {
	o.step(func() (err error) {
		f, err = os.CreateTemp("", "puzzlelab-output-")
		o.files = append(o.files, f)
		return err
	})
	o.step(func() error { return os.Remove(f.Name()) })
	o.step(func() error { return appending(f) })
	return f
}

func (o *opened) close() {
	for _, f := range o.files {
		_ = f.Close()
	}
}

// Ask sends a request, or none if it is nil, and returns the answer, which is valid until
// the next call. The error is [*Ended] if the process came to an end, or that of the
// context, which also kills it.
//
// look, if it is not nil, is called every 10 ms until there is an answer, and once more when
// there is one or the process has ended: see [Process.Next].
func (p *Process) Ask(ctx context.Context, request []byte, limits Limits, look func()) ([]byte, error) {
	if request != nil {
		p.request = appendFrame(p.request[:0], request)
		request = p.request
	}
	return p.ask(ctx, request, limits, look, func() ([]byte, bool, error) {
		answer, rest, ok, err := unframe(p.buffer)
		if len(rest) > 0 && ok {
			err = fmt.Errorf("it wrote %s after its answer (want one frame)", Quote(rest))
		}
		return answer, ok, err
	})
}

// Next says, during a request that is made of several, that the process has begun with the
// next of them at a time, under limits of its own. The limit on memory stays that of the
// request.
func (p *Process) Next(since time.Time, limits Limits) {
	p.mu.Lock()
	defer p.mu.Unlock()
	limits.Resident = p.limits.Resident
	p.begin(since, limits)
}

func (p *Process) begin(since time.Time, limits Limits) {
	p.limits, p.since, p.cpu, p.used = limits, since, p.kin.cpu(), 0
}

// ask makes an exchange under limits: it sends a request and reads until whole finds an
// answer. An error of the exchange ends the process.
func (p *Process) ask(ctx context.Context, request []byte, limits Limits, look func(), whole func() ([]byte, bool, error)) ([]byte, error) {
	stop := context.AfterFunc(ctx, func() { p.kill("") })
	defer stop()
	if err := p.group.limit(limits.Resident); err != nil {
		p.group.remove()
		p.group = nil
	}
	p.mu.Lock()
	p.begin(time.Now(), limits)
	p.mu.Unlock()
	answer, err := p.exchange(request, look, whole)
	if look != nil {
		look()
	}
	if err == nil && limits.Resident > 0 && p.group.killed() { // something that the process had started
		p.kill(ByCgroup)
	}
	killed := !p.Alive()
	if err == nil && !killed {
		return answer, nil
	}
	broken := err != nil && !errors.Is(err, errEnded) && !killed
	if broken {
		p.kill("")
	}
	ended := p.end()
	if ended.stopped && ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(held):
		}
	}
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case broken:
		return nil, err
	}
	return nil, ended
}

// errEnded is the error of an exchange with a process that has ended or is to be.
var errEnded = errors.New("the process has ended")

// moment is how long an answer is waited for without sleeping, if the last one came as soon:
// to wake the core of a virtual machine takes longer than many a request.
const moment = 50 * time.Microsecond

var manyCores = runtime.NumCPU() > 1

func (p *Process) exchange(request []byte, look func(), whole func() ([]byte, bool, error)) ([]byte, error) {
	begun := time.Now()
	p.buffer = p.buffer[:0]
	for next := p.next(begun); ; {
		wait := time.Until(next)
		if p.soon && time.Since(begun) < moment {
			wait = 0
		}
		canRead, canWrite := ready(p.out, p.in, len(request) > 0, wait)
		if canWrite {
			n, err := p.in.write(request)
			if request = request[n:]; err != nil { // it reads no more, but may have answered
				request = nil
			}
		}
		if canRead {
			p.buffer = slices.Grow(p.buffer, 4096)
			n, err := p.out.read(p.buffer[len(p.buffer):cap(p.buffer)])
			p.buffer = p.buffer[:len(p.buffer)+n]
			answer, ok, wrong := whole()
			switch {
			case ok || wrong != nil:
				p.soon = manyCores && time.Since(begun) < 2*moment
				return answer, wrong
			case err != nil:
				return nil, errEnded
			}
		}
		now := time.Now()
		if now.Before(next) {
			continue
		}
		if look != nil {
			look()
		}
		if by, over := p.over(now); over {
			p.kill(by)
			return nil, errEnded
		}
		if !canRead && p.reaped == nil && p.hasEnded() { // and others hold its end of the pipe
			return nil, errEnded
		}
		next = p.next(now)
	}
}

func (p *Process) hasEnded() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.kin.ended()
}

// next returns when to look at the process again.
func (p *Process) next(now time.Time) time.Time {
	next := now.Add(watchEvery)
	if end := p.since.Add(p.limits.Wall); p.limits.Wall > 0 && end.Before(next) {
		return end
	}
	return next
}

// over reports whether the process has been killed or is to be, and by which limit.
func (p *Process) over(now time.Time) (by By, over bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.killed {
		return "", true
	}
	l := &p.limits
	if l.Wall > 0 && now.Sub(p.since) >= l.Wall {
		return ByWall, true
	}
	p.kin.find()
	p.used = p.kin.cpu() - p.cpu
	switch {
	case l.CPU > 0 && p.used >= l.CPU:
		return ByCPU, true
	case p.group.killed():
		return ByCgroup, true
	case l.Resident > 0 && !p.group.keeps() && p.kin.memory(l.Resident) > l.Resident:
		return ByPolling, true
	}
	if info, err := p.output.Stat(); err == nil && info.Size() > MaxOutput {
		return ByOutput, true
	}
	if !p.kin.stopped() {
		p.stopping = time.Time{}
	} else if p.stopping.IsZero() {
		p.stopping = now
	}
	return "", !p.stopping.IsZero() && now.Sub(p.stopping) >= stoppedFor
}

// Watched says by what the memory of the process is watched: "cgroup" or "pss".
func (p *Process) Watched() string {
	if p.group.keeps() {
		return "cgroup"
	}
	return "pss"
}

// Output returns what the process has printed since this was called last, cut to
// 4,096 bytes.
func (p *Process) Output() string { return printed(p.output) }

func printed(output *os.File) string {
	size, err := output.Seek(0, io.SeekEnd)
	if err != nil || size == 0 {
		return ""
	}
	b := make([]byte, min(size, kept))
	n, _ := output.ReadAt(b, 0)
	_ = output.Truncate(0)
	return string(b[:n])
}

// Alive reports whether the process can be asked.
func (p *Process) Alive() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.killed
}

// Left kills the processes that the process has started and whose parents have ended. It says
// which they were, "" for none.
func (p *Process) Left() string { return killOrphans(p.mark) }

// Close ends the process, which has a second to do so by itself.
func (p *Process) Close() {
	if p.Alive() {
		p.end()
	}
}

// Kill ends the process at once.
func (p *Process) Kill() {
	if p.Alive() {
		p.kill("")
		p.end()
	}
}

// end waits for the end of a process that was killed, that has died by itself, or that
// is asked nothing any more, and says how it came.
func (p *Process) end() *Ended {
	p.in.close()
	patience := time.AfterFunc(time.Second, func() { p.kill("") })
	if p.reaped == nil {
		_ = p.cmd.Wait() // its state says it
	} else {
		<-p.reaped
	}
	stayed := !patience.Stop()
	byItself, wall := p.Alive(), time.Since(p.since)
	p.kill("") // what it has left behind
	left := killOrphans(p.mark)
	started.Delete(p.cmd.Process.Pid)
	state := p.cmd.ProcessState
	ended := &Ended{
		By: p.by, State: state.String(), Output: p.Output(), Left: left,
		CPU: max(state.SystemTime()+state.UserTime()-p.cpu, p.used), Wall: wall,
	}
	signal := signalOf(state)
	switch {
	case ended.By != "":
	case p.group.killed():
		ended.By = ByCgroup
	case !p.stopping.IsZero():
		ended.State = "a stop (SIGSTOP), and did not go on"
	case stayed:
		ended.State = "no more answers, and was killed"
	case byItself && signal == "killed" && killsForMemory() > p.kills:
		ended.By = ByMachine
	case byItself:
		ended.stopped = slices.Contains([]string{"terminated", "interrupt", "hangup", "killed"}, signal)
	}
	p.group.remove()
	p.out.close()
	_ = p.alive.Close()
	_ = p.output.Close()
	p.kin.close()
	return ended
}

// kill kills the process and all that it has started.
func (p *Process) kill(by By) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.killed {
		p.killed, p.by = true, by
		p.group.kill()
		p.kin.kill() // also what has left the process group
		killGroup(p.cmd.Process.Pid)
	}
}
