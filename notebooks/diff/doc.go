// Package diff compares notebooks as readers see them, cell by cell. It compares sources line by
// line, tables by value, and pictures by size and digest. It never compares JSON.
//
//	for _, d := range diff.Notebooks(before, after) {
//		fmt.Println(d)
//	}
//
// It first pairs cells that have the same ID, then those that have the same source, and then those
// that share half of their lines. Execution counts, metadata that execution adds, and the order of
// JSON keys do not matter. [Outputs] compares a notebook with a new execution of itself.
package diff
