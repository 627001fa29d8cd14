package process

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"slices"
	"time"
)

// Lines is a running program that reads requests as lines of its standard input and
// answers each with a line of its standard output. What it prints to standard error is
// its output. It is to end when its input does.
type Lines struct {
	*Process
	in, out pipe
	buffer  []byte
	took    time.Duration // from the last request to its answer
}

// MaxLine is how long an answer may be, in bytes.
const MaxLine = 16 << 20

// errLine is what is wrong with the answer of a process.
type errLine string

func (e errLine) Error() string { return string(e) }

// StartLines starts a program as [Start] does, and does not wait.
func StartLines(cmd *exec.Cmd) (*Lines, error) {
	p := &Lines{Process: &Process{cmd: cmd, done: make(chan struct{})}}
	err := p.start(true)
	if err == nil {
		p.in, err = newPipe(p.requests, p.answering)
	}
	if err == nil {
		p.out, err = newPipe(p.answers, p.answering)
	}
	return p, err
}

// answering reports whether there may be an answer.
func (p *Lines) answering() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.killed && !p.kin.ended()
}

// Ask sends a line, which has its newline, or nothing if it is nil, and returns the line
// that answers it without its newline; it is valid until the next call. The error is
// [*Ended] if the program came to an end, that of the context, which also kills it, or
// says what is wrong with the answer, for which it is killed as well.
func (p *Lines) Ask(ctx context.Context, request []byte, limits Limits) ([]byte, error) {
	return p.ask(ctx, limits, func() ([]byte, error) {
		_, err := p.in.Write(request)
		p.buffer = p.buffer[:0]
		for err == nil {
			from := len(p.buffer)
			p.buffer = slices.Grow(p.buffer, 4096)
			var n int
			n, err = p.out.Read(p.buffer[from:cap(p.buffer)])
			p.buffer = p.buffer[:from+n]
			at := bytes.IndexByte(p.buffer[from:], '\n')
			if at < 0 && len(p.buffer) <= MaxLine {
				continue
			}
			p.clock()
			line := p.buffer[:max(from+at, 0)]
			switch rest := p.buffer[from+at+1:]; {
			case at < 0:
				return nil, errLine(fmt.Sprintf("its answer is longer than %d MiB", MaxLine>>20))
			case len(rest) > 0:
				return nil, errLine(fmt.Sprintf("it printed %s behind its answer (want one line)", Quote(rest)))
			}
			return line, nil
		}
		return nil, err
	})
}

// Quote quotes the beginning of what a program printed.
func Quote(text []byte) string {
	const most = 80
	if len(text) > most {
		return fmt.Sprintf("%q…", text[:most])
	}
	return fmt.Sprintf("%q", text)
}

// clock notes what the request took.
func (p *Lines) clock() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kin.wait()
	p.took, p.used = time.Since(p.since), p.kin.cpu()-p.cpu
}

// Used returns what the last request took that was answered.
func (p *Lines) Used() (cpu, wall time.Duration) { return p.used, p.took }
