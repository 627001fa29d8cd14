package nbformat

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"unicode/utf8"
)

// SyntaxError reports text that is not JSON at all. Line and Column count
// from 1; Column counts bytes.
type SyntaxError struct {
	Line, Column int
	Message      string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// FieldError reports JSON that is not a notebook. Path leads to the place, as
// in cells[3].outputs[0].text, cells counted from 0.
type FieldError struct {
	Path    string
	Message string
}

func (e *FieldError) Error() string {
	if e.Path == "" {
		return e.Message
	}
	return e.Path + ": " + e.Message
}

// ReadFile reads the notebook of that name.
func ReadFile(name string) (*Notebook, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("nbformat: %w", err)
	}
	nb, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("nbformat: %s: %w", name, err)
	}
	nb.Beside = os.DirFS(filepath.Dir(name))
	return nb, nil
}

// Parse reads a notebook. It accepts everything the format can mean,
// including what [Notebook.Validate] finds fault with; what it cannot take is
// a [*SyntaxError] or a [*FieldError].
func Parse(data []byte) (*Notebook, error) {
	nb, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("nbformat: %w", err)
	}
	return nb, nil
}

// maxDepth bounds nesting, far above what notebooks have: each level costs a
// column of indentation on every line below it.
const maxDepth = 100

func depth(v any) int {
	deepest := 0
	switch v := v.(type) {
	case map[string]any:
		for _, item := range v {
			deepest = max(deepest, depth(item))
		}
	case []any:
		for _, item := range v {
			deepest = max(deepest, depth(item))
		}
	default:
		return 0
	}
	return deepest + 1
}

func parse(data []byte) (*Notebook, error) {
	if !utf8.Valid(data) {
		for i, r := range string(data) {
			if r == utf8.RuneError && !bytes.HasPrefix(data[i:], []byte("\uFFFD")) {
				return nil, syntaxError(data, int64(i), "invalid UTF-8")
			}
		}
	}
	v, err := decode(data)
	if err != nil {
		// Only Unmarshal says what is wrong and where.
		var syntax *json.SyntaxError
		if errors.As(json.Unmarshal(data, new(json.RawMessage)), &syntax) {
			message := syntax.Error()
			if text := bytes.TrimSpace(data); len(text) > 0 && text[0] != '{' {
				message = "not a notebook, which is a JSON object: " + message
			}
			return nil, syntaxError(data, syntax.Offset-1, message)
		}
		return nil, &FieldError{"", err.Error()}
	}
	root, ok := v.(map[string]any)
	if !ok {
		return nil, &FieldError{"", "the file is not a JSON object, so not a notebook"}
	}
	if depth(root) > maxDepth {
		return nil, &FieldError{"", fmt.Sprintf("lists and objects are nested more than %d deep", maxDepth)}
	}
	f := fields{object: root, err: &err}
	major := f.integer("nbformat")
	nb := &Notebook{}
	if minor := f.integer("nbformat_minor"); minor != nil {
		nb.Minor = *minor
	}
	switch {
	case err != nil:
		return nil, err
	case major == nil:
		return nil, &FieldError{"", "the field nbformat is missing, so this is not a notebook"}
	case *major != Major:
		return nil, f.fail("nbformat", "version %d, want %d: open the file in Jupyter and save it to convert it", *major, Major)
	}
	nb.Metadata = f.sub("metadata")
	for i, v := range f.list("cells") {
		nb.Cells = append(nb.Cells, readCell(&f, fmt.Sprintf("cells[%d]", i), v))
	}
	nb.Extra = f.rest()
	return nb, err
}

func readCell(parent *fields, key string, v any) *Cell {
	f := parent.enter(key, v)
	c := &Cell{
		ID:       f.optionalText("id"),
		Type:     CellType(f.text("cell_type")),
		Source:   f.text("source"),
		Metadata: f.sub("metadata"),
	}
	switch c.Type {
	case Code:
		c.ExecutionCount = f.integer("execution_count")
		for i, v := range f.list("outputs") {
			c.Outputs = append(c.Outputs, readOutput(f, fmt.Sprintf("outputs[%d]", i), v))
		}
	case Markdown, Raw:
		if _, ok := f.object["attachments"]; ok {
			c.Attachments = map[string]Bundle{}
			files := f.sub("attachments")
			for _, name := range sortedKeys(files) {
				c.Attachments[name] = readBundle(f, "attachments."+name, files[name])
			}
		}
	default:
		f.fail("cell_type", "%q is not a kind of cell (want code, markdown or raw)", c.Type)
	}
	c.Extra = f.rest()
	return c
}

func readOutput(parent *fields, key string, v any) *Output {
	f := parent.enter(key, v)
	o := &Output{Type: OutputType(f.text("output_type"))}
	switch o.Type {
	case Stream:
		o.Name, o.Text = f.text("name"), f.text("text")
	case ExecuteResult, DisplayData:
		if o.Type == ExecuteResult {
			o.ExecutionCount = f.integer("execution_count")
		}
		o.Metadata = f.sub("metadata")
		if v, ok := f.take("data"); ok {
			o.Data = readBundle(f, "data", v)
		} else {
			f.fail("data", "missing")
		}
	case Error:
		o.ErrorName, o.ErrorValue = f.text("ename"), f.text("evalue")
		for i, v := range f.list("traceback") {
			line, ok := v.(string)
			if !ok {
				f.fail(fmt.Sprintf("traceback[%d]", i), "want a string")
				break
			}
			o.Traceback = append(o.Traceback, line)
		}
	default:
		f.fail("output_type", "%q is not a kind of output (want stream, display_data, execute_result or error)", o.Type)
	}
	o.Extra = f.rest()
	return o
}

func readBundle(parent *fields, key string, v any) Bundle {
	f := parent.enter(key, v)
	b := Bundle{}
	for _, mime := range sortedKeys(f.object) {
		b[mime] = f.object[mime]
		if !IsJSON(mime) {
			text, ok := joinLines(b[mime])
			if !ok {
				f.fail(mime, wantText)
			}
			b[mime] = text
		}
	}
	return b
}

func syntaxError(data []byte, offset int64, message string) error {
	before := data[:min(max(offset, 0), int64(len(data)))]
	return &SyntaxError{
		Line:    1 + bytes.Count(before, []byte("\n")),
		Column:  len(before) - bytes.LastIndexByte(before, '\n'),
		Message: message,
	}
}
