// Package tiles solves sliding-tile puzzles: the 8-, 15- and 24-puzzle, and all other boards from
// 2x2 cells up to 25 cells.
//
// # Rules
//
// A board has width × height cells, numbered row by row from 0. It has tiles 1 to cells−1 and one
// empty cell, the blank, which is written 0. A move slides a tile next to the blank into the blank,
// at cost 1. A solution leads to the goal; most searches in this package look for a shortest
// solution.
//
// # Use
//
//	board, err := tiles.ParseBoard("5 1 3 0 9 10 15 4 13 7 11 8 2 6 14 12", tiles.BlankLast)
//	strategy, err := tiles.Core().Strategy("idastar/lc-wd")
//	finding, err := strategy.Run(ctx, board, 0, search.Limits{})
//	fmt.Println(finding.Cost, finding.Solution)
//
// For your own algorithm, [New] returns a board as a search.Problem; for your own heuristic, use
// [NewHeuristic]. [KnownInstances] returns published boards, and [EnumerateDistances] finds the
// distances of all positions of a small board.
//
// # Conventions
//
// Two goals are common, and all published boards use one of them:
//
//	blank-last     1  2  3  4      blank-first     0  1  2  3
//	               5  6  7  8                      4  5  6  7
//	               9 10 11 12                      8  9 10 11
//	              13 14 15  0                     12 13 14 15
//
// The first is common in everyday use and is the default here; most of the literature uses the
// second. They are equivalent: to convert one to the other, rotate the board by 180 degrees and
// replace tile t with cells−t ([Board.Turned]). Solution lengths stay the same, and moves become
// their opposites. Searches use the blank-first form, in which tile t belongs on cell t. They
// convert boards before a search, and paths afterward. A [Goal] may also be any other arrangement.
// If its blank is in a corner, a reflection converts the board. Otherwise the board is searched as
// it is, without pattern databases or fast paths.
//
// A [Move] is the direction in which the tile slides: U, D, L or R. The blank moves the opposite
// way, and some programs name moves after the blank. As in the literature, an [Order] lists
// directions in which the blank moves in the blank-first form; the default is up, left, right,
// down. The order determines how much of the last iteration IDA* searches, so every count depends
// on this order.
//
// search.Meter defines the counters. The searches in this package leave out the move that undoes
// the last one, generate every other child, and stop when they generate the goal. Programs differ
// in whether they count the root, the goal and pruned children; the Counting of each known.Set
// explains the published counts.
//
// # The space
//
// Moves preserve a parity ([Board.Solvable]), so exactly half of all arrangements can reach the
// goal. These are cells!/2 positions: 181,440 for the 8-puzzle, 10,461,394,944,000 for the
// 15-puzzle, and 7.76·10^24 for the 24-puzzle. If the goal's blank is in a corner, the distances
// are as follows. The fourth column counts the positions at the largest distance.
//
//	board   positions           largest   there   mean
//	2x2                    12         6       1    3.00
//	3x2                   360        21       1   12.62
//	4x2                20,160        36       1   22.68
//	3x3               181,440        31       2   21.97
//	5x2             1,814,400        55       2   34.73
//	4x3           239,500,800        53      18   35.10
//	6x2           239,500,800        80       2   48.99
//	4x4    10,461,394,944,000        80      17   52.59
//
// The last line is from Korf and Schultze (2005). The tests of this package enumerate the other
// boards, except that boards with 12 cells are enumerated by the tests of package external, with
// -exhaustive. Two more values have been published: for 5x3, 84 moves and one position (OEIS
// A346737), and for 8x2, 140 moves and one position (OEIS A355560). The largest distance for 5x5 is
// unknown.
//
// Deep in a search tree without inverse moves, a node has on average √3 = 1.732 children on 3x3
// boards, 2.1304 on 4x4 and 2.3676 on 5x5 (Edelkamp and Korf 1998). A solution's length has the
// parity of the Manhattan distance, so the bounds of IDA* increase by 2.
//
// # Heuristics
//
// The simplest heuristic, hamming, counts the tiles that are not at home. It is never larger than
// manhattan, the sum of the tiles' distances from home, in rows plus columns. Manhattan is never
// larger than linear-conflict, which adds 2 for each tile that must leave its line to let others
// pass. Walking distance considers whole lines, and inversion distance considers the reading order.
// None of the three heuristics linear-conflict, walking-distance and inversion-distance dominates
// another, so the maximum of two of them, such as lc-wd, is better than either alone. All are
// admissible and consistent, as tests show on the whole 8-puzzle. On Korf's 100 boards of the
// 15-puzzle, IDA* generates 363 million nodes on average with manhattan, 38 million with
// linear-conflict, 46 million with walking-distance and 15 million with lc-wd.
//
// Pattern databases (pdb-555, pdb-663 and pdb-78; pdb-55554 and pdb-6666 for 5x5) add up the moves
// needed by groups of tiles, using tables built and stored by package pdb. They are also admissible
// and consistent. On Korf's boards, IDA* generates 269,376 nodes on average with pdb-663, and
// 20,923 with pdb-78.
//
// IDA* with the option fsm uses an automaton from package loops to leave out moves, and finds the
// same solutions. Children left out by the automaton are never generated, so no counter includes
// them. The option from=N starts at bound N, proved by an earlier search.
//
// # References
//
//   - W. W. Johnson, W. E. Story, "Notes on the '15' Puzzle", American Journal of Mathematics 2,
//     1879: parity.
//   - R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial
//     Intelligence 27, 1985: IDA*, the 100 boards.
//   - O. Hansson, A. Mayer, M. Yung, "Criticizing solutions to relaxed models yields powerful
//     admissible heuristics", Information Sciences 63, 1992: linear conflict.
//   - S. Edelkamp, R. E. Korf, "The branching factor of regular search spaces", AAAI 1998.
//   - K. Takahashi, 15-puzzle optimal solver, 2001: walking distance, inversion distance.
//   - R. E. Korf, A. Felner, "Disjoint pattern database heuristics", Artificial Intelligence 134,
//     2002: the 50 boards of 5x5.
//   - R. E. Korf, P. Schultze, "Large-scale parallel breadth-first search", AAAI 2005: all
//     distances of 4x4.
//   - The programs of three write-ups: lemtea8's C++ solver of the 15-puzzle; Simon531's blog post
//     on IDA* in C, 2019; the Coursera Algorithms 8-puzzle of 2014.
package tiles
