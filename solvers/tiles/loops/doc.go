// Package loops finds sequences of moves that a search of a sliding-tile puzzle does not need, and
// builds an automaton that recognizes them. A sequence is called a string, as in the literature.
//
// For example, if the blank circles in a 2x2 square, the three tiles are back in place after twelve
// moves. Six moves in one direction thus lead to the same position as six moves in the other. A
// search that does not store positions tries both, and repeats all work below the position.
//
// [Learn] goes through the strings of up to a given length on an unbounded board, shorter strings
// first, and strings of the same length in alphabetical order (up, left, right, down). It marks a
// string as redundant if an earlier string
//
//   - leads to the same arrangement of tiles, where all tiles are different, and
//   - stays within the rectangle that the marked string visits,
//
// so that the earlier string can replace it on any board. The replacement never makes a path
// longer, and an [Automaton] that rejects redundant strings never rejects the alphabetically first
// of the shortest paths. So a search that tries moves in that order, with admissible estimates,
// finds the same solution.
//
// Source: L. A. Taylor, R. E. Korf, Pruning duplicate nodes in depth-first search, AAAI 1993. R. C.
// Holte, N. Burch, Automatic move pruning for single-agent search, AI Communications 27 (2014),
// show that such pruning is safe under two conditions: an earlier string must be applicable
// wherever the rejected string is, and the order of strings must also hold inside longer strings.
//
// The last two columns of this table show the number of nodes relative to an automaton for strings
// of length 2, on boards 38 and 40 of Korf and Felner's fifty:
//
//	maximum length   states   strings   board 38   board 40
//	             2        5         4       1          1
//	             8      174        42       0.82       0.79
//	            10     1384       358       0.76       0.70
//	            12     9732      2667       0.71       0.62
//
// Learning takes about half a second of CPU time for the last row.
package loops
