package process

import (
	"context"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// RunLog runs a program to its end and returns its log, which is everything that it printed to
// standard output and standard error, up to [MaxOutput] bytes. The error is [*Ended], even if the
// program succeeded, with the end of the log as its output. If the context is canceled, RunLog
// kills the program and returns the context's error. If the program cannot be started, the error
// says why.
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

// Complaint returns what went wrong according to the output, after a colon. For a crashed Go
// program, this is the message with the place of the crash, as in ": panic: out of rope
// (climb.go:12)". For others it is the last line. Complaint returns "" if there is no output.
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
