// Package render draws Hands of Time rings and paths. [SVG] draws a clock face with a path and the
// structure of the ring, [Steps] makes a page that steps through a path, and [Text] draws for a
// terminal. [Kind] is the complete description of the puzzle, including the drawings.
//
// The package is separate from handsoftime, so that a change to a drawing does not invalidate
// stored results, which depend on the source of handsoftime.
package render
