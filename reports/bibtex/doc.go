// Package bibtex parses bibliographies. It also contains the bibliography of the project:
// publications about strategies, puzzles, instance sets and statistical methods.
//
//	entries := bibtex.Parse(bibtex.File{Name: "mine.bib", Text: text})
//	fmt.Println(entries[0].Text())
//
// The parser accepts BibTeX and biblatex files as people write them. An error in an entry matters
// only if the entry is cited. Unknown input, such as a rare TeX command, is printed unchanged, with
// a warning. The grammar is the same as in BibTeX 0.99d, where a backslash before a brace has no
// effect.
//
// Reports cite entries by key: [@korf1985], [@{a key with spaces}]. A report may instead name its
// sources in words, such as "Doran & Michie 1966; Korf 1985". [Entry.In] then finds the entries by
// family names and year. The field "words", which BibTeX ignores, lists names that reports may use
// for the method of the publication, such as "AICc; corrected AIC" ([Entry.Named]).
package bibtex
