package engine

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// streams are the output streams of a command.
type streams struct{ stdout, stderr *stream }

// newStreams begins to pass on the output of a command. program marks a Go program, which may end
// with a stack trace.
func newStreams(in Cell, program bool) (s *streams, err error) {
	s = &streams{&stream{cell: in, name: "stdout"}, &stream{cell: in, name: "stderr", program: program}}
	if err = s.stdout.open(); err == nil {
		if err = s.stderr.open(); err != nil {
			s.stdout.close()
		}
	}
	return s, err
}

// each calls do for both streams.
func (s *streams) each(do func(*stream)) {
	do(s.stdout)
	do(s.stderr)
}

// end passes on the rest of the output after a command has ended with err. It returns the stack
// trace if that is why the command ended.
func (s *streams) end(err error) (trace string) {
	s.each(func(o *stream) {
		_ = o.in.Close()
		_ = o.out.SetReadDeadline(time.Now().Add(outputDelay))
	})
	s.each(func(o *stream) {
		<-o.copied
		o.now() // output that has not been read yet
	})
	if e := s.stderr; err != nil && err.Error() == "exit status 2" && e.traced {
		trace, e.held = string(e.held), nil
	}
	s.each(func(o *stream) { o.say(o.held) })
	return trace
}

func (s *streams) close() { s.each((*stream).close) }

// stream is an output pipe of a command. It passes text on in pieces that end with a complete
// character, and holds back the last words of the Go runtime.
type stream struct {
	cell    Cell
	name    string
	in, out *os.File
	raw     syscall.RawConn // of out
	copied  chan struct{}

	mu      sync.Mutex  // held while text is read and passed on
	passed  time.Time   // time of the last piece
	hurry   atomic.Bool // whether somebody is waiting for the text
	program bool        // a Go program
	inside  bool        // the beginning of the current line has been passed on
	held    []byte      // an incomplete character, or possible last words of the runtime
	traced  bool        // held includes a stack trace
}

// open begins to pass on text, until no process holds the pipe open or, after the end of the
// command, until nothing has come for a while.
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
		_ = s.raw.Read(s.take) // take is called whenever there is text
	}()
	return nil
}

const (
	mostAtOnce = 1 << 20 // maximum to read before other streams get a turn; more than a pipe holds
	piece      = 64 << 10
	gathering  = 20 * time.Millisecond // time for a piece to grow after the previous one
)

// take passes on available text, and reports whether the stream has ended.
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

// now passes on everything that has been written.
func (s *stream) now() {
	s.hurry.Store(true)
	defer s.hurry.Store(false)
	_ = s.raw.Control(func(fd uintptr) { s.take(fd) })
}

func (s *stream) close() {
	_ = s.in.Close()
	_ = s.out.Close()
}

// mostHeld is more than the Go runtime prints; longer text must come from the program itself.
const mostHeld = 16 << 20

// pass passes on text, and holds back what must not be passed on yet.
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

// before passes on held text before a display. A program that sends a display is still running, so
// the held text is not the runtime's last words unless a stack trace has begun.
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

// whole returns the length of a text without an incomplete character at its end.
func whole(text []byte) int {
	for at := len(text) - 1; at >= max(0, len(text)-utf8.UTFMax+1); at-- {
		if utf8.RuneStart(text[at]) && !utf8.FullRune(text[at:]) {
			return at
		}
	}
	return len(text)
}

// untraced returns the length of the text before a line that begins, or may begin, the last words
// of the runtime, and whether these include a stack trace.
func (s *stream) untraced(text []byte) (traced bool, n int) {
	words := -1 // start of the last words
	for line := range bytes.Lines(text) {
		switch {
		case traced:
		case words >= 0 && begins(line, goesOn):
			traced = places().Match(line)
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

// places matches the line before a stack trace.
var places = lazy.Regexp(`^(?:goroutine|runtime stack:)`)

var (
	// heads lists the beginnings of the runtime's last words.
	heads = []string{"panic: ", "fatal error: ", "runtime: goroutine stack exceeds ", "runtime: out of memory"}
	// goesOn lists the beginnings of the lines that follow, up to the first goroutine.
	goesOn = []string{"panic: ", "fatal error: ", "runtime: ", "runtime stack:", "goroutine ", "[signal ", "\t", "\n"}
)

// begins reports whether a line begins with one of the heads, or is the beginning of one.
func begins(line []byte, heads []string) bool {
	return slices.ContainsFunc(heads, func(head string) bool {
		return strings.HasPrefix(string(line), head) || strings.HasPrefix(head, string(line))
	})
}
