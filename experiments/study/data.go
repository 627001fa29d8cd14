package study

import (
	"encoding/csv"
	"fmt"
	"strings"
)

// Read returns what of makes of the rows of a file in CSV that a study embeds, such as
// the numbers that a source prints. The first row names the columns. It panics if the
// file cannot be read: it belongs to the program.
func Read[T any](text string, of func(row []string) T) []T {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		panic(fmt.Sprintf("study: embedded data: %v", err))
	}
	var all []T
	for _, row := range rows[1:] {
		all = append(all, of(row))
	}
	return all
}

// Scan reads the numbers in a cell of such a file. It panics if they are no numbers.
func Scan(cell string, numbers ...any) {
	if _, err := fmt.Sscan(cell, numbers...); err != nil {
		panic(fmt.Sprintf("study: embedded data: %q: %v", cell, err))
	}
}
