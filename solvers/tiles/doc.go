// Package tiles is the sliding-tile puzzle: the 8-, 15- and 24-puzzle, and
// every other board of 2x2 to 25 cells.
//
// # Rules
//
// A board has width × height cells, numbered row by row from 0, the tiles 1 to
// cells−1, and one cell without a tile, the blank, written 0. A move slides a
// tile next to the blank into it, at cost 1. A solution leads to the goal; most
// searches here look for a shortest one.
//
// # Use
//
//	board, err := tiles.ParseBoard("5 1 3 0 9 10 15 4 13 7 11 8 2 6 14 12", tiles.BlankLast)
//	strategy, err := tiles.ParseStrategy("idastar/lc-wd")
//	result := strategy.Solve(ctx, board, search.Limits{})
//	fmt.Println(tiles.FormatPath(result.Path))
//
// [New] is the puzzle as a search.Problem, for an algorithm of one's own;
// [NewHeuristic] makes an estimate of one's own. [KnownSets] and [Families]
// have boards, [Enumerate] counts whole spaces.
//
// # Conventions
//
// Two goals are in use, and published boards mean one of them:
//
//	blank-last     1  2  3  4      blank-first     0  1  2  3
//	               5  6  7  8                      4  5  6  7
//	               9 10 11 12                      8  9 10 11
//	              13 14 15  0                     12 13 14 15
//
// The first is what people write, the default here; the second is that of most
// of the literature. They are one problem: turn the board by half a turn and
// replace tile t by cells−t ([Board.Turned]). Lengths stay as they are, moves
// turn into their opposites. Searches use the blank-first form, in which tile t
// belongs on cell t; boards are converted on the way in and paths on the way
// out. A [Goal] may be any other arrangement, too: with its blank in a corner the
// form is a mirror image, and else boards are searched as they are, without
// pattern databases and the fast paths.
//
// A [Move] is the direction in which the tile slides: U, D, L or R. The blank
// goes the other way, and some programs name that. The [Order] in which moves
// are tried is stated as the literature does, in directions of the blank on the
// blank-first form; the default is up, left, right, down. It decides how much
// of the last iteration of IDA* is searched, so it belongs to every count.
//
// Counters are those of search.Meter: the move that undoes the last one is
// left out, every other child is generated, and the search stops when the goal
// is. Programs differ here by the root, the goal and pruned children;
// [KnownSet.Counting] tells how published counts are to be read.
//
// # The space
//
// Moves keep a parity ([Board.Solvable]), so that half of all arrangements can
// reach the goal, cells!/2 positions: 181,440 of the 8-puzzle,
// 10,461,394,944,000 of the 15-puzzle, 7.76·10^24 of the 24-puzzle. With the
// goal's blank in a corner the distances are:
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
// The last line is from Korf and Schultze (2005); the others are enumerated by
// the tests of this package, those of 12 cells with -exhaustive. Also published:
// 5x3, 84 moves, one position (OEIS A346737); 8x2, 140 moves, one position (OEIS
// A355560). On 5x5 the largest distance is not known.
//
// Far down a search tree without inverse moves, a node has √3 = 1.732 children
// on 3x3, 2.1304 on 4x4 and 2.3676 on 5x5 on average (Edelkamp and Korf 1998).
// A solution's length has the parity of the Manhattan distance, so bounds of
// IDA* grow by 2.
//
// # Heuristics
//
// Tiles not at home (hamming) ≤ rows and columns away from home, summed
// (manhattan) ≤ the same with 2 for each tile that must leave its line to let
// others pass (linear-conflict). Walking distance and inversion distance look
// at lines and at reading order as wholes; neither they nor linear conflict
// contain each other, and the larger of two is a better estimate (lc-wd). All
// are admissible and consistent, which tests show on the whole 8-puzzle. On
// Korf's 100 boards of the 15-puzzle, IDA* generates 363 million nodes on
// average with manhattan, 38 with linear-conflict, 46 with walking-distance and
// 15 with lc-wd.
//
// Pattern databases (pdb-555, pdb-663, pdb-78; pdb-55554 and pdb-6666 for 5x5) add up
// the moves that groups of tiles need, from tables that package pdb builds and keeps.
// They are admissible and consistent too. With pdb-663 Korf's boards take 269,376 nodes on
// average, with pdb-78 20,923.
//
// # References
//
//   - W. W. Johnson, W. E. Story, "Notes on the '15' Puzzle", American Journal
//     of Mathematics 2, 1879: parity.
//   - R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree
//     search", Artificial Intelligence 27, 1985: IDA*, the 100 boards.
//   - O. Hansson, A. Mayer, M. Yung, "Criticizing solutions to relaxed models
//     yields powerful admissible heuristics", Information Sciences 63, 1992:
//     linear conflict.
//   - S. Edelkamp, R. E. Korf, "The branching factor of regular search spaces",
//     AAAI 1998.
//   - K. Takahashi, 15-puzzle optimal solver, 2001: walking distance, inversion
//     distance.
//   - R. E. Korf, A. Felner, "Disjoint pattern database heuristics", Artificial
//     Intelligence 134, 2002: the 50 boards of 5x5.
//   - R. E. Korf, P. Schultze, "Large-scale parallel breadth-first search",
//     AAAI 2005: all distances of 4x4.
//   - The programs of three write-ups: lemtea8's C++ solver of the 15-puzzle;
//     Simon531's blog post on IDA* in C, 2019; the Coursera Algorithms 8-puzzle
//     of 2014.
package tiles
