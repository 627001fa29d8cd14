// Package wording formats text for people, such as lists, counts, tables and messages, and parses
// numbers and sizes.
package wording

import (
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// Quote quotes a word for an error message. It shortens a long word so that the message stays
// readable.
func Quote(word string) string {
	const most = 24
	if len(word) > most {
		return strconv.QuoteToASCII(strings.ToValidUTF8(word[:most], "?") + "…")
	}
	return strconv.Quote(word)
}

// QuoteFirst quotes the first character of a text.
func QuoteFirst(text string) string {
	_, size := utf8.DecodeRuneInString(text)
	return strconv.Quote(text[:size])
}

// AnyOf joins words as alternatives: "a, b or c".
func AnyOf(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// Each applies a function to every element of a list and returns the results in order.
func Each[T, U any](list []T, of func(T) U) []U {
	made := make([]U, len(list))
	for i, thing := range list {
		made[i] = of(thing)
	}
	return made
}

// Counted formats a number with its noun in the singular or plural, as in "1 cell" or "2 cells".
func Counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Groups splits a string of letters, one per move, into groups of five for easier reading.
func Groups(letters string) []string {
	var words []string
	for len(letters) > 5 {
		words, letters = append(words, letters[:5]), letters[5:]
	}
	return append(words, letters)
}

// Rows writes a table of n columns. The argument cell is the width of a column in characters, and
// the function text returns the content of a cell. Row i begins with heads[i]; all heads must have
// the same width. If the table is wider than 80 characters, Rows splits it into parts, with an
// empty line between them.
func Rows(w io.Writer, heads []string, cell, n int, text func(row, column int) string) error {
	perLine := (80 - len(heads[0])) / cell
	for from := 0; from < n; from += perLine {
		if from > 0 {
			fmt.Fprintln(w)
		}
		for row, line := range heads {
			for column := from; column < min(from+perLine, n); column++ {
				line += fmt.Sprintf("%*s", cell, text(row, column))
			}
			if _, err := fmt.Fprintln(w, line); err != nil {
				return err
			}
		}
	}
	return nil
}

// More writes a line with the number of things that a table leaves out, or nothing if the table
// shows all of them. The argument things must be a plural noun.
func More(w io.Writer, shown, all int, things string) error {
	if shown >= all {
		return nil
	}
	_, err := fmt.Fprintf(w, "  … %d more of %d %s, all of them with --json\n", all-shown, all, things)
	return err
}

// Digits parses a number that consists only of decimal digits; ok is false for any other word. For
// a number above the given maximum, it returns the maximum plus 1.
func Digits(word string, most int) (value int, ok bool) {
	for i := range len(word) {
		d := int(word[i]) - '0'
		if d < 0 || d > 9 {
			return 0, false
		}
		value = min(10*value+d, most+1)
	}
	return value, word != ""
}

// WxH parses the size of a board, with the width first: "4x3" means four columns and three rows. It
// does not limit the size.
func WxH(text string) (width, height int, err error) {
	w, h, _ := strings.Cut(Crosses(text), "x")
	const most = 1 << 30
	width, okWidth := Digits(w, most)
	height, okHeight := Digits(h, most)
	if !okWidth || !okHeight {
		return 0, 0, fmt.Errorf("%s is not a size (want WxH, width before height, as in 4x3)", Quote(text))
	}
	return width, height, nil
}

// Crosses replaces the multiplication signs in a size with x: 4 × 3 and 4*3 become 4x3.
func Crosses(size string) string { return crosses().ReplaceAllString(size, "x") }

var crosses = lazy.Regexp(`\s*[x×X*]\s*`)

// BigJSON formats n as JSON. Up to 2^53, it writes a JSON number, since every program that reads
// JSON can represent it exactly. It writes larger numbers as strings, and nil as null.
func BigJSON(n *big.Int) json.RawMessage {
	switch {
	case n == nil:
		return json.RawMessage("null")
	case n.CmpAbs(big.NewInt(1<<53)) <= 0:
		return json.RawMessage(n.String())
	}
	return json.RawMessage(`"` + n.String() + `"`)
}

// Unprefixed returns err without the prefix "PUZZLE: " in its message.
func Unprefixed(puzzle string, err error) error {
	if message, ok := strings.CutPrefix(err.Error(), puzzle+": "); ok {
		return unprefixed{message, err}
	}
	return err
}

type unprefixed struct {
	message string
	error
}

func (e unprefixed) Error() string { return e.message }
func (e unprefixed) Unwrap() error { return e.error }
