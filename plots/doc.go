// Package plots draws the figures of a study: growth curves, paired scatter
// plots, distributions, trade-offs and intervals, as data that package plots/draw draws
// in one theme.
//
// A figure is made in three steps:
//
//  1. A constructor takes trials and a metric ([GrowthOf], [ScatterOf],
//     [ECDFOf], [CactusOf], [BoxOf]) or plain numbers ([Growth], [Scatter],
//     [ECDF] and the others below), checks them, and returns a [Figure].
//  2. The figure is a value. Its ID, title, caption, text alternative and size
//     may be changed before it is drawn.
//  3. [Figure.SVG] and [Figure.PNG] draw it and return bytes, in a program that imports
//     package plots/draw. Nothing is written to disk, and the same figure gives the same
//     bytes in every process.
//
// From the trials of a sweep to a file:
//
//	f, err := plots.GrowthOf(trials, trial.Expanded, "pruning", "pruning+sorting")
//	if err != nil {
//		return err
//	}
//	f.ID, f.Title = "sorting", "Does sorting help?"
//	svg, err := f.SVG()
//	if err != nil {
//		return err
//	}
//	return os.WriteFile("sorting.svg", svg, 0o644)
//
// In a notebook cell the constructor alone is enough:
//
//	display.Show(plots.GrowthOf(trials, trial.Expanded))
//
// Which constructor answers which question:
//
//   - How does it grow? [Growth]. How many of each? [Histogram], several beside each
//     other [Histograms], and by two numbers at once [Heatmap].
//   - Which of two strategies needs less, instance by instance? [Scatter]; with
//     Agreement set, it compares published counts with measured ones.
//   - Which instances does a limit leave unsolved? [ECDF] in shares, [Cactus] in
//     numbers, [Survival] if runs were stopped at different costs. How far is each
//     from the best? [Profile]. How do runs of a randomised search differ?
//     [RunLengths]. How are the costs spread? [Box], and with every value [Rain].
//   - How large is an effect, tested against none? [Forest]. How do values compare
//     with each other and with theory? [Dots]. Who ranks before whom? [Ranks], and
//     against each one [Matrix].
//   - The same question several times over? [Multiples].
//   - What does a better solution cost? [Pareto] over settings, [Anytime] over the
//     course of a search, [Target] to reach a target.
//
// # Conventions
//
// Runs stopped by a limit are never dropped. Their counters are lower bounds:
// growth curves and boxes draw a quantile that rests on such a run as an open
// marker with an arrow, a scatter plot moves it to the rim, and a distribution
// stays below 100 %. The caption of a figure made from trials says how many
// runs were cut off.
//
// Colour is never the only channel. Each strategy has a colour, a dash pattern
// and a marker, and its name is at the end of its curve, so that figures
// survive a grey printer; in a heatmap lightness carries the counts. The
// figures of one study share a [Scheme], in which a strategy keeps its look;
// without one, looks go by the order of the names. No look or order depends on
// a measured value.
//
// An SVG is light on paper and dark on a screen whose reader prefers that. A page
// that contains it may set its dark colours by variables: --chart-paper, --chart-ink,
// --chart-muted, --chart-rule, --chart-grid, and --chart-1 to --chart-8 for the
// series.
//
// Lengths are in points (1/72 inch). The default width is seven inches, two
// columns of a paper; text is at least 7.5 pt there, which is ten pixels of a screen. Quartiles are of type 7
// (Hyndman and Fan, Sample quantiles in statistical packages, The American
// Statistician 50, 1996), which is symmetric under negation.
//
// # A kind of your own
//
// A figure is data. Its constructor checks values, adds them to the table and to the text
// alternative, and composes a chart (package plots/chart) of layers and series of marks:
// lines, areas, points, intervals, rules, bars, cells and names, at places that are values
// on the axes plus points, in colours of the theme or of a series. [Ranks] and [Matrix] are
// short examples. The same marks serve wide, narrow, linear and printed forms and the
// panels of [Multiples]. In a cell of a notebook a figure is sent as JSON and drawn by
// whoever shows it.
//
// Title and caption are not drawn into the picture: the page that shows the
// figure prints them. In the SVG they are the title and the description that a
// screen reader speaks.
package plots
