// Package bibtex parses bibliographies. It also contains the bibliography of the project: papers
// about the strategies, puzzles, published instance sets and statistics.
//
//	entries := bibtex.Parse(bibtex.File{Name: "mine.bib", Text: text})
//	fmt.Println(entries[0].Text())
//
// The parser accepts BibTeX and biblatex files as people write them. A faulty entry has an error,
// which matters only if the entry is cited. Unknown input, such as a TeX command, is printed
// unchanged, with a warning. The grammar is that of BibTeX 0.99d, where a backslash before a brace
// has no effect.
//
// Reports cite entries by key: [@korf1985], [@{a key with spaces}]. If a report names its sources
// in words, such as "Doran & Michie 1966; Korf 1985", family names and year identify the entries
// ([Entry.In]). The field "words", which BibTeX ignores, lists names under which reports mention a
// method, such as "AICc; corrected AIC" ([Entry.Named]).
package bibtex
