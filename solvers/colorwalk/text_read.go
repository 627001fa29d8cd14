package colorwalk

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
)

// Read yields the boards of a stream, one per line, in the format of
// [ParseBoard]; blank lines and comment lines are skipped. A line that cannot
// be parsed is yielded as a [*SyntaxError] that names file and line, and
// reading goes on behind it. An error of r itself is yielded last.
//
// It is [LineFormat]'s Read.
func Read(r io.Reader, file string) iter.Seq2[Board, error] {
	return LineFormat.Read(r, file)
}

// readEach yields the board that parse makes of each line.
func readEach(r io.Reader, file string, parse func(*scanner) (Board, error)) iter.Seq2[Board, error] {
	return func(yield func(Board, error) bool) {
		for l, err := range textLines(r, file) {
			if err != nil {
				yield(Board{}, err)
				return
			}
			s := scanner{text: l.text}
			if !s.skip() {
				continue
			}
			board, err := Board{}, l.tooLong()
			if err == nil {
				board, err = parse(&s)
			}
			if !yield(board, locate(err, file, l.number)) {
				return
			}
		}
	}
}

// readGrids yields boards written with a line for each row and a blank line
// between boards.
func readGrids(r io.Reader, file string, center bool) iter.Seq2[Board, error] {
	return func(yield func(Board, error) bool) {
		g := gridReader{center: center}
		for l, err := range textLines(r, file) {
			if err != nil {
				yield(Board{}, err)
				return
			}
			s := scanner{text: l.text}
			switch {
			case s.skip():
				if err := g.row(&s, l); err != nil && !yield(Board{}, locate(err, file, l.number)) {
					return
				}
			case s.pos == len(s.text): // a blank line, no comment
				if g.rows > 0 && !yield(g.end(file)) {
					return
				}
				g = gridReader{center: center}
			}
		}
		if g.rows > 0 {
			yield(g.end(file))
		}
	}
}

// gridReader collects the lines of one board.
type gridReader struct {
	textGrid
	center bool
	bad    bool // an error has been reported, the other lines of the board are passed over
	begin  []textPosition
}

// textPosition is where a row begins, both from 1.
type textPosition struct{ line, column int }

// row reads one line, from its first word.
func (g *gridReader) row(s *scanner, l textLine) error {
	if g.bad {
		return nil
	}
	begin, word := s.pos, s.word()
	s.pos += len(word)
	err := l.tooLong()
	if err == nil {
		err = s.nothingElse("row", "its colours without spaces")
	}
	if err == nil {
		if offset, msg := g.add(word); msg != "" {
			err = s.fault(begin+offset, "%s", msg)
		}
	}
	if err != nil {
		g.rows, g.bad = 0, true
	}
	g.begin = append(g.begin, textPosition{l.number, begin + 1})
	return err
}

// end makes the board when all its lines are read.
func (g *gridReader) end(file string) (Board, error) {
	start := -1
	if g.center {
		start = centerOf(g.rows, g.cols)
	}
	b, cell, msg := g.board(start)
	if msg != "" {
		at := g.begin[cell/g.cols]
		return Board{}, &SyntaxError{File: file, Line: at.line, Column: at.column + cell%g.cols, Msg: msg}
	}
	return b, nil
}

// centerOf returns the cell in the centre of a board, the lower and right one
// of the two or four.
func centerOf(rows, cols int) int { return rows/2*cols + cols/2 }

// locate adds file and line to a syntax error.
func locate(err error, file string, line int) error {
	if syntax, ok := errors.AsType[*SyntaxError](err); ok {
		syntax.File, syntax.Line = file, line
	}
	return err
}

// maxLine is the longest line that is kept: that of the largest board, one cell
// in each row. A file that is not text may have no line ends at all.
const maxLine = 2*MaxCells + 1<<10

// textLine is one line of a stream without its end.
type textLine struct {
	number int // from 1
	text   string
	cut    bool // after maxLine bytes
}

// tooLong is the error of a line that was cut.
func (l textLine) tooLong() error {
	if l.cut {
		return &SyntaxError{Column: 1, Msg: fmt.Sprintf("a line of more than %d bytes is no board", maxLine)}
	}
	return nil
}

// textLines yields the lines of a stream, and last its error if it has one. The
// mark that some editors put before UTF-8 text is dropped.
func textLines(r io.Reader, file string) iter.Seq2[textLine, error] {
	return func(yield func(textLine, error) bool) {
		in := bufio.NewReaderSize(r, 1<<16)
		const mark = "\ufeff"
		if head, _ := in.Peek(len(mark)); string(head) == mark {
			_, _ = in.Discard(len(mark))
		}
		var long []byte
		for number := 1; ; number++ {
			text, cut, err := readLine(in, &long)
			if err != nil && !errors.Is(err, io.EOF) {
				if file == "" {
					file = "input"
				}
				yield(textLine{}, fmt.Errorf("colorwalk: read %s: line %d: %w", file, number, err))
				return
			}
			if !yield(textLine{number, string(text), cut}, nil) || err != nil {
				return
			}
		}
	}
}

// readLine returns the next line without its end, cut to maxLine bytes. The
// bytes are valid until the next call, which may use long to hold a line longer
// than the buffer.
func readLine(r *bufio.Reader, long *[]byte) (text []byte, cut bool, err error) {
	text, err = r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		*long = append((*long)[:0], text...)
		for errors.Is(err, bufio.ErrBufferFull) {
			text, err = r.ReadSlice('\n')
			if cut = cut || len(*long)+len(text) > maxLine+1; !cut {
				*long = append(*long, text...)
			}
		}
		text = *long
	}
	return bytes.TrimSuffix(text, []byte("\n")), cut, err
}
