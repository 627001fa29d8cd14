// Package draw provides the parts that pictures of different puzzles share:
//
//   - [Canvas] collects the markup of an SVG picture: title, description, dark
//     color scheme, captions;
//   - [Gradient], [InkOn] and [Contrast] choose colors that readers can
//     distinguish;
//   - [Frames], [Film] and [TextFilm] arrange the boards of a path in rows, and
//     [Animation] plays them;
//   - [Page] is a document that steps through a path, and [Track] an attribute that
//     changes on the way;
//   - [Show] turns drawing functions into a [puzzle.Picture].
//
// Pictures have a title and a description for readers who cannot see them, can
// follow a dark color scheme, and need neither other files nor scripts. Their style
// sheets affect nothing else, so one page can contain several pictures. The same
// drawing gives the same bytes on every machine.
//
// The package does not depend on any puzzle: solvers/PUZZLE/render draws the
// boards.
package draw
