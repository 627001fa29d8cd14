package percent

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

const (
	begin  = "//go:build ignore\n\npackage main\n"
	marker = "// %%"
	escape = "//gonb:"
)

// ours is the metadata of a notebook without metadata of its own, which the file does not contain.
var ours = map[string]any{"kernelspec": map[string]any{"display_name": "puzzlelab (Go)", "language": "go", "name": "puzzlelab"}}

// Format returns the notebook as a Go file, which [Parse] can read back. The file omits everything
// that [notebooks.Strip] removes, such as outputs.
func Format(nb *nbformat.Notebook) []byte {
	bare := *nb
	bare.Cells = nil
	for _, c := range nb.Cells {
		of := *c
		bare.Cells = append(bare.Cells, &of)
	}
	notebooks.Strip(&bare)
	f := file{declared: map[string]bool{}, imports: map[string]dialect.Import{}, late: map[string]dialect.Import{}}
	var cells bytes.Buffer
	for _, c := range bare.Cells {
		cells.WriteByte('\n')
		cells.WriteString(f.cell(c))
	}
	var out bytes.Buffer
	out.WriteString(begin)
	if mark := notebookMark(&bare); mark != "" {
		out.WriteString("\n" + mark + "\n")
	}
	if len(f.late) > 0 {
		out.WriteString("\nimport (\n")
		for _, i := range slices.SortedFunc(maps.Values(f.late), func(a, b dialect.Import) int { return cmp.Compare(a.Path, b.Path) }) {
			fmt.Fprintf(&out, "\t%v\n", i)
		}
		out.WriteString(")\n")
	}
	out.Write(cells.Bytes())
	return out.Bytes()
}

// notebookMark returns the line for what belongs to no cell, or "" if there is nothing.
func notebookMark(nb *nbformat.Notebook) string {
	m := mark{marker + " [notebook]"}
	m.add("metadata", nb.Metadata, encode(nb.Metadata) != encode(ours))
	m.add("nbformat_minor", nb.Minor, nb.Minor != nbformat.Minor)
	m.add("extra", nb.Extra, len(nb.Extra) > 0)
	if len(m) == 1 {
		return ""
	}
	return m.String()
}

// mark is the list of words on a line that begins a cell.
type mark []string

// add adds a value if told is true.
func (m *mark) add(key string, value any, told bool) {
	if told {
		*m = append(*m, key+"="+encode(value))
	}
}

func (m mark) String() string { return strings.Join(m, " ") }

