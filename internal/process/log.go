package process

import (
	"context"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// RunLog runs a program to its end and returns its log: what it printed on standard output and
// standard error, up to [MaxOutput] bytes. However the program ended, the error is [*Ended], with
// the end of the log as its output. If the context is canceled, RunLog kills the program and
// returns the context's error. If the program cannot be started, the error says why.
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

// LastLine returns a colon and the last line of the output, where most programs say what went
// wrong; "" if there is none.
func (e *Ended) LastLine() string {
	output := strings.TrimSpace(e.Output)
	if output == "" {
		return ""
	}
	return ": " + strings.TrimSpace(output[strings.LastIndexByte(output, '\n')+1:])
}
