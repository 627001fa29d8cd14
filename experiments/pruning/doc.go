// Package pruning is the study of search strategies for the Hands of Time
// clock puzzle. It repeats the write-up it is named after (B. Pitney,
// "Depth-First Search for 'Hands of Time' Puzzle", 2013), which compared a
// depth-first search with two improvements, and asks what that comparison
// could not settle: does sorting help, how do the strategies grow, and how far
// can the puzzle be taken?
//
// A [Study] says what to run; [Study.Run] runs what is missing and returns the
// trials. Every figure, table and claim is a function of those trials alone:
//
//	var trials = display.Trials(pruning.Study{})
//	display.Show(pruning.Item(trials, "growth"))
//
// The [Definition] lists them all and puts them into one report.
//
// # Parts
//
// Trials come from several sweeps, told apart by instance set, strategy and
// mode:
//
//   - growth: planted rings of small sizes, all strategies, node budgets. Its
//     trials on the first instances are shared with
//   - sorting: many planted rings, pruning against pruning+sorting;
//   - published: the sizes of the write-up's tables, one trial at a time;
//   - large: planted rings of up to a million nodes, one trial at a time;
//   - solutions: planted rings of odd and even sizes, solutions counted
//     ("contraction,count");
//   - structure: free cycles and states of planted rings
//     ("contraction,structure");
//   - solvable: uniformly random rings, all starts ("contraction,starts=all");
//   - families: rings with many free cycles, and traps.
package pruning
