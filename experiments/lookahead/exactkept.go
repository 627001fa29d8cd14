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
	"github.com/puzzlelab/puzzlelab/reports/column"
)

// proof is what an exact search needed on the boards of the series that all of
// them finished, so that they can be compared.
type proof struct {
	prover
	kept, expanded []float64
}

func proofs(trials frame.Frame) []proof {
	boards := onSeries(trials).Match(proverNames()...).Solved()
	if len(boards) == 0 {
		return nil
	}
	var list []proof
	for i, p := range provers {
		list = append(list, proof{p, boards.Values(experiments.Stored, i), boards.Values(experiments.Expanded, i)})
	}
	return list
}

// keptBy returns how many positions a strategy kept on each board.
func keptBy(list []proof, strategy string) []float64 {
	for _, p := range list {
		if p.strategy == strategy {
			return p.kept
		}
	}
	return nil
}

// KeptFigure shows how many positions the exact searches keep.
func KeptFigure(trials frame.Frame) (plots.Figure, error) {
	list := proofs(trials)
	var dots []plots.Dot
	for _, p := range list {
		dots = append(dots, plots.DotOf(p.title, stats.Bootstrap{}.GeoMean(p.kept).Firm(), p.kept))
	}
	f, err := plots.Dots("exact-kept", "Positions kept until the optimum is proved", plots.DotsOptions{
		XLabel: "positions kept", Log: true,
	}, dots)
	return f.Captioned("Geometric means over %s, with 95 %% bootstrap intervals where there are ten or more; strokes are single boards. Below A* the search through layers with less and less left out: the one called bound alone keeps one of equal positions and what the bound does not rule out.",
		study.Plural(len(keptBy(list, exact)), "board")), err
}

// KeptTable sums up what the exact searches needed.
func KeptTable(trials frame.Frame) (reports.Table, error) {
	list := proofs(trials)
	return column.Fill(reports.Table{
		ID: "exact-table", Title: "What the proof of an optimum takes",
		Caption: "On the boards that all of them finished. Kept are the positions in memory, of the search through layers those of all layers; expanded nodes are all, of its beams too.",
	}, list,
		column.Words("search", func(p proof) string { return p.title }), column.Words("strategy", func(p proof) string { return p.strategy }),
		column.Counts("boards", func(p proof) int { return len(p.kept) }),
		column.Numbers("kept", reports.Count, func(p proof) float64 { return stats.Median(p.kept) }).Doc("median"),
		column.Numbers("most", reports.Count, func(p proof) float64 { return slices.Max(p.kept) }).Doc("largest number kept"),
		column.Numbers("expanded", reports.Count, func(p proof) float64 { return stats.Median(p.expanded) }).Doc("median"),
		column.Estimates("kept ÷ layers", reports.Ratio, func(p proof) stats.Estimate {
			return stats.Bootstrap{}.RatioOfGeoMeans(p.kept, keptBy(list, exact)).Firm()
		}).Doc("geometric mean over the boards of positions kept, relative to the complete search through layers"),
	), nil
}

// DominanceClaim asks what closure and dominance are worth together.
func DominanceClaim(trials frame.Frame) (reports.Claim, error) {
	const fewer, each = 5, 2
	claim := study.Undecided("exact-dominance", "Closure and dominance need each other: together they leave less than a fifth of the positions that the bound, the order rule and the recognition of equal positions leave, and each alone leaves more than twice as many as both.")
	list := proofs(trials)
	all, none := keptBy(list, exact), keptBy(list, plain)
	if len(none) < 3 {
		return claim, nil
	}
	both := stats.Bootstrap{}.RatioOfGeoMeans(none, all)
	closed := stats.Bootstrap{}.RatioOfGeoMeans(keptBy(list, exact+",no-dominance"), all)
	dominant := stats.Bootstrap{}.RatioOfGeoMeans(keptBy(list, exact+",no-closure"), all)
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
	list := proofs(trials)
	fewer, same, more := count(minus(keptBy(list, exact), keptBy(list, exact+",no-order-rule")))
	differ, boards := fewer+more, fewer+same+more
	saved := 1 - 1/stats.Bootstrap{}.RatioOfGeoMeans(keptBy(list, plain+",no-order-rule"), keptBy(list, plain)).Value
	return claim.Decided(boards, reports.VerdictOf(differ == 0 && saved < 0.2),
		"The numbers differ on %d of %s. Beside the bound alone it saves %.0f %% of the positions (geometric mean).", differ, study.Plural(boards, "board"), 100*saved), nil
}

// ExactAgreeClaim asks whether all exact searches find the same lengths.
func ExactAgreeClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("exact-agree", "All exact searches that finish on a board prove the same optimum.")
	rows := trials.Where(frame.Mode.Is(experiments.Budget), frame.Strategy.Is(append(proverNames(), courseName)...), answered)
	boards, odd := rows.Instances(), 0
	for _, board := range frame.By(rows, frame.Subject) {
		odd += board.Count(func(t *experiments.Trial) bool { return t.Cost != board.First().Cost || t.Bound != t.Cost })
	}
	return claim.Decided(rows.Len()-boards, reports.VerdictOf(odd == 0),
		"%s of %d searches, on %s: those of the series and the square ones of [[table:growth-table]].",
		study.Capitalised(study.Plural(rows.Len(), "proof")), len(provers)+1, study.Plural(boards, "board")), nil
}
