// Package notebooks makes reports from executed notebooks.
//
// The folder also contains the project's notebooks. These packages are below it:
//
//   - execute runs notebooks
//   - nbformat reads and writes notebook files, and percent does so in the form of Go files
//   - diff shows the differences between two notebooks
//   - kernel acts as a Jupyter kernel
//   - install registers that kernel and finds the tools that cells need
//   - display shows values from cells
//
// From a notebook to a page:
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
