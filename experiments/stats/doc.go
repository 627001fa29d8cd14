// Package stats turns numbers into estimates that say how far to trust them:
// summaries, bootstrap intervals, paired tests and growth curves. It knows
// nothing of trials or strategies; package analysis asks the questions and
// passes the numbers on.
//
// # Use
//
// The nodes that two strategies expand on the same instances, in the same
// order, make a paired comparison:
//
//	boot := stats.Bootstrap{Seed: 1}
//	ratio := boot.RatioOfTotals(sorting, pruning)  // Σ sorting / Σ pruning
//	fmt.Println(ratio.Value, ratio.BCa)            // 0.778 0.744 to 0.813
//	test := stats.SignedRank(logSorting, logPruning)
//	fmt.Println(test.P, test.Exact)
//	for _, w := range ratio.Warnings { ... }       // print them beside the numbers
//
// # Conventions
//
// The unit of every sample is the instance. Repeated runs on an instance are
// aggregated before, since counting them as further instances makes intervals
// too narrow and p-values too small.
//
// Nothing here panics on data or changes its input. A number that does not
// exist is NaN, an interval that cannot be given has two NaN ends; results
// that are structs say why in Warnings, and with how many values it would
// work. Warnings also accompany results that exist but need care. They belong
// in the report, next to the number.
//
// P-values are two-sided. Intervals have the level they say in simulations
// where the documentation does not say otherwise; go test -exhaustive repeats
// those at full size and prints the coverage it finds:
//
//	geometric mean ratio, 50 pairs                    94 %
//	median, 51 values                                 94 %
//	ratio of totals, 300 pairs, deviation 0.5         94 %
//	geometric mean ratio, 10 pairs                    90 %
//	ratio of totals, 50 pairs, deviation 1            87 %
//	ratio of totals, 50 pairs, deviation 2            80 %
//
// (nominal 95 %, 20,000 simulated studies; log-normal work with the given
// deviation of the natural logarithm; the last three carry a warning or are
// at its edge). The same run finds that the signed-rank test rejects equal
// strategies at 0.05 in 4.8 to 5.3 % of 20,000 studies.
//
// # Reproducibility
//
// Random draws come from a PCG generator with the seed of the [Bootstrap],
// so the same instances are drawn on every machine. Sums run in a fixed order
// and products in the resampling are rounded before they are added. Logarithms
// and exponentials may differ in the last bit between processor families,
// which no printed digit shows.
//
// # Why not gonum/stat throughout
//
// Distributions come from gonum. Its quantiles are of types 1 and 4 only, for
// which the median of 1, 2, 3, 4 is 2; it has no rank tests, no bootstrap, and
// its regression has no standard errors. These are written here.
//
// # References
//
//   - L. Brown, T. Cai, A. DasGupta. Interval estimation for a binomial
//     proportion. Statistical Science 16, 2001.
//   - A. C. Davison, D. V. Hinkley. Bootstrap Methods and their Application.
//     Cambridge University Press, 1997.
//   - T. J. DiCiccio, B. Efron. Bootstrap confidence intervals. Statistical
//     Science 11, 1996.
//   - B. Efron. Better bootstrap confidence intervals. Journal of the American
//     Statistical Association 82, 1987.
//   - B. Efron. The Jackknife, the Bootstrap and Other Resampling Plans. SIAM,
//     1982.
//   - M. Hollander, D. A. Wolfe. Nonparametric Statistical Methods. Wiley, 1973.
//   - R. J. Hyndman, Y. Fan. Sample quantiles in statistical packages. The
//     American Statistician 50, 1996.
//   - D. Lemire. Fast random integer generation in an interval. ACM
//     Transactions on Modeling and Computer Simulation 29, 2019.
//   - M. E. O'Neill. PCG: a family of simple fast space-efficient
//     statistically good algorithms for random number generation. Harvey Mudd
//     College, 2014.
//   - F. Wilcoxon. Individual comparisons by ranking methods. Biometrics
//     Bulletin 1, 1945.
//   - E. B. Wilson. Probable inference, the law of succession, and statistical
//     inference. Journal of the American Statistical Association 22, 1927.
package stats
