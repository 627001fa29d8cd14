// Package frame is an algebra of trials: a [Frame] is a view of rows that can be selected, grouped,
// matched and summarized without copying rows.
//
//	rows := frame.Of(trials).Where(frame.Set.Is("korf100"), frame.Mode.Is(trial.Timed))
//	for size, at := range frame.By(rows, frame.Size) {
//		fmt.Println(size, at.Summary(trial.Expanded).Median)
//	}
//	for _, c := range rows.Match("astar/manhattan", "idastar/manhattan").Solved() {
//		fmt.Println(c.Index, c.Trials[0].Meter.Stored, c.Trials[1].Meter.Expanded)
//	}
//
// A [Factor] is a property in which trials differ: set, size, strategy. It makes filters
// ([Factor.Is]), lists its values ([Factor.Of]) and groups rows ([By]).
//
// # Rules
//
// The unit of analysis is the instance, identified by set, size and digest. A set that lists the
// same text under several numbers has one instance there; the digest of a drawn instance comes from
// its recipe instead. Repeats of a strategy on an instance are aggregated by the median before
// anything else; they never count as further instances.
//
// A run stopped by a limit is censored, and so is a run of an incomplete strategy that gave up: its
// counters are lower bounds on what it would have needed, and every metric of such a run is treated
// as a lower bound. Such a value is never dropped silently and never presented as exact: a
// [Bounded] says whether it is.
//
// A run that ended in an error has no value and is counted separately.
//
// If a key was run in both modes, timing metrics use the timed trial and all other metrics the
// trial under a node budget. If several trials have the same key and mode, such as old and new
// versions of a strategy, only one is used, preferably of the newest version, and a warning says
// how many were skipped. Times are paired within one run on one host.
//
// Results do not depend on the order of the rows.
package frame
