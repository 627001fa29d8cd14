// Package analysis answers questions about strategies from trials: it pairs and aggregates the rows
// of a [frame.Frame], chooses the statistic, and returns it with its interval, tests, warnings and
// a sentence for a report.
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
// The rules of package frame apply: the unit is the instance, repeats are aggregated by the median
// first, and the value of a run stopped by a limit is a lower bound. Two strategies are always
// compared in pairs, on the instances that both ran on. [Compare] counts the pairs with a stopped
// run and uses them in the sign test; if all stopped runs were stopped at one limit, it treats them
// as searches given up there. [Scaling] leaves out sizes whose median is not known.
//
// # Reproducibility
//
// Results do not depend on the order of the trials. Intervals come from 10,000 resamples with seed
// 0. Counters of strategies without random numbers have no measurement noise: their intervals
// describe only the choice of instances.
package analysis
