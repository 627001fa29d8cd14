package percent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// SyntaxError is the error for a Go file that is not a notebook in this format. Line is counted
// from 1.
type SyntaxError struct {
	Line    int
	Message string
}

// Error returns the message, preceded by the line.
func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Message) }

// section is a mark and the lines below it.
type section struct {
	line  int // line number of the mark
	mark  string
	lines []string
}

// Parse parses a notebook that has been written as a Go file. Errors are of type [*SyntaxError].
// Cells without an ID get one, as in [nbformat.Notebook.Upgrade].
func Parse(data []byte) (*nbformat.Notebook, error) {
	nb, _, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("percent: %w", err)
	}
	return nb, nil
}

// parse returns the notebook, and the lines on which the sources of its cells begin.
func parse(data []byte) (nb *nbformat.Notebook, lines []int, err error) {
	head, sections := sectionsOf(data)
	if len(sections) == 0 && len(bytes.TrimSpace(data)) > 0 && !bytes.Contains(data, []byte("//go:build ignore")) {
		return nil, nil, &SyntaxError{1, `no line of the file begins a cell ("// %%"), so it is no notebook`}
	}
	root := map[string]any{"metadata": ours, "nbformat": nbformat.Major, "nbformat_minor": nbformat.Minor}
	cells := []any{}
	for _, s := range sections {
		values, kind, err := s.values()
		if err != nil {
			return nil, nil, err
		}
		if kind == "notebook" {
			extra, _ := values["extra"].(map[string]any)
			delete(values, "extra")
			maps.Copy(root, values)
			maps.Copy(root, extra)
			head = append(head, s.lines...)
			continue
		}
		if kind == "" && slices.Contains(head, "// jupyter:") {
			for i, line := range s.lines {
				s.lines[i] = commented().ReplaceAllString(line, escape+"$1")
			}
		}
		cell, err := s.cell(kind, values)
		if err != nil {
			return nil, nil, err
		}
		cells = append(cells, cell)
		empty := slices.IndexFunc(s.lines, func(line string) bool { return strings.TrimSpace(line) != "" })
		lines = append(lines, s.line+1+max(0, empty))
	}
	root["cells"] = cells
	text, err := json.Marshal(root)
	if err == nil {
		nb, err = nbformat.Parse(text)
	}
	if err != nil {
		return nil, nil, err
	}
	if nb.Minor >= nbformat.Minor {
		nb.Upgrade()
	}
	return nb, lines, checkImports(head, nb)
}

// Place converts a line number in a cell's source to a line number in the Go file. Both are counted
// from 1. The argument id is the ID of the cell. Place returns 0 if no cell has the ID or if the
// file is not valid.
func Place(data []byte, id string, line int) int {
	nb, lines, err := parse(data)
	if err != nil {
		return 0
	}
	i := slices.IndexFunc(nb.Cells, func(c *nbformat.Cell) bool { return c.ID == id })
	if i < 0 {
		return 0
	}
	return lines[i] + line - 1
}

// sectionsOf splits a file at its marks. It leaves out the empty line before a mark. If every line
// ends with a carriage return, as on Windows, it removes these.
func sectionsOf(data []byte) (head []string, sections []section) {
	if first, _, _ := bytes.Cut(data, []byte("\n")); bytes.HasSuffix(first, []byte("\r")) {
		data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	for i, line := range lines {
		last := len(sections) - 1
		switch {
		case isMark(line):
			sections = append(sections, section{line: i + 1, mark: line})
		case last < 0:
			head = append(head, line)
		default:
			sections[last].lines = append(sections[last].lines, line)
		}
	}
	for i := range sections {
		s := &sections[i]
		if n := len(s.lines); i < len(sections)-1 && n > 0 && s.lines[n-1] == "" {
			s.lines = s.lines[:n-1]
		}
	}
	return head, sections
}

// commented matches a command as Jupytext writes it, whose files have a header of their own.
var commented = lazy.Regexp(`^// ([%!])`)

var (
	kindPattern = lazy.Regexp(`^\[([a-z]+)\](?: |$)`)
	keyPattern  = lazy.Regexp(`^(id|tags|metadata|attachments|extra|nbformat_minor)=`)
)

// values reads the words of a mark.
func (s section) values() (values map[string]any, kind string, err error) {
	fail := func(format string, args ...any) (map[string]any, string, error) {
		return nil, "", &SyntaxError{s.line, fmt.Sprintf(format, args...)}
	}
	rest := strings.TrimSpace(s.mark[strings.Index(s.mark, "%%")+2:])
	if m := kindPattern().FindStringSubmatch(rest); m != nil {
		kind, rest = m[1], rest[len(m[0]):]
	}
	if kind != "" && !slices.Contains([]string{"notebook", "markdown", "raw", "code"}, kind) {
		return fail("[%s] is not a kind of cell (want markdown, raw, code, or none for Go)", kind)
	}
	values = map[string]any{}
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		m := keyPattern().FindStringSubmatch(rest)
		if m == nil {
			return fail("%q is not one of id, tags, metadata, attachments and extra with = and JSON behind it", rest)
		}
		d := json.NewDecoder(strings.NewReader(rest[len(m[0]):]))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			return fail("%s= is not followed by JSON: %v", m[1], err)
		}
		if _, ok := v.(map[string]any); !ok && m[1] == "extra" {
			return fail(`extra= is followed by %v (want an object, as in extra={"key":"value"})`, v)
		}
		values[m[1]] = v
		rest = rest[len(m[0])+int(d.InputOffset()):]
	}
	return values, kind, nil
}

