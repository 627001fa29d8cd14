// Package idastar is the study of searching the 15-puzzle: depth-first with
// bounds, as IDA* does, or best-first, as A* does. It begins with two write-ups,
// a C program of 2019 and a C++ program, and sets what they print beside what they
// count.
//
// Claims about random boards are decided on boards of 4×3, which every search solves,
// and on boards of the 15-puzzle where A* may run out of memory. Korf's hundred boards
// are a fixed list: a claim about them is decided when all of them have been run, at the
// standard scale. Where fewer have been run, they are the easiest, those that IDA* with
// Manhattan distance solves with the fewest nodes, and say nothing about the others.
//
// [Study.Run] runs the trials and the [Definition] makes a report of them. Each
// figure, table and claim is a function of the trials alone, and of what is
// published and embedded in package tiles, so that a notebook can show it by itself:
//
//	var trials = display.Trials(idastar.Study{})
//	display.Show(idastar.KorfTable(trials))
//
// A strategy is named as package tiles names it. Three more kinds are named
// here: "ara/H,improvements" reports every solution on the way,
// "sample-N/H" the distribution of the estimates of N random boards, and
// "bounded-N-BOUND/H" the nodes of N random boards within each bound.
//
// Items about limits, memory and times follow the conventions of package
// experiments: a run that a limit ended is a lower bound and is shown as one.
//
// # References
//
//   - R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree
//     search", Artificial Intelligence 27, 1985: IDA*, the hundred boards and
//     their published counts.
//   - R. E. Korf, M. Reid, S. Edelkamp, "Time complexity of
//     iterative-deepening-A*", Artificial Intelligence 129, 2001: the prediction.
//   - S. Edelkamp, R. E. Korf, "The branching factor of regular search spaces",
//     AAAI 1998.
//   - Simon531, blog post on IDA* in C, 2019; lemtea8, write-up of a 15-puzzle
//     solver in C++: the boards, counters and programs that are repeated.
package idastar
