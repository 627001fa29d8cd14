// Package stats computes summaries, intervals, tests and growth curves from numbers, and warns when
// a result needs care. It knows nothing about trials or strategies; package analysis extracts the
// numbers from trials.
//
// # Use
//
// This compares the nodes that two strategies expand on the same instances, in the same order:
//
//	boot := stats.Bootstrap{Seed: 1}
//	ratio := boot.RatioOfTotals(sorting, pruning)  // Σ sorting / Σ pruning
//	fmt.Println(ratio.Value, ratio.BCa)            // 0.778 0.744 to 0.813
//	test := stats.SignedRank(logSorting, logPruning)
//	fmt.Println(test.P, test.Exact)
//	for _, w := range ratio.Warnings { ... }       // print them next to the numbers
//
// # Which function
//
//	ratio of two strategies on the same instances         [Bootstrap.RatioOfGeoMeans], [Bootstrap.RatioOfTotals]; for times [TypicalRatio]
//	do they differ: in ranks, in totals                   [SignedRank] with [PseudoMedian], [SignFlip]
//	is a mean equal to a value, even for skewed values    [MeanTest]
//	is another statistic smaller for the first strategy   [Bootstrap.Smaller]
//	which strategy wins on more instances                 [SignTest]
//	several strategies on the same instances              [Friedman]
//	two samples of different instances                    [BrunnerMunzel]
//	a share, such as the share of instances solved        [ClopperPearson], [Wilson]
//	costs, some of them only lower bounds                 [KaplanMeier], [PAR]
//	growth with size: rate, exponential or power          [Bootstrap.FitMedians], [Bootstrap.ModelChoice]
//	repeated runs of each instance                        [Bootstrap.Clusters]
//	several claims at once                                [Holm]
//
// # Conventions
//
// The unit of every sample is the instance. Aggregate repeated runs on an instance first. Counting
// them as additional instances makes intervals too narrow and p-values too small.
//
// No function changes its input or panics on invalid data. An undefined number is NaN, and both
// ends of an unknown interval are NaN. The Warnings of a result say why, and how many values would
// be enough. Warnings also point out numbers that are defined but need care. Print the warnings in
// the report, next to the number.
//
// P-values are two-sided. In simulations, intervals have their nominal coverage unless the
// documentation says otherwise; go test -exhaustive repeats the simulations at full size and prints
// the coverage:
//
//	geometric mean ratio, 50 pairs                    94 %
//	median, 51 values                                 94 %
//	ratio of totals, 300 pairs, deviation 0.5         94 %
//	geometric mean ratio, 10 pairs                    90 %
//	ratio of totals, 50 pairs, deviation 1            87 %
//	ratio of totals, 50 pairs, deviation 2            80 %
//
// The nominal coverage is 95 %. Each row shows the result of 20,000 simulated studies. In each of
// them, work is log-normal, and the deviation is the standard deviation of its natural logarithm.
// In the last two rows, the coverage is too low; most of these studies get a warning. With fewer
// than 10 pairs, there is no interval at all.
//
// If two strategies are equal, the signed-rank test at the 0.05 level finds a difference in 4.8 to
// 5.3 % of 20,000 simulated studies. The documentation of [Bootstrap.FitMedians] gives the figures
// for growth.
//
// # Reproducibility
//
// Random draws come from a PCG generator with the seed of the [Bootstrap], or with the seed passed
// to [SignFlip] or [MeanTest], so every machine draws the same instances. Sums are computed in a
// fixed order, and products in the resampling are rounded before they are added. Logarithms and
// exponentials may differ in the last bit between processor families, which does not affect printed
// digits.
//
// # Why not gonum/stat throughout
//
// Distributions and moments come from gonum. Its quantiles are only of types 1 and 4, for which the
// median of 1, 2, 3, 4 is 2. It has no tests, no bootstrap and no survival curves, and its
// regression gives no standard errors. This package provides all of these.
//
// # References
//
//   - A. Benavoli, G. Corani, F. Mangili. Should we really use post-hoc tests based on mean-ranks?
//     Journal of Machine Learning Research 17, 2016.
//   - L. Brown, T. Cai, A. DasGupta. Interval estimation for a binomial proportion. Statistical
//     Science 16, 2001.
//   - E. Brunner, U. Munzel. The nonparametric Behrens-Fisher problem: asymptotic theory and a
//     small-sample approximation. Biometrical Journal 42, 2000.
//   - C. J. Clopper, E. S. Pearson. The use of confidence or fiducial limits illustrated in the
//     case of the binomial. Biometrika 26, 1934.
//   - A. C. Davison, D. V. Hinkley. Bootstrap Methods and their Application. Cambridge University
//     Press, 1997.
//   - J. Demšar. Statistical comparisons of classifiers over multiple data sets. Journal of Machine
//     Learning Research 7, 2006.
//   - T. J. DiCiccio, B. Efron. Bootstrap confidence intervals. Statistical Science 11, 1996.
//   - B. Efron. Better bootstrap confidence intervals. Journal of the American Statistical
//     Association 82, 1987.
//   - B. Efron. The Jackknife, the Bootstrap and Other Resampling Plans. SIAM, 1982.
//   - R. A. Fisher. The Design of Experiments. Oliver & Boyd, 1935.
//   - M. Friedman. The use of ranks to avoid the assumption of normality implicit in the analysis
//     of variance. Journal of the American Statistical Association 32, 1937.
//   - P. Hall. The Bootstrap and Edgeworth Expansion. Springer, 1992.
//   - J. L. Hodges, E. L. Lehmann. Estimates of location based on rank tests. Annals of
//     Mathematical Statistics 34, 1963.
//   - M. Hollander, D. A. Wolfe. Nonparametric Statistical Methods. Wiley, 1973.
//   - C. M. Hurvich, C.-L. Tsai. Regression and time series model selection in small samples.
//     Biometrika 76, 1989.
//   - F. Hutter, H. Hoos, K. Leyton-Brown, T. Stützle. ParamILS: an automatic algorithm
//     configuration framework. Journal of Artificial Intelligence Research 36, 2009.
//   - R. J. Hyndman, Y. Fan. Sample quantiles in statistical packages. The American Statistician
//     50, 1996.
//   - R. L. Iman, J. M. Davenport. Approximations of the critical region of the Friedman statistic.
//     Communications in Statistics A 9, 1980.
//   - J. D. Kalbfleisch, R. L. Prentice. The Statistical Analysis of Failure Time Data. Wiley,
//     1980.
//   - E. L. Kaplan, P. Meier. Nonparametric estimation from incomplete observations. Journal of the
//     American Statistical Association 53, 1958.
//   - D. Lemire. Fast random integer generation in an interval. ACM Transactions on Modeling and
//     Computer Simulation 29, 2019.
//   - P. J. McCarthy, C. B. Snowden. The bootstrap and finite population sampling. Vital and Health
//     Statistics, series 2, 95, 1985.
//   - M. E. O'Neill. PCG: a family of simple fast space-efficient statistically good algorithms for
//     random number generation. Harvey Mudd College, 2014.
//   - E. J. G. Pitman. Significance tests which may be applied to samples from any populations.
//     Supplement to the Journal of the Royal Statistical Society 4, 1937.
//   - E.-J. Wagenmakers, R. Ratcliff, P. Gomez, G. J. Iverson. Assessing model mimicry using the
//     parametric bootstrap. Journal of Mathematical Psychology 48, 2004.
//   - F. Wilcoxon. Individual comparisons by ranking methods. Biometrics Bulletin 1, 1945.
//   - D. A. Williams. Discrimination between regression models to determine the pattern of enzyme
//     synthesis in synchronous cell cultures. Biometrics 26, 1970.
//   - E. B. Wilson. Probable inference, the law of succession, and statistical inference. Journal
//     of the American Statistical Association 22, 1927.
package stats
