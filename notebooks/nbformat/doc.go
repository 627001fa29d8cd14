// Package nbformat reads and writes Jupyter notebooks of format 4 without losing anything.
//
// Keys that the format defines are struct fields. All other keys are kept as raw JSON and written
// back. Numbers keep their notation: 1.0 stays 1.0.
//
//	nb, err := nbformat.ReadFile("tour.ipynb")
//	if err != nil { … }
//	nb.Upgrade()                          // give cells of older files their ids
//	for _, c := range nb.Cells {
//		if c.Type == nbformat.Code {
//			c.Outputs, c.ExecutionCount = nil, nil
//		}
//	}
//	err = nb.WriteFile("tour.ipynb")
//
// # Text on disk
//
// [Notebook.Bytes] writes files as Jupyter's own library does: with sorted keys, one space of
// indentation, unescaped UTF-8, multi-line text as a list of lines, and a newline at the end. A
// file saved by Jupyter is reproduced byte for byte, so version control shows only real changes. In
// memory, text is always one string.
//
// A lone surrogate escape, which Jupyter can read but not write, becomes U+FFFD. If an object
// contains the same key twice, the last value is used.
//
// # References
//
// The notebook format 4.5: https://nbformat.readthedocs.io/en/latest/format_description.html
package nbformat
