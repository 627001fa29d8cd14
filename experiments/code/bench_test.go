package code

import (
	"os"
	"testing"
)

// BenchmarkHash measures what a command pays at its start to hash the sources behind its trials.
// Allow 20 ms for a puzzle and its searches.
func BenchmarkHash(b *testing.B) {
	source := os.DirFS("..")
	for b.Loop() {
		if _, err := Hash(source); err != nil {
			b.Fatal(err)
		}
	}
}
