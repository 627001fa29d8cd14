// Package colorwalk solves the flood game in two forms: Color Walk, in which the start is blank,
// and Flood-It, in which it has a color. "The series" and "the write-up" both refer to a series of
// articles about algorithms for Color Walk; see the references.
//
// # Rules
//
// A board is a grid of cells in a few colors. A move names a color. Every cell of that color that
// is connected to the blank area through cells of that color becomes blank. The blank area begins
// at the start, usually the top left cell. A cell is connected to the cells above, below, left and
// right. The game ends when all cells are blank. The score is the number of moves; a move that
// removes nothing counts, too. If the start has a color, the blank area begins with the connected
// cells of that color around it.
//
// Every board can be solved from every position. A move never increases the number of moves needed,
// so no move is a fatal mistake.
//
// # Use
//
//	board, err := colorwalk.ParseBoard("0312/1131/1331/3221")
//	strategy, err := colorwalk.Core().Strategy("layered/layers")
//	finding, err := strategy.Run(ctx, board, 0, search.Limits{})
//	fmt.Println(finding.Cost, finding.Solution)
//
// For your own algorithm, [New] returns a board as a search.Problem, and [NewGraph] returns its
// region graph. [KnownInstances] returns published boards, and [Anytime] reports better and better
// solutions. Package programs contains the programs of the series. Package render draws boards and
// combines everything in one description of the puzzle.
//
// # Regions
//
// A region is a maximal connected set of cells of one color. A position is the set of regions that
// the blank area has absorbed. The frontier is the set of regions that touch the blank area, and a
// move absorbs the regions of the frontier that have its color. The hundred boards of the write-up,
// 30x20 cells in five colors, have 376 regions on average. All strategies work on this graph, so
// comparisons between them are about search and not about data structures.
//
// # Counters
//
// search.Meter defines the counters; in this package they count moves on the region graph. Expanded
// counts the positions from which a strategy tried colors. Generated counts the moves that it made
// there, including moves made by look-aheads and by beams for a first solution. When one of the
// series' programs then plays one of these moves, the move does not count again. Colors that remove
// nothing are not generated, except by programs that play them.
//
// # Bounds
//
// The number of remaining colors, and the largest distance from the blank area in the region graph,
// are lower bounds on the number of moves. The layer bound is never smaller than either. It counts
// the moves of an easier game, in which one move takes the whole frontier. If all remaining regions
// of some colors touch the blank area, however, it plays each of these colors separately. On the
// write-up's boards, the average bound at the start is 25.06 moves, and the average optimum is
// 28.77 moves. The bound is consistent, as tests show on all positions of small boards.
//
// # How the optimum is proved
//
// The search compares positions after the same number of moves. A position dominates another if it
// has absorbed all regions that the other has absorbed; it then never needs more moves than the
// other. The search starts with the solution of a beam search and goes through the layers of
// positions. It keeps a position only if the bound allows a shorter solution and no other position
// in the layer dominates it. Dominance is frequent because a region counts as absorbed as soon as
// it leads to no new regions and its color must be played anyway. On a board of the write-up, the
// search keeps about 5,000 positions on average. With only the bound and the detection of equal
// positions, it keeps 28 times as many (measured on twelve boards by the study lookahead).
//
// The problem is NP-hard for three or more colors, even with a fixed start.
//
// # References
//
//   - "Explore Simple Game Algorithms with Color Walk", parts 1 to 12,
//     sam-koblenski.blogspot.com, 2017–2018, and its program, github.com/koblenski/color_walk:
//     the rules, thirteen algorithms and the hundred boards of the series.
//   - A. and S. Puchert, floodit, github.com/aaronpuchert/floodit: the layer bound, and the order
//     rule, which avoids trying two independent moves in both orders.
//   - M. Henke, ColorFill, github.com/smack42/ColorFill: A* with the layer bound, and public
//     sets of boards with their optima.
//   - R. Clifford, M. Jalsenius, A. Montanaro, B. Sach, "The complexity of flood filling
//     games", Theory of Computing Systems 50, 2012: NP-hardness, approximation, and the length
//     of random games.
package colorwalk
