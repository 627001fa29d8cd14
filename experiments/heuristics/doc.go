// Package heuristics is the study of heuristics on the 8-puzzle, which is small enough to examine
// every position. It reproduces a write-up by a student of the Coursera course Algorithms, Part I
// (2014). The student solved the 8-puzzle using A* with the Hamming and the Manhattan distance, and
// made the program faster step by step. The study then determines the error of every heuristic at
// every position: the difference between the estimate and the true distance. It also determines how
// many additional expansions the errors cause.
//
// A [Study] specifies what to run; [Study.Run] runs what is missing and returns the trials. Every
// figure, table and claim is computed from these trials alone:
//
//	var trials = display.Trials(heuristics.Study{})
//	display.Show(heuristics.GrowthFigure(trials))
//
// The [Definition] lists all figures, tables and claims for commands and reports. [Assess] compares
// a heuristic of your own with heuristics from package tiles.
//
// # Parts
//
// The trials come from several sweeps, which differ in instance set, strategies and mode:
//
//   - programs: the write-up's A* on the course's boards and on uniformly random boards, both
//     in its final version and with each improvement undone ("astar-coursera/…");
//   - searches: A* and IDA* with every heuristic on uniformly random boards;
//   - times: A* and IDA* again on the first of these boards, and the write-up's three versions
//     on the course's boards, one trial at a time;
//   - survey: distance and estimate for all 181,440 positions, for goals with the blank in a
//     corner, on an edge and in the center ("survey/…");
//   - expansions: how many positions A* must expand and how many it may expand, for a sample of
//     starts or for all starts ("expansions-…").
//
// # References
//
//   - J. E. Doran, D. Michie, Experiments with the Graph Traverser program, Proceedings of the
//     Royal Society A 294, 1966: the Hamming and Manhattan estimates, and the 8-puzzle as a
//     test.
//   - R. Dechter, J. Pearl, Generalized best-first search strategies and the optimality of A*,
//     Journal of the ACM 32, 1985: what A* must expand.
//   - S. Russell, P. Norvig, Artificial Intelligence: A Modern Approach, 3rd edition, 2010,
//     section 3.6.1: the effective branching factor.
//   - The On-Line Encyclopedia of Integer Sequences, A089473, A089483 and A089474: positions of
//     the 8-puzzle by distance.
package heuristics
