// Package claim makes verdicts; no other package does. A [Claim] declares an ID, a statement that
// can be false, the trials it is about, and a question about them. Its [Answer] holds what the
// trials show, and the rules below say whether that decides the claim.
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
// A claim is about a census or about the population behind a sample; the constructor of its answer
// determines which.
//
// A census ([Every], [Whole], [Totals]) covers a finite, named list: six published rows, Korf's
// hundred boards. One counterexample makes the claim fail, at any scale. It holds if all cases ran
// and none contradicts it; until then it is undecided. There is no p-value, because nothing was
// sampled.
//
// A sample ([Below], [Above], [Equivalent], [All] of estimates) is decided by a two-sided test;
// intervals only describe. The test is about the stated quantity, and the number, its interval and
// its cases come from the same instances:
//
//   - A mean or geometric mean ([Mean], [GeoMean], [Ratio], [Restricted]) needs [MinMean] cases and
//     is decided by the larger p-value of the sign-flip test and the equal-tailed bootstrap-t test
//     ([stats.MeanTest]): each test on its own is wrong too often on skewed values.
//   - From [MinCases] cases on, a claim may be about most instances ([Most]), decided by the sign
//     test.
//   - Claims about times are decided by signed ranks, which test the pseudo-median. Times are
//     paired within one run on one host. They decide only if their interval, divided by the tested
//     value, does not overlap the interval of the run's control arm, which repeats a strategy. The
//     control's interval must stay within 10 % of 1, and calibrations within 10 %.
//
// A stopped run gives a bound. In [Ratio] a stopped run of strategy b can only support "above", and a stopped run of a only "below"; a pair with both runs
// stopped leaves the ratio open. [Restricted] is a different quantity: both searches stop at the same limit, and their counts up to then are compared. The
// claim declares which of the two it means; the data do not choose. Sizes whose median is only bounded enter a [Growth] with the bound.
//
// All sample claims of a [Family] are decided together, by Holm's correction (S. Holm, Scandinavian
// Journal of Statistics 6, 1979): the nominal chance that any verdict of the family is false is at
// most 5 %. If some claims are about measured times, they share 1 % and the others 4 %, so that
// verdicts that are the same on every machine do not depend on a clock. Samples that were not run
// keep their place with p = 1, so that running more of them does not weaken the verdict on another
// claim.
//
// # Declared before the data
//
// A family with a [Record] knows the digest of each question as it was declared, and the root seeds
// whose trials its author had seen. Samples are then decided on instances that none of these seeds
// produces. A question that was changed or added later is described but not decided, and so is a
// question about a sample if more than a tenth of its instances had been seen.
//
// # Calibration
//
// The tests of this package simulate studies from trials to verdicts; with -exhaustive, 4,000 of each
// kind. At most 6 % of claims of a non-existent difference are decided, for every combination of:
//
//   - geometric means of a true ratio of 1, with log-normal, exponential and 90/10 mixed log
//     ratios, on 30 to 300 pairs, 0, 1 or 5 % of them stopped by a limit;
//   - identical strategies, with log-normal work of deviation 0.5, 1 and 2, many ties or Pareto
//     costs, on 10 to 300 pairs, 0, 20 or 40 % of them stopped.
package claim
