package handsoftime

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
)

// SyntaxError is what every reader of this file returns for text that is not
// a ring. File and Line are empty for text that came from neither; Line and
// Column count from 1, Column in bytes.
type SyntaxError struct {
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
	return "handsoftime: parse: " + where + ": " + e.Msg
}

// ParseRing reads the one-line format: the values clockwise from node 0,
// separated by spaces or tabs, with start=K in front unless the start is node
// 0, and an optional # comment behind.
//
//	2 2 2 2 1 3
//	start=1 2 1 1 1   # two solutions
//
// The error is a [*SyntaxError] with the column of the first thing wrong. An
// empty line is an error. Cost O(len(line)).
func ParseRing(line string) (Ring, error) {
	s := scanner{text: line}
	if at := strings.IndexByte(line, '\n'); at >= 0 {
		if rest := strings.TrimSpace(line[at:]); rest != "" {
			return Ring{}, s.fault(at, "a second line (want one ring on one line)")
		}
		s.text = line[:at]
	}
	return s.ring()
}

// Read yields the rings of a stream, one per line; blank lines and comment
// lines are skipped, and lines may be of any length. A line that cannot be
// parsed is yielded as a [*SyntaxError] that names file and line, and reading
// goes on behind it. An error of r itself is yielded last.
func Read(r io.Reader, file string) iter.Seq2[Ring, error] {
	return func(yield func(Ring, error) bool) {
		lines := bufio.NewReaderSize(r, 1<<16)
		skipByteOrderMark(lines)
		var long []byte
		for number := 1; ; number++ {
			line, err := readLine(lines, &long)
			if err != nil && !errors.Is(err, io.EOF) {
				yield(Ring{}, fmt.Errorf("handsoftime: read %s: line %d: %w", nameOf(file), number, err))
				return
			}
			s := scanner{text: string(line)}
			if !s.blank() {
				ring, bad := s.ring()
				if syntax, ok := errors.AsType[*SyntaxError](bad); ok {
					syntax.File, syntax.Line = file, number
				}
				if !yield(ring, bad) {
					return
				}
			}
			if err != nil {
				return
			}
		}
	}
}

// ReadColumn reads the write-up's file format: one ring per file, one value
// per line, start at node 0. Blank lines and # comments are skipped. The error
// is a [*SyntaxError], or an error of r.
func ReadColumn(r io.Reader, file string) (Ring, error) {
	lines := bufio.NewReaderSize(r, 1<<16)
	skipByteOrderMark(lines)
	text, err := io.ReadAll(lines)
	if err != nil {
		return Ring{}, fmt.Errorf("handsoftime: read %s: %w", nameOf(file), err)
	}
	s := scanner{text: string(text), column: true}
	ring, bad := s.ring()
	if syntax, ok := errors.AsType[*SyntaxError](bad); ok {
		at := syntax.Column - 1 // an offset in the whole text until here
		syntax.File = file
		syntax.Line = 1 + strings.Count(s.text[:at], "\n")
		syntax.Column = at - strings.LastIndexByte(s.text[:at], '\n')
	}
	return ring, bad
}

// String returns the ring in the format that [ParseRing] reads. It is the
// canonical text: equal rings, and only those, have equal text.
func (r Ring) String() string {
	text, _ := r.AppendText(nil)
	return string(text)
}

// AppendText appends the text of [Ring.String] to b. The error is always nil.
func (r Ring) AppendText(b []byte) ([]byte, error) {
	if r.Start != 0 {
		b = append(b, "start="...)
		b = strconv.AppendInt(b, int64(r.Start), 10)
		b = append(b, ' ')
	}
	for i, v := range r.Values {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(v), 10)
	}
	return b, nil
}

// MarshalText returns the text of [Ring.String], or the error of [Ring.Check]
// for a ring that could not be read back.
func (r Ring) MarshalText() ([]byte, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	return r.AppendText(nil)
}

// UnmarshalText is [ParseRing]. It leaves r alone if there is an error.
func (r *Ring) UnmarshalText(text []byte) error {
	ring, err := ParseRing(string(text))
	if err == nil {
		*r = ring
	}
	return err
}

// scanner cuts text into words. Positions are byte offsets; they become a
// line and a column only when an error needs them.
type scanner struct {
	text   string
	pos    int
	column bool // the text is a whole file with one value per line
}

// skip moves to the next word, past space and comments, and reports whether
// there is one and whether a line ended on the way.
func (s *scanner) skip() (more, newLine bool) {
	for ; s.pos < len(s.text); s.pos++ {
		switch s.text[s.pos] {
		case ' ', '\t', '\r':
		case '\n':
			newLine = true
		case '#':
			end := strings.IndexByte(s.text[s.pos:], '\n')
			if end < 0 {
				s.pos = len(s.text)
				return false, newLine
			}
			s.pos += end
			newLine = true
		default:
			return true, newLine
		}
	}
	return false, newLine
}

// word returns the word that begins here, without moving.
func (s *scanner) word() string {
	end := s.pos
	for end < len(s.text) && !isSpace(s.text[end]) && s.text[end] != '#' {
		end++
	}
	return s.text[s.pos:end]
}

