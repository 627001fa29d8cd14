// Package pdf writes reports and single figures as PDF without the help of other programs.
//
//	err := pdf.Write(file, report, pdf.A4)
//
// Figures and tables appear where they occur in the report. If there is not enough room, they move
// to a later page in the same section, and text fills the remaining space. A table that is too wide
// is printed smaller, on a rotated page, or in parts. The document contains the output of cells but
// not their source, which would take too much space on paper.
//
// The document embeds the used parts of Liberation Sans and Mono, and of DejaVu Sans for characters
// that both lack. Characters missing from all fonts, and characters of right-to-left scripts, are
// printed as codes such as U+8FF7. The end of the report explains these codes. Text can be searched
// and copied. The same report gives the same bytes in every process.
//
// Reports are tagged according to PDF/UA-1, so screen readers find headings, lists, table headers,
// links and descriptions of figures. The fpdf library does not support such tags. The marks on
// pages are therefore written while the pages are drawn, and an incremental update adds the
// remaining data (tags.go). Single figures are not tagged, because papers that include them have
// their own descriptions.
package pdf
