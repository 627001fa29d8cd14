package lookahead

import (
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// proof is what an exact search needed on a board.
type proof struct {
	board          int
	kept, expanded float64
}

// proofs returns what a strategy needed on the boards that it and all others of
// the comparison finished, so that they can be compared.
func proofs(trials frame.Frame, strategy string) []proof {
	rows := onSeries(trials)
	var list []proof
	for _, board := range compared(rows) {
		for t := range rows.Where(frame.Strategy.Is(strategy)).All() {
			if t.Index == board {
				list = append(list, proof{board, float64(t.Meter.Stored), float64(t.Meter.Expanded)})
			}
		}
	}
	return list
}

// compared returns the boards that every exact search finished.
func compared(rows frame.Frame) []int {
	boards := movesOf(rows, astar).boards()
	for _, o := range omitted {
		m := movesOf(rows, o.strategy)
		boards = slices.DeleteFunc(boards, func(board int) bool { _, ok := m[board]; return !ok })
	}
	return boards
}

// keptBy returns how many positions a strategy kept on each board.
func keptBy(list []proof) []float64 {
	var values []float64
	for _, p := range list {
		values = append(values, p.kept)
	}
	return values
}

// provers are the exact searches in the order they are shown, with their titles.
func provers() (strategies, titles []string) {
	strategies, titles = []string{astar}, []string{"A*"}
	for _, o := range slices.Backward(omitted) {
		strategies, titles = append(strategies, o.strategy), append(titles, o.title)
	}
	return strategies, titles
}

// KeptFigure shows how many positions the exact searches keep.
func KeptFigure(trials frame.Frame) (plots.Figure, error) {
	var dots []plots.Dot
	boards := 0
	strategies, titles := provers()
	for i, strategy := range strategies {
		list := proofs(trials, strategy)
		if len(list) == 0 {
			continue
		}
		boards = len(list)
		kept := keptBy(list)
		mean := stats.Bootstrap{}.GeoMean(kept)
		dots = append(dots, plots.DotOf(titles[i], mean.Firm(), kept))
	}
	f, err := plots.Dots("exact-kept", "Positions kept until the optimum is proved", plots.DotsOptions{
		XLabel: "positions kept", Log: true,
	}, dots)
	return f.Captioned("Geometric means over %s, with 95 %% bootstrap intervals where there are ten or more; strokes are single boards. Below A* the search through layers with less and less left out: the one called bound alone keeps one of equal positions and what the bound does not rule out.",
		study.Plural(boards, "board")), err
}

// KeptTable sums up what the exact searches needed.
func KeptTable(trials frame.Frame) (reports.Table, error) {
	t := reports.Table{
		ID: "exact-table", Title: "What the proof of an optimum takes",
		Caption: "On the boards that all of them finished. Kept are the positions in memory, of the search through layers those of all layers; expanded nodes are all, of its beams too.",
		Columns: []reports.Column{
			{Name: "search"},
			{Name: "strategy"},
			{Name: "boards", Kind: reports.Count},
			{Name: "kept", Kind: reports.Count, Doc: "median"},
			{Name: "most", Kind: reports.Count, Doc: "largest number kept"},
			{Name: "expanded", Kind: reports.Count, Doc: "median"},
			{Name: "kept ÷ layers", Kind: reports.Ratio, Doc: "geometric mean over the boards of positions kept, relative to the complete search through layers"},
		},
	}
	least := keptBy(proofs(trials, exact))
	strategies, titles := provers()
	for i, strategy := range strategies {
		list := proofs(trials, strategy)
		if len(list) == 0 {
			continue
		}
		var expanded []float64
		for _, p := range list {
			expanded = append(expanded, p.expanded)
		}
		kept := stats.Quartiles(keptBy(list))
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Str(titles[i]), reports.Str(strategy), reports.Int(len(list)), reports.Num(kept.Median), reports.Num(kept.Max),
			reports.Num(stats.Median(expanded)), reports.Est(stats.Bootstrap{}.RatioOfGeoMeans(keptBy(list), least).Firm()),
		})
	}
	return t, nil
}

