// Package lookahead is the study of Color Walk and the series "Explore Simple Game
// Algorithms with Color Walk": whether the series' table can be computed again, how
// far its algorithms are from the shortest solutions, which the series did not have,
// and what it takes to find those.
//
// [Study.Run] runs the trials and the [Definition] makes a report of them. Each
// figure, table and claim is a function of the trials alone, and of what is
// published and embedded in package colorwalk, so that a notebook can show it by itself:
//
//	var trials = display.Trials(lookahead.Study{})
//	display.Show(lookahead.Item(trials, "published"))
//
// A strategy is named as package colorwalk names it. More kinds are named here:
//
//   - "batch-100/gla-5,literal" plays the first hundred games of the series as
//     its program did, one after the other, in one trial that measures the moves
//     of each; with ",stray" at the end the move that
//     the program leaves over from one game begins the next;
//   - "structure" tells what is known of a board before any search;
//   - "marking/NAME", "finish-5/NAME" and "after-20/NAME" look into a game of a
//     strategy;
//   - "anytime/layers,improvements" reports every solution and bound on the way.
//
// Quality is counted in moves above the optimum of the same board, cost in
// moves made on the region graph, tried ones included, which are the nodes
// generated of package search.
//
// # What was decided when
//
// The optima of the boards of the series, and the means of most algorithms on them,
// were known before the claims were written down. A claim about these boards is a
// census: it counts, or computes a number of all hundred, and tests nothing.
//
// Other claims are about random boards, of which the root seed draws a sample. Trials
// of the root seed 1 had been seen, and of two pilots with the seeds 98 and 99, from
// which the numbers in the claims (a twentieth, three in four, a half, 1.5, a hundred)
// were chosen so that 30 boards can decide. Boards of another seed decide them;
// declared.csv records the questions and the seeds.
//
// Exact searches are compared on smaller boards, of 16 rows of 24 cells, on which the
// variants that leave out a part of the search come to an end too.
//
// # Boards that are not here
//
// The 99 problems of P. von Manteuffel's thesis come without a licence, and are read
// from the folder that the environment variable PUZZLELAB_99PROBLEMS names: 99problems
// of a clone of github.com/manteuffel723/flood-it-boards. Without it they are skipped.
//
// # References
//
//   - S. Koblenski, "Explore Simple Game Algorithms with Color Walk", parts 1 to
//     12, sam-koblenski.blogspot.com, 2017–2018, and its program,
//     github.com/koblenski/color_walk: the algorithms, the boards, and the table
//     of part 8.
//   - A. and S. Puchert, floodit, github.com/aaronpuchert/floodit: the layer
//     bound.
//   - P. von Manteuffel, "Exact Approaches for Flood-it: A*, IDA*, a SAT- and
//     ILP-Solver compared", TU Berlin, 2023, and M. Henke, ColorFill,
//     github.com/smack42/ColorFill: boards with optima, and times of their proofs.
//   - S. Holm, "A simple sequentially rejective multiple test procedure",
//     Scandinavian Journal of Statistics 6, 1979.
package lookahead
