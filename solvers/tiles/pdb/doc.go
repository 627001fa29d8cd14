// Package pdb provides additive pattern databases for sliding tiles, and iterative deepening with
// them.
//
// A [Table] holds the number of moves that some tiles of a board need to get home if all other
// tiles are indistinguishable and their moves do not count: R. E. Korf, A. Felner, Disjoint pattern
// database heuristics, Artificial Intelligence 134 (2002). Unlike in their tables, an entry also
// depends on the position of the blank, which makes many entries larger. A move never changes an
// entry by more than 1, so estimates are consistent.
//
// A [Set] is a partition of the tiles into groups. The estimate is the sum over the tables of its
// groups. On a square board, the estimate is the larger of this sum and the sum for the mirrored
// position.
//
//	e, err := pdb.Open(ctx, "pdb-663", nil)        // built at once, in a fifth of a second
//	h, err := e.Of([]uint8{14, 13, 15, 7, …})      // blank first: tile t belongs on cell t
//	probe, h, err := e.Probe(tiles)                // for search.IDAStar
//
// One bit per entry is enough: a counted move changes the entry by 1, and the colors of the cells
// determine the entry's parity. The tables of 6, 6 and 3 tiles take 3 MB, the tables of 7 and 8
// tiles 194 MB, and the four tables of 6 tiles for the 24-puzzle 48 MB. [Build] uses all cores, and
// a [Folder] stores the tables.
package pdb
