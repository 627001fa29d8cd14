// Package fragment writes tables, claims and figures as pieces of HTML.
//
// Notebook cells link this package, so it is small: it does not support Markdown, and imports
// little more of this project than package reports. The page writer in package html uses the same
// [Writer], so a table looks the same in a cell and in the report.
package fragment
