// Package bibtex reads bibliographies and holds the one that ships with the project:
// the papers of the strategies, puzzles, published sets and statistics.
//
//	entries, err := bibtex.Parse("mine.bib", text)
//	fmt.Println(entries[0].Text())
//
// An entry is cited by its key, as in [@korf1985]. What a report uses names papers in
// words, as in "Doran & Michie 1966; Korf 1985": [Entry.In] finds an entry there by the
// family names of its authors and its year. The field "words" of an entry, which
// BibTeX itself ignores, lists the words by which the texts of reports name a method,
// such as "AICc; corrected AIC" ([Entry.Named]).
package bibtex
