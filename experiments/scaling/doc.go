// Package scaling is the study of growth: how the nodes a search expands grow
// with the size of the instance, for each strategy and each puzzle, and whether
// what is measured on small instances says anything about larger ones.
//
// A [Study] says what to run; [Study.Run] runs what is missing and returns the
// trials of all puzzles. A [Question] picks the trials that bear on one kind of
// growth and makes its figures, tables and claims:
//
//	var trials = display.Trials(scaling.Study{})
//	display.Show(scaling.Rings.Growth(trials))
//	display.Show(scaling.Rings.Fits(trials))
//	display.Show(scaling.Rings.Prediction(trials))
//
// # Fits
//
// What is fitted is the median over the instances of a size, by least squares
// on its logarithm; all models have two parameters, so that Akaike's criterion
// compares their residuals alone. A run that a limit ended counts as a lower
// bound. A size is fitted if its median would be the same had those runs gone
// on for ever; otherwise it is drawn as a lower bound and left out of the fit.
//
// Intervals cover how far the medians depart from the model, by Student's t of the
// line's residuals. That of the growth also covers what other instances would have
// given, by drawing them anew within each size: see FitMedians in package stats.
//
// # Held-out sizes
//
// Of the sizes with a known median the largest third is not shown to the fit
// that predicts, nor is any size beyond. The rule is the same for every
// strategy. The model of a prediction is chosen by the sizes it is fitted on.
//
// # What was decided when
//
// The third that is held out was fixed before the study was run. The rest of
// what gives verdicts was chosen with trials of root seed 1 in view: that an
// interval wider than a factor of 100 is open, the factor of ten in the claim
// rings-forced, and the question [Shapes], which came of looking at the boards. Its
// claim shapes-length is therefore described and not decided.
//
// The quick scale was run once more with root seed 2. There the length says less
// than the cells for lc-wd (criterion 15.1 against 7.2; the other three are as with
// seed 1), and 46 of 57 medians were inside their intervals, against 55 of 60.
//
// # Parts
//
//   - rings: planted rings of Hands of Time, nodes to the first solution;
//   - boards: sliding tiles on boards of 6 to 16 cells, by their cells and by the
//     mean length of their solutions;
//   - lengths: boards of 4×4 cells by the length of their shortest solution;
//   - walk and colors: square boards of Color Walk, with five colours and of
//     14×14 cells.
package scaling
