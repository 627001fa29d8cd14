package lookahead

import (
	"fmt"
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
)

var pairSections = study.Sections{{
	Heading: "Board by board",
	Text: "Boards differ, too: the shortest solutions alone have a standard deviation of almost two moves. The series compares means; compared board by board, smaller differences can be told from chance. " +
		"A look-ahead of the series values a line by the cells that it removes, and lines that clear the board by two moves or by six are worth the same to it; with *finish-first* the shorter one is better.",
	Items: []study.Item{
		study.Figure("differences", DifferencesFigure), study.Block("differences-table", DifferencesTable),
		study.Block("deeper-worse", DeeperClaim), study.Block("finish-first", FinishClaim), study.Block("too-few-games", DetectableClaim),
		study.Figure("matrix", MatrixFigure), study.Block("distances-alone", DistancesAloneClaim),
	},
}}

// comparison is two strategies on the same boards.
type comparison struct{ a, b string }

// comparisons are what is asked of pairs: whether a deeper look-ahead is better,
// whether it should prefer the shorter finish, what the searches behind it
// bring, and what distances do.
var comparisons = []comparison{
	{"gla-2", "gla-3"},
	{"gla-3", "gla-4"},
	{"gla-4", "gla-5"},
	{"gla-5", "gla-6"},
	{"gla-4", "gla-4,finish-first"},
	{"gla-5", "gla-5,finish-first"},
	{"gla-6", "gla-6,finish-first"},
	{"gla-5,finish-first", "gla-6,finish-first"},
	{"gla-2", "max-perimeter-la-2"},
	{"gla-5", breadthFirst},
	{"gla-5", depthFirst},
	{breadthFirst, byDistances},
	{breadthFirst, byBound},
}

func (c comparison) String() string { return c.b + " − " + c.a }

// difference is how many moves more b makes than a on each board.
type difference struct {
	comparison
	each      []float64
	mean      stats.Estimate
	deviation float64
	p         float64 // of the signed-rank test
	unpaired  float64 // deviation of the difference of a game of b and one of a on another board
}

// differences returns the comparisons of which there are trials.
func differences(trials frame.Frame) []difference {
	rows := onSeries(trials)
	var list []difference
	for _, c := range comparisons {
		if d, ok := c.measure(rows); ok {
			list = append(list, d)
		}
	}
	return list
}

// measure compares on the boards that both solved; false if there is none.
func (c comparison) measure(rows frame.Frame) (difference, bool) {
	a, b := movesOf(rows, c.a), movesOf(rows, c.b)
	each := b.above(a)
	if len(each) == 0 {
		return difference{}, false
	}
	return difference{
		comparison: c, each: each, mean: stats.Bootstrap{}.Mean(each), deviation: deviation(each),
		p:        stats.SignedRank(each, make([]float64, len(each))).P,
		unpaired: math.Hypot(deviation(a.values()), deviation(b.values())),
	}, true
}

// count returns on how many boards b makes fewer moves, as many, and more.
func (d difference) count() (fewer, same, more int) {
	for _, x := range d.each {
		switch {
		case x < 0:
			fewer++
		case x > 0:
			more++
		default:
			same++
		}
	}
	return fewer, same, more
}

// told is the mean with its interval in a sentence: "−0.97 moves (95 % interval
// −1.17 to −0.81, 100 boards)".
func (d difference) told() string {
	return fmt.Sprintf("%s moves (95 %% interval %s to %s, %s)", signed(d.mean.Value), signed(d.mean.BCa.Low), signed(d.mean.BCa.High), study.Plural(len(d.each), "board"))
}

// signed writes a difference with its sign.
func signed(x float64) string { return strings.Replace(fmt.Sprintf("%+.2f", x), "-", "−", 1) }

// power is the sum of the quantiles of the normal distribution that a two-sided
// test at 5 % and a chance of 80 % to see the difference ask for: 1.960 + 0.842.
const power = 2.802

// detectable returns the difference of means that n games of each can be
// expected to show, if that of single games has this standard deviation.
func detectable(deviation float64, n int) float64 { return power * deviation / math.Sqrt(float64(n)) }

