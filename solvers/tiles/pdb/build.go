package pdb

import (
	"context"
	"fmt"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
)

// Progress reports the progress of a build: the number of levels (depths) that are finished, and
// how many of all places the search has seen. A place is an assignment of the table's tiles and the
// blank to cells.
type Progress struct {
	Level        int
	Seen, Places uint64
}

// Build makes the table for some tiles of a board with a blank-first goal, in which tile t belongs
// on cell t and the blank on cell 0. It uses all cores. If ctx is canceled, Build stops early and
// returns the context's error. Unless progress is nil, Build calls it after each level.
//
// Build searches breadth-first from the goal, level by level. A level is a set with one bit for
// each place. A move along a row shifts the bits of whole words; a move between rows uses a table
// of 16-bit numbers. The worker that fills a block of places reads the bits of neighboring blocks,
// so only one worker writes to each block. If the cells are colored like a chessboard, every
// counted move changes the color of one tile's cell and the parity of the distance. Therefore, one
// set can hold two levels at once.
//
// Cost: Build needs three bits of memory per place.
func Build(ctx context.Context, width, height int, tiles []int, progress func(Progress)) (*Table, error) {
	t, err := newTable(width, height, tiles)
	if err != nil {
		return nil, err
	}
	l := t.lattice
	blocks := len(l.parts)
	b := &building{
		Table: t, ctx: ctx, store: make([]uint64, blocks*l.words),
		front: make([]uint64, blocks*l.words), seen: make([]uint64, blocks*l.words),
		fronts: make([]int32, blocks), seens: make([]int32, blocks),
	}
	b.link()
	for r, mask := range l.masks {
		odd := t.odd(mask)
		b.ranks[odd] = append(b.ranks[odd], int32(r))
	}
	goal := l.block(rank(t.goalMask), t.blank)
	b.front[goal*l.words+t.goalSequence/64] = 1 << (t.goalSequence % 64)
	b.seen[goal*l.words+t.goalSequence/64] = 1 << (t.goalSequence % 64)
	b.fronts[goal], b.seens[goal] = 1, 1
	all := Progress{Seen: 1, Places: uint64(blocks) * uint64(l.sequences)}
	for found := uint64(1); found > 0; all.Seen += found {
		all.Level++
		if found = b.level(all.Level); ctx.Err() != nil {
			return nil, fmt.Errorf("pdb: table %v stopped at level %d: %w", t, all.Level, context.Cause(ctx))
		}
		if progress != nil {
			progress(all)
		}
	}
	b.front, b.seen = nil, nil
	runtime.GC() // their memory is for the table
	b.turn()
	return t, nil
}

// building is a table that is still being built.
type building struct {
	*Table
	ctx   context.Context
	ranks [2][]int32 // ranks of the masks at an even and at an odd distance
	links []link
	into  []int32 // for each block, index of its first link; then the number of links
	// Sets of sequences by block, and their sizes: front has those of the last two levels, and seen
	// has those of all levels.
	front, seen   []uint64
	fronts, seens []int32
	store         []uint64 // second bits of the distances
}

// link is a move from another block into a block.
type link struct {
	block       int32
	there, back uint32 // offsets in rotations; equal if the move keeps the sequence
}

// link lists the moves into each block.
func (b *building) link() {
	l := b.lattice
	b.links = make([]link, 0, 8*len(l.parts))
	for r, mask := range l.masks {
		for block := l.first[r]; block < l.first[r+1]; block++ {
			b.into = append(b.into, int32(len(b.links)))
			for tiles := mask; tiles != 0; tiles &= tiles - 1 {
				cell := bits.TrailingZeros32(tiles)
				for _, from := range l.neighbours[cell] {
					if l.parts[block]>>from&1 == 0 {
						continue
					}
					other := mask ^ (1<<cell | 1<<from)
					source := l.block(rank(other), cell)
					b.links = append(b.links, link{int32(source), l.step(other, from, cell).rotate, l.step(mask, cell, from).rotate})
				}
			}
		}
	}
	b.into = append(b.into, int32(len(b.links)))
}

