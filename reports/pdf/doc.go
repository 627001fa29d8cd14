// Package pdf writes reports and single figures as PDF, without any other program.
//
//	err := pdf.Write(file, report, pdf.A4)
//
// Figures and tables are placed where they occur in the report or, if there is no room, on the next
// page, but within their section; text fills the remaining space. A table that is too wide is
// printed smaller, on a rotated page, or in parts. The document contains the output of cells, but
// not their source, because paper cannot fold it.
//
// The used parts of fonts are embedded: Liberation Sans and Mono, and DejaVu Sans for characters
// that these lack. A character that no font has, or that is written from right to left, is printed
// as its code, such as U+8FF7, and the end of the report says so. Text can be searched and copied.
// The same report gives the same bytes in every process.
//
// Reports are tagged as PDF/UA-1 demands, so screen readers find headings, lists, the heads of
// tables, links, and what figures show. fpdf cannot write such a structure: pages get
// their marks as they are drawn, and an incremental update adds the rest (tags.go).
// Single figures are not tagged, because papers include them with words of their own.
package pdf