// DifferencesFigure shows the mean differences with their intervals.
func DifferencesFigure(trials frame.Frame) (plots.Figure, error) {
	var rows []plots.Interval
	for _, d := range differences(trials) {
		rows = append(rows, plots.IntervalOf(d.String(), d.mean, len(d.each)))
	}
	f, err := plots.Forest("differences", "Differences on the same boards", plots.ForestOptions{
		XLabel: "difference of moves, mean over boards", Linear: true, Below: "the first is better", Above: "the second is better",
	}, rows)
	f.Caption = fmt.Sprintf("Moves of the first less those of the second, on %s, with 95 %% bootstrap intervals over boards, each for its pair by itself.", boardsOf(trials))
	return f, err
}

// DifferencesTable gives the differences with tests, and what could have been
// seen without pairing.
func DifferencesTable(trials frame.Frame) (reports.Table, error) {
	t := reports.Table{
		ID: "differences-table", Title: "Differences on the same boards",
		Caption: "Moves of the first less those of the second; intervals are 95 %, bootstrap over boards, and not corrected for the number of pairs. p is of Wilcoxon's signed-rank test, two-sided; since several pairs are tested, it is also given after Holm's correction (S. Holm, Scandinavian Journal of Statistics 6, 1979). " +
			"The last columns give the smallest difference that so many boards show with a chance of 80 %, in a test at 5 %. Some pairs were chosen because their difference had been seen on these boards.",
		Columns: []reports.Column{
			{Name: "difference"},
			{Name: "boards", Kind: reports.Count},
			{Name: "mean", Kind: reports.Number, Unit: "moves"},
			{Name: "fewer", Kind: reports.Count, Doc: "boards on which the first makes fewer moves"},
			{Name: "same", Kind: reports.Count},
			{Name: "more", Kind: reports.Count},
			{Name: "p", Kind: reports.PValue},
			{Name: "p after Holm", Kind: reports.PValue},
			{Name: "paired", Kind: reports.Number, Digits: 2, Doc: "smallest difference shown, in moves, if both play the same boards"},
			{Name: "apart", Kind: reports.Number, Digits: 2, Doc: "the same if they play different boards"},
		},
	}
	all := differences(trials)
	p := make([]float64, len(all))
	for i, d := range all {
		p[i] = d.p
	}
	for i, corrected := range stats.Holm(p) {
		d := all[i]
		fewer, same, more := d.count()
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Str(d.String()), reports.Int(len(d.each)), reports.Est(d.mean.Firm()), reports.Int(fewer), reports.Int(same), reports.Int(more),
			reports.Num(d.p), reports.Num(corrected), reports.Num(detectable(d.deviation, len(d.each))), reports.Num(detectable(d.unpaired, len(d.each))),
		})
	}
	return t, nil
}

// DeeperClaim asks whether looking six moves ahead is worse than five.
func DeeperClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("deeper-worse", "Deeper is worse in the end: the greedy look-ahead needs more moves with six moves of foresight than with five.")
	rows := onSeries(trials)
	d, ok := comparison{"gla-5", "gla-6"}.measure(rows)
	first, fine := comparison{"gla-5,finish-first", "gla-6,finish-first"}.measure(rows)
	if !ok || !fine {
		return claim, nil
	}
	return claim.DecidedBy(d.mean.Firm(), reports.Above(d.mean.BCa, 0), "%s; if the shorter finish is preferred, %s.", d.told(), first.told()), nil
}

// FinishClaim asks whether preferring the shorter finish helps at every depth.
func FinishClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("finish-first", "The look-ahead dawdles at the end: preferring the shorter of two finishes saves moves, with four, five and six moves of foresight.")
	rows := onSeries(trials)
	var changes []string
	worst := stats.Interval{}
	for i, depth := range []int{4, 5, 6} {
		d, ok := comparison{fmt.Sprintf("gla-%d", depth), fmt.Sprintf("gla-%d,finish-first", depth)}.measure(rows)
		if !ok {
			return study.Undecided(claim.ID, claim.Statement), nil
		}
		if i == 0 || d.mean.BCa.High > worst.High {
			worst = d.mean.BCa
		}
		changes = append(changes, fmt.Sprintf("%s with %d", d.told(), depth))
	}
	claim.Evidence = "The mean changes by " + strings.Join(changes, ", ") + "."
	claim.Holds = reports.Below(worst, 0)
	return claim, nil
}

