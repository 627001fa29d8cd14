package study

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io/fs"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
)

// Read applies of to each row of a CSV file that a study embeds, such as published numbers. The
// first row names the columns. It panics if the file cannot be read, since the file is part of the
// program.
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

// Map applies of to each value; it returns nil if there are no values.
func Map[T, R any](values []T, of func(T) R) []R {
	var made []R
	for _, v := range values {
		made = append(made, of(v))
	}
	return made
}

// Scan reads the numbers in a cell of such a file. It panics if they are not numbers.
func Scan(cell string, numbers ...any) {
	if _, err := fmt.Sscan(cell, numbers...); err != nil {
		panic(fmt.Sprintf("study: embedded data: %q: %v", cell, err))
	}
}

// Say gives claims their sentences for the lead. Each row of said.csv has the ID of a claim and the
// sentences for holds, fails and undecided. Say panics if no claim has that ID.
func Say(files fs.FS, claims []claim.Claim) []claim.Claim {
	for _, row := range Read(files, "said.csv", slices.Clone[[]string]) {
		i := slices.IndexFunc(claims, func(c claim.Claim) bool { return c.ID == row[0] })
		claims[i].Said = claim.Forms{Holds: row[1], Fails: row[2], Undecided: row[3]}
	}
	return claims
}
