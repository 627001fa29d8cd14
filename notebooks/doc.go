// Package notebooks reads executed notebooks as reports.
//
// The folder holds the notebooks themselves; the packages below it run them
// (execute), read and write their files (nbformat; as Go, percent), show the
// differences between two (diff), are a kernel for Jupyter (kernel), register it
// and find the tools that cells need (install), and show things from cells (display).
//
//	nb, err := nbformat.ReadFile("notebooks/pruning.ipynb")
//	if err != nil { … }
//	if _, err = execute.Run(ctx, nb, execute.Options{Dir: "notebooks"}); err != nil { … }
//	report, err := notebooks.ReportOf(nb)
//	if err != nil { … }
//	err = html.Write(w, report)
//
// # How cells become blocks
//
//   - A heading of level one in the first Markdown cell is the title, the
//     paragraph after it the lead. All other Markdown becomes text, with
//     further headings of level one lowered to level two.
//   - A code cell becomes code with the plain text it showed, followed by the
//     figures, tables and claims that display.Show put into its outputs.
//   - Pictures from elsewhere become figures without words; output that is
//     only HTML cannot be taken over and is named as such. What programs write
//     to standard error is left out.
//   - Raw cells are left out.
//
// Tags of cells: "timing" marks everything of the cell as depending on the
// machine; "remove-cell", "remove-input" and "remove-output" leave parts out. Package
// execute looks at "cache", "raises-exception" and "skip-execution".
package notebooks
