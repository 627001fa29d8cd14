// Package align finds a longest common subsequence of two sequences.
package align

import "slices"

// most is the maximum number of changes. For sequences with more changes, Common finds only common
// beginnings and ends. Time and memory grow with the square of most.
const most = 1000

// Common returns a longest common subsequence of a and b, as pairs of indices into a and b (E.
// Myers, An O(ND) difference algorithm and its variations, Algorithmica 1, 1986). If there are more
// than a thousand differences, it may return a shorter common subsequence.
func Common[T comparable](a, b []T) (pairs [][2]int) {
	begin, end := 0, 0
	for begin < min(len(a), len(b)) && a[begin] == b[begin] {
		pairs = append(pairs, [2]int{begin, begin})
		begin++
	}
	for end < min(len(a), len(b))-begin && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	for _, p := range middle(a[begin:len(a)-end], b[begin:len(b)-end]) {
		pairs = append(pairs, [2]int{begin + p[0], begin + p[1]})
	}
	for i := end; i > 0; i-- {
		pairs = append(pairs, [2]int{len(a) - i, len(b) - i})
	}
	return pairs
}

// middle is [Common] for sequences that begin and end with a change. furthest[k+d] is how far paths
// with d changes reach in a on diagonal k, where x - y = k.
func middle[T comparable](a, b []T) [][2]int {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	var steps [][]int
	for d := 0; d <= min(most, len(a)+len(b)); d++ {
		furthest := make([]int, 2*d+1)
		for k := -d; k <= d; k += 2 {
			x := 0
			if d > 0 {
				x, _ = step(steps[d-1], d, k)
			}
			for x < len(a) && x-k < len(b) && a[x] == b[x-k] {
				x++
			}
			furthest[k+d] = x
			if x >= len(a) && x-k >= len(b) {
				return trace(append(steps, furthest), k)
			}
		}
		steps = append(steps, furthest)
	}
	return nil
}

// step returns where the path with d changes continues on diagonal k after its last change, and the
// diagonal it comes from.
func step(before []int, d, k int) (x, from int) {
	if k == -d || k != d && before[k-1+d-1] < before[k+1+d-1] {
		return before[k+1+d-1], k + 1 // an element of b was added
	}
	return before[k-1+d-1] + 1, k - 1 // an element of a was removed
}

// trace follows the path that ends on diagonal k back to its beginning.
func trace(steps [][]int, k int) [][2]int {
	var pairs [][2]int
	for d := len(steps) - 1; d >= 0; d-- {
		begin, from := 0, 0
		if d > 0 {
			begin, from = step(steps[d-1], d, k)
		}
		for x := steps[d][k+d]; x > begin; x-- {
			pairs = append(pairs, [2]int{x - 1, x - 1 - k})
		}
		k = from
	}
	slices.Reverse(pairs)
	return pairs
}
