package tiles

// State is a position during a search: the tiles in blank-first form, and the data from which the
// estimates of children are computed. Data that the heuristic does not use is zero.
//
// Cells are numbered row by row; tile t belongs on cell t, the blank on cell 0:
//
//	 0  1  2  3
//	 4  5  6  7
//	 8  9 10 11
//	12 13 14 15
type State struct {
	cells     [MaxCells]uint8 // tile on each cell; 0 for the blank and beyond the board
	blank     uint8           // cell of the blank
	distance  uint8           // sum of Manhattan distances
	conflicts uint8           // number of tiles that must leave a line, over all lines
	misplaced uint8           // number of tiles that are not in their goal cells
	// Of vertical and of horizontal moves, in this order:
	walk       [2]uint16 // state of the walking-distance table; or sums of pattern databases, of the position and of its mirror image
	inversions [2]uint16
}

// Tile returns the tile on a cell in blank-first form, or 0 for the blank.
func (s *State) Tile(cell int) int { return int(s.cells[cell]) }
