package engine

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unicode/utf8"
)

// streams are what a command writes to.
type streams struct{ stdout, stderr *stream }

// newStreams begins to pass on what a command writes; Go may end a program with a trace.
func newStreams(in Cell, program bool) (s *streams, err error) {
	s = &streams{&stream{cell: in, name: "stdout"}, &stream{cell: in, name: "stderr", program: program}}
	if err = s.stdout.open(); err == nil {
		if err = s.stderr.open(); err != nil {
			s.stdout.close()
		}
	}
	return s, err
}

// each calls do with both.
func (s *streams) each(do func(*stream)) {
	do(s.stdout)
	do(s.stderr)
}

// end passes on what was written before the command ended with err, or soon after, and
// returns the trace if that is why it ended.
func (s *streams) end(err error) (trace string) {
	s.each(func(o *stream) {
		_ = o.in.Close()
		_ = o.out.SetReadDeadline(time.Now().Add(outputDelay))
	})
	s.each(func(o *stream) {
		<-o.copied
		o.now() // what came while this process did not
	})
	if e := s.stderr; err != nil && err.Error() == "exit status 2" && e.traced {
		trace, e.held = string(e.held), nil
	}
	s.each(func(o *stream) { o.say(o.held) })
	return trace
}

func (s *streams) close() { s.each((*stream).close) }

// stream is a pipe that a command writes to. What comes is passed on in outputs that end
// with a character, up to what Go says when it ends a program by itself.
type stream struct {
	cell    Cell
	name    string
	in, out *os.File
	raw     syscall.RawConn // of out
	copied  chan struct{}

	mu      sync.Mutex  // of who reads, until it is passed on
	passed  time.Time   // when a piece was passed on last
	hurry   atomic.Bool // somebody waits for it
	program bool        // which Go may end
	inside  bool        // of a line, whose beginning has been passed on
	held    []byte      // the beginning of a character, or what may be Go's last words
	traced  bool        // these say where the program was
}

// open begins to pass on what comes until nobody holds the pipe open any more or, after
// the end of the command, nothing comes for a while.
func (s *stream) open() (err error) {
	if s.out, s.in, err = os.Pipe(); err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	if s.raw, err = s.out.SyscallConn(); err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	s.copied = make(chan struct{})
	go func() {
		defer close(s.copied)
		_ = s.raw.Read(s.take) // which is called whenever there is something
	}()
	return nil
}

const (
	mostAtOnce = 1 << 20 // is read before others are asked, and more than a pipe holds
	piece      = 64 << 10
	gathering  = 20 * time.Millisecond // is how long after another a piece may grow
)

// take passes on what is there, and reports whether no more can come.
func (s *stream) take(fd uintptr) (last bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	buf := make([]byte, piece)
	for taken := 0; taken < mostAtOnce; {
		n, open := readNow(fd, buf)
		if n == 0 {
			return !open
		}
		for more, open := n, true; n < piece && (more > 0 || open) && !s.hurry.Load() && time.Since(s.passed) < gathering; n += more {
			time.Sleep(time.Millisecond)
			more, open = readNow(fd, buf[n:])
		}
		s.pass(buf[:n])
		s.passed = time.Now()
		taken += n
	}
	return false
}

// now passes on what has been written.
func (s *stream) now() {
	s.hurry.Store(true)
	defer s.hurry.Store(false)
	_ = s.raw.Control(func(fd uintptr) { s.take(fd) })
}

func (s *stream) close() {
	_ = s.in.Close()
	_ = s.out.Close()
}

// mostHeld is more than Go says: a program that writes more has written it all itself.
const mostHeld = 16 << 20

// pass passes on text, and holds what must not be passed on yet.
func (s *stream) pass(p []byte) {
	text := append(s.held, p...)
	end := len(text)
	switch {
	case s.traced && end <= mostHeld:
		end = 0
	case s.program:
		s.traced, end = s.untraced(text)
	}
	if end == len(text) {
		end = whole(text)
	}
	s.say(text[:end])
	s.held = text[end:]
}

// before passes on what is held when a display comes: a program that shows something lives, so what it
// wrote are its last words only if Go has begun to say where it was.
func (s *stream) before() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.traced {
		return
	}
	end := whole(s.held)
	s.say(s.held[:end])
	s.inside = end > 0 && s.held[end-1] != '\n' || end == 0 && s.inside
	s.held = s.held[end:]
}

func (s *stream) say(text []byte) {
	if len(text) > 0 {
		s.cell.say(s.name, string(text))
	}
}

// whole returns the length of a text without the beginning of a character at its end.
func whole(text []byte) int {
	for at := len(text) - 1; at >= max(0, len(text)-utf8.UTFMax+1); at-- {
		if utf8.RuneStart(text[at]) && !utf8.FullRune(text[at:]) {
			return at
		}
	}
	return len(text)
}

// untraced returns the length of a text up to a line with which Go's last words begin, or may begin,
// and whether they go on to say where the program was.
func (s *stream) untraced(text []byte) (traced bool, n int) {
	words := -1 // where they begin
	for line := range bytes.Lines(text) {
		switch {
		case traced:
		case words >= 0 && begins(line, goesOn):
			traced = places.Match(line)
		case !s.inside && begins(line, heads):
			words = n
		default:
			words = -1
		}
		n += len(line)
		s.inside = line[len(line)-1] != '\n'
	}
	if words >= 0 && (!traced || len(text) <= mostHeld) {
		s.inside = false
		return traced, words
	}
	return false, n
}

// places matches the line below which the places follow.
var places = regexp.MustCompile(`^(?:goroutine|runtime stack:)`)

var (
	// heads begin what Go says when it ends a program by itself.
	heads = []string{"panic: ", "fatal error: ", "runtime: goroutine stack exceeds ", "runtime: out of memory"}
	// goesOn begins the lines that follow, up to the first goroutine.
	goesOn = []string{"panic: ", "fatal error: ", "runtime: ", "runtime stack:", "goroutine ", "[signal ", "\t", "\n"}
)

// begins reports whether a line begins with one of some heads, or is part of one.
func begins(line []byte, heads []string) bool {
	return slices.ContainsFunc(heads, func(head string) bool {
		return strings.HasPrefix(string(line), head) || strings.HasPrefix(head, string(line))
	})
}
