// Package latex writes reports as LaTeX for papers: tables in booktabs and siunitx,
// figures as files, and each number of a claim or of the answer as a macro.
//
//	files, err := latex.Write(report, pdf.Picture)
//
// makes report.tex, numbers.tex with the macros, tables/ID.tex, and the figures as
// figures/ID.pdf, or .png where nobody draws them as PDF. What depends on measured
// times goes to timing/ instead and is marked in report.tex as package markdown marks
// it, here in comments. The same report gives the same bytes.
//
// The document needs pdfLaTeX (or another engine) and packages of Debian's
// texlive-latex-recommended, texlive-latex-extra, texlive-science and
// texlive-fonts-recommended. Tables are laid out with the widths of Times: one that
// is too wide for the page breaks its words, is set smaller, turned, or split.
package latex
