// Package colorwalk is the flood game: Color Walk, whose start is blank, and
// Flood-It, whose start has a colour.
//
// # Rules
//
// A board is a grid of cells in a few colours. A move names a colour; every
// cell of that colour that is connected to the blank area through cells of that
// colour becomes blank. The blank area begins at the start, by custom the top
// left cell; cells are connected above, below, left and right. The game ends
// when all cells are blank. Its score is the number of moves, and a move that
// removes nothing counts too. A start that has a colour is no different: the
// cells of that colour around it are the blank area.
//
// Every board can be solved, no move is forced, and none is ever a mistake that
// cannot be made good: after it, no more moves are left than before.
//
// # Use
//
//	board, err := colorwalk.ParseBoard("0312/1131/1331/3221")
//	strategy, err := colorwalk.Core().Strategy("layered/layers")
//	finding, err := strategy.Run(ctx, board, 0, search.Limits{})
//	fmt.Println(finding.Cost, finding.Solution)
//
// [New] is the puzzle as a search.Problem, and [NewGraph] its region graph, for an
// algorithm of one's own. [KnownSets] has boards, [Anytime] reports better and
// better solutions. Package programs holds the programs of the series, package
// kind the whole puzzle.
//
// # Regions
//
// Every maximal connected set of cells of one colour is a region. A position is
// the set of regions absorbed into the blank area; the regions that touch it are
// its frontier, and a move absorbs those of them that have its colour. On the
// hundred boards of the write-up, 30x20 cells in five colours, there are 376
// regions on average. All strategies work on this graph, so that what is
// compared is search and not data structures.
//
// # Counters
//
// They are those of search.Meter, and count moves on this graph. Expanded are
// the positions from which colours were tried, Generated the moves made from
// there, those of look-aheads and of beams for a first solution included; the
// move that a program of the write-up then chooses is not counted again. Colours
// that remove nothing are not generated, except by the programs that play them.
//
// # Bounds
//
// At least as many moves are left as colours, and as the largest distance from
// the blank area in the region graph. The layer bound is at least both: it plays
// with moves that take the whole frontier, but pays for each colour that can be
// completed. On the write-up's boards it says 25.06 on average at the start,
// where 28.77 moves are needed. It is consistent, which tests show on all
// positions of small boards.
//
// # How the optimum is proved
//
// Positions after the same number of moves can be compared: one that has
// absorbed all that the other has, and perhaps more, needs no more moves. The
// search goes through the layers of positions, starting from the solution of a
// beam, and keeps a position only if its bound allows a shorter solution and no
// other position of the layer dominates it. What makes dominance frequent is
// that regions that open no way to others, and whose colour must be played at
// some time anyway, count as absorbed at once. On a board of the write-up some
// 5,000 positions are kept on average; the bound and the recognition of equal
// positions alone keep 28 times as many (study lookahead, on twelve boards).
//
// The problem is NP-hard from three colours on, with a fixed start too.
//
// # References
//
//   - "Explore Simple Game Algorithms with Color Walk", parts 1 to 12,
//     sam-koblenski.blogspot.com, 2017–2018, and its program,
//     github.com/koblenski/color_walk: the rules, thirteen algorithms and the
//     hundred boards of the series.
//   - A. and S. Puchert, floodit, github.com/aaronpuchert/floodit: the layer bound
//     and the order rule.
//   - M. Henke, ColorFill, github.com/smack42/ColorFill: A* with the layer bound,
//     and public sets of boards with their optima.
//   - R. Clifford, M. Jalsenius, A. Montanaro, B. Sach, "The complexity of flood
//     filling games", Theory of Computing Systems 50, 2012: NP-hardness,
//     approximation, and the length of random games.
package colorwalk
