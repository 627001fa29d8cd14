// Package notebooks makes reports from executed notebooks.
//
// The folder also contains the project's notebooks. The packages below it run notebooks (execute),
// read and write notebook files (nbformat, and percent for Go files), show the differences between
// two notebooks (diff), act as a Jupyter kernel (kernel), register that kernel and find the tools
// that cells need (install), and show values from cells (display).
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
//   - A level-one heading in the first Markdown cell becomes the title, and the paragraph after it
//     becomes the lead. All other Markdown becomes text. Other level-one headings become level-two
//     headings.
//   - A code cell becomes its code with the plain text that it printed, followed by the figures,
//     tables and claims that it showed with display.Show.
//   - Pictures from other programs become figures without titles or captions. Output that exists
//     only as HTML cannot be included, and the report says so. Standard error is omitted.
//   - Raw cells are omitted.
//
// The tag "timing" marks everything in a cell as dependent on the machine. The tags "remove-cell",
// "remove-input" and "remove-output" omit parts of the cell. Package execute uses the tags "cache",
// "raises-exception" and "skip-execution".
package notebooks
