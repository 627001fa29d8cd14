// Package render draws Color Walk boards and paths:
//
//   - [SVG] draws one board, [Strip] draws the boards along a path, and [Animated] draws an
//     animation.
//   - [Absorption] draws the move that removes each cell, and [Regions] the region graph.
//   - [Steps] makes a page that steps through a path.
//   - [Text] and [StripText] draw for a terminal.
//
// [Kind] is the complete description of the puzzle, with the programs of the series and the
// drawings.
//
// The package is separate from colorwalk, so that a change to a drawing does not invalidate
// stored results, which depend on the source of colorwalk.
package render
