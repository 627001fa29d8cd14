package nbformat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
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
		t["ename"], t["evalue"], t["traceback"] = o.ErrorName, o.ErrorValue, o.Traceback
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
	case []string:
		p.group('[', ']', len(v), depth, func(i int) { p.text(v[i]) })
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

// text writes a string. Invalid UTF-8 becomes U+FFFD.
func (p *printer) text(s string) {
	p.WriteByte('"')
	escapes.WriteString(p, strings.ToValidUTF8(s, "\uFFFD"))
	p.WriteByte('"')
}

// escapes are those that JSON requires, so that HTML and U+2028 stay readable;
// encoding/json cannot be told to do that, and takes twice the time.
var escapes = func() *strings.Replacer {
	pairs := []string{`"`, `\"`, `\`, `\\`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\b", `\b`, "\f", `\f`}
	for c := range byte(' ') {
		pairs = append(pairs, string(rune(c)), fmt.Sprintf(`\u%04x`, c)) // of two pairs the first counts
	}
	return strings.NewReplacer(pairs...)
}()
