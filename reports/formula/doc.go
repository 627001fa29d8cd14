// Package formula reads formulas in a subset of TeX and writes them as MathML and as
// plain text. What it accepts is safe to hand to TeX as it is.
//
// The subset: letters, digits and the signs of a keyboard; groups in braces; scripts and
// primes; \frac, \binom and \sqrt, also with a degree; Greek letters; the usual
// operators, relations, arrows, dots and delimiters, with \left and \right; sums,
// products and integrals with their limits; names of functions and \operatorname; \text,
// \mathrm, \mathbf, \mathit and \mathbb; \bar, \hat, \tilde, \vec and \overline; spaces.
//
//	f, err := formula.Parse(`b^* = \sqrt[d]{N}`)
//	fmt.Println(f.Text()) // b* = ᵈ√N
//
// In Markdown formulas stand between dollars, $N$, or two of them, $$N$$, on a line of
// their own ([Find]).
package formula