// level finds the places at a distance, and returns their number.
func (b *building) level(level int) uint64 {
	ranks := b.ranks[level&1]
	const chunk = 32
	var next, found atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for b.ctx.Err() == nil {
				from := int(next.Add(chunk)) - chunk
				if from >= len(ranks) {
					return
				}
				for _, r := range ranks[from:min(from+chunk, len(ranks))] {
					for block := b.lattice.first[r]; block < b.lattice.first[r+1]; block++ {
						found.Add(int64(b.pull(int(block), level)))
					}
				}
			}
		})
	}
	workers.Wait()
	return uint64(found.Load())
}

// pull finds the places of a block at a distance, and returns their number.
func (b *building) pull(block, level int) int32 {
	words, sequences := b.lattice.words, b.lattice.sequences
	b.fronts[block] = 0
	if int(b.seens[block]) == sequences {
		return 0
	}
	to, seen := b.front[block*words:][:words], b.seen[block*words:][:words]
	reached := false
	for _, l := range b.links[b.into[block]:b.into[block+1]] {
		if b.fronts[l.block] == 0 {
			continue
		}
		if !reached {
			clear(to)
			reached = true
		}
		from := b.front[int(l.block)*words:][:words]
		switch {
		case l.there == l.back:
			for i, w := range from {
				to[i] |= w
			}
		case int(b.fronts[l.block]) <= sequences-int(b.seens[block]):
			forward(from, to, b.lattice.rotations[l.there:][:sequences])
		default:
			backward(from, to, seen, b.lattice.rotations[l.back:][:sequences])
		}
	}
	if !reached {
		return 0
	}
	n := 0
	store := b.store[block*words:][:words]
	second := -uint64(level >> 1 & 1)
	for i, s := range seen {
		w := to[i] &^ s
		to[i] = w
		seen[i] = s | w
		store[i] |= w & second
		n += bits.OnesCount64(w)
	}
	b.fronts[block] = int32(n)
	b.seens[block] += int32(n)
	return int32(n)
}

// forward adds to a set the sequences of another set, after the rotation that a move makes.
func forward(from, to []uint64, rotation []uint16) {
	for i, w := range from {
		for ; w != 0; w &= w - 1 {
			r := rotation[i<<6|bits.TrailingZeros64(w)]
			to[r>>6] |= 1 << (r & 63)
		}
	}
}

// backward does the same as forward, but is faster for a large set: for each sequence that is not
// in to or seen, it looks up the sequence from which a move would lead to it.
func backward(from, to, seen []uint64, rotation []uint16) {
	for i := range to {
		w := ^(seen[i] | to[i])
		if rest := len(rotation) - i<<6; rest < 64 {
			w &= 1<<rest - 1
		}
		var found uint64
		for ; w != 0; w &= w - 1 {
			r := rotation[i<<6|bits.TrailingZeros64(w)]
			found |= (w & -w) * (from[r>>6] >> (r & 63) & 1)
		}
		to[i] |= found
	}
}

// turn fills the table, which has its bits by sequence and then by block. This order suits a
// search, in which every move changes the block but only some change the sequence.
func (b *building) turn() {
	l := b.lattice
	b.bits = make([]uint64, l.sequences*l.stride)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			var square [64]uint64
			for {
				column := int(next.Add(1)) - 1 // of 64 blocks
				if column >= l.stride {
					return
				}
				for word := range l.words {
					for i := range square {
						square[i] = 0
						if block := column*64 + i; block < len(l.parts) {
							square[i] = b.store[block*l.words+word]
						}
					}
					transpose(&square)
					for i := range min(64, l.sequences-word*64) {
						b.bits[(word*64+i)*l.stride+column] = square[i]
					}
				}
			}
		})
	}
	workers.Wait()
}

// transpose exchanges rows and columns of a square of bits.
func transpose(square *[64]uint64) {
	mask := uint64(1)<<32 - 1
	for size := 32; size > 0; size >>= 1 {
		for i := 0; i < 64; i = (i + size + 1) &^ size {
			x := (square[i]>>size ^ square[i+size]) & mask
			square[i] ^= x << size
			square[i+size] ^= x
		}
		mask ^= mask << (size / 2)
	}
}
