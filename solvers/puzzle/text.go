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

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// SyntaxError reports text that is not an instance. All functions that read instances return it.
// File is "" and Line is 0 if the text does not come from a file. Line and Column count from 1,
// with one column per byte.
type SyntaxError struct {
	Puzzle       string // name of the puzzle; the message begins with it
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

// Scanner splits a line into words. It ignores comments, which begin with #. Pos is a byte offset
// into Text, which Fault converts to a column.
type Scanner struct {
	Puzzle string // name of the puzzle, for errors
	File   string // name of the file, for errors; "" if unknown
	Line   int    // line number, counted from 1; 0 for text that is not from a file
	Text   string
	Pos    int
}

// ParseLine parses a text that must consist of one instance on one line; more lines are an error.
// The argument what is the phrase for an instance in error messages, such as "a board".
func ParseLine[I any](puzzle, text, what string, parse func(*Scanner) (I, error)) (I, error) {
	line, rest, _ := strings.Cut(text, "\n")
	s := Scanner{Puzzle: puzzle, Text: line}
	if strings.TrimSpace(rest) != "" {
		var none I
		return none, s.Fault(len(line), "a second line (want %s on one line)", what)
	}
	return parse(&s)
}

// Skip moves to the next word. It returns false if there is none before the end of the line or a
// comment.
func (s *Scanner) Skip() bool {
	for s.Pos < len(s.Text) && isSpace(s.Text[s.Pos]) {
		s.Pos++
	}
	return s.Pos < len(s.Text) && s.Text[s.Pos] != '#'
}

// Word returns the word that begins at Pos. It does not change Pos.
func (s *Scanner) Word() string {
	end := s.Pos
	for end < len(s.Text) && !isSpace(s.Text[end]) && s.Text[end] != '#' {
		end++
	}
	return s.Text[s.Pos:end]
}

// Words yields the remaining words of the line. It moves Pos past each word before yielding the
// word.
func (s *Scanner) Words() iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for s.Skip() {
			word := Cell{Text: s.Word(), Line: s.Line, Column: s.Pos + 1}
			s.Pos += len(word.Text)
			if !yield(word) {
				return
			}
		}
	}
}

// Count returns the number of remaining words in the line. It does not change Pos.
func (s *Scanner) Count() (words int) {
	ahead := *s
	for range ahead.Words() {
		words++
	}
	return words
}

// Head reads the words before an instance that set a value, such as start=3. The map examples holds
// an example value for each known name. If examples has an entry for ":", a size may also be
// written as WxH: without a name. Head returns a sheet with one empty row, whose Names are the
// values. The argument what is the phrase for an instance in error messages.
func (s *Scanner) Head(what string, examples map[string]string) (Sheet, error) {
	names := map[string]Cell{}
	t := Sheet{s.Puzzle, s.File, []Row{{Names: names}}}
	if !s.Skip() {
		return t, s.Fault(0, "an empty line (want %s)", what)
	}
	for {
		word := s.Word()
		name, value, named := strings.Cut(word, "=")
		example, length, at := examples[name], len(word), s.Pos+len(name)+1
		if size, _, sized := strings.Cut(word, ":"); sized && !named && examples[":"] != "" {
			name, value, example, length, at = "size", size, examples[":"], len(size)+1, s.Pos
		} else if !named || example == "" {
			return t, nil
		}
		if _, twice := names[name]; twice {
			return t, s.Fault(s.Pos, "a second %s", name)
		}
		if value == "" && at > s.Pos {
			return t, s.Fault(at, "no %s after %s= (want %s without spaces)", name, name, example)
		}
		names[name] = Cell{Text: value, Line: s.Line, Column: at + 1}
		if s.Pos += length; !s.Skip() {
			return t, s.Fault(s.Pos, "nothing after %s", wording.Quote(word))
		}
	}
}

// Fault returns a [*SyntaxError] for the byte at the given offset.
func (s *Scanner) Fault(at int, format string, args ...any) error {
	return &SyntaxError{Puzzle: s.Puzzle, File: s.File, Line: s.Line, Column: at + 1, Msg: fmt.Sprintf(format, args...)}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

// Lines yields a scanner for each line of a stream, without a byte order mark. Errors contain file
// as the stream's name. If a line is longer than limit bytes, as in files that are not text, Lines
// yields only the beginning of the line, with an error unless the line is a comment. After a read
// error, Lines yields the error without a scanner and stops.
func Lines(r io.Reader, puzzle, file string, limit int) iter.Seq2[*Scanner, error] {
	return func(yield func(*Scanner, error) bool) {
		in := bufio.NewReaderSize(Decoded(r), 1<<16)
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

// Decoded converts a stream that begins with a byte order mark, such as UTF-16 from Windows, to
// UTF-8 without a byte order mark. It converts the line endings of old Macs to newlines.
func Decoded(r io.Reader) io.Reader {
	return lineEnds{bufio.NewReader(transform.NewReader(r, unicode.BOMOverride(transform.Nop)))}
}

// lineEnds is a reader that turns carriage returns, except those before a newline, into newlines.
type lineEnds struct{ *bufio.Reader }

var windows = lazy.Regexp(`^\r+\n`)

func (l lineEnds) Read(p []byte) (n int, err error) {
	n, err = l.Reader.Read(p)
	text := p[:n:n]
	if n > 0 && p[n-1] == '\r' {
		ahead, _ := l.Peek(2)
		text = append(text, ahead...)
	}
	for i := range n {
		if p[i] == '\r' && !windows().Match(text[i:]) {
			p[i] = '\n'
		}
	}
	return n, err
}

// cutLine is the number of bytes kept from a line that is too long; they suffice to recognize
// comments.
const cutLine = 1 << 10

// readLine returns the next line without its newline, cut to the limit. The bytes are valid until
// the next call. long is a buffer for lines that do not fit the reader's own buffer.
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

// ReadEach yields the result of parse for each line of a stream, except blank lines and comments.
// For a line that parse rejects, it yields a [*SyntaxError] with file and line, and continues.
// After a read error, it yields the error and stops.
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
