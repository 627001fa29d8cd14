// Package pruning is the study of search strategies for the Hands of Time clock puzzle. It
// reproduces a write-up (B. Pitney, "Depth-First Search for 'Hands of Time' Puzzle", 2013), which
// compared a depth-first search with two improvements. The study then answers questions that the
// write-up left open: does sorting help, how does the work of each strategy grow, and how large a
// puzzle can be solved?
//
// A [Study] specifies what to run; [Study.Run] runs what is missing and returns the trials. Every
// figure, table and claim is computed from these trials alone:
//
//	var trials = display.Trials(pruning.Study{})
//	display.Show(pruning.Item(trials, "growth"))
//
// The [Definition] lists all figures, tables and claims for commands and reports.
//
// # Parts
//
// The trials come from several sweeps, which differ in instance set, strategies and mode:
//
//   - growth: small planted rings, all strategies, with node limits; the part "sorting" uses the
//     same trials on its first instances;
//   - sorting: many planted rings, pruning compared with pruning+sorting;
//   - published: the sizes in the write-up's tables, one trial at a time;
//   - large: planted rings of up to a million nodes, one trial at a time;
//   - solutions: the number of solutions of planted rings with odd and even sizes
//     ("contraction,count");
//   - structure: the free cycles and states of planted rings ("contraction,structure");
//   - solvable: uniformly random rings, from all starts ("contraction,starts=all");
//   - families: rings built to be hard, with many free cycles or without a solution.
package pruning
