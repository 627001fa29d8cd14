package engine

import (
	"bytes"
	"slices"
	"strings"
	"time"
)

// tracer passes on what a program writes on standard error up to what Go says when it
// ends a program by itself, which it keeps.
type tracer struct {
	out     stream
	program bool   // which Go may end so
	inside  bool   // of a line, whose beginning has been passed on
	begun   []byte // the beginning of a line that may become such a message
	kept    []byte
	since   time.Time // that it is kept
}

// traceTime is far beyond what Go needs to say it: a program that goes on to write then has
// said such a thing itself.
const traceTime = 500 * time.Millisecond

// heads begin what Go says then.
var heads = []string{"panic: ", "fatal error: ", "runtime: goroutine stack exceeds ", "runtime: out of memory"}

func (t *tracer) Write(p []byte) (int, error) {
	n := len(p)
	if !t.program {
		return t.out.Write(p)
	}
	if t.kept != nil {
		if t.kept = append(t.kept, p...); time.Since(t.since) > traceTime {
			_, _ = t.out.Write(t.kept)
			t.kept, t.inside = nil, p[n-1] != '\n'
		}
		return n, nil
	}
	text := append(t.begun, p...)
	t.begun = nil
	pass := 0 // how much of text to pass on
	for line := range bytes.Lines(text) {
		if !t.inside {
			if begins(line, false) {
				t.kept, t.since = bytes.Clone(text[pass:]), time.Now()
				break
			}
			if begins(line, true) {
				t.begun = bytes.Clone(line)
				break
			}
		}
		pass += len(line)
		t.inside = line[len(line)-1] != '\n'
	}
	if pass > 0 {
		_, _ = t.out.Write(text[:pass])
	}
	return n, nil
}

// begins reports whether a line begins with one of heads, or is part of one.
func begins(line []byte, part bool) bool {
	return slices.ContainsFunc(heads, func(head string) bool {
		return !part && strings.HasPrefix(string(line), head) || part && strings.HasPrefix(head, string(line))
	})
}

// end returns what Go has said if that is why the program ended with err, and else
// passes on what was kept.
func (t *tracer) end(err error) (trace string) {
	if err != nil && err.Error() == "exit status 2" && bytes.Contains(t.kept, []byte("\ngoroutine ")) {
		return string(t.kept)
	}
	_, _ = t.out.Write(append(t.kept, t.begun...))
	t.out.end()
	return ""
}
