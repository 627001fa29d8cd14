package nbformat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
)

// WriteFile writes the notebook to the named file. If the program crashes during the call, the file
// has either its old or its new content. WriteFile follows symbolic links and keeps the permissions
// of an existing file.
func (nb *Notebook) WriteFile(name string) error {
	if err := outfile.Write(name, nb.Write); err != nil {
		return fmt.Errorf("nbformat: %w", err)
	}
	return nil
}

// Write writes the result of [Notebook.Bytes] to w.
func (nb *Notebook) Write(w io.Writer) error {
	if _, err := w.Write(nb.Bytes()); err != nil {
		return fmt.Errorf("nbformat: %w", err)
	}
	return nil
}

// Bytes returns the notebook in the canonical form of an .ipynb file. Equal notebooks have equal
// bytes.
func (nb *Notebook) Bytes() []byte {
	var err error // only reading has errors
	root := Object{"nbformat": Major, "nbformat_minor": nb.Minor}
	nb.fields(&form{object: root, written: true, err: &err})
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(root); err != nil {
		panic("nbformat: " + err.Error()) // an Object contains a value that JSON cannot represent
	}
	return readable(b.Bytes())
}

// readable undoes needless escapes of encoding/json, as in Jupyter's files.
func readable(text []byte) []byte {
	if !bytes.Contains(text, []byte(`\u2028`)) && !bytes.Contains(text, []byte(`\u2029`)) && !bytes.Contains(text, []byte(`\ufffd`)) {
		return text
	}
	return unneeded().ReplaceAllFunc(text, func(escape []byte) []byte {
		c, err := strconv.ParseUint(string(escape[2:]), 16, 16)
		if err != nil { // an escaped backslash
			return escape
		}
		return []byte(string(rune(c)))
	})
}

var unneeded = lazy.Regexp(`\\(?:\\|u2028|u2029|ufffd)`)

// lines splits text where Python's str.splitlines does, since Jupyter writes lines that way.
func lines(s string) []string {
	all := []string{}
	begin := 0
	for i, r := range s {
		if strings.ContainsRune(lineEnds, r) && !strings.HasPrefix(s[i:], "\r\n") {
			end := i + utf8.RuneLen(r)
			all, begin = append(all, s[begin:end]), end
		}
	}
	if begin < len(s) {
		all = append(all, s[begin:])
	}
	return all
}

const lineEnds = "\n\v\f\r\x1c\x1d\x1e\u0085\u2028\u2029"
