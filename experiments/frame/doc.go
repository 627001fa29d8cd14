// Package frame selects, groups, matches and summarizes trials. A [Frame] is a view of stored rows;
// these operations do not copy the rows.
//
//	rows := frame.Of(trials).Where(frame.Set.Is("korf100"), frame.Mode.Is(trial.Timed))
//	for size, at := range frame.By(rows, frame.Size) {
//		fmt.Println(size, at.Summary(trial.Expanded).Median)
//	}
//	for _, c := range rows.Match("astar/manhattan", "idastar/manhattan").Solved() {
//		fmt.Println(c.Index, c.Trials[0].Meter.Stored, c.Trials[1].Meter.Expanded)
//	}
//
// A [Factor] is a property of trials, such as set, size or strategy. Use factors to make filters
// ([Factor.Is]), list values ([Factor.Of]) and group rows ([By]).
//
// # Rules
//
// The unit of analysis is the instance, identified by set, size and digest. If a set contains the
// same instance several times, under different numbers, the repetitions count as one instance. The
// digest of a generated instance comes from its recipe instead of its text. The median of a
// strategy's repeats on an instance is the value for that instance; repeats never count as
// additional instances.
//
// A run is censored if a limit stopped it, or if an incomplete strategy gave up. Its counters are
// lower bounds on the work of a complete run, so each of its metrics is treated as a lower bound. A
// censored run is never dropped silently and never presented as exact: a [Bounded] number says
// whether it is a bound.
//
// A run that ended in an error has no value and is counted separately.
//
// If a strategy ran on an instance in both modes, timing metrics use the timed trial and all other
// metrics use the budget-mode trial. If several trials have the same key and mode, for example
// because a strategy has an old and a new version, only one is used, preferably one of the newest
// version. A warning says how many were skipped. Times are compared only within one run on one
// host.
//
// Results do not depend on the order of the rows.
package frame
