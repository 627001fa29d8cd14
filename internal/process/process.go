// Package process asks child processes for answers, under limits that hold
// whatever they do.
//
// A [Process] is started once and asked many times. It reads its requests from file
// descriptor 3 and writes its answers to descriptor 4, each a frame: its length in
// four bytes, the lowest first, and as many bytes (see [Read] and [Write]). It begins
// with a frame that says that it is ready. Descriptor 5 ends when the process that asks
// does. What it prints goes to a file of its own and never mixes with answers.
//
// Programs that know nothing of this package are asked by [Lines], on their standard
// input and output.
//
// Limits are watched from outside, that on wall time by a timer and the others by a look
// every 10 ms: a process that passes one, dies or floods its output is killed with its
// whole group, and the request that it was at says how ([Ended]). What counts is a process
// with all that it has started (Linux). Children die with the process that started them,
// however that ends (Linux: parent-death signal; [Serve] watches descriptor 5).
//
// On two cores that fifteen processes wanted, a wall time of 200 ms was passed by 5 ms in
// the mean and 32 at most, a CPU time by 6 and 18; what held too much memory was gone
// after 21 and 131 ms, 29 and 146 with a control group (BenchmarkLimits).
package process

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

// Limits bound one request. The zero value bounds nothing.
type Limits struct {
	Wall, CPU time.Duration // of the process, since it was asked
	Resident  uint64        // bytes that all of the process holds in memory
}

// Ended is the error of a request whose process came to an end. The process cannot be
// asked again.
type Ended struct {
	By     By     // what killed it; "" if it died by itself
	State  string // how it ended, as "exit status 2" or "signal: killed"
	Output string // what it printed during the request, as [Process.Output]
	// What the request took, up to the end.
	CPU, Wall time.Duration
}

// By names a limit, and how it was kept.
type By string

// What ends a process.
const (
	ByWall    By = "wall"
	ByCPU     By = "cpu"
	ByCgroup  By = "memory, by cgroup"  // the kernel kept the limit
	ByPolling By = "memory, by polling" // the resident size was looked at
	ByOutput  By = "output"             // it printed more than 64 MiB
)

func (e *Ended) Error() string {
	if e.By != "" {
		return "the process was killed by its limit of " + string(e.By)
	}
	return "the process ended with " + e.State
}

// MaxOutput is how much a process may print in a request, in bytes.
const MaxOutput = 64 << 20

// kept is how much of what a process prints is kept.
const kept = 4096

// watchEvery is the time between two looks at a process.
const watchEvery = 10 * time.Millisecond

// Process is a running child. It is asked by one goroutine at a time.
type Process struct {
	cmd      *exec.Cmd
	requests *os.File
	answers  *os.File
	prompt   prompt   // of answers
	alive    *os.File // is open as long as this process is; nil for a program that is asked by lines
	output   *os.File // what it prints; has no name
	group    *cgroup  // that keeps its memory; nil if none can be had
	done     chan struct{}

	mu     sync.Mutex // guards what follows
	asked  bool
	looked bool // at the request; one that was not is too short for children of note
	limits Limits
	since  time.Time
	kin    kin
	cpu    time.Duration // that the kin had used when it was asked
	used   time.Duration // since then, as it was looked at last
	by     By
	killed bool
}

