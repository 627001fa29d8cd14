// Package loops finds strings of moves that a search of a sliding-tile puzzle can do without,
// and recognises them.
//
// Three tiles that go round a square are home after twelve moves of the blank, so that six
// moves one way lead to the same position as six moves the other way. A search that has no
// memory for positions goes both ways, and so do all of its descendants. [Learn] goes through
// the strings of up to so many moves on an unbounded board, shorter ones first, those of a
// length in alphabetical order (up, left, right, down), and an [Automaton] then rejects a
// string that has one of those in it for which an earlier one
//
//   - leads to the same arrangement, all tiles being different, and
//   - stays within the rectangle that the string visits,
//
// so that it can be put in the string's place on any board. Putting it there makes a path no
// longer, and the alphabetically first of the shortest paths is never left out: a search that
// tries moves in that order finds the same solution, however it is bounded by admissible
// estimates.
//
// Source: L. A. Taylor, R. E. Korf, Pruning duplicate nodes in depth-first search, AAAI 1993.
// That earlier strings must apply wherever the rejected ones do, and that their order must
// hold within longer strings: R. C. Holte, N. Burch, Automatic move pruning for single-agent
// search, AI Communications 27 (2014).
//
//	up to moves   states   strings   nodes of boards 38 and 40 of Korf & Felner's fifty
//	          2        5         4   1      1
//	          8      174        42   0.82   0.79
//	         10     1384       358   0.76   0.70
//	         12     9732      2667   0.71   0.62
//
// The last row takes about half a second of CPU to learn.
package loops
