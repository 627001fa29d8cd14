// Package claim makes verdicts, and nobody else does. A [Claim] is declared: an ID,
// a statement that can be false, and a question to a frame of trials. Its
// [Answer] says what the data are, and the rules below whether they decide it.
//
//	var claims = claim.NewFamily(
//		claim.Claim{
//			ID: "sorting-saves", Statement: "On a typical ring of 50 nodes sorting saves nodes.",
//			Ask: func(f frame.Frame) (claim.Answer, error) {
//				rows := f.Where(frame.Set.Is("planted"), frame.Size.Is(50))
//				return claim.Below(claim.Ratio(rows, experiments.Expanded, "pruning", "pruning+sorting", "ring"), 1), nil
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
// A census ([Every], [Totals]) is of a finite list that is named: six published
// rows, Korf's hundred boards. One counterexample makes the claim fail, at any
// scale; it holds when all cases ran and none is against it, and until then stays
// undecided. There is no p-value: nothing was drawn.
//
// A sample ([Below], [Above], [Equivalent], [All] of estimates) is decided by a
// two-sided test, never by an interval, which describes. It takes
// [MinCases] cases of which [MinDiffering] differ from what is tested, else it is
// undecided. All sample claims of a [Family] are decided together, by Holm's
// correction at 5 % (S. Holm, Scandinavian Journal of Statistics 6, 1979): the
// chance that any verdict of the family is false is at most that. Samples that
// were not run keep their place with p = 1, so that running more of them makes no
// verdict of another weaker; a census has none, whether it ran or not. Claims about measured times are corrected
// by themselves, because the others are the same on every machine.
//
// What decides is what is said. The geometric mean of paired ratios is tested, so
// the statement is about that: "on a typical board". "In total" can be said of a
// census alone: intervals of a ratio of totals of skewed work do not keep their
// level (80–92 % measured for a nominal 95 %).
//
// A run stopped by a limit is a lower bound. In [Ratio] it counts as one of the
// largest differences of its sign; a total with one is at least what was counted,
// and "less in total" is then impossible for the strategy that was stopped.
//
// # Calibration
//
// Of strategies that are the same, with log-normal work of deviation 0.5, 1 and 2
// on 10 to 300 pairs of which limits stop 0, 20 or 40 %, the share decided is
// tested to be at most 6 % in every cell; so is the share of families of 16 such
// claims with one false verdict (TestIdenticalStrategiesAreNotDecided).
package claim
