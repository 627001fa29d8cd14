// Package reports holds what a study has to say as values: a [Report] of text,
// code, figures, tables and claims, and the provenance of its numbers.
//
// A report is made in one of two ways, by Go code or from an executed
// notebook, and written in one: by the packages below this one.
//
//  1. A study makes blocks: package block draws what package plots describes and shows
//     claims that package claim has decided, package column puts trials and their
//     analysis into rows.
//  2. Blocks travel through notebooks as JSON ([MarshalBlock],
//     [UnmarshalBlock]) beside the images and HTML that front ends show.
//  3. A [Report] numbers its blocks and resolves references ([Report.Labels]).
//  4. A writer prints it: html, markdown, latex, pdf. Package page makes the parts
//     that they share, and visits of blocks ([Visitor]) the others.
//
// Tables hold values with ten digits, or all of a whole number, and their columns
// decide how many are shown: three significant ones for estimates, counts in full up to 99 999,
// times with SI prefixes, lower bounds as "> 60 000". All digits stand in
// CSV files.
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
// The best value of a column stands out ([Column] Best); in columns that show a statistic
// of trials those that the instances cannot tell apart from it do too ([Table.Test]).
//
// In captions, claims, notes and Markdown, [[fig:ID]], [[table:ID]] and
// [[claim:ID]] become "Figure 1" and so on; one that leads nowhere is an error.
//
// Everything that depends on measured times is marked (Timing) and kept apart
// by the writers, so that the rest can be compared byte for byte.
//
// The package knows nothing of Markdown, HTML or plots and links quickly,
// since every notebook cell that shows something links it anew.
package reports
