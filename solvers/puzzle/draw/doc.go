// Package draw holds what pictures of different puzzles have in common:
//
//   - [Canvas], on which an SVG picture is written: its head with title,
//     description and dark scheme, captions, coordinates;
//   - [Gradient], [InkOn] and [Contrast], for colours that readers can distinguish;
//   - [Frames], [Film] and [TextFilm], which lay the boards of a path out in
//     rows; [Animation], which plays them;
//   - [Page], a document that steps through a path, with [Track], an attribute
//     that changes from step to step;
//   - [Show], which makes a [puzzle.Picture] of the functions that draw it.
//
// Pictures have a title and a description for readers who cannot see them, may
// follow a dark colour scheme, and need no other file and no script. Their style
// sheets touch nothing else, so that several can stand in one page. The same
// drawing gives the same bytes on every machine.
//
// The package knows no puzzle: solvers/PUZZLE/render decides what a board looks
// like.
package draw
