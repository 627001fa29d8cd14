package puzzle

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Auto is the name of the format that finds out how instances are written.
const Auto = "auto"

// Read yields the instances of r as the format of that name reads them, or as they are
// written if it is [Auto] or "". Then the first of the Kind's formats, one instance a line,
// is taken if the first line is in it and cannot be a part of something larger. If not, all
// other formats are tried on the whole input. The one that reads it is taken; several that
// read different things, or none, are an error that shows each. The
// error is for a name that no format has.
func (k *Kind[I]) Read(format string, r io.Reader, file string, c Choice) (iter.Seq2[I, error], error) {
	if format == "" || format == Auto {
		return func(yield func(I, error) bool) { k.guess(r, file, c)(yield) }, nil
	}
	names := wording.Each(k.Formats, func(f Format[I]) string { return f.Name })
	i := slices.Index(names, format)
	if i < 0 {
		names = append([]string{Auto}, names...)
		return nil, fmt.Errorf("%q is not a format of %s (want %s)%s", format, k.Name, strings.Join(names, ", "), search.DidYouMean(format, names))
	}
	return k.Formats[i].Read(r, file, c), nil
}

// guess finds out how instances are written.
func (k *Kind[I]) guess(r io.Reader, file string, c Choice) iter.Seq2[I, error] {
	in, head := bufio.NewReader(io.LimitReader(r, maxText)), &bytes.Buffer{}
	lines := k.Formats[0].Read
	for {
		line, err := in.ReadBytes('\n')
		head.Write(line)
		bad, silent := counting(fields(line)), c
		silent.Say = nil
		for inst, wrong := range lines(bytes.NewReader(line), file, silent) {
			if bad = bad || wrong != nil; !bad && (k.Part == nil || !k.Part(inst, string(line))) {
				return lines(io.MultiReader(head, in, r), file, c)
			}
		}
		if bad || err != nil {
			break
		}
	}
	if _, err := io.Copy(head, in); err != nil || head.Len() == maxText {
		return lines(io.MultiReader(head, failing{err}, r), file, c)
	}
	return k.whole(head.Bytes(), file, c)
}

// failing is the end of a stream that could not be read.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	return 0, io.EOF
}

// reading is what a format makes of the whole input.
type reading[I Instance] struct {
	format Format[I]
	insts  []I
	how    string // it is read, besides
	text   string // of all
	err    error  // the first
	notes  []string
}

// try reads a text in a format.
func try[I Instance](f Format[I], text []byte, file string, c Choice) reading[I] {
	got := reading[I]{format: f}
	c.Say = func(note string) { got.notes = append(got.notes, note) }
	for inst, err := range f.Read(bytes.NewReader(text), file, c) {
		if err != nil {
			got.err = err
			break
		}
		got.insts = append(got.insts, inst)
		got.text += inst.String() + "\n"
	}
	return got
}

// each yields the instances, after what was assumed.
func (g reading[I]) each(c Choice) iter.Seq2[I, error] {
	return func(yield func(I, error) bool) {
		for _, note := range g.notes {
			c.Assume("%s", note)
		}
		for _, inst := range g.insts {
			if !yield(inst, nil) {
				return
			}
		}
	}
}

// whole tries all formats on a text.
func (k *Kind[I]) whole(text []byte, file string, c Choice) iter.Seq2[I, error] {
	var right []reading[I]
	var wrong error
	good, parts, first := k.lines(text, file, c)
	bare, numbered := unnumbered(text)
	for i, f := range slices.Repeat(k.Formats, 2) {
		got := reading[I]{}
		switch {
		case i < len(k.Formats):
			got = try(f, text, file, c)
		case numbered && (len(right) == 0 || len(right[0].insts) > 1): // a board may begin with such a row
			if got = try(f, bare, file, c); got.err != nil {
				continue // what is wrong is said of the whole
			}
			i -= len(k.Formats)
			got.how = " without the numbers of its columns"
		default:
			continue
		}
		switch {
		case got.err != nil:
			if wrong == nil || behind(got.err, wrong) {
				wrong = got.err
			}
		case i == 0 && good > 1 && good == parts: // rows, and not as many instances
		case f.Unlikely != nil && f.Unlikely(got.insts):
		case len(got.insts) > 0 && !slices.ContainsFunc(right, func(other reading[I]) bool { return other.text == got.text }):
			right = append(right, got)
		}
	}
	switch syntax, _ := errors.AsType[*SyntaxError](wrong); {
	case len(right) == 1:
		return right[0].each(c)
	case len(right) > 1:
		wrong = (&Scanner{Puzzle: k.Name, File: file, Line: 1}).Fault(0, "this may be read in several ways (write it as one of them, or give --format): %s",
			wording.AnyOf(wording.Each(right, func(r reading[I]) string {
				return "as " + r.format.Name + r.how + " it is " + wording.Quote(r.insts[0].String())
			})))
	case wrong == nil || good > parts || good > 0 && !first:
		return k.Formats[0].Read(bytes.NewReader(text), file, c)
	case syntax != nil && len(k.Formats) > 1:
		syntax.Msg += "; the formats are " + wording.AnyOf(wording.Each(k.Formats, func(f Format[I]) string { return fmt.Sprintf("%s, as in %q", f.Name, f.Example) }))
	}
	return func(yield func(I, error) bool) {
		var none I
		yield(none, wrong)
	}
}

// lines returns how many lines of a text are instances, how many of them may be parts of
// larger ones, and whether the first is one.
func (k *Kind[I]) lines(text []byte, file string, c Choice) (good, parts int, first bool) {
	c.Say = nil
	begun := false
	for line := range bytes.Lines(text) {
		for inst, err := range k.Formats[0].Read(bytes.NewReader(line), file, c) {
			first, begun = first || !begun && err == nil, true
			if err == nil {
				good++
				if k.Part != nil && k.Part(inst, string(line)) {
					parts++
				}
			}
		}
	}
	return good, parts, first
}

// behind reports whether an error is about a later line than another: whoever read further
// knows better what was meant.
func behind(err, other error) bool {
	a, isA := errors.AsType[*SyntaxError](err)
	b, isB := errors.AsType[*SyntaxError](other)
	return isA && isB && a.Line > b.Line
}

// unnumbered returns a table of comma-separated values without the numbers of its columns and, if
// these leave the first cell empty, of its rows: from 0 on, as pandas writes them. It reports
// whether there are any.
func unnumbered(text []byte) (bare []byte, ok bool) {
	width, row := 0, 0
	for line := range bytes.Lines(text) {
		cells := fields(line)
		switch {
		case width == 0 && !counting(cells), width > 0 && len(cells) != width:
			return nil, false
		case width == 0:
			width = len(cells)
			ok = cells[0] == "" // with numbers of rows
			continue
		case ok && cells[0] != fmt.Sprint(row):
			return nil, false
		case ok:
			cells = cells[1:]
		}
		bare = append(append(bare, strings.Join(cells, ",")...), '\n')
		row++
	}
	return bare, row > 0
}

func fields(line []byte) []string { return strings.Split(strings.TrimSpace(string(line)), ",") }

// counting reports whether cells count from 0, perhaps after an empty one.
func counting(cells []string) bool {
	if cells[0] == "" {
		cells = cells[1:]
	}
	for i, c := range cells {
		if c != fmt.Sprint(i) {
			return false
		}
	}
	return len(cells) > 1
}
