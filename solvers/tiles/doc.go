// Package tiles is the sliding-tile puzzle: the 8-, 15- and 24-puzzle, and
// every other board of 2x2 to 25 cells.
package tiles
