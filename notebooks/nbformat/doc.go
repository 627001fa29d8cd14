// Package nbformat reads and writes Jupyter notebooks of format 4
// without losing anything.
//
// What the format names is in fields; what it does not name is kept as raw
// JSON and written back. Numbers keep their spelling, so 1.0 stays 1.0.
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
// [Notebook.Bytes] writes what Jupyter's own library writes: keys sorted, one
// space of indentation, UTF-8 unescaped, multi-line text as a list of lines, a
// newline at the end. A file that Jupyter saved is reproduced byte for byte,
// so the version control history shows only what changed. In memory, text is
// always one string.
//
// A lone surrogate escape in a string, which Jupyter can read but not write,
// is read as U+FFFD. Of two equal keys in one object the last one counts.
//
// # References
//
// The notebook format 4.5: https://nbformat.readthedocs.io/en/latest/format_description.html
package nbformat
