// Package analysis compares strategies, and measures how their work grows with instance size. It
// pairs and aggregates the rows of a [frame.Frame], computes a statistic, and returns it with an
// interval, tests, warnings and a sentence for a report.
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
// The rules of package frame apply: the unit is the instance, its value is the median of the
// repeats, and a run stopped by a limit gives a lower bound. Two strategies are always compared in
// pairs, on the instances on which both ran. [Compare] counts the pairs with a stopped run and uses
// them in the sign test. If all these runs were stopped at one limit, its ratios count each search
// only up to that limit. [Scaling] leaves out sizes whose median is not known.
//
// # Reproducibility
//
// Results do not depend on the order of the trials. Intervals come from 10,000 resamples with a
// fixed seed. Counters of deterministic strategies have no measurement noise, so their intervals
// reflect only the choice of instances.
package analysis