// Start starts a program, which must set up neither its files nor its process group,
// and waits until it is ready. On Linux the calling goroutine must be locked to its
// thread, and the process dies with the thread.
func Start(ctx context.Context, cmd *exec.Cmd) (*Process, error) {
	p := &Process{cmd: cmd, done: make(chan struct{})}
	err := p.start(false)
	if err == nil {
		_, err = p.Ask(ctx, nil, Limits{})
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// start starts the program, which is asked by lines or by frames.
func (p *Process) start(lines bool) (err error) {
	var files []*os.File
	defer func() {
		if err != nil {
			for _, f := range files {
				_ = f.Close()
			}
			err = fmt.Errorf("start %s: %w", p.cmd.Path, err)
		}
	}()
	pipe := func() (r, w *os.File) {
		if err == nil {
			r, w, err = os.Pipe()
			files = append(files, r, w)
		}
		return r, w
	}
	childIn, requests := pipe()
	answers, childOut := pipe()
	var childAlive *os.File
	if !lines {
		childAlive, p.alive = pipe()
	}
	if err != nil {
		return err
	}
	if p.output, err = os.CreateTemp("", "puzzlelab-output-"); err != nil {
		return err
	}
	files = append(files, p.output)
	if err = os.Remove(p.output.Name()); err != nil {
		return err
	}
	if err = appending(p.output); err != nil {
		return err
	}
	p.requests, p.answers, p.prompt = requests, answers, prompt{file: answers}
	// Whoever asks waits in the system, which is sooner back than Go's poller.
	_, _ = requests.Fd(), answers.Fd()
	p.cmd.Stderr = p.output
	if lines {
		p.cmd.Stdin, p.cmd.Stdout = childIn, childOut
	} else {
		p.cmd.Stdout, p.cmd.ExtraFiles = p.output, []*os.File{childIn, childOut, childAlive}
	}
	if err = isolate(p.cmd); err != nil {
		return err
	}
	if err = p.cmd.Start(); err != nil {
		return err
	}
	p.group, p.kin = newCgroup(p.cmd.Process.Pid), newKin(p.cmd.Process.Pid)
	_ = childIn.Close()
	_ = childOut.Close()
	_ = childAlive.Close() // nil where there is none
	go p.watch()
	return nil
}

// Ask sends a request, or none if it is nil, and returns the answer. The error is
// [*Ended] if the process came to an end, or that of the context, which also kills it.
func (p *Process) Ask(ctx context.Context, request []byte, limits Limits) ([]byte, error) {
	return p.ask(ctx, limits, func() (answer []byte, err error) {
		if request != nil {
			err = Write(p.requests, request)
		}
		if err == nil {
			answer, err = p.prompt.read()
		}
		return answer, err
	})
}

// ask makes an exchange under limits. An error of the exchange ends the process, one of
// its language ([errLine]) at once.
func (p *Process) ask(ctx context.Context, limits Limits, exchange func() ([]byte, error)) ([]byte, error) {
	stop := context.AfterFunc(ctx, func() { p.kill("") })
	defer stop()
	if limits.Wall > 0 {
		defer time.AfterFunc(limits.Wall, func() { p.kill(ByWall) }).Stop()
	}
	if err := p.group.limit(limits.Resident); err != nil {
		p.group.remove()
		p.group = nil
	}
	p.mu.Lock()
	p.asked, p.looked, p.limits, p.since, p.cpu, p.used = true, false, limits, time.Now(), p.kin.cpu(), 0
	p.mu.Unlock()
	answer, err := exchange()
	p.mu.Lock()
	p.asked = false
	killed := p.killed
	if p.looked {
		p.kin.wait()
	}
	p.mu.Unlock()
	if err == nil && !killed {
		return answer, nil
	}
	line, ok := errors.AsType[errLine](err)
	if ok && !killed {
		p.kill("")
	}
	ended := p.end()
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case ok && !killed:
		return nil, line
	}
	return nil, ended
}

// Output returns what the process has printed since this was called last, cut to
// 4,096 bytes.
func (p *Process) Output() string {
	info, err := p.output.Stat()
	if err != nil || info.Size() == 0 {
		return ""
	}
	b := make([]byte, min(info.Size(), kept))
	n, _ := p.output.ReadAt(b, 0)
	_ = p.output.Truncate(0)
	return string(b[:n])
}

// Alive reports whether the process can be asked.
func (p *Process) Alive() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.killed
}

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
	_ = p.requests.Close()
	patience := time.AfterFunc(time.Second, func() { p.kill("") })
	_ = p.cmd.Wait() // its state says it
	stayed := !patience.Stop()
	p.kill("") // what it has left behind in its group
	close(p.done)
	state := p.cmd.ProcessState
	ended := &Ended{
		By: p.by, State: state.String(), Output: p.Output(),
		CPU: max(state.SystemTime()+state.UserTime()-p.cpu, p.used), Wall: time.Since(p.since),
	}
	if stayed && ended.By == "" {
		ended.State = "no more answers, and was killed"
	}
	if ended.By == "" && p.group.killed() {
		ended.By = ByCgroup
	}
	p.group.remove()
	_ = p.answers.Close()
	_ = p.alive.Close()
	_ = p.output.Close()
	p.kin.close()
	return ended
}

// kill kills the process and its group.
func (p *Process) kill(by By) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.killed {
		p.killed, p.by = true, by
		p.kin.kill() // those that have left the group
		killGroup(p.cmd.Process.Pid)
	}
}

// watch kills the process when it passes a limit of the request it is at.
func (p *Process) watch() {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if by := p.over(); by != "" {
				p.kill(by)
			}
		case <-p.done:
			return
		}
	}
}

// over returns the limit that the process has passed.
func (p *Process) over() By {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.asked || p.killed {
		return ""
	}
	p.looked = true
	p.kin.find()
	p.used = p.kin.cpu() - p.cpu
	switch l := &p.limits; {
	case l.CPU > 0 && p.used >= l.CPU:
		return ByCPU
	case l.Resident > 0 && p.kin.resident() > l.Resident:
		return ByPolling
	}
	if info, err := p.output.Stat(); err == nil && info.Size() > MaxOutput {
		return ByOutput
	}
	return ""
}

// maxFrame bounds what a broken process can make the other side allocate.
const maxFrame = 1 << 30

// Write writes a frame with a single write.
func Write(w io.Writer, frame []byte) error {
	b := binary.LittleEndian.AppendUint32(make([]byte, 0, 4+len(frame)), uint32(len(frame)))
	_, err := w.Write(append(b, frame...))
	return err
}

// Read reads a frame. The error is [io.EOF] if there is none.
func Read(r io.Reader) ([]byte, error) {
	var length [4]byte
	if _, err := io.ReadFull(r, length[:]); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint32(length[:])
	if n > maxFrame {
		return nil, fmt.Errorf("a frame of %d bytes (want at most %d)", n, maxFrame)
	}
	frame := make([]byte, n)
	_, err := io.ReadFull(r, frame)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return frame, err
}

// prompt reads frames that may come at once. If the last one did, it looks for the next one
// for a moment before it sleeps: to wake the core of a virtual machine takes longer than
// many a request.
type prompt struct {
	file *os.File
	soon bool // the last frame came soon
}

const moment = 50 * time.Microsecond

var manyCores = runtime.NumCPU() > 1

func (p *prompt) read() ([]byte, error) {
	begun := time.Now()
	if p.soon {
		look(p.file, moment)
	}
	frame, err := Read(p.file)
	p.soon = manyCores && time.Since(begun) < 2*moment
	return frame, err
}

// Serve is the child's side: it says that the process is ready, answers requests until
// there are no more, and ends the process. It ends it at once, whatever it is doing,
// when the process that asks is gone.
func Serve(answer func(request []byte) []byte) {
	in, out, alive := os.NewFile(3, "requests"), os.NewFile(4, "answers"), os.NewFile(5, "alive")
	go func() {
		_, _ = alive.Read(make([]byte, 1))
		os.Exit(0)
	}()
	requests := prompt{file: in}
	err := Write(out, nil)
	for err == nil {
		var request []byte
		if request, err = requests.read(); err == nil {
			err = Write(out, answer(request))
		}
	}
	os.Exit(0)
}
