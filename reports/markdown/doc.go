// Package markdown writes reports as Markdown, with figures and tables in separate files.
// Code-hosting sites can display the result, and pandoc can read it.
//
//	files, err := markdown.Write(report)
//
// The files are report.md, figures/ID.svg and .png, tables/ID.csv, claims.json and provenance.json.
// Files that depend on measured times are in timing/ instead, and such parts of report.md are
// between <!-- timing --> and <!-- /timing -->. The provenance comes last, between <!-- provenance
// --> and <!-- /provenance -->. Everything else is reproducible byte for byte.
package markdown
