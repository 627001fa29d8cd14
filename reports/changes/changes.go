// Package changes describes the differences between two versions of figures, tables and claims.
package changes

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/csv"
	"fmt"
	"image/png"
	"reflect"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/align"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/reports"
)

// Of describes the differences between two versions of a figure, table or claim, one per line. It
// compares all digits of the numbers in tables. It describes changed pictures by their sizes and
// the first digits of their SHA-256 hashes. It does not compare the Source fields. If the blocks
// are equal, it returns nil.
func Of(was, is reports.Block) []string {
	var c changes
	before, after := saidBy(was), saidBy(is)
	if fmt.Sprintf("%T", was) == fmt.Sprintf("%T", is) {
		for i, b := range before {
			c.words(b.what, b.text, after[i].text)
		}
	}
	if was, ok := was.(reports.Table); ok {
		if is, ok := is.(reports.Table); ok {
			var a, b bytes.Buffer
			if was.CSV(&a) == nil && is.CSV(&b) == nil {
				c.lines = append(c.lines, CSV(a.Bytes(), b.Bytes())...)
			}
		}
	}
	if c.lines == nil && !same(was.About().Made(""), is.About().Made("")) {
		c.lines = []string{"differs in how it is shown"}
	}
	return c.lines
}

// said is a text in a block, with its name.
type said struct{ what, text string }

// saidBy returns the texts of a figure, table or claim.
func saidBy(b reports.Block) []said {
	switch b := b.(type) {
	case reports.Figure:
		return []said{
			{"title", b.Title},
			{"caption", b.Caption},
			{"text in place of the picture", b.Alt},
			{"picture as SVG", picture(b.SVG)},
			{"picture as PNG", picture(b.PNG)},
		}
	case reports.Table:
		return []said{{"title", b.Title}, {"caption", b.Caption}, {"notes", strings.Join(b.Notes, " ")}}
	case reports.Claim:
		return []said{{"verdict", b.Holds.String()}, {"statement", b.Statement}, {"evidence", b.Evidence}}
	}
	return nil
}

// same reports whether two blocks are equal or have the same encoding.
func same(a, b reports.Block) bool {
	if reflect.DeepEqual(a, b) {
		return true
	}
	mimeA, dataA, errA := reports.MarshalBlock(a)
	mimeB, dataB, errB := reports.MarshalBlock(b)
	return errA == nil && errB == nil && mimeA == mimeB && bytes.Equal(dataA, dataB)
}

// changes collects lines.
type changes struct{ lines []string }

func (c *changes) words(what, was, is string) {
	if was != is {
		c.lines = append(c.lines, fmt.Sprintf("%s: %s → %s", what, cmp.Or(was, "nothing"), cmp.Or(is, "nothing")))
	}
}

// picture describes a picture by size and digest, and a PNG also by its pixels.
func picture(data []byte) string {
	if len(data) == 0 {
		return ""
	}
	text := fmt.Sprintf("%s %.4x", numerals.Plural(len(data), "byte", numerals.Comma), sha256.Sum256(data))
	if size, err := png.DecodeConfig(bytes.NewReader(data)); err == nil {
		text += fmt.Sprintf(" (%d×%d)", size.Width, size.Height)
	}
	return text
}

// CSV describes the differences between two versions of a table written by [reports.Table.CSV], one
// per line. If both versions have the same number of rows, it lists each changed value with its
// column and row; the first row is 1. Otherwise it lists removed and added rows.
func CSV(was, is []byte) []string {
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

// rows lists the removed rows and the added rows.
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
