// Package render draws boards of Color Walk and paths on them: [SVG] one board;
// [Strip] the boards of a path; [Animated] one board that is cleared;
// [Absorption] the move that removes each cell; [Regions] the region graph;
// [Page] a document that steps through a path; [Text] and [StripText] what a
// terminal shows.
//
// It is apart from package colorwalk so that no change of a picture changes the
// source that stored results name.
package render
