// Package diff compares notebooks as readers see them, cell by cell. It compares sources line by
// line, tables by value, and pictures by size and digest, instead of comparing JSON.
//
//	for _, d := range diff.Notebooks(before, after) {
//		fmt.Println(d)
//	}
//
// It first pairs cells with the same ID, then cells with the same source, and then cells that share
// half of their lines. Execution counts, metadata added by execution, and the order of JSON keys do
// not matter. [Outputs] compares the outputs of a notebook before and after a new execution.
package diff
