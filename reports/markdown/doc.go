// Package markdown writes reports as Markdown with their figures and tables
// as files beside it: what a repository shows, and what pandoc reads.
//
//	files, err := markdown.Write(report)
//
// makes report.md, figures/ID.svg and .png, tables/ID.csv, claims.json and
// provenance.json.
// Files that depend on measured times go to timing/ instead, and such parts of
// report.md stand between <!-- timing --> and <!-- /timing -->; the provenance
// stands last, between <!-- provenance --> and <!-- /provenance -->. Everything
// else is the same, byte for byte, whenever the same report is written.
package markdown
