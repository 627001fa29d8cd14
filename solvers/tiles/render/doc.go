// Package render draws boards of sliding tiles and paths on them: [SVG] one
// board, with what an estimate of it is made of; [Strip] the boards of a path;
// [Animated] one board whose tiles slide; [Page] a document that steps through a
// path; [Text] and [StripText] what a terminal shows.
// [Kind] is the whole puzzle: what package tiles says of it, with the write-ups'
// programs and the drawings.
//
// It is apart from package tiles so that no change of a picture changes the
// source that stored results name.
package render
