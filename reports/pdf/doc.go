// Package pdf writes reports and single figures as PDF, without help of another
// program.
//
//	err := pdf.Write(file, report, pdf.A4)
//
// Figures and tables stand where they are due, or on the next page if there is no room,
// within their section; text fills what is left. A table that is too wide is set
// smaller, or on a turned page, or in parts. What cells print is shown, their source is
// not: a page on paper cannot fold it away.
//
// Fonts are embedded, as far as they are used: Liberation Sans and Mono, and DejaVu
// Sans for what these lack. What none has, and what runs from right to left, is printed
// as its code, such as U+8FF7, and the end of the report says so. Text can be
// searched and copied. The same report gives the same bytes in every process.
package pdf
