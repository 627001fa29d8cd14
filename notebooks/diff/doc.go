// Package diff compares notebooks as readers see them: cell by cell, with sources compared line by
// line, tables by value, and pictures by size and digest. It never compares JSON.
//
//	for _, d := range diff.Notebooks(before, after) {
//		fmt.Println(d)
//	}
//
// It pairs cells with the same ID first, then cells with the same source, then cells that have half
// of their lines in common. Execution counts, metadata that execution adds, and the order of JSON
// keys do not matter. [Outputs] compares a notebook with a new execution of itself.
package diff
