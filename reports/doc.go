// Package reports represents the results of a study as values. A [Report] consists of text, code,
// figures, tables and claims, and the provenance of its numbers.
//
// Go code or an executed notebook can make a report. In either case, packages below this one write
// it to files.
//
//  1. A study makes blocks. Package block makes figures from the drawings of package plots, and
//     claims from the verdicts of package claim. Package column makes tables from trials and
//     analyses.
//  2. Notebooks store blocks as JSON ([MarshalBlock], [UnmarshalBlock]), together with the images
//     and HTML that front ends show.
//  3. A [Report] numbers its blocks and resolves references ([Report.Labels]).
//  4. A writer prints it: html, markdown, latex or pdf. Package page makes the parts that all
//     writers share. A writer has a method for each kind of block ([Visitor]).
//
// Tables store values with ten digits, and whole numbers exactly. The columns determine the number
// of printed digits. Estimates have three significant digits, and counts up to 10⁸ are printed in
// full. All times in a column have the same SI prefix where possible. Lower bounds look like "> 60
// 000". CSV files contain all digits.
//
//	t := reports.Table{
//		ID: "totals", Title: "Work by strategy",
//		Columns: []reports.Column{
//			{Name: "strategy"},
//			{Name: "nodes expanded", Kind: reports.Count, Best: reports.Smallest},
//			{Name: "ratio", Kind: reports.Ratio},
//		},
//		Rows: [][]reports.Cell{
//			{reports.Str("pruning"), reports.Int(39871), {}},
//			{reports.Str("pruning+sorting"), reports.Int(31204), reports.Between(0.783, 0.744, 0.813)},
//		},
//	}
//	err := t.Text(os.Stdout)
//
// The best value in a column is in bold (see Best in [Column]). In columns that show a statistic of
// trials, values that do not differ significantly from the best are in bold too ([Table.Test]).
//
// In captions, claims, notes and Markdown, [[fig:ID]], [[table:ID]] and [[claim:ID]] become "Figure
// 1" and so on. A reference to an unknown ID is an error.
//
// Everything that depends on measured times is marked (Timing). The writers keep it separate, so
// that the rest can be compared byte for byte.
//
// The package does not depend on Markdown, HTML or plots. It links quickly, which matters because
// every notebook cell that shows a value links it again.
package reports
