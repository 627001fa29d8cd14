// Package execute runs notebooks without a browser and without Python. Package engine runs the
// cells one after another, and execute stores their outputs in the notebook.
//
//	nb, err := nbformat.ReadFile("tour.ipynb")
//	if err != nil { … }
//	_, err = execute.Run(ctx, nb, execute.Options{
//		Dir:        "notebooks",
//		Parameters: map[string]string{"n": "100"},
//		Timeout:    time.Minute,
//	})
//	var failed *execute.CellError
//	if errors.As(err, &failed) {
//		fmt.Println(failed.Kind, failed.Cell, failed.Line)
//	}
//
// # Failures
//
// A cell fails if it does not compile, panics, exits with a status other than 0, exceeds its time
// limit, or reads standard input. It also fails if a shell command (a line with !, or a %%bash
// cell) ends with a status other than 0, if a % command does not exist, or if the program loses the
// connection that it uses to show values. The error is a [*CellError]. A failure ends the run
// unless the cell has the tag "raises-exception".
//
// # Tags
//
//   - parameters: marks the cell whose declarations [Parameters] returns
//   - injected-parameters: marks the cell that [Inject] inserts after that cell
//   - skip-execution: the cell does not run and keeps its outputs
//   - raises-exception: the cell may fail
//
// # Reproducible outputs
//
// Outputs contain nothing that differs between runs. Errors and standard error do not contain the
// path of the temporary folder, and stack traces contain no addresses. Positions in generated files
// become positions in cells: cell[3]:2:5 is line 2, column 5 of cell In [3]. Adjacent pieces of a
// stream are joined.
//
// # Provenance
//
// With Options.Record, the notebook's metadata records how its outputs were computed.
// notebooks.ReportOf uses this record as the provenance of the report.
package execute
