package nbformat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"strconv"
	"strings"

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
	var p printer
	p.value(root, 0)
	p.WriteByte('\n')
	return p.Bytes()
}

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
		t["ename"], t["evalue"] = o.ErrorName, o.ErrorValue
		traceback := make([]any, len(o.Traceback))
		for i, l := range o.Traceback {
			traceback[i] = l
		}
		t["traceback"] = traceback
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
func lines(s string) []any {
	all := []any{}
	start := 0
	for i := 0; i < len(s); {
		n := lineEnd(s[i:])
		if n == 0 {
			i++
			continue
		}
		all = append(all, s[start:i+n])
		i += n
		start = i
	}
	if start < len(s) {
		all = append(all, s[start:])
	}
	return all
}

// lineEnd returns the length of the line end that s begins with, or 0.
func lineEnd(s string) int {
	switch s[0] {
	case '\r':
		if len(s) > 1 && s[1] == '\n' {
			return 2
		}
		return 1
	case '\n', '\v', '\f', 0x1c, 0x1d, 0x1e:
		return 1
	case 0xc2: // U+0085
		if len(s) > 1 && s[1] == 0x85 {
			return 2
		}
	case 0xe2: // U+2028, U+2029
		if len(s) > 2 && s[1] == 0x80 && (s[2] == 0xa8 || s[2] == 0xa9) {
			return 3
		}
	}
	return 0
}

// printer writes JSON the way Python's json.dumps does with indent=1,
// sort_keys=True and ensure_ascii=False.
type printer struct{ bytes.Buffer }

func (p *printer) value(v any, depth int) {
	switch v := v.(type) {
	case nil:
		p.WriteString("null")
	case bool:
		p.WriteString(strconv.FormatBool(v))
	case int:
		p.WriteString(strconv.Itoa(v))
	case json.Number:
		p.WriteString(v.String())
	case string:
		p.text(v)
	case []any:
		p.group('[', ']', len(v), depth, func(i int) { p.value(v[i], depth+1) })
	case Object:
		p.value(map[string]any(v), depth)
	case map[string]any:
		keys := sortedKeys(v)
		p.group('{', '}', len(v), depth, func(i int) {
			p.text(keys[i])
			p.WriteString(": ")
			p.value(v[keys[i]], depth+1)
		})
	default:
		// Something a caller put into an Object: what encoding/json makes of it.
		raw, err := json.Marshal(v)
		if err == nil {
			v, err = decode(raw)
		}
		if err != nil {
			v = nil
		}
		p.value(v, depth)
	}
}

func (p *printer) group(open, end byte, n, depth int, item func(int)) {
	p.WriteByte(open)
	for i := range n {
		if i > 0 {
			p.WriteByte(',')
		}
		p.newline(depth + 1)
		item(i)
	}
	if n > 0 {
		p.newline(depth)
	}
	p.WriteByte(end)
}

func (p *printer) newline(depth int) {
	p.WriteByte('\n')
	for range depth {
		p.WriteByte(' ')
	}
}

// text writes a string. Only what JSON requires is escaped, so HTML and
// U+2028 stay readable; encoding/json cannot be told to do that.
// Invalid UTF-8 becomes U+FFFD.
func (p *printer) text(s string) {
	s = strings.ToValidUTF8(s, "\uFFFD")
	p.WriteByte('"')
	plain := 0 // s[plain:i] needs no escapes and is not written yet
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		p.WriteString(s[plain:i])
		plain = i + 1
		switch c {
		case '"', '\\':
			p.WriteByte('\\')
			p.WriteByte(c)
		case '\n':
			p.WriteString(`\n`)
		case '\r':
			p.WriteString(`\r`)
		case '\t':
			p.WriteString(`\t`)
		case '\b':
			p.WriteString(`\b`)
		case '\f':
			p.WriteString(`\f`)
		default:
			fmt.Fprintf(p, `\u%04x`, c)
		}
	}
	p.WriteString(s[plain:])
	p.WriteByte('"')
}
