// Package draw provides the parts shared by pictures of different puzzles:
//
//   - [Canvas] collects the markup of an SVG picture: title, description, dark color scheme,
//     captions.
//   - [Gradient], [InkOn] and [Contrast] choose colors that readers can distinguish.
//   - [Frames], [Film] and [TextFilm] arrange the boards of a path in rows, and [Animation] plays
//     them.
//   - [Page] is a document that steps through a path, and [Track] is an attribute that changes from
//     step to step.
//   - [Show] turns drawing functions into a [puzzle.Picture].
//
// Every picture has a title and a description for readers who cannot see it, and supports a dark
// color scheme. It needs neither other files nor scripts. Its style sheet affects only the picture
// itself, so one page can contain several pictures. Equal arguments give the same bytes on every
// machine.
//
// The package does not depend on any puzzle: the packages solvers/PUZZLE/render draw the boards.
package draw