// DominanceClaim asks what closure and dominance are worth together.
func DominanceClaim(trials frame.Frame) (reports.Claim, error) {
	const fewer, each = 5, 2
	claim := study.Undecided("exact-dominance", "Closure and dominance need each other: together they leave less than a fifth of the positions that the bound, the order rule and the recognition of equal positions leave, and each alone leaves more than twice as many as both.")
	all, none := keptBy(proofs(trials, exact)), keptBy(proofs(trials, plain))
	if len(none) < 3 {
		return claim, nil
	}
	both := stats.Bootstrap{}.RatioOfGeoMeans(none, all)
	closed := stats.Bootstrap{}.RatioOfGeoMeans(keptBy(proofs(trials, exact+",no-dominance")), all)
	dominant := stats.Bootstrap{}.RatioOfGeoMeans(keptBy(proofs(trials, exact+",no-closure")), all)
	return claim.DecidedBy(both.Firm(), reports.All(reports.Above(both.Firm().BCa, fewer), reports.Above(closed.Firm().BCa, each), reports.Above(dominant.Firm().BCa, each)),
		"With neither there are %s times as many as with both, with closures alone %s times, with dominance alone %s times (geometric means over %s, with 95 %% intervals where there are ten or more). Of the totals, which hard boards rule, it is %.0f times with neither.",
		timesPhrase(both), timesPhrase(closed), timesPhrase(dominant), study.Plural(both.N, "board"), stats.Sum(none)/stats.Sum(all)), nil
}

// timesPhrase writes a factor with its interval.
func timesPhrase(e stats.Estimate) string {
	if !e.BCa.Known() || e.N < stats.MinBootstrap {
		return fmt.Sprintf("%.1f", e.Value)
	}
	return fmt.Sprintf("%.1f (%.1f to %.1f)", e.Value, e.BCa.Low, e.BCa.High)
}

// OrderRuleClaim asks whether the order rule is still worth anything where
// dominance is.
func OrderRuleClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("exact-order-rule", "With dominance the order rule leaves the number of positions kept as it is; without closure and dominance it saves less than a fifth.")
	with, without := proofs(trials, exact), proofs(trials, exact+",no-order-rule")
	if len(with) == 0 || len(without) != len(with) {
		return claim, nil
	}
	differ := 0
	for i := range with {
		if with[i].kept != without[i].kept {
			differ++
		}
	}
	saved := 1 - 1/stats.Bootstrap{}.RatioOfGeoMeans(keptBy(proofs(trials, plain+",no-order-rule")), keptBy(proofs(trials, plain))).Value
	return claim.Decided(len(with), reports.VerdictOf(differ == 0 && saved < 0.2),
		"The numbers differ on %d of %s. Beside the bound alone it saves %.0f %% of the positions (geometric mean).", differ, study.Plural(len(with), "board"), 100*saved), nil
}

// ExactAgreeClaim asks whether all exact searches find the same lengths.
func ExactAgreeClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("exact-agree", "All exact searches that finish on a board prove the same optimum.")
	lengths, runs, odd := map[string]int{}, 0, 0
	strategies, _ := provers()
	for t := range trials.Where(frame.Mode.Is(experiments.Budget), frame.Strategy.Is(append(strategies, courseName)...)).All() {
		if t.Outcome != search.Solved || t.Error != "" {
			continue
		}
		if n, ok := lengths[t.Instance]; ok && n != t.Cost || t.Bound != t.Cost {
			odd++
		}
		lengths[t.Instance] = t.Cost
		runs++
	}
	return claim.Decided(runs-len(lengths), reports.VerdictOf(odd == 0),
		"%s of %d searches, on %s: those of the series and the square ones of [[table:growth-table]].",
		study.Capitalised(study.Plural(runs, "proof")), len(strategies)+1, study.Plural(len(lengths), "board")), nil
}
