// Package plots makes the figures of a study: growth curves, paired scatter plots, distributions,
// trade-offs and intervals. It describes them as data; package plots/draw draws them in one theme.
//
// A figure is made in three steps:
//
//  1. A constructor takes trials and a metric ([GrowthOf], [ScatterOf], [ECDFOf], [CactusOf],
//     [BoxOf]) or plain numbers ([Growth], [Scatter], [ECDF] and the other constructors below). It
//     checks them and returns a [Figure].
//  2. The caller may change the figure's ID, title, caption, text alternative and size.
//  3. [Figure.SVG] and [Figure.PNG] draw the figure and return bytes, in a program that imports
//     package plots/draw. They write nothing to disk, and the same figure gives the same bytes in
//     every process.
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
//   - How does a number grow? [Growth]. How often does each value occur? [Histogram], [Histograms]
//     for several series side by side, and [Heatmap] for pairs of values.
//   - Which of two strategies needs less, instance by instance? [Scatter]. With Agreement set, it
//     compares published counts with measured counts.
//   - How many instances does a limit leave unsolved? [ECDF] as shares, [Cactus] as numbers,
//     [Survival] if runs were stopped at different costs. How far is each strategy from the best?
//     [Profile]. How do runs of a randomized search differ? [RunLengths]. How are the costs
//     distributed? [Box], or [Rain] to show every value.
//   - How large is an effect, and does it differ from zero? [Forest]. How do values compare with
//     each other and with theory? [Dots]. Which strategy ranks before which? [Ranks], or [Matrix]
//     for every pair.
//   - How do several figures of the same kind compare? [Multiples].
//   - What does a better solution cost? [Pareto] for different settings, [Anytime] during a search,
//     [Target] until a target is reached.
//
// # Conventions
//
// Figures never drop runs stopped by a limit. The counters of such a run are lower bounds. Growth
// curves and boxes draw a quantile that depends on such a run as an open marker with an arrow.
// Scatter plots move the run to the rim, and distributions stay below 100 %. The caption of a
// figure made from trials says how many runs were stopped.
//
// Figures never rely on color alone, so they remain readable when printed in gray. Each strategy
// has a color, a dash pattern and a marker, and its name is at the end of its curve. In a heatmap,
// lightness encodes the counts. The figures of one study share a [Scheme], so that a strategy looks
// the same in all of them. Without a scheme, looks are assigned in the order of the names. Looks
// and order never depend on a measured value.
//
// An SVG is light on paper, and dark on a screen if the reader prefers dark mode. A page that
// contains it can set the dark colors with these variables: --chart-paper, --chart-ink,
// --chart-muted, --chart-rule, --chart-grid, and --chart-1 to --chart-8 for the series.
//
// Lengths are in points (1/72 inch). The default width is seven inches, two columns of a paper. At
// that width, text is at least 7.5 pt, which is ten pixels on a screen. Quartiles are of type 7
// (Hyndman and Fan, Sample quantiles in statistical packages, The American Statistician 50, 1996),
// which is symmetric under negation.
//
// # New kinds of figures
//
// A figure is data. Its constructor checks values and adds them to the table and to the text
// alternative. It composes a chart (package plots/chart) from layers and series of marks: lines,
// areas, points, intervals, rules, bars, cells and names. The place of a mark is a value on each
// axis plus an offset in points, and its color comes from the theme or from a series. [Ranks] and
// [Matrix] are short examples. The same marks are used in the wide, narrow, linear-axis and printed
// forms of a figure and in the panels of [Multiples]. A notebook cell sends a figure as JSON (see chart.Schema), and the
// program that shows the figure draws it.
//
// The picture does not contain the title and caption; the page that shows the figure prints them.
// The SVG contains the title and the text alternative only for screen readers.
package plots
