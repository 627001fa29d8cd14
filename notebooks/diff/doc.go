// Package diff compares notebooks as readers see them: cell by cell, sources line by line, tables
// by value, and pictures by size and digest. It never compares JSON.
//
//	for _, d := range diff.Notebooks(before, after) {
//		fmt.Println(d)
//	}
//
// Cells with the same ID are compared with each other, then cells with the same source, then cells
// that share half of their lines. Execution counts, metadata that execution adds, and the order of
// JSON keys do not matter. [Outputs] compares a notebook with a new execution of itself.
package diff
