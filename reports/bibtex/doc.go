// Package bibtex reads bibliographies and holds the one that ships with the project:
// the papers of the strategies, puzzles, published sets and statistics.
//
//	entries := bibtex.Parse(bibtex.File{Name: "mine.bib", Text: text})
//	fmt.Println(entries[0].Text())
//
// Files are BibTeX or biblatex, as they are in the wild. What is wrong with an entry is its
// error, which matters to whoever cites it; what is not known, such as a command of TeX, is
// printed as it was written, with a warning. The grammar is that of BibTeX 0.99d: a
// backslash before a brace does not make it count less.
//
// An entry is cited by its key, as in [@korf1985] or [@{a key with spaces}]. What a report uses names papers in
// words, as in "Doran & Michie 1966; Korf 1985": [Entry.In] finds an entry there by the
// family names of its authors and its year. The field "words" of an entry, which
// BibTeX itself ignores, lists the words by which the texts of reports name a method,
// such as "AICc; corrected AIC" ([Entry.Named]).
package bibtex
