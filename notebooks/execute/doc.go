// Package execute runs notebooks without a browser and without Python: it gives package
// engine one cell after another, and stores what they show in the notebook.
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
// # What counts as failure
//
// A cell fails when it does not compile, panics, exits with a status other than 0, takes
// longer than it may, or reads its standard input; when a shell command (a line with !,
// or a %%bash cell) ends with another status than 0, when a % command does not exist, and
// when the program lost its connection for displays. A failure is a
// [*CellError]. It ends the run, unless the cell is tagged "raises-exception".
//
// # Tags
//
//   - parameters: the cell whose declarations [Parameters] reads
//   - injected-parameters: the cell that [Inject] puts after it
//   - skip-execution: the cell is not run and keeps its outputs
//   - raises-exception: the cell may fail
//
// # What makes runs repeatable
//
// The temporary folder is taken out of what is written to standard error and of errors,
// positions in generated files become positions in cells (cell[3]:2:5 is cell
// In [3], line 2, column 5), and addresses are taken out of stack traces.
// Adjacent pieces of one stream are joined.
//
// # Where outputs come from
//
// With Options.Record the notebook's metadata say what its outputs were computed
// with; notebooks.ReportOf reads it as the provenance of the report.
package execute