// cell returns a cell in the JSON form of a notebook.
func (s section) cell(kind string, values map[string]any) (cell map[string]any, err error) {
	metadata, ok := values["metadata"].(map[string]any)
	if !ok {
		metadata = map[string]any{}
	}
	if tags, ok := values["tags"]; ok {
		metadata["tags"] = tags
	}
	cell = map[string]any{"cell_type": kind, "metadata": metadata}
	for _, key := range []string{"id", "attachments"} {
		if v, ok := values[key]; ok {
			cell[key] = v
		}
	}
	if extra, ok := values["extra"].(map[string]any); ok {
		maps.Copy(cell, extra)
	}
	if kind == "" || kind == "code" {
		cell["cell_type"], cell["outputs"], cell["execution_count"] = "code", []any{}, nil
	}
	if kind != "" {
		cell["source"], err = s.text()
		return cell, err
	}
	if len(s.lines) > 0 && s.lines[0] == "" {
		s.lines = s.lines[1:]
		s.line++
	}
	source, err := sourceOf(s.lines)
	if err != nil {
		return nil, &SyntaxError{s.line + len(s.lines), err.Error()}
	}
	cell["source"] = source
	return cell, nil
}

// text returns the text in the comments of a cell.
func (s section) text() (string, error) {
	for len(s.lines) > 0 && s.lines[len(s.lines)-1] == "" {
		s.lines = s.lines[:len(s.lines)-1]
	}
	text := make([]string, len(s.lines))
	for i, line := range s.lines {
		switch {
		case strings.HasPrefix(line, escape):
			text[i] = line[len(escape):]
		case strings.HasPrefix(line, "// "):
			text[i] = line[len("// "):]
		case line != "" && line != "//":
			return "", &SyntaxError{s.line + 1 + i, fmt.Sprintf("%q is no comment, of which a cell of this kind is made", line)}
		}
	}
	return strings.Join(text, "\n"), nil
}

var (
	escaped  = lazy.Regexp(`^\s*// ?gonb:`)
	bodyMark = lazy.Regexp(`^func _\(\) \{\s*// ?gonb:(%.*)$`)
)

// sourceOf returns the source of a Go cell.
func sourceOf(lines []string) (string, error) {
	source := slices.Clone(lines)
	if main := slices.IndexFunc(source, bodyMark().MatchString); main >= 0 {
		end := len(source) - 1
		for source[end] == "" {
			end--
		}
		if source[end] != "}" || end == main {
			return "", fmt.Errorf("the cell does not end with the brace that closes its function")
		}
		source[main] = bodyMark().FindStringSubmatch(source[main])[1]
		body := source[main+1 : end]
		for i, raw := range insideRaw(body) {
			if !raw {
				body[i] = strings.TrimPrefix(body[i], "\t")
			}
		}
		source = source[:end]
	}
	for i, line := range source {
		if at := escaped().FindString(line); at != "" {
			source[i] = line[len(at):]
		}
	}
	return strings.Join(source, "\n"), nil
}

// checkImports checks that every import above the first cell is also in a cell, because reading
// ignores the imports above.
func checkImports(head []string, nb *nbformat.Notebook) error {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, "", strings.Join(head, "\n"), parser.ImportsOnly)
	if err != nil || len(parsed.Imports) == 0 {
		return nil // the import above belongs to no cell
	}
	known := map[string]bool{}
	for _, c := range nb.Cells {
		if cell, err := dialect.Parse(c.Source); c.Type == nbformat.Code && err == nil {
			for _, i := range cell.Imports {
				known[i.Path] = true
			}
		}
	}
	for _, spec := range parsed.Imports {
		if path, err := strconv.Unquote(spec.Path.Value); err == nil && !known[path] {
			return &SyntaxError{fset.Position(spec.Pos()).Line, fmt.Sprintf("no cell imports %q: put the import into the one that needs it", path)}
		}
	}
	return nil
}
