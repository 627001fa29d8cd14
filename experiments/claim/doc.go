// Package claim decides whether trials confirm or refute the claims of a study; no other package
// gives verdicts. A [Claim] consists of an ID, a statement that can be false, a selection of
// trials, and a question about these trials. The [Answer] holds what the trials show, and the rules
// below turn it into a verdict.
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
// A claim is about either a census or a population from which a sample was drawn. The function that
// makes the answer determines which of the two applies.
//
// A census ([Every], [Whole], [Totals]) covers a finite, named list, such as six published rows or
// Korf's hundred boards. One counterexample makes the claim fail, even at a scale at which only
// some of the cases run. The claim holds once all cases have run and none contradicts it; until
// then it is undecided. There is no p-value, because the list is complete.
//
// A claim about a sample ([Below], [Above], [Equivalent], [All] of estimates) is decided by a
// two-sided test; intervals are only descriptive. The test is about the quantity in the statement,
// and the number and its interval come from the same instances. These rules apply:
//
//   - A claim about a mean or a geometric mean ([Mean], [GeoMean], [Ratio], [Restricted]) needs
//     [MinMean] cases. It is decided by the larger of two p-values, from the sign-flip test and
//     from the equal-tailed bootstrap-t test ([stats.MeanTest]). Each test alone gives too many
//     false verdicts on skewed values.
//   - A claim about most instances ([Most]) needs [MinCases] cases, and is decided by the sign
//     test.
//   - A claim about times is decided by the signed-rank test of the pseudo-median. Times are
//     paired within one run on one host. A run's control arm repeats a strategy to show how
//     much times vary for the same work. Times decide a claim only if their interval, divided
//     by the tested value, does not overlap the interval of the control arm. The control's
//     interval must stay within 10 % of 1, and calibration times may vary by at most 10 %.
//
// A stopped run gives only a bound. In [Ratio], a stopped run of strategy b can only support
// "above", and a stopped run of strategy a can only support "below". If both runs of a pair were
// stopped, nothing is known about their ratio. [Restricted] estimates a different quantity: it
// compares the counts of both searches up to the same limit. A claim declares in advance which of
// the two it uses. If only a bound is known for the median at some size, [Growth] fits the bound.
//
// All sample claims of a [Family] are tested together, with Holm's correction (S. Holm,
// Scandinavian Journal of Statistics 6, 1979): the nominal probability of one or more false
// verdicts in the family is at most 5 %. If some claims are about measured times, these share 1 %,
// and the other claims share 4 %. So measured times cannot influence the verdicts on counts, which
// are the same on every machine. Samples that were not run count in the correction with p = 1, so
// that running them later does not weaken the verdict on another claim.
//
// # Declared before the data
//
// The [Record] of a family holds the digest of each question as it was declared, and the root seeds
// whose trials the author had seen at that time. A verdict on a sample uses only instances that
// none of these seeds produces. If a question was changed or added later, reports describe the
// answer but give no verdict. The same applies to a question about a sample if the author had seen
// more than a tenth of its instances.
//
// # Calibration
//
// The tests of this package simulate whole studies, from trials to verdicts; with -exhaustive, they
// simulate 4,000 studies of each kind. When there is no true difference, at most 6 % of the claims
// get a verdict. This is true for every combination within each of these groups:
//
//   - geometric means with a true ratio of 1, and with log-normal, exponential and 90/10 mixed
//     log ratios, on 30 to 300 pairs, with 0, 1 or 5 % of them stopped by a limit;
//   - identical strategies, whose work is log-normal with a log standard deviation of 0.5, 1 or
//     2, has many ties, or is Pareto distributed, on 10 to 300 pairs, with 0, 20 or 40 % of
//     them stopped.
package claim
