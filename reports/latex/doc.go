// Package latex writes reports as LaTeX: as a complete document, and as parts for papers in other
// document classes.
//
//	files, err := latex.Write(report, pdf.Picture)
//
// makes report.tex, results.sty, and a file tables/ID.tex or figures/fig-ID.tex for each table and
// figure. Any document that loads results.sty can include these. results.sty also defines macros
// for the sentences and numbers of claims, the answer, and the numbers in tables. Pictures are in
// figures/ID.pdf and figures/ID-narrow.pdf, or in .png files if they cannot be drawn as PDF. Files
// that depend on measured times are in timing/ instead. In report.tex and results.sty, comments
// mark the parts that depend on measured times. The same report gives the same bytes.
//
// LaTeX itself measures tables. It tries combinations of columns and font sizes, and uses the first
// combination that fits the text column, or else the page. Tables float, are never rotated, and are
// split if they are long.
//
// report.tex needs pdfLaTeX (or another engine) and packages from Debian's
// texlive-latex-recommended, texlive-latex-extra and texlive-fonts-recommended.
package latex
