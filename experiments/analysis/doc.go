// Package analysis turns questions about strategies into answers from trials:
// it pairs and aggregates the rows of a [frame.Frame], chooses the statistic, and
// returns it with its interval, its tests, its warnings and a sentence that can
// stand in a report.
//
//	budget := frame.Of(trials).Where(frame.Set.Is("planted"), frame.Mode.Is(trial.Budget))
//
//	// Does sorting help, at each size?
//	comparisons, err := analysis.CompareSizes(budget, trial.Expanded, "pruning", "pruning+sorting")
//	for _, c := range comparisons {
//		fmt.Println(c.Sentence())
//	}
//
//	// How does the work grow?
//	growth, err := analysis.Scaling(budget, trial.Expanded, "pruning")
//
// # Rules
//
// Those of package frame: the unit is the instance, repeats are aggregated by the
// median first, and the value of a run stopped by a limit is a lower bound. Two
// strategies are always compared in pairs, on the instances both ran on.
// [Compare] counts the pairs with a stopped run, lets the sign test use them, and takes
// runs that were all stopped at one limit for searches that are given up there; [Scaling]
// leaves out sizes whose median is not known.
//
// # Reproducibility
//
// No result depends on the order of the trials passed in. Intervals come from
// 10,000 resamples with seed 0. Strategies that use no random numbers have no measurement noise in
// their counters: the intervals then describe the choice of instances only.
package analysis
