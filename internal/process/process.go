// Package process sends requests to child processes, and enforces limits on their time and memory,
// even if they do not cooperate.
//
// The caller starts a [Process] once and sends it many requests. The child reads requests from file
// descriptor 3 and writes answers to descriptor 4. Each request or answer is a frame: the length in
// four bytes, least significant first, followed by that many bytes. The child's first frame says
// that it is ready. When the parent ends, the child reads an end of file from descriptor 5.
// Processes that the child starts do not inherit these descriptors. The child's output goes to a
// separate file and is never mixed with answers. The child uses [Join] and [Serve].
//
// [Lines] sends requests to programs that do not use this package, through their standard input and
// output.
//
// The parent also watches the child. It waits for the answer until the time limit. Every 10 ms, it
// checks the time and memory used by the child and all its descendants. It kills a child that
// exceeds a limit or prints too much. If a child ends during a request for this or any other
// reason, the error says how it ended ([Ended]).
//
// No process is left behind. On Linux, the parent adopts processes that outlive its children
// (PR_SET_CHILD_SUBREAPER) and recognizes them by a variable in their environment. If a control
// group can be created, it also holds every process that the child has ever started. Either method
// is enough to find daemons. Children end when their parent ends, for any reason. On other systems,
// a process is killed together with its process group.
//
// With fifteen processes competing for two cores, limits take effect with these delays
// (BenchmarkLimits):
//
//	limit                         average   maximum
//	wall time, 200 ms             5 ms      32 ms
//	CPU time                      6 ms      18 ms
//	memory                        21 ms     131 ms
//	memory, with control group    29 ms     146 ms
package process

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Limits sets the limits for a single request. A field that is zero sets no limit.
type Limits struct {
	Wall, CPU time.Duration // wall time and CPU time, counted from the beginning of the request
	// Resident is the memory, in bytes, that the process and all its child processes may hold.
	// Shared memory counts only once.
	Resident uint64
}

// Ended is the error for a request during which the process ended. The process accepts no further
// requests.
type Ended struct {
	By     By     // limit that killed the process; "" if it ended by itself
	State  string // how the process ended, such as "exit status 2" or "signal: killed"
	Output string // what the process printed during the request; see [Process.Output]
	Left   string // names of child processes that were still running and were then killed; "" if there were none
	// CPU and Wall are the CPU time and the wall time from the request to the end of the process.
	CPU, Wall time.Duration

	stopped bool // ended by a signal that may have come from outside
}

// By indicates which limit ended a process, and how the limit was enforced.
type By string

// Limits that can end a process.
const (
	ByWall    By = "wall"
	ByCPU     By = "cpu"
	ByCgroup  By = "memory, by cgroup"  // the kernel enforced the memory limit on the control group
	ByPolling By = "memory, by polling" // this package measured the memory (proportional set size) every 10 ms
	ByOutput  By = "output"             // the process printed more than 64 MiB
	// ByMachine means that the kernel killed the process although it had not exceeded its own
	// memory limit. Either the machine ran out of memory, or a control group that includes the
	// parent did. The caller may repeat the request.
	ByMachine By = "memory of the machine"
)

func (e *Ended) Error() string {
	if e.By != "" {
		return "the process was killed by its limit of " + string(e.By)
	}
	return "the process ended with " + e.State
}

// MostAgain is the maximum number of times that a caller should repeat a request that ended with
// [ByMachine].
const MostAgain = 2

// MaxOutput is the number of bytes that a process may print during one request.
const MaxOutput = 64 << 20

// kept is how many bytes of a process's output are kept.
const kept = 4096

// watchEvery is the time between two checks of a process.
const watchEvery = 10 * time.Millisecond

// held is how long to delay reporting that a signal ended a process: the same signal may be on its
// way to this process.
const held = 200 * time.Millisecond

// stoppedFor is how long a process may be stopped (SIGSTOP) before it counts as ended.
const stoppedFor = time.Second

// Process is a running child process. Only one goroutine may use it at a time.
type Process struct {
	cmd     *exec.Cmd
	in, out pipe
	mark    string        // in the environment of all processes it starts
	alive   *os.File      // stays open as long as this process lives; nil for other people's programs
	reaped  chan struct{} // closed when the process has been waited for; nil if nobody waits yet
	output  *os.File      // its output; a file without a name
	group   *cgroup       // its control group; nil if there is none
	kills   uint64        // number of processes killed for lack of memory when it was started
	soon    bool          // the last answer came quickly
	request []byte        // the last request
	buffer  []byte        // the answer so far

	mu       sync.Mutex // guards what follows
	limits   Limits
	since    time.Time
	kin      kin
	cpu      time.Duration // CPU time that the kin had used when it was asked
	used     time.Duration // CPU time since then, at the last check
	stopping time.Time     // when it was stopped
	by       By
	killed   bool
}

// Start starts a program and waits until it is ready for requests. The command must not set
// standard streams, additional files or a process group.
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

// mark is the environment variable that marks a process and its descendants. A child's mark begins
// with the mark of its parent.
const mark = "PUZZLELAB_PROCESS"

