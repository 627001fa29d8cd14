package code

import (
	"os"
	"testing"
)

// BenchmarkHash is what a command pays at its start for the sources that its
// trials stand for. Allow 20 ms for a puzzle and its searches.
func BenchmarkHash(b *testing.B) {
	source := os.DirFS("..")
	for b.Loop() {
		if _, err := Hash(source); err != nil {
			b.Fatal(err)
		}
	}
}
