// Package frame is an algebra of trials: a [Frame] is a view of rows that can be
// selected, grouped, lined up and summed up, without copying one.
//
//	rows := frame.Of(trials).Where(frame.Set.Is("korf100"), frame.Mode.Is(trial.Timed))
//	for size, at := range frame.By(rows, frame.Size) {
//		fmt.Println(size, at.Summary(trial.Expanded).Median)
//	}
//	for _, c := range rows.Match("astar/manhattan", "idastar/manhattan").Solved() {
//		fmt.Println(c.Index, c.Trials[0].Meter.Stored, c.Trials[1].Meter.Expanded)
//	}
//
// A [Factor] is what trials differ in: set, size, strategy. It makes filters
// ([Factor.Is]), lists its values ([Factor.Of]) and groups ([By]).
//
// # Rules
//
// The unit of analysis is the instance, identified by set, size and digest; an instance
// that a set lists under several numbers is one, where its digest is that of its text;
// one that is drawn has the digest of how it is drawn. Repeats of a strategy on an
// instance are aggregated by the median before anything else; they are never counted as
// further instances.
//
// A run stopped by a limit is censored, and so is one of an incomplete strategy
// that gave up: what it counted is a lower bound of what it would have needed,
// and the value of any metric of such a run is treated as one. It is never
// dropped in silence and never passed off as a result: a [Bounded] says whether
// it is exact.
//
// A run that ended in an error has no value and is counted apart.
//
// When a key was run in both modes, timing metrics use the timed trial and all
// others the one under a node budget. Of several trials with the same key and
// mode, such as old and new versions of a strategy, one is used, the newest
// version first, and a warning says how many were passed over. Times are paired within one
// run on one host.
//
// No result depends on the order of the rows.
package frame
