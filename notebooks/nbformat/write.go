package nbformat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/internal/outfile"
)

// WriteFile replaces the file of that name by the notebook, all or nothing: a
// crash leaves the old file or the new one. A symbolic link is followed, the
// permissions of an existing file are kept.
func (nb *Notebook) WriteFile(name string) error {
	if err := outfile.Write(name, nb.Write); err != nil {
		return fmt.Errorf("nbformat: %w", err)
	}
	return nil
}

// Write writes the notebook to w, as [Notebook.Bytes] returns it.
func (nb *Notebook) Write(w io.Writer) error {
	if _, err := w.Write(nb.Bytes()); err != nil {
		return fmt.Errorf("nbformat: %w", err)
	}
	return nil
}

// Bytes returns the notebook's canonical text. Equal notebooks have equal
// bytes.
func (nb *Notebook) Bytes() []byte {
	cells := make([]any, len(nb.Cells))
	for i, c := range nb.Cells {
		cells[i] = c.tree()
	}
	root := tree(nb.Extra)
	root["metadata"] = tree(nb.Metadata)
	root["nbformat"] = Major
	root["nbformat_minor"] = nb.Minor
	root["cells"] = cells
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(root); err != nil {
		panic("nbformat: " + err.Error()) // something that is not JSON was put into an Object
	}
	return readable(b.Bytes())
}

// readable returns JSON with what encoding/json escapes without need as it is, as Jupyter writes it.
func readable(text []byte) []byte {
	if !bytes.Contains(text, []byte(`\u2028`)) && !bytes.Contains(text, []byte(`\u2029`)) && !bytes.Contains(text, []byte(`\ufffd`)) {
		return text
	}
	return unneeded.ReplaceAllFunc(text, func(escape []byte) []byte {
		c, err := strconv.ParseUint(string(escape[2:]), 16, 16)
		if err != nil { // a backslash
			return escape
		}
		return []byte(string(rune(c)))
	})
}

var unneeded = regexp.MustCompile(`\\(?:\\|u2028|u2029|ufffd)`)

func (c *Cell) tree() map[string]any {
	t := tree(c.Extra)
	if c.ID != "" {
		t["id"] = c.ID
	}
	t["cell_type"] = string(c.Type)
	t["metadata"] = tree(c.Metadata)
	t["source"] = lines(c.Source)
	if c.Type == Code {
		t["execution_count"] = number(c.ExecutionCount)
		outputs := make([]any, len(c.Outputs))
		for i, o := range c.Outputs {
			outputs[i] = o.tree()
		}
		t["outputs"] = outputs
	}
	if c.Attachments != nil {
		attachments := map[string]any{}
		for name, b := range c.Attachments {
			attachments[name] = b.tree()
		}
		t["attachments"] = attachments
	}
	return t
}

func (o *Output) tree() map[string]any {
	t := tree(o.Extra)
	t["output_type"] = string(o.Type)
	switch o.Type {
	case Stream:
		t["name"], t["text"] = o.Name, lines(o.Text)
	case ExecuteResult, DisplayData:
		t["data"], t["metadata"] = o.Data.tree(), tree(o.Metadata)
		if o.Type == ExecuteResult {
			t["execution_count"] = number(o.ExecutionCount)
		}
	case Error:
		t["ename"], t["evalue"], t["traceback"] = o.ErrorName, o.ErrorValue, append([]string{}, o.Traceback...)
	}
	return t
}

func (b Bundle) tree() map[string]any {
	t := make(map[string]any, len(b))
	for mime, v := range b {
		if s, ok := joinLines(v); ok && isText(mime) {
			v = lines(s)
		}
		t[mime] = v
	}
	return t
}

// tree returns a copy of o that keys can be added to.
func tree(o Object) map[string]any {
	t := make(map[string]any, len(o)+8)
	maps.Copy(t, o)
	return t
}

func number(n *int) any {
	if n == nil {
		return nil
	}
	return *n
}

// lines splits text after each line end, where Python's str.splitlines does,
// for that is how Jupyter writes it.
func lines(s string) []string {
	all := []string{}
	for s != "" {
		end := strings.IndexFunc(s, endsLine)
		switch {
		case end < 0:
			end = len(s)
		case strings.HasPrefix(s[end:], "\r\n"):
			end += 2
		default:
			_, n := utf8.DecodeRuneInString(s[end:])
			end += n
		}
		all = append(all, s[:end])
		s = s[end:]
	}
	return all
}

func endsLine(r rune) bool {
	switch r {
	case '\n', '\v', '\f', '\r', 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029:
		return true
	}
	return false
}
