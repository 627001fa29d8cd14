package study

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io/fs"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
)

// Read returns what of makes of the rows of a file in CSV that a study embeds, such as
// the numbers that a source prints. The first row names the columns. It panics if the
// file cannot be read: it belongs to the program.
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

// Map returns what of makes of each value; nil of none.
func Map[T, R any](values []T, of func(T) R) []R {
	var made []R
	for _, v := range values {
		made = append(made, of(v))
	}
	return made
}

// Scan reads the numbers in a cell of such a file. It panics if they are no numbers.
func Scan(cell string, numbers ...any) {
	if _, err := fmt.Sscan(cell, numbers...); err != nil {
		panic(fmt.Sprintf("study: embedded data: %q: %v", cell, err))
	}
}

// Say gives claims the sentences that a lead says of them: of each row of said.csv the
// ID of the claim, and what is said if it holds, fails and stays undecided. It panics
// if there is no claim of that ID.
func Say(files fs.FS, claims []claim.Claim) []claim.Claim {
	for _, row := range Read(files, "said.csv", slices.Clone[[]string]) {
		i := slices.IndexFunc(claims, func(c claim.Claim) bool { return c.ID == row[0] })
		claims[i].Said = claim.Forms{Holds: row[1], Fails: row[2], Undecided: row[3]}
	}
	return claims
}
