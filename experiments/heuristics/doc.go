// Package heuristics is the study of what a heuristic is worth on the 8-puzzle,
// whose positions can all be looked at. It repeats the write-up of a student of
// the Coursera course Algorithms, Part I (2014), who solved the 8-puzzle by A*
// with the Hamming and the Manhattan estimate and sped it up step by step, and
// then asks of every heuristic and every position how wrong the estimate is and
// what the error costs.
//
// A [Study] says what to run; [Study.Run] runs what is missing and returns the
// trials. Every figure, table and claim is a function of those trials alone:
//
//	var trials = display.Trials(heuristics.Study{})
//	display.Show(heuristics.GrowthFigure(trials))
//
// The [Definition] lists them all and puts them into one report. [Assess] puts a
// heuristic of your own beside those of package tiles.
//
// # Parts
//
// Trials come from several sweeps, told apart by instance set, strategy and
// mode:
//
//   - programs: the write-up's A* on the course's boards and on uniform ones,
//     as it ended and with each of its steps taken back ("astar-coursera/…");
//   - searches: A* and IDA* with every heuristic on uniform boards;
//   - times: both again on the first boards, and the write-up's three versions on
//     the course's, one trial at a time;
//   - survey: distance and estimate of all 181,440 positions, for goals with
//     the blank in the corner, on the edge and in the centre ("survey/…");
//   - expansions: the positions that A* must expand, and those that it may, for
//     a sample of the positions or for all ("expansions-…").
//
// # References
//
//   - J. E. Doran, D. Michie, Experiments with the Graph Traverser program,
//     Proceedings of the Royal Society A 294, 1966: the Hamming and Manhattan
//     estimates, and the 8-puzzle as a test.
//   - R. Dechter, J. Pearl, Generalized best-first search strategies and the
//     optimality of A*, Journal of the ACM 32, 1985: what A* must expand.
//   - S. Russell, P. Norvig, Artificial Intelligence: A Modern Approach,
//     3rd edition, 2010, section 3.6.1: the effective branching factor.
//   - The On-Line Encyclopedia of Integer Sequences, A089473, A089483 and
//     A089474: positions of the 8-puzzle by distance.
package heuristics
