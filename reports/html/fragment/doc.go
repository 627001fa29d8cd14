// Package fragment writes tables, claims and figures as pieces of HTML.
//
// It is what notebook cells link, so it is small: it knows no Markdown and
// pulls in nothing but package reports. The page writer in package html uses
// the same [Writer], so a table looks the same in a cell and in the report.
package fragment
