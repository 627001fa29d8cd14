// Package defuse makes untrusted text harmless to the program that displays it, such as a terminal,
// a browser, a PDF reader or a spreadsheet. Such text comes from the output of solvers, from files
// written by other programs, and from other people's notebooks.
package defuse

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Text makes control characters visible: ESC becomes ␛. Tabs and newlines stay unchanged. C1
// control characters, and characters that change the direction of text, become JSON escapes such as
// \u202e. Bytes that are not UTF-8, and characters that XML does not allow, become U+FFFD.
func Text(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r < ' ' && r != '\t' && r != '\n' && !strings.HasPrefix(s[i:], "\r\n"):
			r += '␀'
		case r >= 0x7f && r <= 0x9f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			b.WriteString(fmt.Sprintf(`\u%04x`, r)) // with Fprintf, b would be allocated for every text
			continue
		case r == 0xfffe || r == 0xffff:
			r = utf8.RuneError
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Writer applies [Text] to everything written to it, and writes the result to an underlying writer.
// A character may be split between two calls to Write.
type Writer struct {
	To   io.Writer
	mu   sync.Mutex
	rest []byte // bytes of a character that the last piece began
}

// Write makes p harmless and writes the result to the underlying writer.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := append(w.rest, p...)
	end := len(text)
	for i := max(0, end-utf8.UTFMax+1); i < end; i++ {
		if utf8.RuneStart(text[i]) && !utf8.FullRune(text[i:]) {
			end = i
		}
	}
	w.rest = append([]byte(nil), text[end:]...)
	_, err := io.WriteString(w.To, Text(string(text[:end])))
	return len(p), err
}

// Record returns a copy of a table row in which an apostrophe precedes each text that a spreadsheet
// would interpret as a formula, as OWASP recommends. It leaves numbers unchanged.
func Record(record []string) []string {
	record = slices.Clone(record)
	for i, text := range record {
		if _, err := strconv.ParseFloat(text, 64); err != nil && strings.IndexAny(text, "=+-@\t\r") == 0 {
			record[i] = "'" + text
		}
	}
	return record
}
