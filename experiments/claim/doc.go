// Package claim makes verdicts; no other package does. A [Claim] is declared: an ID,
// a statement that can be false, the trials it is about, and a question to them. Its
// [Answer] holds what they show, and the rules below say whether that decides it.
//
//	var claims = claim.NewFamily(
//		claim.Claim{
//			ID: "sorting-saves", Statement: "Sorting reduces the geometric mean of nodes expanded on planted rings of 50 nodes.",
//			Of: frame.Selection{Sets: []string{"planted"}, Sizes: []int{50}}, Population: "planted rings of 50 nodes",
//			Ask: func(rows frame.Frame) (claim.Answer, error) {
//				return claim.Below(claim.Ratio(rows, trial.Expanded, "pruning", "pruning+sorting", "ring"), 1), nil
//			},
//		},
//	)
//
//	result, err := claims.Decide(trials, "sorting-saves")
//
// # Rules
//
// A claim is about a census or about what a sample is drawn from; its answer says
// which, by how it is made.
//
// A census ([Every], [Whole], [Totals]) is of a finite list that is named: six published
// rows, Korf's hundred boards. One counterexample makes the claim fail, at any
// scale; it holds when all cases ran and none is against it, and until then stays
// undecided. There is no p-value: nothing was drawn.
//
// A sample ([Below], [Above], [Equivalent], [All] of estimates) is decided by a
// two-sided test, never by an interval alone, which describes. The test is of the stated
// quantity, and the number, its interval and its cases are of the same instances:
//
//   - A mean or geometric mean ([Mean], [GeoMean], [Ratio], [Restricted]) takes [MinMean]
//     cases and is decided by the larger p-value of the sign-flip test and the equal-tailed
//     bootstrap-t test ([stats.MeanTest]): each alone is wrong too often on skewed values.
//   - From [MinCases] cases a claim may speak of most instances ([Most]), by the sign test.
//   - Times are decided by signed ranks, which test their pseudo-median. They are paired
//     within one run on one host. They decide only if their interval, divided by the value
//     tested, does not overlap that of the run's control arm, which repeats a strategy.
//     The control's interval must stay within 10 % of 1, and calibrations within 10 %.
//
// A stopped run is a bound. In [Ratio] a stopped run of strategy b can only speak for
// "above", and one of a for "below"; a pair that was stopped twice leaves the ratio open. [Restricted] is another quantity: both searches are given up at one limit, and what
// they had counted by then is compared. Which of the two is meant is declared, not chosen
// by the data. Sizes whose median is only bounded enter a [Growth] with the bound.
//
// All sample claims of a [Family] are decided together, by Holm's correction (S. Holm,
// Scandinavian Journal of Statistics 6, 1979): the nominal chance that any verdict of the
// family is false is at most 5 %. If some claims are about measured times, those have 1 % and the
// others 4 %, so that what is the same on every machine does not depend on a clock.
// Samples that were not run keep their place with p = 1, so that running more of them makes
// no verdict of another weaker.
//
// # Declared before the data
//
// A family with a [Record] knows the digest of each question as it was declared, and the
// root seeds whose trials its author had seen. Samples are then decided on the instances
// that none of these seeds gives. A question that was changed or added later is described
// and decides nothing, and so is one about a sample if more than a tenth of it had been
// seen.
//
// # Calibration
//
// The tests of this package simulate studies from trials to verdicts; with -exhaustive 4,000
// of each kind. Claims of a difference that does not exist are decided in at most 6 %, in every cell of:
//
//   - geometric means of a true ratio of 1, with log-normal, exponential and 90/10 mixed log
//     ratios, on 30 to 300 pairs, 0, 1 or 5 % of them stopped by a limit;
//   - strategies that are the same, with log-normal work of deviation 0.5, 1 and 2, many ties
//     or Pareto costs, on 10 to 300 pairs, 0, 20 or 40 % of them stopped.
package claim
