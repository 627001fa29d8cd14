// Package render draws sliding-tile boards and paths:
//
//   - [SVG] draws one board and the parts of an estimate.
//   - [Strip] draws the boards along a path, and [Animated] draws an animation.
//   - [Steps] makes a page that steps through a path.
//   - [Text] and [StripText] draw for a terminal.
//
// [Kind] is the complete description of the puzzle, with the programs of the
// write-ups and the drawings.
//
// The package is separate from tiles, so that a change to a drawing does not
// invalidate stored results, which depend on the source of tiles.
package render
