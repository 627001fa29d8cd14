// Package analysis turns questions about strategies into answers from trials:
// it picks the trials that bear on a question, pairs and aggregates them,
// chooses the statistic, and returns it with its interval, its tests, its
// warnings and a sentence that can stand in a report.
//
//	trials := pruning.Trials()
//	budget := analysis.Where(trials, analysis.Sets("planted"), analysis.InMode(experiments.Budget))
//
//	// What did each strategy need?
//	cells := analysis.Summarize(budget, experiments.Expanded, "standard", "pruning")
//
//	// Does sorting help, at each size?
//	comparisons, err := analysis.CompareSizes(budget, experiments.Expanded, "pruning", "pruning+sorting")
//	for _, c := range comparisons {
//		fmt.Println(c.Sentence())
//	}
//
//	// How does the work grow?
//	growth, err := analysis.Scaling(budget, experiments.Expanded, "pruning")
//
//	// How many instances have a solution?
//	shares := analysis.Share(budget, func(t *experiments.Trial) bool { return t.Outcome == search.Solved })
//
// # Rules
//
// The unit of analysis is the instance, identified by set, size, index and
// digest. Repeats of a strategy on an instance are aggregated by the median
// before anything else; they are never counted as further instances. Two
// strategies are always compared in pairs, on the instances both ran on.
//
// A run stopped by a limit is censored, and so is one of an incomplete strategy
// that gave up: what it counted is a lower bound of what it would have needed, and this package treats the value of any metric
// of such a run as one. It is never dropped in silence and never passed off as
// a result. [Summarize] says of each statistic whether it is a lower bound,
// [Compare] counts the pairs concerned and lets the sign test use them, and
// [Scaling] leaves out sizes whose median is not known.
//
// A run that ended in an error has no value and is counted apart.
//
// When a key was run in both modes, timing metrics use the timed trial and all
// others the one under a node budget. Of several trials with the same key and
// mode, such as old and new versions of a strategy, one is used, the newest
// version first, and a warning says how many were passed over.
//
// # Reproducibility
//
// No result depends on the order of the trials passed in. Intervals come from
// 10,000 resamples with seed 1; each result carries the [stats.Bootstrap] that
// made it. Strategies that use no random numbers have no measurement noise in
// their counters: the intervals then speak of the choice of instances only.
package analysis
