package tiles

// Inversion distance in one direction. Read the tiles line by line, leaving
// out the blank: a move across lines carries one tile past perLine − 1 others,
// so the number of inversions changes by an amount of the parity of perLine − 1
// and at most that size. Moves along a line change nothing.

// inversionMoves returns the smallest number of moves across lines that can
// bring so many inversions to none.
func inversionMoves(inversions, perLine int) int {
	most := perLine - 1
	moves := (inversions + most - 1) / most
	if most%2 == 1 && moves%2 != inversions%2 {
		moves++ // each move changes the number by an odd amount
	}
	return moves
}
