package pdb

import (
	"context"
	"fmt"
	"testing"
)

// distances are the exact numbers of moves of tiles on a board, found by breadth-first
// search of its own: of each arrangement of cells, with the blank's cell first.
func distances(width, height int, tiles []int) map[string]int {
	key := func(cells []int) string { return fmt.Sprint(cells) }
	start := append([]int{0}, tiles...)
	dist := map[string]int{key(start): 0}
	level := [][]int{start}
	for d := 0; len(level) > 0; d++ {
		var next [][]int
		for i := 0; i < len(level); i++ { // grows by what costs nothing
			s := level[i]
			if dist[key(s)] < d {
				continue
			}
			for _, step := range []int{-width, -1, 1, width} {
				to := s[0] + step
				if to < 0 || to >= width*height || step == 1 && to%width == 0 || step == -1 && s[0]%width == 0 {
					continue
				}
				moved := append([]int(nil), s...)
				moved[0] = to
				cost := 0
				for j := range tiles {
					if s[j+1] == to {
						moved[j+1], cost = s[0], 1
					}
				}
				if old, ok := dist[key(moved)]; ok && old <= d+cost {
					continue
				}
				dist[key(moved)] = d + cost
				if cost == 0 {
					level = append(level, moved)
				} else {
					next = append(next, moved)
				}
			}
		}
		level = next
	}
	return dist
}

func TestTablesHoldExactNumbersOfMoves(t *testing.T) {
	for _, c := range []struct {
		width, height int
		tiles         []int
	}{
		{3, 3, []int{1, 2, 3}},
		{3, 3, []int{5, 8, 4, 7}},
		{3, 3, []int{1, 2, 3, 4, 5}},
		{4, 2, []int{1, 3, 5, 7}},
		{2, 4, []int{7, 2, 1}},
		{4, 3, []int{11, 1, 6}},
		{4, 4, []int{13, 14, 15}},
		{5, 5, []int{24, 7}},
		{5, 4, []int{1, 12}},
		{7, 3, []int{20, 3}},
	} {
		table, err := Build(context.Background(), c.width, c.height, c.tiles, nil)
		if err != nil {
			t.Fatal(err)
		}
		dist := distances(c.width, c.height, c.tiles)
		for key, want := range dist {
			cells := append([]int(nil), fields(key)...)
			got, err := table.Moves(cells[1:], cells[0])
			if err != nil || got != want {
				t.Fatalf("%v: %v needs %d moves, want %d: %v", table, cells, got, want, err)
			}
		}
		t.Logf("%v: %d places with the blank's cell, %d bytes", table, len(dist), table.Bytes())
	}
}

func fields(key string) (list []int) {
	n, in := 0, false
	for _, c := range key {
		if c >= '0' && c <= '9' {
			n, in = 10*n+int(c-'0'), true
		} else if in {
			list, n, in = append(list, n), 0, false
		}
	}
	return list
}
