// Package latex writes reports as LaTeX, whole and in parts for papers of other classes.
//
//	files, err := latex.Write(report, pdf.Picture)
//
// makes report.tex, results.sty, and tables/ID.tex and figures/fig-ID.tex, which set a table
// or a figure wherever results.sty is loaded. It also has the sentences and numbers of claims, the
// answer, and the numbers of tables, as macros. Figures are figures/ID.pdf and ID-narrow.pdf, or .png where nobody
// draws them as PDF. What depends on measured times goes to timing/ instead and is marked
// in report.tex and results.sty as package markdown marks it, here in comments. The same
// report gives the same bytes.
//
// LaTeX measures tables: it takes the first of some sets of columns and sizes of type that fits
// the column, or else the page. It makes them float, never turned, in several parts if they are long.
//
// report.tex needs pdfLaTeX (or another engine) and packages of Debian's
// texlive-latex-recommended, texlive-latex-extra and texlive-fonts-recommended.
package latex
