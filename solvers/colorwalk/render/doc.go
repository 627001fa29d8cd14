// Package render draws boards of Color Walk and paths on them: [SVG] one board;
// [Strip] the boards of a path; [Animated] one board that is cleared;
// [Absorption] the move that removes each cell; [Regions] the region graph;
// [Page] a document that steps through a path; [Text] and [StripText] what a
// terminal shows.
// [Kind] is the whole puzzle: what package colorwalk says of it, with the programs of the
// series and the drawings.
//
// It is apart from package colorwalk so that no change of a picture changes the
// source that stored results name.
package render