// encode returns JSON on one line.
func encode(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("percent: " + err.Error()) // the value was read from JSON
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// file records declarations and imports that the previous cells have put into the file.
type file struct {
	declared map[string]bool           // declared names; "" if there is any declaration
	imports  map[string]dialect.Import // imports that stay in their cells, by key
	late     map[string]dialect.Import // imports that cannot stay in their cells, by key
}

// cell returns a cell with its mark as text.
func (f *file) cell(c *nbformat.Cell) string {
	m, lines := mark{marker + " [" + string(c.Type) + "]"}, comments(c.Source)
	isGo := false
	if c.Type == nbformat.Code {
		if code, ok := f.code(c.Source); ok {
			m[0], lines, isGo = marker, code, true
		}
	}
	metadata := maps.Clone(c.Metadata)
	tags, tagged := metadata["tags"]
	delete(metadata, "tags")
	m.add("id", c.ID, c.ID != "")
	m.add("tags", tags, tagged)
	m.add("metadata", metadata, len(metadata) > 0)
	m.add("attachments", c.Attachments, c.Attachments != nil)
	m.add("extra", c.Extra, len(c.Extra) > 0)
	line := m.String()
	if isGo && len(lines) > 0 {
		line += "\n" // so that the mark is not the documentation of the code below it
	}
	return strings.Join(append([]string{line}, lines...), "\n") + "\n"
}

// split returns the lines of a source, or none for "".
func split(source string) []string {
	if source == "" {
		return nil
	}
	return strings.Split(source, "\n")
}

// comments returns a source as comments.
func comments(source string) (lines []string) {
	for _, line := range split(source) {
		switch {
		case line == "":
			lines = append(lines, "//")
		case isMark("// " + line):
			lines = append(lines, escape+line)
		default:
			lines = append(lines, "// "+line)
		}
	}
	return lines
}

var markPattern = lazy.Regexp(`^// ?%%(?:[ \t\r]|$)`)

func isMark(line string) bool { return markPattern().MatchString(line) }

// code returns a source as Go, if it is Go and can be read back. It records the source's
// declarations for the following cells.
func (f *file) code(source string) (lines []string, ok bool) {
	c, err := dialect.Parse(source)
	if err != nil || c.Magic != nil {
		return nil, false
	}
	lines = split(source)
	next := &file{maps.Clone(f.declared), maps.Clone(f.imports), maps.Clone(f.late)}
	if slices.ContainsFunc(lines, escaped().MatchString) || c.Opens > 0 && strings.HasSuffix(lines[c.Opens-1], `\`) {
		return nil, false // the source looks as if it came from such a file, or continues after %%
	}
	for _, n := range c.Hidden {
		lines[n-1] = escape + lines[n-1]
	}
	next.declare(c, lines)
	if c.Opens > 0 {
		next.declared[""] = true
		body := lines[c.Opens:]
		for i, raw := range insideRaw(body) {
			if !raw && body[i] != "" {
				body[i] = "\t" + body[i]
			}
		}
		lines[c.Opens-1] = "func _() { " + lines[c.Opens-1]
		lines = append(lines, "}")
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "", "package main\n"+strings.Join(lines, "\n"), parser.SkipObjectResolution); err != nil || slices.ContainsFunc(lines, isMark) {
		return nil, false // a command may be on a line inside a string
	}
	if back, err := sourceOf(lines); err != nil || back != source {
		return nil, false
	}
	*f = *next
	return lines, true
}

// declare records what a cell declares. It adds the prefix to lines with declarations that the file
// cannot have, or cannot have again.
func (f *file) declare(c *dialect.Cell, lines []string) {
	for _, g := range c.Groups {
		hide := false
		if len(g.Imports) > 0 {
			hide = f.hideImports(g.Imports)
		} else {
			hide = f.hideNames(g.Names)
		}
		if !hide || strings.HasPrefix(lines[g.From-1], escape) { // like the mark of main
			continue
		}
		for i := g.From - 1; i < g.To; i++ {
			if !strings.HasPrefix(lines[i], escape) {
				lines[i] = escape + lines[i]
			}
		}
	}
}

// hideImports reports whether imports that are declared together cannot stay in their cell, and
// records them.
func (f *file) hideImports(imports []dialect.Import) bool {
	hide := len(f.declared) > 0 || slices.ContainsFunc(imports, func(i dialect.Import) bool {
		_, again := f.imports[i.Key()]
		return again && i.Name != "_"
	})
	for _, i := range imports {
		into := f.imports
		if hide {
			into = f.late
		}
		_, known := f.imports[i.Key()]
		if _, late := f.late[i.Key()]; !known && !late {
			into[i.Key()] = i
		}
	}
	return hide
}

// hideNames reports whether names cannot be declared because one of them already is, and records
// them.
func (f *file) hideNames(names []string) bool {
	f.declared[""] = true // no import may follow a declaration
	real := slices.DeleteFunc(names, func(name string) bool { return name == "_" })
	if slices.ContainsFunc(real, func(name string) bool { return f.declared[name] }) {
		return true
	}
	for _, name := range real {
		f.declared[name] = true
	}
	return false
}

// insideRaw returns, for each line, whether it begins inside a raw string, whose text must not
// change.
func insideRaw(lines []string) []bool {
	inside := make([]bool, len(lines))
	text := []byte(strings.Join(lines, "\n"))
	fset := token.NewFileSet()
	f := fset.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(f, text, func(token.Position, string) {}, 0)
	for {
		pos, tok, literal := s.Scan()
		if tok == token.EOF {
			return inside
		}
		if tok == token.STRING && literal[0] == '`' {
			first := f.Line(pos)
			for i := range strings.Count(literal, "\n") {
				inside[first+i] = true
			}
		}
	}
}