// blank reports whether there is no word left.
func (s *scanner) blank() bool {
	more, _ := s.skip()
	return !more
}

// count returns the number of words left, without moving.
func (s *scanner) count() int {
	words := 0
	for ahead := *s; !ahead.blank(); words++ {
		ahead.pos += len(ahead.word())
	}
	return words
}

// ring reads the whole text. The words are counted first, so that the largest
// value allowed is known when the values are read.
func (s *scanner) ring() (Ring, error) {
	if s.blank() {
		return Ring{}, s.fault(0, "an empty line (want a ring's values separated by spaces)")
	}
	var r Ring
	begin, text := s.pos, ""
	const prefix = "start="
	if word := s.word(); !s.column && strings.HasPrefix(word, prefix) {
		begin, text = s.pos+len(prefix), word[len(prefix):]
		s.pos += len(word)
		if text == "" {
			return Ring{}, s.fault(begin, "no node after start= (want start=K without spaces)")
		}
		if s.blank() {
			return Ring{}, s.fault(s.pos, "no values after start=%s", quoteless(text))
		}
	}
	n := s.count()
	if n > MaxSize {
		return Ring{}, s.fault(s.pos, "a ring of %d nodes (want 2 to %d)", n, MaxSize)
	}
	if text != "" && n > 1 {
		start, ok := number(text, n-1)
		if !ok {
			return Ring{}, s.fault(begin, "start %s is outside the ring (want 0 to %d)", quoteless(text), n-1)
		}
		r.Start = int(start)
	}
	values, err := s.values(n)
	r.Values = values
	if err != nil {
		return Ring{}, err
	}
	return r, nil
}

// values reads the n values that are left.
func (s *scanner) values(n int) ([]int32, error) {
	values := make([]int32, n)
	for i := range values {
		_, newLine := s.skip()
		if s.column && i > 0 && !newLine {
			return nil, s.fault(s.pos, "a second value on one line (the column format has one value per line)")
		}
		word := s.word()
		v, ok := number(word, n/2)
		if !ok || v == 0 {
			return nil, s.badValue(word, n)
		}
		values[i] = v
		s.pos += len(word)
	}
	return values, nil
}

// badValue says what is wrong with a word on a ring of n nodes.
func (s *scanner) badValue(word string, n int) error {
	want := fmt.Sprintf("want 1 to %d", n/2)
	_, err := strconv.Atoi(word)
	isNumber := err == nil || errors.Is(err, strconv.ErrRange)
	switch {
	case isNumber && n < 2:
		return s.fault(s.pos, "a ring of 1 node (want 2 or more values)")
	case isNumber && word[0] == '+':
		return s.fault(s.pos, "%s has a sign (%s)", quote(word), want)
	case isNumber:
		return s.fault(s.pos, "value %s is out of range on a ring of %d (%s)", quoteless(word), n, want)
	case strings.HasPrefix(word, "start="):
		if s.column {
			return s.fault(s.pos, "%s in the column format, which always starts at node 0", quote(word))
		}
		return s.fault(s.pos, "%s behind a value (want it first on the line)", quote(word))
	}
	if n < 2 {
		want = "want 2 or more numbers"
	}
	if strings.ContainsAny(word, ",;") {
		want += ", separated by spaces"
	}
	return s.fault(s.pos, "%s is not a value (%s)", quote(word), want)
}

func (s *scanner) fault(at int, format string, args ...any) error {
	return &SyntaxError{Column: at + 1, Msg: fmt.Sprintf(format, args...)}
}

// number reads decimal digits as a number of at most limit.
func number(word string, limit int) (int32, bool) {
	v := 0
	for i := range len(word) {
		d := int(word[i] - '0') // a byte below '0' wraps round to a large one
		if v = 10*v + d; d > 9 || v > limit {
			return 0, false
		}
	}
	return int32(v), word != ""
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// quote quotes a word for an error message, which must stay on one line of a
// readable length.
func quote(word string) string {
	const most = 24
	if len(word) > most {
		return strconv.QuoteToASCII(strings.ToValidUTF8(word[:most], "?") + "…")
	}
	return strconv.Quote(word)
}

// quoteless is quote for words that are numbers, as far as they are.
func quoteless(word string) string {
	quoted := quote(word)
	if _, err := strconv.Atoi(word); err != nil {
		return quoted
	}
	return quoted[1 : len(quoted)-1]
}

// readLine returns the next line without its end. The bytes are valid until
// the next call, which may use long to hold a line longer than the buffer.
func readLine(r *bufio.Reader, long *[]byte) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		*long = (*long)[:0]
		for errors.Is(err, bufio.ErrBufferFull) {
			*long = append(*long, line...)
			line, err = r.ReadSlice('\n')
		}
		*long = append(*long, line...)
		line = *long
	}
	return bytes.TrimSuffix(line, []byte("\n")), err
}

// skipByteOrderMark drops the mark that some editors put before UTF-8 text.
func skipByteOrderMark(r *bufio.Reader) {
	const mark = "\ufeff"
	if head, _ := r.Peek(len(mark)); string(head) == mark {
		_, _ = r.Discard(len(mark))
	}
}

func nameOf(file string) string {
	if file == "" {
		return "input"
	}
	return file
}
