// Package draw holds what pictures of different puzzles have in common:
//
//   - [Canvas], on which an SVG picture is written: its head with title,
//     description and dark scheme, captions, coordinates;
//   - [Gradient], [InkOn] and [Contrast], for colours that readers can tell apart;
//   - [Frames], [Film] and [TextFilm], which lay the boards of a path out in
//     rows; [Animation], which plays them;
//   - [Page], a document that steps through a path, with [Track], an attribute
//     that changes from step to step.
//
// The package knows no puzzle: solvers/PUZZLE/render decides what a board looks
// like.
package draw
