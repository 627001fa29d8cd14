// Package fragment writes tables, claims and figures as pieces of HTML.
//
// Every notebook cell links this package, so it is small. It does not support Markdown, and it
// imports few packages of this project besides reports. The page writer in package html uses the
// same [Writer], so tables look the same in a cell and in a report.
package fragment
