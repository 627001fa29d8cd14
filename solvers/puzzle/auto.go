package puzzle

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Auto is the format name that makes [Kind.Read] recognize the format from the text.
const Auto = "auto"

// Read yields the instances in r, which have the named format. It returns an error for an unknown
// format. If format is [Auto] or "", Read recognizes the format:
//   - If the first line is a complete instance in the Kind's first format, which has one instance
//     per line, Read uses that format.
//   - Otherwise it tries all formats on the whole input. If exactly one format fits, or if all
//     fitting formats yield the same instances, Read yields these instances.
//   - If no format fits, or if fitting formats yield different instances, the error shows how each
//     format interprets the input.
func (k *Kind[I]) Read(format string, r io.Reader, file string, c Choice) (iter.Seq2[I, error], error) {
	p := &Puzzle{Name: k.Name, Formats: retyped[[]Format[Instance]](k.Formats), Part: retyped[func(Instance, string) bool](k.Part)}
	all, err := read(p, format, r, file, c)
	return retyped[iter.Seq2[I, error]](all), err
}

// read is [Kind.Read] for any puzzle. It and the functions below are not methods, because each
// package that mentions a Kind compiles all its methods again.
func read(k *Puzzle, format string, r io.Reader, file string, c Choice) (iter.Seq2[Instance, error], error) {
	r = Decoded(r)
	if format == "" || format == Auto {
		return func(yield func(Instance, error) bool) { guess(k, r, file, c)(yield) }, nil
	}
	names := wording.Each(k.Formats, func(f Format[Instance]) string { return f.Name })
	i := slices.Index(names, format)
	if i < 0 {
		names = append([]string{Auto}, names...)
		return nil, fmt.Errorf("%q is not a format of %s (want %s)%s", format, k.Name, strings.Join(names, ", "), search.DidYouMean(format, names))
	}
	return k.Formats[i].Read(r, file, c), nil
}

