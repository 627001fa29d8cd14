// Package formula reads formulas in TeX and writes them as MathML, as plain text and as
// LaTeX.
//
// It knows the vocabulary of papers: signs, Greek letters, fonts, accents and functions
// (signs.txt has all of them), scripts and primes, fractions, roots, delimiters of any size,
// environments such as aligned, cases and pmatrix, text with formulas in it, colours and tags.
// What is beyond that shows its source, and [Parse] says where it begins. Macros are
// beyond it.
//
//	f, err := formula.Parse(`b^* = \sqrt[d]{N}`)
//	fmt.Println(f.Text()) // b* = ᵈ√N
//
// In Markdown formulas stand between dollars, $N$, or two of them, $$N$$, on a line of
// their own, or are environments ([Find]).
package formula
