// Package scaling is the study of growth. It measures how the number of nodes that a search expands
// grows with the size of the instance, for each strategy and each puzzle. It also tests whether
// measurements on small instances predict larger ones.
//
// A [Study] specifies what to run; [Study.Run] runs what is missing and returns the trials of all
// puzzles. A [Question] selects the trials for one kind of growth and makes figures, tables and
// claims from them:
//
//	var trials = display.Trials(scaling.Study{})
//	display.Show(scaling.Rings.Growth(trials))
//	display.Show(scaling.Rings.Fits(trials))
//	display.Show(scaling.Rings.Prediction(trials))
//
// # Fits
//
// Models are fitted to the medians over the instances of each size, by least squares on the
// logarithms. All models have two parameters, so Akaike's criterion compares only their residuals.
// A run stopped by a limit counts as a lower bound. A size is used for the fit if its median would
// be the same even if these runs had continued forever. Otherwise the median is drawn as a lower
// bound, and the size is left out of the fit. With fewer than five sizes no model is chosen.
//
// The intervals use Student's t-distribution to account for the deviations of the medians from the
// fitted line. The interval for the growth also accounts for the choice of instances, by resampling
// them within each size; see FitMedians in package stats.
//
// In a claim about ratios, a size with stopped runs contributes a bound. It is left out if a run of
// the strategy in the denominator was stopped.
//
// # Held-out sizes
//
// The fit used for predictions does not use the largest third of the sizes with a known median, nor
// any larger size. The rule is the same for every strategy. A prediction uses the model that fits
// the remaining sizes best.
//
// # When the questions were chosen
//
// The questions, and the rules for their verdicts, were chosen after seeing trials with the root
// seeds 1 and 2; declared.csv records this for each claim. The instances of the study come from
// root seed 3.
//
// # Parts
//
//   - rings: planted rings of Hands of Time; the number of nodes up to the first solution;
//   - boards: sliding tiles on boards with 6 to 16 cells, by the number of cells and by the
//     mean length of the solutions; claims leave out boards with 6 cells;
//   - lengths: 4×4 boards, by the length of their shortest solution;
//   - walk and colors: square Color Walk boards, of several sizes with five colors, and of
//     14×14 cells with several numbers of colors.
package scaling