var (
	ownMark = os.Getenv(mark)
	marks   atomic.Uint64
	// started holds the running processes of this package, by process ID.
	started sync.Map
)

// kind is the way in which a process receives requests.
type kind int

const (
	byFrames kind = iota // a child that uses this package
	byLines
	byLog // run once, for its output
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
	p.cmd.WaitDelay = held // in case other processes still hold the input that the caller has set
	o.step(func() error { return isolate(p.cmd, how != byFrames) })
	o.step(p.cmd.Start)
	if o.err != nil {
		o.close()
		return fmt.Errorf("start %s: %w", p.cmd.Path, o.err)
	}
	pid := p.cmd.Process.Pid
	started.Store(pid, true)
	p.group, p.kin, p.kills = newCgroup(pid), newKin(pid), killsForMemory()
	if how != byFrames { // children that use this package adopt their own descendants
		p.kin.mark = p.mark
	}
	_ = childIn.Close()
	_ = childAlive.Close() // nil if there is none
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

// opened collects the files of a starting process, up to the first error.
type opened struct {
	files []*os.File
	err   error
}

// step calls do unless there was an error.
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

// nameless returns a file without a name for a process's output. All writes go to its end.
func (o *opened) nameless() (f *os.File) {
	o.step(func() (err error) {
		name := filepath.Join(os.TempDir(), "puzzlelab-output-"+rand.Text())
		f, err = os.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o600)
		o.files = append(o.files, f)
		return err
	})
	o.step(func() error { return os.Remove(f.Name()) })
	return f
}

func (o *opened) close() {
	for _, f := range o.files {
		_ = f.Close()
	}
}

// Ask sends a request and returns the answer, which is valid until the next call. If request is
// nil, Ask sends nothing and only waits. If the process ends, the error is an [*Ended]. If the
// context is canceled, Ask kills the process and returns the context's error.
//
// If look is not nil, Ask calls it every 10 ms while it waits, and once more when the answer has
// arrived or the process has ended; see [Process.Next].
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

// Next sets new time limits for the next part of a request that has several parts. The times are
// measured from since, the time at which the process began that part. The memory limit stays the
// same.
func (p *Process) Next(since time.Time, limits Limits) {
	p.mu.Lock()
	defer p.mu.Unlock()
	limits.Resident = p.limits.Resident
	p.begin(since, limits)
}

func (p *Process) begin(since time.Time, limits Limits) {
	p.limits, p.since, p.cpu, p.used = limits, since, p.kin.cpu(), 0
}

// ask performs an exchange under limits: it sends a request and reads until whole finds an answer.
// An error in the exchange ends the process.
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
	if err == nil && limits.Resident > 0 && p.group.killed() { // the kernel killed something that the process had started
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

// errEnded is the error of an exchange with a process that has ended or must be ended.
var errEnded = errors.New("the process has ended")

// moment is how long to wait for an answer without sleeping, if the last answer came that quickly:
// waking the core of a virtual machine takes longer than many requests.
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
			if request = request[n:]; err != nil { // the process has stopped reading, but may have answered
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
		if !canRead && p.reaped == nil && p.hasEnded() { // while other processes hold its end of the pipe
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

// next returns when to check the process again.
func (p *Process) next(now time.Time) time.Time {
	next := now.Add(watchEvery)
	if end := p.since.Add(p.limits.Wall); p.limits.Wall > 0 && end.Before(next) {
		return end
	}
	return next
}

// over reports whether the process has been killed or must be killed, and by which limit.
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

// Watched says how the memory of the process is measured: "cgroup" for a control group, or "pss"
// for the proportional set size.
func (p *Process) Watched() string {
	if p.group.keeps() {
		return "cgroup"
	}
	return "pss"
}

// Output returns what the process has printed since the last call, cut to its first 4,096 bytes.
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

// Alive reports whether the process still accepts requests.
func (p *Process) Alive() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.killed
}

// Left kills the descendants that the process has left running. It returns a phrase that names
// them, such as "left running, and killed: sleep (process 17)", or "" if there are none.
func (p *Process) Left() string { return killOrphans(p.mark) }

// Close ends the process. It gives the process one second to exit on its own before killing it.
func (p *Process) Close() {
	if p.Alive() {
		p.end()
	}
}

// Kill kills the process immediately and waits until it has ended.
func (p *Process) Kill() {
	if p.Alive() {
		p.kill("")
		p.end()
	}
}

// end waits for the end of a process that was killed, that died by itself or that is no longer
// needed, and says how it ended.
func (p *Process) end() *Ended {
	p.in.close()
	patience := time.AfterFunc(time.Second, func() { p.kill("") })
	if p.reaped == nil {
		_ = p.cmd.Wait() // the process state holds the error
	} else {
		<-p.reaped
	}
	stayed := !patience.Stop()
	byItself, wall := p.Alive(), time.Since(p.since)
	p.kill("") // kills what the process left behind
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

// kill kills the process and everything it has started.
func (p *Process) kill(by By) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.killed {
		p.killed, p.by = true, by
		p.group.kill()
		p.kin.kill() // including processes that have left the process group
		killGroup(p.cmd.Process.Pid)
	}
}
