// Package diff compares notebooks as their readers see them: cell by cell, sources
// by lines, tables by value, pictures by size and digest, and never as JSON.
//
//	for _, d := range diff.Notebooks(before, after) {
//		fmt.Println(d.Is, d.Part)
//		for _, line := range d.Lines { … }
//	}
//
// Cells belong together that have the same ID; of the others those with the same
// source, then those with half of their lines in common. Execution counts, what else
// running puts into metadata, and the order of the JSON make no difference. [Outputs] compares a notebook with what it
// became when it was executed again.
package diff