// DistancesAloneClaim asks whether the sum of distances alone beats the best of
// the series' table.
func DistancesAloneClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("distances-alone", fmt.Sprintf("Distances alone are enough: %s makes fewer moves than %s.", byDistances, breadthFirst))
	rows := onSeries(trials)
	d, ok := comparison{breadthFirst, byDistances}.measure(rows)
	if !ok {
		return claim, nil
	}
	return claim.DecidedBy(d.mean.Firm(), reports.Below(d.mean.BCa, 0),
		"The difference is %s; so many boards would show one of %.2f. It tries %s moves instead of %s (medians).",
		d.told(), detectable(d.deviation, len(d.each)),
		study.Grouped(uint64(medianOf(rows, byDistances, experiments.Generated))), study.Grouped(uint64(medianOf(rows, breadthFirst, experiments.Generated)))), nil
}

// DetectableClaim asks whether the series' comparison of its best two algorithms
// could have shown the difference.
func DetectableClaim(trials frame.Frame) (reports.Claim, error) {
	var apart float64
	for _, a := range published {
		switch a.clean {
		case "gla-5":
			apart += a.mean
		case breadthFirst:
			apart -= a.mean
		}
	}
	claim := study.Undecided("too-few-games", fmt.Sprintf("A hundred games of each are too few to tell the %.1f moves by which the series' search breadth-first is ahead of its look-ahead from chance, if the games are not paired.", apart))
	d, ok := comparison{"gla-5", breadthFirst}.measure(onSeries(trials))
	if !ok || len(d.each) < stats.MinBootstrap {
		return claim, nil
	}
	unpaired, paired := detectable(d.unpaired, batchGames), detectable(d.deviation, batchGames)
	return claim.Decided(len(d.each), reports.VerdictOf(unpaired > apart),
		"To be seen with a chance of 80 %%, by the deviations on %s, the difference has to be %.2f moves in %d games of each on different boards, and %.2f on the same ones. Without the stray move it is %s.",
		study.Plural(len(d.each), "board"), unpaired, batchGames, paired, d.told()), nil
}

// victories are, for every pair of algorithms, the boards on which the first
// makes fewer moves than the second.
type victories struct {
	names []string
	fewer [][]float64 // of the row against the column, NaN on the diagonal
	most  int         // boards of a pair
}

// victoriesOf compares the measured algorithms and the optimum, in the order of
// their means.
func victoriesOf(trials frame.Frame) victories {
	rows := onSeries(trials)
	strategies := byMean(trials, append([]string{exact}, measured()...))
	var v victories
	for _, a := range strategies {
		ours, fewer := movesOf(rows, a), make([]float64, len(strategies))
		for j, b := range strategies {
			d := difference{each: movesOf(rows, b).above(ours)}
			_, _, n := d.count()
			fewer[j] = float64(n)
			if a == b {
				fewer[j] = math.NaN()
			}
			v.most = max(v.most, len(d.each))
		}
		v.names, v.fewer = append(v.names, shown(a)), append(v.fewer, fewer)
	}
	return v
}

// MatrixFigure shows for every pair of algorithms on how many boards the one
// makes fewer moves than the other.
func MatrixFigure(trials frame.Frame) (plots.Figure, error) {
	v := victoriesOf(trials)
	f, err := plots.Matrix("matrix", "Who makes fewer moves", plots.MatrixOptions{
		Quantity: "boards on which the row makes fewer moves than the column", Most: float64(v.most),
	}, v.names, v.fewer)
	if err != nil || len(v.names) == 0 {
		return f, err
	}
	f.Caption = fmt.Sprintf("On %s, in the order of the mean. A row holds the boards on which its algorithm makes fewer moves than that of the column, a column those on which it makes more; columns have the numbers of the rows. What two cells that mirror each other leave of %d are ties.",
		boardsOf(trials), v.most)
	f.Alt = v.describe()
	return f, nil
}

// describe tells the matrix in words: how often each algorithm is ahead of the
// next.
func (v victories) describe() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Matrix of the boards on which one of %d algorithms makes fewer moves than another.", len(v.names))
	for i, name := range v.names[1:] {
		fmt.Fprintf(&b, " %s against %s: fewer on %.0f, more on %.0f of %d.", v.names[i], name, v.fewer[i][i+1], v.fewer[i+1][i], v.most)
	}
	return b.String()
}
