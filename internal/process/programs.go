package process

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// Lines is a running program that reads requests as lines from its standard input, and answers each
// request with a line on its standard output. [Process.Output] returns its standard error. The
// program should end when its input ends.
type Lines struct {
	*Process
	took time.Duration // time from the last request to its answer
}

// MaxLine is the maximum length of an answer in bytes.
const MaxLine = 16 << 20

// StartLines starts a program as [Start] does, but does not wait until the program is ready. On
// Linux, the calling goroutine must be locked to its thread, because the program ends when the
// thread ends.
func StartLines(cmd *exec.Cmd) (*Lines, error) {
	p := &Lines{Process: &Process{cmd: cmd}}
	return p, p.start(byLines)
}

// Ask sends a request and returns the answer as a line without its newline. The request is a line
// with its newline, or nil to send nothing. The answer is valid until the next call.
//
// If the program ends, the error is an [*Ended]. If the context is canceled, Ask kills the program
// and returns the context's error. If the answer is invalid, Ask kills the program and returns an
// error that describes the fault.
func (p *Lines) Ask(ctx context.Context, request []byte, limits Limits) ([]byte, error) {
	return p.ask(ctx, request, limits, nil, func() (line []byte, ok bool, err error) {
		line, rest, ok := bytes.Cut(p.buffer, []byte("\n"))
		switch {
		case len(line) > MaxLine:
			return nil, false, fmt.Errorf("its answer is longer than %d MiB", MaxLine>>20)
		case len(rest) > 0:
			return nil, false, fmt.Errorf("it printed %s after its answer (want one line)", Quote(rest))
		case ok:
			p.clock()
		}
		return line, ok, nil
	})
}

// Quiet reports whether the program has printed nothing on standard output since its last answer.
func (p *Lines) Quiet() bool {
	canRead, _ := ready(p.out, p.in, false, 0)
	return !canRead
}

// Quote returns at most the first 80 bytes of a program's output in quotes, for error messages.
func Quote(text []byte) string {
	const most = 80
	if len(text) > most {
		return fmt.Sprintf("%q…", text[:most])
	}
	return fmt.Sprintf("%q", text)
}

// clock records the time that the request took.
func (p *Lines) clock() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kin.wait()
	p.took, p.used = time.Since(p.since), p.kin.cpu()-p.cpu
}

// Used returns the CPU time and the wall time of the last request that was answered.
func (p *Lines) Used() (cpu, wall time.Duration) { return p.used, p.took }

// RunLog runs a program to its end and returns its log: everything that it printed to standard
// output and standard error, up to [MaxOutput] bytes. If the program ran, the error is an [*Ended],
// even after success; its Output is the end of the log. If the context is canceled, RunLog kills
// the program and returns the context's error.
func RunLog(ctx context.Context, cmd *exec.Cmd, limits Limits) (log []byte, err error) {
	runtime.LockOSThread() // the process would end with the thread
	defer runtime.UnlockOSThread()
	p, begun := &Process{cmd: cmd}, time.Now()
	if err = p.start(byLog); err != nil {
		return nil, err
	}
	_, err = p.ask(ctx, nil, limits, func() {
		if log == nil && (p.ended() || !p.Alive()) {
			log, _ = io.ReadAll(io.NewSectionReader(p.output, 0, MaxOutput))
		}
	}, func() ([]byte, bool, error) { return nil, false, nil })
	if ended, ok := err.(*Ended); ok { // the time before the request is part of the run
		ended.Wall += p.since.Sub(begun)
		ended.CPU = max(ended.CPU, cmd.ProcessState.SystemTime()+cmd.ProcessState.UserTime())
		ended.Output = string(log[max(len(log)-kept, 0):])
	}
	return log, err
}

// ended reports whether a program started by RunLog has ended.
func (p *Process) ended() bool {
	select {
	case <-p.reaped:
		return true
	default:
		return false
	}
}

// Complaint returns the part of the output that describes the fault, preceded by a colon. For a Go
// program that crashed, this is the message with the position of the crash, as in ": panic: out of
// rope (climb.go:12)". For other programs, it is the last line. If there is no output, Complaint
// returns "".
func (e *Ended) Complaint() string {
	said, place, last := "", "", ""
	for line := range strings.Lines(strings.TrimSpace(e.Output)) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case said == "" && (strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ")):
			said = ": " + line
		case said != "" && place == "" && strings.HasPrefix(line, "\t") && !strings.HasPrefix(last, "runtime.") && !strings.HasPrefix(last, "panic("):
			file, _, _ := strings.Cut(line[strings.LastIndexByte(line, '/')+1:], " ")
			place = " (" + file + ")"
		}
		last = line
	}
	if said == "" && last != "" {
		said = ": " + strings.TrimSpace(last)
	}
	return said + place
}
