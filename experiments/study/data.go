package study

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// Read reads an embedded CSV file, such as a table of published numbers. It converts each row with
// the given function, and returns the results. It skips the first row, which contains the names of
// the columns. Read panics if the file cannot be read, since the file is part of the program.
func Read[T any](files fs.FS, name string, of func(row []string) T) []T {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		panic(fmt.Sprintf("study: %v", err))
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		panic(fmt.Sprintf("study: %s: %v", name, err))
	}
	return Map(rows[1:], of)
}

// Map applies a function to each value and returns the results. It returns nil if there are no
// values.
func Map[T, R any](values []T, of func(T) R) []R {
	var made []R
	for _, v := range values {
		made = append(made, of(v))
	}
	return made
}

// Scan parses the numbers in a cell of an embedded CSV file. The arguments are pointers to the
// numbers, as for [fmt.Sscan]. Scan panics if the cell contains anything else, since the file is
// part of the program.
func Scan(cell string, numbers ...any) {
	if _, err := fmt.Sscan(cell, numbers...); err != nil {
		panic(fmt.Sprintf("study: embedded data: %q: %v", cell, err))
	}
}

// ClaimsFile is the name of the Markdown file in a study's folder that contains the wording of its
// claims. It has a section for each claim, with the claim's ID as the title. The section contains
// the claim's statement. For a headline claim, the statement is followed by the items "- holds: …",
// "- fails: …" and "- undecided: …"; see [claim.Forms]. A name in braces is a placeholder for text
// from the program.
const ClaimsFile = "claims.md"

// Say returns the claims with their statements and forms from the [ClaimsFile]. The map words gives
// the text for each placeholder, such as a formatted number. Say panics if the file has a claim or
// placeholder that the arguments lack, or vice versa, since both are part of the program.
func Say(files fs.FS, words map[string]any, claims ...claim.Claim) []claim.Claim {
	file, err := fs.ReadFile(files, ClaimsFile)
	fail := func(format string, args ...any) { panic("study: " + ClaimsFile + ": " + fmt.Sprintf(format, args...)) }
	if err != nil {
		fail("%v", err)
	}
	used := map[string]bool{"estimate": true, "excess": true, "saving": true, "share": true, "said": true, "less": true} // placeholders of forms
	fill := func(text string) string {
		text = lineBreak().ReplaceAllString(strings.TrimSpace(text), " ")
		return placeholder().ReplaceAllStringFunc(text, func(braced string) string {
			name := strings.Trim(braced, "{}")
			value, known := words[name]
			if !known && !used[name] {
				fail("no word is called %q", name)
			}
			used[name] = true
			if !known {
				return braced
			}
			return fmt.Sprint(value)
		})
	}
	for _, section := range strings.Split(string(file), "\n## ")[1:] {
		id, text, _ := strings.Cut(section, "\n")
		i := slices.IndexFunc(claims, func(c claim.Claim) bool { return c.ID == id && c.Statement == "" })
		if i < 0 {
			fail("no claim without a statement has the ID %q", id)
		}
		items, c := strings.Split(text, "\n- "), &claims[i]
		forms := map[string]*string{"holds": &c.Said.Holds, "fails": &c.Said.Fails, "undecided": &c.Said.Undecided}
		c.Statement = fill(items[0])
		for _, item := range items[1:] {
			verdict, form, _ := strings.Cut(item, ": ")
			if forms[verdict] == nil {
				fail("claim %q has an item %q (want holds, fails or undecided)", id, verdict)
			}
			*forms[verdict] = fill(form)
		}
	}
	if i := slices.IndexFunc(claims, func(c claim.Claim) bool { return c.Statement == "" }); i >= 0 {
		fail("claim %q has no statement", claims[i].ID)
	}
	for name := range words {
		if !used[name] {
			fail("no text has the word %q", name)
		}
	}
	return claims
}

var (
	lineBreak   = lazy.Regexp(`\n *`)
	placeholder = lazy.Regexp(`\{\w+\}`)
)
