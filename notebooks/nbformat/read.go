package nbformat

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// SyntaxError is the error for a file that is not valid JSON. Line and Column are counted from 1.
// Column is in bytes.
type SyntaxError struct {
	Line, Column int
	Message      string
}

// Error returns the message, preceded by the line and the column.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// FieldError is the error for JSON that is not a valid notebook. Path is the location of the fault,
// such as cells[3].outputs[0].text. Cells are counted from 0.
type FieldError struct {
	Path    string
	Message string
}

// Error returns the message, preceded by the path.
func (e *FieldError) Error() string {
	if e.Path == "" {
		return e.Message
	}
	return e.Path + ": " + e.Message
}

// ReadFile reads the notebook in the named file. It returns an error if the file cannot be read,
// and the same errors as [Parse].
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
	nb.Name = strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	return nb, nil
}

// Parse parses a notebook. It accepts every notebook whose meaning is clear, even if Jupyter's
// validator rejects it. Errors are of type [*SyntaxError] or [*FieldError].
func Parse(data []byte) (*Notebook, error) {
	nb, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("nbformat: %w", err)
	}
	return nb, nil
}

// maxDepth limits nesting. It is far more than notebooks need; each level indents every line inside
// it.
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
	v, err := decoded(bytes.TrimPrefix(utf8Of(data), []byte("\ufeff"))) // byte order mark of programs on Windows
	if err != nil {
		return nil, err
	}
	root, ok := v.(map[string]any)
	if !ok {
		return nil, &FieldError{"", "the file is not a JSON object, so not a notebook"}
	}
	if depth(root) > maxDepth {
		return nil, &FieldError{"", fmt.Sprintf("lists and objects are nested more than %d deep", maxDepth)}
	}
	f := &form{object: root, err: &err}
	var major, minor *int
	f.integer("nbformat", &major)
	f.integer("nbformat_minor", &minor)
	switch {
	case err != nil:
		return nil, err
	case major == nil:
		return nil, &FieldError{"", "the field nbformat is missing, so this is not a notebook"}
	case *major < oldest || *major > Major:
		return nil, f.fail("nbformat", "version %d, want %d to %d: open the file in Jupyter and save it to convert it", *major, oldest, Major)
	}
	upgradeTree(root, *major)
	nb := &Notebook{}
	if minor != nil && *major == Major {
		nb.Minor = *minor
	}
	nb.fields(f)
	return nb, err
}

// decoded decodes JSON, with NaN if need be. Errors have a position.
func decoded(data []byte) (any, error) {
	if !utf8.Valid(data) {
		for i, r := range string(data) {
			if r == utf8.RuneError && !bytes.HasPrefix(data[i:], []byte("\uFFFD")) {
				return nil, syntaxError(data, int64(i), "invalid UTF-8")
			}
		}
	}
	v, err := decode(data)
	if err != nil {
		data = withoutNaN(data)
		v, err = decode(data)
	}
	if err == nil {
		return v, nil
	}
	// Only Unmarshal reports the position of an error.
	if syntax, ok := errors.AsType[*json.SyntaxError](json.Unmarshal(data, new(json.RawMessage))); ok {
		text := bytes.TrimSpace(data)
		what := ""
		if len(text) > 0 && text[0] != '{' {
			what = "not a notebook, which is a JSON object: "
		}
		return nil, syntaxError(data, syntax.Offset-1, what+syntax.Error())
	}
	return nil, &FieldError{"", err.Error()}
}

func syntaxError(data []byte, offset int64, message string) error {
	before := data[:min(max(offset, 0), int64(len(data)))]
	return &SyntaxError{
		Line:    1 + bytes.Count(before, []byte("\n")),
		Column:  len(before) - bytes.LastIndexByte(before, '\n'),
		Message: message,
	}
}
