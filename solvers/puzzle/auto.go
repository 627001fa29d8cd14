package puzzle

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Auto is the format name that tells readers to recognize the notation themselves.
const Auto = "auto"

// Read yields the instances of r in the named format. [Auto] or "" recognizes the format. If the
// first line is a complete instance in the Kind's first format, which has one instance per line,
// Read uses that format. Otherwise it tries all formats on the whole input. If exactly one format
// fits, or if several give the same instances, Read yields these instances. If no format fits, or
// if formats give different instances, the error shows each reading. Read returns an error for an
// unknown format.
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

// guess recognizes the format and reads the instances.
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

// failing is a reader that returns the error of a stream.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	return 0, io.EOF
}

// reading is the result of reading the whole input in one format.
type reading[I Instance] struct {
	format Format[I]
	insts  []I
	how    string // remark about how the text was read
	text   string // text of all instances
	err    error  // the first error
	notes  []string
}

// try reads a text in one format.
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

// each reports the assumptions, then yields the instances.
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
	good, parts, first := k.lines(text, file, c)
	formats := slices.Clone(k.Formats)
	if good > 1 && good == parts { // lines are rows of one instance
		formats[0].Unlikely = func([]I) bool { return true }
	}
	var got readings[I]
	for _, f := range formats {
		got.add(try(f, text, file, c))
	}
	bare, numbered, titled := unnumbered(text)
	for _, f := range formats {
		if !numbered || len(got.right) > 0 && (titled || len(got.right[0].insts) < 2) { // a single board may begin with such a row
			break
		}
		r := try(f, bare, file, c)
		if r.how = " without the numbers of its columns"; titled {
			r.notes = append(r.notes, "titles: the first line names columns, and is left out")
		}
		if r.err == nil { // report only errors about the original text
			got.add(r)
		}
	}
	switch syntax, _ := errors.AsType[*SyntaxError](got.wrong); {
	case len(got.right) == 1:
		return got.right[0].each(c)
	case len(got.right) > 1:
		got.wrong = (&Scanner{Puzzle: k.Name, File: file, Line: 1}).Fault(0, "this may be read in several ways (write it as one of them, or give --format): %s",
			wording.AnyOf(wording.Each(got.right, func(r reading[I]) string {
				return "as " + r.format.Name + r.how + " it is " + wording.Quote(r.insts[0].String())
			})))
	case got.wrong == nil || good > parts || good > 0 && !first:
		return k.Formats[0].Read(bytes.NewReader(text), file, c)
	case syntax != nil && len(k.Formats) > 1:
		syntax.Msg += "; the formats are " + wording.AnyOf(wording.Each(k.Formats, func(f Format[I]) string { return fmt.Sprintf("%s, as in %q", f.Name, f.Example) }))
	}
	return func(yield func(I, error) bool) {
		var none I
		yield(none, got.wrong)
	}
}

// readings are the likely readings of a text, which differ, and the error at the last line that a
// format has reached.
type readings[I Instance] struct {
	right []reading[I]
	wrong error
}

func (all *readings[I]) add(got reading[I]) {
	switch f := got.format; {
	case got.err != nil:
		if all.wrong == nil || behind(got.err, all.wrong) {
			all.wrong = got.err
		}
	case f.Unlikely != nil && f.Unlikely(got.insts):
	case len(got.insts) > 0 && !slices.ContainsFunc(all.right, func(other reading[I]) bool { return other.text == got.text }):
		all.right = append(all.right, got)
	}
}

// lines counts the lines that are instances, and those that may be part of a larger instance. first
// reports whether the first line is an instance.
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

// behind reports whether an error is on a later line than another. The format that fails later is
// more likely the intended one.
func behind(err, other error) bool {
	a, isA := errors.AsType[*SyntaxError](err)
	b, isB := errors.AsType[*SyntaxError](other)
	return isA && isB && a.Line > b.Line
}

// unnumbered removes the column numbers (0, 1, 2, …) that pandas writes above a table of
// comma-separated values and, if the first cell is empty, the row numbers. It also removes the titles
// of columns of numbers. It reports what it found.
func unnumbered(text []byte) (bare []byte, ok, titled bool) {
	width, row, numbers := 0, 0, false
	for line := range bytes.Lines(text) {
		cells := fields(line)
		if width == 0 {
			width, numbers, titled = len(cells), cells[0] == "", slices.IndexFunc(cells, numeric) < 0
			if !titled && !counting(cells) {
				return nil, false, false
			}
			continue
		}
		switch {
		case len(cells) != width, titled && slices.IndexFunc(cells, numeric) < 0, numbers && cells[0] != fmt.Sprint(row):
			return nil, false, false
		case numbers:
			cells = cells[1:]
		}
		bare = append(append(bare, strings.Join(cells, ",")...), '\n')
		row++
	}
	return bare, row > 0, titled
}

// numeric reports whether a cell is a number.
func numeric(cell string) bool {
	_, err := strconv.ParseFloat(strings.Trim(cell, `"`), 64)
	return err == nil
}

func fields(line []byte) []string { return strings.Split(strings.TrimSpace(string(line)), ",") }

// counting reports whether the cells, after an optional empty one, are 0, 1, 2, …
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
