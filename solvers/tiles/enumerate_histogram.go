package tiles

// Histogram counts positions by depth: Histogram[d] of them are d moves from
// the goal.
type Histogram []uint64

// Positions returns the number of positions counted.
func (h Histogram) Positions() uint64 {
	total := uint64(0)
	for _, n := range h {
		total += n
	}
	return total
}

// Max returns the largest depth, -1 if nothing was counted. Of a whole space
// it is the length of the longest shortest solution.
func (h Histogram) Max() int { return len(h) - 1 }

// Mean returns the mean depth in moves, NaN if nothing was counted.
func (h Histogram) Mean() float64 {
	// Sums of products up to 2^53 are exact: those of the 15-puzzle are.
	sum := 0.0
	for depth, n := range h {
		sum += float64(n) * float64(depth)
	}
	return sum / float64(h.Positions())
}

// Mode returns the depth with the most positions, the smallest of several; 0
// if nothing was counted.
func (h Histogram) Mode() int {
	mode := 0
	for depth, n := range h {
		if n > h[mode] {
			mode = depth
		}
	}
	return mode
}
