// Package render draws rings of Hands of Time and paths on them: [SVG] a clock
// face with the path and the structure of the ring; [Page] a document that steps
// through a path; [Text] what a terminal shows.
// [Kind] is the whole puzzle: what package handsoftime says of it, with the drawings.
//
// It is apart from package handsoftime so that no change of a picture changes
// the source that stored results name.
package render