// guess recognizes the format and reads the instances.
func guess(k *Puzzle, r io.Reader, file string, c Choice) iter.Seq2[Instance, error] {
	in, head := bufio.NewReader(io.LimitReader(r, maxText)), &bytes.Buffer{}
	lines := k.Formats[0].Read
	for {
		line, err := in.ReadBytes('\n')
		head.Write(line)
		bad, silent := counting(strings.Split(strings.TrimSpace(string(line)), ",")), c
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
	return tryAll(k, head.Bytes(), file, c)
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
type reading struct {
	format Format[Instance]
	insts  []Instance
	how    string // remark about how the text was read
	text   string // text of all instances
	err    error  // the first error
	notes  []string
}

// try reads a text in one format.
func try(f Format[Instance], text []byte, file string, c Choice) reading {
	got := reading{format: f}
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
func (g reading) each(c Choice) iter.Seq2[Instance, error] {
	return func(yield func(Instance, error) bool) {
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

// tryAll tries all formats on a text.
func tryAll(k *Puzzle, text []byte, file string, c Choice) iter.Seq2[Instance, error] {
	good, parts, first := countLines(k, text, file, c)
	formats := slices.Clone(k.Formats)
	if good > 1 && good == parts { // lines are rows of one instance
		formats[0].Unlikely = func([]Instance) bool { return true }
	}
	var got readings
	for _, f := range formats {
		got.add(try(f, text, file, c))
	}
	tryUnnumbered(k, &got, formats, text, file, c)
	switch syntax, _ := errors.AsType[*SyntaxError](got.wrong); {
	case columnar().Match(text) && !byRow().Match(text):
		got.wrong = (&Scanner{Puzzle: k.Name, File: file, Line: 1}).Fault(0, "R fills this matrix column by column (write its rows as lists, or byrow=TRUE if its values are row by row)")
	case len(got.right) == 1:
		return got.right[0].each(c)
	case len(got.right) > 1:
		got.wrong = (&Scanner{Puzzle: k.Name, File: file, Line: 1}).Fault(0, "this may be read in several ways (write it as one of them, or give --format): %s",
			wording.AnyOf(wording.Each(got.right, func(r reading) string {
				return "as " + r.format.Name + r.how + " it is " + wording.Quote(r.insts[0].String())
			})))
	case got.wrong == nil || good > parts || good == 1 && !first:
		return k.Formats[0].Read(bytes.NewReader(text), file, c)
	case syntax != nil && len(k.Formats) > 1:
		syntax.Msg += "; the formats are " + wording.AnyOf(wording.Each(k.Formats, func(f Format[Instance]) string { return fmt.Sprintf("%s, as in %q", f.Name, f.Example) }))
	}
	return func(yield func(Instance, error) bool) {
		yield(nil, got.wrong)
	}
}

// tryUnnumbered adds readings of a table without the numbers or titles of its columns.
func tryUnnumbered(k *Puzzle, got *readings, formats []Format[Instance], text []byte, file string, c Choice) {
	bare, numbered, titled := unnumbered(k, text)
	tables, _ := cut(string(bare), k.Name, "")
	square := len(tables) == 1 && tables[0].Width() == len(tables[0].Rows)
	for _, f := range formats {
		if !numbered || len(got.right) > 0 && (titled || len(got.right[0].insts) < 2 && !square) { // a single board may begin with such a row
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
}

// readings are the likely readings of a text, which differ, and the error at the last line that a
// format has reached.
type readings struct {
	right []reading
	wrong error
}

func (all *readings) add(got reading) {
	switch f := got.format; {
	case got.err != nil:
		if all.wrong == nil || behind(got.err, all.wrong) {
			all.wrong = got.err
		}
	case f.Unlikely != nil && f.Unlikely(got.insts):
	case len(got.insts) > 0 && !slices.ContainsFunc(all.right, func(other reading) bool { return other.text == got.text }):
		all.right = append(all.right, got)
	}
}

// countLines counts the lines that are instances, and those that may be part of a larger instance.
// The result first reports whether the first line is an instance.
func countLines(k *Puzzle, text []byte, file string, c Choice) (good, parts int, first bool) {
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

// unnumbered removes what programs write around the values of a table: the column numbers (0, 1, 2,
// …) of pandas or the column titles at the top, and the row numbers on the left. If a title names
// instances, it keeps only this column. It reports what it found.
func unnumbered(k *Puzzle, text []byte) (bare []byte, ok, titled bool) {
	if bare, ok = column(text); ok {
		return bare, true, true
	}
	tables, _ := cut(string(text), k.Name, "")
	if len(tables) != 1 || len(tables[0].Rows) < 2 {
		return nil, false, false
	}
	rows := wording.Each(tables[0].Rows, func(r Row) []string { return wording.Each(r.Cells, func(c Cell) string { return c.Text }) })
	titles, first, commas := rows[0], rows[1][0], strings.ContainsRune(",;", tables[0].Rows[0].Cells[len(rows[0])-1].mark)
	if len(rows[1]) == len(titles)+1 {
		titles, commas = append([]string{""}, titles...), true
	}
	titled = !slices.ContainsFunc(titles, func(title string) bool { return title != "" && !titling().MatchString(title) })
	if !titled && !(commas && counting(titles)) || slices.ContainsFunc(titles, asking().MatchString) {
		return nil, false, false
	}
	from := 0
	if titled && first == "1" {
		from = 1
	}
	for i, row := range rows[1:] {
		switch {
		case len(row) != len(titles), titled && !slices.ContainsFunc(row, numeric):
			return nil, false, false
		case titles[0] == "" && row[0] != strconv.Itoa(from+i):
			return nil, false, false
		case titles[0] == "":
			row = row[1:]
		}
		bare = append(append(bare, strings.Join(row, ",")...), '\n')
	}
	return bare, true, titled
}

// column returns the column of a CSV table whose title names instances, one instance per line.
func column(text []byte) (bare []byte, ok bool) {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	in := csv.NewReader(bytes.NewReader(text))
	if in.Comma, in.Comment = ' ', '#'; bytes.ContainsAny(line, ",;\t") {
		in.Comma = rune(line[bytes.IndexAny(line, ",;\t")])
	}
	table, err := in.ReadAll()
	if err != nil || len(table) < 2 {
		return nil, false
	}
	for k, title := range table[0] {
		places := wording.Each(table, func(row []string) string { return row[k] })
		places[0] = "0"
		if title != "" && !titling().MatchString(title) || asking().MatchString(title) && !counting(places) && !counting(places[1:]) {
			return nil, false
		}
	}
	only := slices.IndexFunc(table[0], called().MatchString)
	for _, row := range table[1:] {
		if only < 0 {
			return nil, false
		}
		bare = append(append(bare, row[only]...), '\n')
	}
	return bare, true
}

// asking matches the title of a column that changes the question, or gives the place of a row.
var asking = lazy.Regexp(`^(?i:goal|target|final|start|initial|x|y|i|j|row|col|column|node|place|pos|position|index)$`)

// titling matches the title of a column.
var titling = lazy.Regexp(`^[A-Za-z]\w*$`)

// numeric reports whether a cell is a number.
func numeric(cell string) bool {
	_, err := strconv.ParseFloat(strings.Trim(cell, `"`), 64)
	return err == nil
}

// counting reports whether the cells, after an optional empty one, are 0, 1, 2, …
func counting(cells []string) bool {
	several := len(cells) > 1
	if cells[0] == "" {
		cells = cells[1:]
	}
	for i, c := range cells {
		if c != fmt.Sprint(i) {
			return false
		}
	}
	return several
}
