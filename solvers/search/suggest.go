package search

import (
	"fmt"
	"strings"
)

// DidYouMean returns a suggestion for an error message, `; did you mean "NAME"?`, where NAME is
// the known name that is most similar to the typed one. It returns "" if no known name is
// similar.
func DidYouMean(typed string, known []string) string {
	best, distance := "", len(strings.TrimLeft(typed, "-"))/2+1
	for _, name := range known {
		if d := editDistance(typed, name); d < distance {
			best, distance = name, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// editDistance is the number of insertions, deletions, substitutions and swaps
// of neighbors that turn a into b (optimal string alignment), in bytes.
func editDistance(a, b string) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row := rows[(i+2)%3], rows[i%3], rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			substitute := last[j-1]
			if a[i-1] != b[j-1] {
				substitute++
			}
			row[j] = min(last[j]+1, row[j-1]+1, substitute)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return rows[(len(a)+1)%3][len(b)]
}
