// Package pdb has additive pattern databases for sliding tiles, and iterative deepening
// with them.
//
// A [Table] tells for some tiles of a board how many of their moves bring them home, the
// other tiles being alike and in nobody's way: R. E. Korf, A. Felner, Disjoint pattern
// database heuristics, Artificial Intelligence 134 (2002). Where the blank is matters, and
// is part of a place: numbers are larger than in tables without it, and never change by
// more than one with a move, so that estimates are consistent.
//
// A [Set] is a partition of the tiles, whose numbers are added; on a square board the same
// for the mirrored position, and the larger sum counts.
//
//	e, err := pdb.Open(ctx, "pdb-663", nil)        // built at once, in a fifth of a second
//	h, err := e.Of([]uint8{14, 13, 15, 7, …})      // blank first: tile t belongs on cell t
//	probe, h, err := e.Probe(tiles)                // for search.IDAStar
//
// One bit a place is enough, since a move changes the number by one and its parity is known
// from the cells' colors: the tables of 6, 6 and 3 tiles take 3 MB, those of 7 and 8 tiles
// 194 MB, those of the 24-puzzle by sixes 48 MB. They are built on all cores, see [Build],
// and kept in a [Folder].
package pdb
