package main

import _ "embed"

const batchName = "batch_portable.go"

//go:embed batch.go.tmpl
var batchText string

// batchFile returns the functions that make the children of a batch: one for each kind of
// stack, which is a cell of the blank and the cell it came from.
func batchFile() ([]byte, error) {
	var kinds []batchKind
	for cell := range size * size {
		for from := range size * size {
			if besides(cell, from) {
				kinds = append(kinds, batchKind{Stack: len(kinds), Cell: cell, From: from})
			}
		}
	}
	for i := range kinds {
		k := &kinds[i]
		for _, next := range kinds {
			if next.From == k.Cell && next.Cell != k.From {
				k.Moves = append(k.Moves, newBatchMove(k.Cell, next))
			}
		}
	}
	return executed(batchText, kinds)
}

func besides(a, b int) bool { return abs(a/size-b/size)+abs(a%size-b%size) == 1 }

type batchKind struct {
	Stack, Cell, From int
	Moves             []batchMove
}

// A batchMove brings a tile to the blank's cell. It comes farther from home if its home is
// in a row or column that is below a limit, or if Over not below it.
type batchMove struct {
	Stack, Cell, To int
	Part            int // of the tile's number that is compared
	Limit           int
	Over            bool
}

func newBatchMove(cell int, next batchKind) batchMove {
	m := batchMove{Stack: next.Stack, Cell: cell, To: next.Cell, Part: size*size - 1, Limit: max(cell, next.Cell) / size * size, Over: cell < next.Cell}
	if cell/size == m.To/size {
		m.Part, m.Limit = size-1, max(cell, m.To)%size
	}
	return m
}

// Shift returns the number of the lowest bit that a cell occupies in a board of 64 bits.
func (batchMove) Shift(cell int) int { return 4 * cell }

// Shift returns the number of the lowest bit that a cell occupies in a board of 64 bits.
func (batchKind) Shift(cell int) int { return 4 * cell }

// Last returns the largest line number below Limit, for comparisons with "greater than".
func (m batchMove) Last() int { return m.Limit - 1 }
