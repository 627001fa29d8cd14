// Package pdf writes reports and single figures as PDF, without any other program.
//
//	err := pdf.Write(file, report, pdf.A4)
//
// Figures and tables are placed where they occur in the report. If there is no room, they move to
// the next page, but stay within their section; text fills the remaining space. A table that is too
// wide is printed smaller, on a rotated page, or in parts. The document contains the output of
// cells, but not their source, because paper cannot fold it.
//
// The used parts of fonts are embedded: Liberation Sans and Mono, and DejaVu Sans for characters
// that these lack. If no font has a character, or if it belongs to a right-to-left script, its code
// is printed, such as U+8FF7, and the end of the report says so. Text can be searched and copied.
// The same report gives the same bytes in every process.
//
// Reports are tagged as PDF/UA-1 demands, so screen readers find headings, lists, the heads of
// tables, links, and descriptions of figures. fpdf cannot write such a structure: pages get their
// marks as they are drawn, and an incremental update adds the rest (tags.go). Single figures are
// not tagged, because papers that include them have their own descriptions.
package pdf
