package pruning

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// fewDecisions is what counts as hardly any search.
const fewDecisions = 100

var claims = claim.NewFamily(study.Say(files, []claim.Claim{
	{
		ID: "growth-lower", Statement: "What pruning expands as a share of the standard search shrinks with every node of the ring.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			var x []float64
			var shares [][]float64
			cases := 0
			for size, rows := range frame.By(growth(f), frame.Size) {
				pairs := rows.Match("standard", "pruning")
				solved := pairs.Solved()
				if len(solved) < len(pairs) || len(pairs) == 0 { // of a stopped run the share is not known
					continue
				}
				shares = append(shares, solved.Quotients(experiments.Expanded, 0, 1))
				x, cases = append(x, float64(size)), cases+len(solved)
			}
			return claim.Below(claim.Growth("factor per node of the ring of the median of pruning ÷ standard", "ring", stats.Exponential, x, shares), 1), nil
		},
	},
	{
		ID: "sorting-saves", Statement: fmt.Sprintf("Sorting saves nodes on a typical ring of %d nodes.", sortingSize),
		Ask: func(f frame.Frame) (claim.Answer, error) {
			return claim.Below(claim.Ratio(sortingPair(f).Where(frame.Size.Is(sortingSize)), experiments.Expanded, "pruning", "pruning+sorting", "ring"), 1), nil
		},
	},
	{
		ID: "sample-too-small", Statement: fmt.Sprintf("%d rings, the write-up's sample, cannot show a saving of %.0f %% of the total.", growthInstances, 100*publishedSaving),
		Ask: func(f frame.Frame) (claim.Answer, error) {
			rows := sortingPair(f).Where(frame.Size.Is(sortingSize), frame.Index.Below(growthInstances))
			c, ok, err := compareSorting(rows)
			if err != nil || !ok || c.N < growthInstances {
				return claim.Every("sample", 1, 0, 0), err
			}
			i := c.Totals.BCa
			against := 0
			if !((i.High-i.Low)/2 > publishedSaving) {
				against = 1
			}
			return claim.Every("sample", 1, 1, against).Saying("The first %s have a ratio of totals of %.2f (%.2f to %.2f): half its interval is %.0f %%.", study.Plural(c.N, "ring"), c.Totals.Value, i.Low, i.High, 50*(i.High-i.Low)), nil
		},
	},
	{
		ID: "speed", Timing: true, Statement: fmt.Sprintf("Contraction is more than a hundred times faster than pruning+sorting on a typical ring of %d nodes.", speedSize),
		Ask: func(f frame.Frame) (claim.Answer, error) {
			return claim.Above(claim.Ratio(timed(f).Where(frame.Size.Is(speedSize)), experiments.Seconds, "contraction", "pruning+sorting", "ring"), 100), nil
		},
	},
	{
		ID: "few-decisions", Statement: fmt.Sprintf("On none of the large planted rings drawn here does contraction make more than %d decisions.", fewDecisions),
		Ask: func(f frame.Frame) (claim.Answer, error) {
			rows := large(f).Where(frame.Strategy.Is("contraction"))
			sizes, most := frame.Size.Of(rows), uint64(0)
			if rows.Len() == 0 {
				return claim.Every("ring", 0, 0, 0), nil
			}
			for t := range rows.All() {
				most = max(most, t.Meter.Expanded)
			}
			many := rows.Count(func(t *experiments.Trial) bool { return t.Meter.Expanded > fewDecisions })
			open := rows.Count(func(t *experiments.Trial) bool { return t.Outcome != search.Solved && t.Meter.Expanded <= fewDecisions })
			return claim.Every("ring", rows.Len(), rows.Len()-open, many).Saying("The most decisions are %s, on rings of %s to %s nodes.",
				study.Grouped(most), study.Grouped(uint64(sizes[0])), study.Grouped(uint64(sizes[len(sizes)-1]))), nil
		},
	},
	{
		ID: "cycles-logarithmic", Statement: fmt.Sprintf("From %s nodes on free cycles grow as in random mappings: per unit of ln n by 1 on even rings and ½ on odd ones, to within a quarter.", study.Grouped(asymptotic)),
		Ask: func(f frame.Frame) (claim.Answer, error) {
			rows := structured(f).Where(frame.Size.From(asymptotic))
			return claim.All(
				claim.Equivalent(claim.Slope("slope on even rings", "ring", cyclesFit(f, 0), rows.Count(ofParity(0))), 0.75, 1.25),
				claim.Equivalent(claim.Slope("slope on odd rings", "ring", cyclesFit(f, 1), rows.Count(ofParity(1))), 0.25, 0.75),
			), nil
		},
	},
	{
		ID: "odd-solvable", Statement: "Random rings with an odd number of nodes are solvable more often than those with one node less.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			type ring struct{ size, index int }
			solvable := map[ring]float64{}
			for t := range uniform(f).All() {
				solvable[ring{t.Size, t.Index}] = float64(min(1, observed(t, solvableStarts)))
			}
			var more []float64
			for t := range uniform(f).Where(ofParity(1)).All() {
				if even, ok := solvable[ring{t.Size - 1, t.Index}]; ok {
					more = append(more, solvable[ring{t.Size, t.Index}]-even)
				}
			}
			return claim.Above(claim.Mean("share that can be solved, odd less even", "pair", more), 0), nil
		},
	},
})...)

// speedSize is the size at which both the write-up's strategies and contraction
// are timed.
const speedSize = 75

// ofParity passes rings of an even (0) or odd (1) number of nodes.
func ofParity(odd int) frame.Filter {
	return func(t *experiments.Trial) bool { return t.Size%2 == odd }
}

// Item makes the figure, table or claim of that ID.
func Item(trials frame.Frame, id string) (reports.Block, error) { return Definition().Item(trials, id) }
