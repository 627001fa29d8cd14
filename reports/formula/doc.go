// Package formula parses TeX formulas and writes them as MathML, plain text and LaTeX.
//
// It supports the commands that papers commonly use: symbols, Greek letters, fonts, accents and
// functions (all listed in signs.txt), scripts and primes, fractions, roots, delimiters of any
// size, environments such as aligned, cases and pmatrix, text that contains formulas, colors, tags
// and simple macros ([Macros]). If a formula contains anything else, the writers show its source,
// and [Parse] returns an error with the position.
//
//	f, err := formula.Parse(`b^* = \sqrt[d]{N}`)
//	fmt.Println(f.Text()) // b* = ᵈ√N
//
// In Markdown, formulas are between dollars ($N$), between double dollars on separate lines
// ($$N$$), or in an environment ([Find]).
package formula
