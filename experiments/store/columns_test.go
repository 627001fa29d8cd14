package store

import (
	"fmt"
	"testing"
)

func BenchmarkGroupBy(b *testing.B) {
	const rows = 1_000_000
	c := &Columns{words: make([]wordColumn, 2), values: [][]float64{make([]float64, rows)}}
	for row := range rows {
		for i, n := range []int{20, 50} {
			c.words[i].codes = append(c.words[i].codes, c.words[i].code(fmt.Sprint(row%n)))
		}
		c.values[0][row] = float64(row % 1000)
	}
	for b.Loop() {
		if got := len(c.GroupBy(0)); got != 100 {
			b.Fatal(got)
		}
	}
}
