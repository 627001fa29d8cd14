package reports

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"fmt"
	"image/png"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/align"
	"github.com/puzzlelab/puzzlelab/internal/digits"
)

// Changes says in what a figure, table or claim differs from what it was, a line for
// each change. Values of tables are exact; a picture is known by its size and the
// beginning of its SHA-256. Equal blocks have no changes; what made them (Source)
// does not count.
func Changes(was, is Block) []string {
	var c changes
	switch was := was.(type) {
	case Figure:
		if is, ok := is.(Figure); ok {
			c.words("title", was.Title, is.Title)
			c.words("caption", was.Caption, is.Caption)
			c.words("text in place of the picture", was.Alt, is.Alt)
			c.words("picture as SVG", picture(was.SVG), picture(is.SVG))
			c.words("picture as PNG", picture(was.PNG), picture(is.PNG))
		}
	case Table:
		if is, ok := is.(Table); ok {
			c.words("title", was.Title, is.Title)
			c.words("caption", was.Caption, is.Caption)
			c.words("notes", strings.Join(was.Notes, " "), strings.Join(is.Notes, " "))
			var a, b bytes.Buffer
			if was.CSV(&a) == nil && is.CSV(&b) == nil {
				c.lines = append(c.lines, CSVChanges(a.Bytes(), b.Bytes())...)
			}
		}
	case Claim:
		if is, ok := is.(Claim); ok {
			c.words("verdict", was.Holds.String(), is.Holds.String())
			c.words("statement", was.Statement, is.Statement)
			c.words("evidence", was.Evidence, is.Evidence)
		}
	}
	if c.lines == nil && !same(Made(was, ""), Made(is, "")) {
		c.lines = []string{"differs in how it is shown"}
	}
	return c.lines
}

// same reports whether two blocks have the same encoding.
func same(a, b Block) bool {
	mimeA, dataA, errA := MarshalBlock(a)
	mimeB, dataB, errB := MarshalBlock(b)
	return errA == nil && errB == nil && mimeA == mimeB && bytes.Equal(dataA, dataB)
}

// changes collects lines.
type changes struct{ lines []string }

func (c *changes) words(what, was, is string) {
	if was != is {
		c.lines = append(c.lines, fmt.Sprintf("%s: %s → %s", what, orNothing(was), orNothing(is)))
	}
}

func orNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}

// picture names a picture: by size and digest, and a PNG by its pixels, too.
func picture(data []byte) string {
	if len(data) == 0 {
		return ""
	}
	text := fmt.Sprintf("%s %.4x", digits.Plural(len(data), "byte", digits.Comma), sha256.Sum256(data))
	if size, err := png.DecodeConfig(bytes.NewReader(data)); err == nil {
		text += fmt.Sprintf(" (%d×%d)", size.Width, size.Height)
	}
	return text
}

// CSVChanges says in what a table differs from what it was, both as [Table.CSV]
// writes them. With as many rows as before, it names each value by its row, counted
// from 1, and its column; else whole rows that are gone or new.
func CSVChanges(was, is []byte) []string {
	a, errA := csv.NewReader(bytes.NewReader(was)).ReadAll()
	b, errB := csv.NewReader(bytes.NewReader(is)).ReadAll()
	switch {
	case bytes.Equal(was, is):
		return nil
	case errA != nil || errB != nil || len(a) == 0 || len(b) == 0:
		return []string{"is no table"}
	}
	var c changes
	c.words("columns", strings.Join(a[0], ", "), strings.Join(b[0], ", "))
	switch {
	case !slices.Equal(a[0], b[0]):
		c.words("rows", fmt.Sprint(len(a)-1), fmt.Sprint(len(b)-1))
	case len(a) == len(b):
		for i := 1; i < len(a); i++ {
			for j, column := range a[0] {
				c.words(fmt.Sprintf("row %d (%s), %s", i, a[i][0], column), a[i][j], b[i][j])
			}
		}
	default:
		c.rows(a[1:], b[1:])
	}
	return c.lines
}

// rows adds the rows that are gone, and those that are new.
func (c *changes) rows(a, b [][]string) {
	keys := func(rows [][]string) (keys []string) {
		for _, row := range rows {
			keys = append(keys, strings.Join(row, ", "))
		}
		return keys
	}
	was, is := keys(a), keys(b)
	common := align.Common(was, is)
	side := func(keys []string, side int, what string) {
		for i, key := range keys {
			if !slices.ContainsFunc(common, func(p [2]int) bool { return p[side] == i }) {
				c.lines = append(c.lines, fmt.Sprintf("row %d is %s: %s", i+1, what, key))
			}
		}
	}
	side(was, 0, "gone")
	side(is, 1, "new")
}
