// Package defuse makes text from outside harmless to the program that shows it: a
// terminal, a browser, a reader of PDF, a spreadsheet. Text from outside is what solvers
// print, what files of other programs hold, and what notebooks of other people say.
package defuse

import (
	"fmt"
	"html"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Text makes control characters visible, except tabs and ends of lines: ESC becomes ␛, and
// characters of C1 and those that turn the direction of text become their code, such as
// \u202e, which means the same in JSON. Bytes that are not UTF-8, and characters that XML
// cannot hold either, become U+FFFD.
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

// Writer passes text on through [Text], one piece at a time. A character may come in two.
type Writer struct {
	To   io.Writer
	mu   sync.Mutex
	rest []byte // of the character that the last piece began
}

// Write implements [io.Writer].
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

// Link reports whether a page may have a link: one within itself, to a file beside it, to
// the web or to an address of mail or telephone. Browsers overlook control characters in
// the name of a scheme, and readers of Markdown resolve character references and
// backslashes first.
func Link(url string) bool {
	url = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.C, r) || r == '\\' {
			return -1
		}
		return r
	}, html.UnescapeString(url))
	url = strings.ToLower(strings.TrimSpace(url))
	if end := strings.IndexFunc(url, notInScheme); end < 0 || url[end] != ':' {
		return true
	}
	scheme, _, _ := strings.Cut(url, ":")
	return slices.Contains([]string{"http", "https", "ftp", "mailto", "tel", "doi"}, scheme)
}

// notInScheme reports whether a character ends the scheme of an address (RFC 3986, section 3.1).
func notInScheme(r rune) bool {
	return (r < 'a' || r > 'z') && (r < '0' || r > '9') && !strings.ContainsRune("+-.", r)
}

// Record returns a row of a table with an apostrophe in front of every text that a
// spreadsheet would take for a formula, as OWASP advises. Numbers stay as they are.
func Record(record []string) []string {
	record = slices.Clone(record)
	for i, text := range record {
		if _, err := strconv.ParseFloat(text, 64); err != nil && strings.IndexAny(text, "=+-@\t\r") == 0 {
			record[i] = "'" + text
		}
	}
	return record
}
