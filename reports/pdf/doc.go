// Package pdf writes reports and single figures as PDF, without help of another
// program.
//
//	err := pdf.Write(file, report, pdf.A4)
//
// Fonts are embedded, as far as they are used: Liberation Sans and Mono, and DejaVu
// Sans for what these lack. Text can be searched and copied. The same report gives
// the same bytes in every process.
package pdf
