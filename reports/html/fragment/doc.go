// Package fragment writes tables, claims and figures as fragments of HTML.
//
// Every notebook cell links this package, so it is kept small: it does not support Markdown, and it
// imports few packages of this project besides reports. Package html uses the same [Writer], so
// tables look the same in a cell and in a report.
package fragment
