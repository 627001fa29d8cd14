package puzzle

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
)

// SyntaxError is what every reader of a puzzle returns for text that is not an
// instance. File is empty and Line 0 for text that came from neither; Line and
// Column count from 1, Column in bytes.
type SyntaxError struct {
	Puzzle       string // with which the message begins
	File         string
	Line, Column int
	Msg          string
}

func (e *SyntaxError) Error() string {
	var where string
	switch {
	case e.File != "":
		where = fmt.Sprintf("%s:%d:%d", e.File, e.Line, e.Column)
	case e.Line > 0:
		where = fmt.Sprintf("line %d, column %d", e.Line, e.Column)
	default:
		where = fmt.Sprintf("column %d", e.Column)
	}
	return e.Puzzle + ": parse: " + where + ": " + e.Msg
}

// A Scanner cuts a line into words. Pos is a byte offset; it becomes a column
// only when an error needs one. A # begins a comment, which ends the line.
type Scanner struct {
	Puzzle string // with which errors begin
	File   string // "" if it is not known
	Line   int    // from 1; 0 for text that came from no file
	Text   string
	Pos    int
}

// ParseLine reads the instance that stands on the only line of a text. The error
// is also for text with a second line; what says what was wanted: "a board".
func ParseLine[I any](puzzle, text, what string, parse func(*Scanner) (I, error)) (I, error) {
	line, rest, _ := strings.Cut(text, "\n")
	s := Scanner{Puzzle: puzzle, Text: line}
	if strings.TrimSpace(rest) != "" {
		var none I
		return none, s.Fault(len(line), "a second line (want %s on one line)", what)
	}
	return parse(&s)
}

// Skip moves to the next word, past space, and reports whether there is one
// before the end or a comment.
func (s *Scanner) Skip() bool {
	for s.Pos < len(s.Text) && isSpace(s.Text[s.Pos]) {
		s.Pos++
	}
	return s.Pos < len(s.Text) && s.Text[s.Pos] != '#'
}

// Word returns the word that begins here, without moving.
func (s *Scanner) Word() string {
	end := s.Pos
	for end < len(s.Text) && !isSpace(s.Text[end]) && s.Text[end] != '#' {
		end++
	}
	return s.Text[s.Pos:end]
}

// Count returns the number of words left, without moving.
func (s *Scanner) Count() int {
	words := 0
	for ahead := *s; ahead.Skip(); words++ {
		ahead.Pos += len(ahead.Word())
	}
	return words
}

// Fault returns a [*SyntaxError] about the byte offset at.
func (s *Scanner) Fault(at int, format string, args ...any) error {
	return &SyntaxError{Puzzle: s.Puzzle, File: s.File, Line: s.Line, Column: at + 1, Msg: fmt.Sprintf(format, args...)}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

// Lines yields a scanner of each line of a stream, which errors call file. Of a
// line longer than limit bytes only the beginning is kept: a file that is not text
// may have no line ends at all. It is yielded with an error, unless nothing but a
// comment or space is known of it. An error of the stream is yielded last, without a
// scanner. The mark that some editors put before UTF-8 text is dropped.
func Lines(r io.Reader, puzzle, file string, limit int) iter.Seq2[*Scanner, error] {
	return func(yield func(*Scanner, error) bool) {
		in := bufio.NewReaderSize(r, 1<<16)
		const mark = "\ufeff"
		if head, _ := in.Peek(len(mark)); string(head) == mark {
			_, _ = in.Discard(len(mark))
		}
		var long []byte
		for number := 1; ; number++ {
			s := &Scanner{Puzzle: puzzle, File: file, Line: number}
			text, cut, err := readLine(in, &long, limit)
			if err != nil && !errors.Is(err, io.EOF) {
				yield(nil, fmt.Errorf("%s: read %s: line %d: %w", puzzle, cmp.Or(file, "input"), number, err))
				return
			}
			var tooLong error
			if cut {
				text = text[:min(len(text), cutLine)]
			}
			s.Text = string(text)
			if cut && s.Skip() {
				tooLong = s.Fault(0, "a line of more than %d bytes is no instance", limit)
			}
			s.Pos = 0
			if !yield(s, tooLong) || err != nil {
				return
			}
		}
	}
}

// cutLine is what is kept of a line that is too long, to see whether it is a
// comment.
const cutLine = 1 << 10

// readLine returns the next line without its end, cut to the limit. The bytes
// are valid until the next call, which may use long to hold a line longer than
// the buffer.
func readLine(r *bufio.Reader, long *[]byte, limit int) (text []byte, cut bool, err error) {
	text, err = r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		*long = append((*long)[:0], text...)
		for errors.Is(err, bufio.ErrBufferFull) {
			text, err = r.ReadSlice('\n')
			if cut = cut || len(*long)+len(text) > limit+1; !cut {
				*long = append(*long, text...)
			}
		}
		text = *long
	}
	return bytes.TrimSuffix(text, []byte("\n")), cut, err
}

// ReadEach yields what parse makes of each line of a stream that holds more than
// space and a comment. A line that cannot be parsed is yielded as its
// [*SyntaxError], with file and line, and reading goes on behind it. An error of
// the stream is yielded last.
func ReadEach[I any](r io.Reader, puzzle, file string, limit int, parse func(*Scanner) (I, error)) iter.Seq2[I, error] {
	return func(yield func(I, error) bool) {
		for s, err := range Lines(r, puzzle, file, limit) {
			if err == nil && !s.Skip() {
				continue
			}
			var inst, none I
			if err == nil {
				inst, err = parse(s)
			}
			if err != nil {
				inst = none
			}
			if !yield(inst, err) {
				return
			}
		}
	}
}
