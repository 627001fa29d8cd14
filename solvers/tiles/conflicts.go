package tiles

import "sync"

// Conflicts in one line. A line's code has three bits for each of its cells,
// the first cell lowest: 0 for the blank and for a tile that belongs in another
// line, else 1 + the place in the line where the tile belongs.
//
//	cell      0   1   2   3
//	place     2   –   0   1      tiles of this line; – is anything else
//	code    011 000 001 010      written from the lowest bits on
//
// The smallest number of tiles that must leave the line is the number of tiles
// that belong there less the longest increasing run among them.

// codedCells is the longest line that is looked up; in longer ones the run is
// computed each time.
const codedCells = 5

// conflictTable holds the number of tiles that must leave, by code.
var conflictTable = sync.OnceValue(func() *[1 << (3 * codedCells)]uint8 {
	table := new([1 << (3 * codedCells)]uint8)
	var places [codedCells]uint8
	for code := range table {
		for i := range places {
			places[i] = uint8(code >> (3 * i) & 7)
		}
		table[code] = mustLeave(places[:])
	}
	return table
})

// mustLeave returns how many of the tiles must leave a line, given for each
// cell 1 + its tile's place, or 0.
func mustLeave(places []uint8) uint8 {
	var longest, own uint8
	var run [MaxCells]uint8 // length of the longest increasing run that ends here
	for i, place := range places {
		if place == 0 {
			continue
		}
		own++
		run[i] = 1
		for j, earlier := range places[:i] {
			if earlier != 0 && earlier < place {
				run[i] = max(run[i], run[j]+1)
			}
		}
		longest = max(longest, run[i])
	}
	return own - longest
}
