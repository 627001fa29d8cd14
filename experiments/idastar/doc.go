// Package idastar is the study of two ways to search the 15-puzzle: IDA*, which searches
// depth-first with increasing bounds, and A*, which searches best-first. It starts from two
// write-ups, one about a C program from 2019 and one about a C++ program, and compares their
// published numbers with its own.
//
// Claims about random boards are decided on 4×3 boards, which every search solves, and on 15-puzzle
// boards, on which A* may run out of memory. Korf's hundred boards are a fixed list: a claim about
// them is decided when all of them have been run, at the standard scale. If only some have been
// run, these are the easiest boards, which IDA* with Manhattan distance solves with the fewest
// nodes. Their results say nothing about the other boards.
//
// [Study.Run] runs the trials, and the [Definition] describes the report. Each figure, table and
// claim is computed only from the trials and from published numbers embedded in package tiles, so a
// notebook can show any one of them:
//
//	var trials = display.Trials(idastar.Study{})
//	display.Show(idastar.KorfTable(trials))
//
// Strategies have the names from package tiles. This package adds three kinds: "ara/H,improvements"
// reports every solution found before the best one, "sample-N/H" reports the distribution of the
// estimates for N random boards, and "bounded-N-BOUND/H" reports the number of nodes within each
// bound for N random boards.
//
// Items about limits, memory and times follow the conventions of package experiments: if a limit
// stopped a run, its counts are lower bounds and are shown as such.
//
// # References
//
//   - R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search",
//     Artificial Intelligence 27, 1985: IDA*, the hundred boards and their published counts.
//   - R. E. Korf, M. Reid, S. Edelkamp, "Time complexity of iterative-deepening-A*", Artificial
//     Intelligence 129, 2001: the prediction.
//   - S. Edelkamp, R. E. Korf, "The branching factor of regular search spaces", AAAI 1998.
//   - Simon531, blog post on IDA* in C, 2019; lemtea8, write-up of a 15-puzzle solver in C++: the
//     boards, counters and programs that this study reproduces.
package idastar
