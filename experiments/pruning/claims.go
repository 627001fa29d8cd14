package pruning

import (
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
)

// sortingComparison compares pruning with and without sorting on the largest
// sample.
func sortingComparison(trials frame.Frame) (analysis.Comparison, error) {
	rows := sortingPair(trials).Where(frame.Size.Is(sortingSize))
	return analysis.Compare(rows, experiments.Expanded, "pruning", "pruning+sorting")
}

// SortingClaim asks whether sorting saves nodes, on the largest sample.
func SortingClaim(trials frame.Frame) (reports.Claim, error) {
	return study.Ahead(sortingPair(trials).Where(frame.Size.Is(sortingSize)), experiments.Expanded, "sorting-saves",
		fmt.Sprintf("Sorting saves nodes: on rings of %d, pruning+sorting expands fewer in total than pruning.", sortingSize), "pruning", "pruning+sorting")
}

// SampleClaim asks whether 50 rings, the write-up's sample, can show a saving
// of the size it reports.
func SampleClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("sample-too-small", fmt.Sprintf("%d rings are too few to establish a saving of %.0f %% of the total.", growthInstances, 100*publishedSaving))
	rows := sortingPair(trials).Where(frame.Size.Is(sortingSize), frame.Index.Below(growthInstances))
	c, ok, err := study.Compare(rows, experiments.Expanded, "pruning", "pruning+sorting")
	if err != nil || !ok {
		return claim, err
	}
	half := (c.Totals.BCa.High - c.Totals.BCa.Low) / 2
	if c.Totals.BCa.Known() {
		claim.Holds = reports.VerdictOf(half > publishedSaving)
	}
	claim.Estimate = &reports.Estimate{Value: c.Totals.Value, Low: c.Totals.BCa.Low, High: c.Totals.BCa.High, N: c.N}
	claim.Evidence = fmt.Sprintf("With the first %s of %d nodes the ratio of totals is %.2f with a 95 %% interval from %.2f to %.2f: half its width is %.0f %%, against the %.0f %% to be shown.",
		study.Plural(c.N, "ring"), sortingSize, c.Totals.Value, c.Totals.BCa.Low, c.Totals.BCa.High, 100*half, 100*publishedSaving)
	return claim, nil
}

// GrowthClaim asks whether pruning lowers the growth and not just the count.
func GrowthClaim(trials frame.Frame) (reports.Claim, error) {
	const statement = "Pruning lowers the growth itself: the factor per added node is smaller than that of the standard search."
	claim := study.Undecided("growth-lower", statement)
	rows := growth(trials)
	if !rows.Has("standard", "pruning") {
		return claim, nil
	}
	standard, err := analysis.Scaling(rows, experiments.Expanded, "standard")
	if err != nil {
		return claim, err
	}
	// Only sizes at which both medians are known can be compared.
	pruning, err := analysis.Scaling(rows.Where(frame.Size.Is(standard.Sizes...)), experiments.Expanded, "pruning")
	if err != nil {
		return claim, err
	}
	a, b := standard.Factor, pruning.Factor
	claim.Evidence = fmt.Sprintf("Factor per added node: standard %.3f (95 %% interval %.3f to %.3f), pruning %.3f (%.3f to %.3f), from the medians at n = %s, where neither is cut off.",
		a.Value, a.BCa.Low, a.BCa.High, b.Value, b.BCa.Low, b.BCa.High, study.Listed(pruning.Sizes))
	claim.Holds = reports.Less(b.BCa, a.BCa)
	return claim, nil
}

// fewDecisions is what counts as hardly any search.
const fewDecisions = 100

// PolynomialClaim asks whether contraction decides within a few steps whatever
// the size.
func PolynomialClaim(trials frame.Frame) (reports.Claim, error) {
	rows := large(trials).Where(frame.Strategy.Is("contraction"))
	worst, size, capped := uint64(0), 0, 0
	for t := range rows.All() {
		if !t.Outcome.Answered() {
			capped++
		}
		if n := t.Meter.Expanded; n > worst {
			worst, size = n, t.Size
		}
	}
	claim := study.Undecided("few-decisions", fmt.Sprintf("Contraction hardly searches: on none of the large planted rings does it make more than %d decisions.", fewDecisions))
	return claim.Decided(rows.Len(), reports.VerdictOf(worst <= fewDecisions && capped == 0),
		"Over %s of %s to %s nodes the most decisions are %d, at n = %s; %d runs were capped.",
		study.Plural(rows.Len(), "ring"), study.Grouped(uint64(smallest(rows))), study.Grouped(uint64(biggest(rows))), worst, study.Grouped(uint64(size)), capped), nil
}

func smallest(trials frame.Frame) int {
	if sizes := frame.Size.Of(trials); len(sizes) > 0 {
		return sizes[0]
	}
	return 0
}

func biggest(trials frame.Frame) int {
	if sizes := frame.Size.Of(trials); len(sizes) > 0 {
		return sizes[len(sizes)-1]
	}
	return 0
}

// SpeedClaim asks how much faster contraction is than the write-up's best
// strategy over the same rings of the largest size both were timed on.
func SpeedClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("speed", "Contraction is more than a thousand times faster than pruning+sorting.")
	claim.Timing = true
	size := 0
	for _, n := range frame.Size.Of(timed(trials)) {
		if timed(trials).Where(frame.Size.Is(n), frame.Strategy.Is("pruning+sorting")).Len() > 0 {
			size = n
		}
	}
	c, ok, err := study.Compare(timed(trials).Where(frame.Size.Is(size)), experiments.Seconds, "contraction", "pruning+sorting")
	if err != nil || !ok {
		return claim, err
	}
	claim.Statement = fmt.Sprintf("Contraction solves the rings of %d more than a thousand times faster than pruning+sorting.", size)
	claim.Estimate = &reports.Estimate{Value: c.Totals.Value, Low: c.Totals.BCa.Low, High: c.Totals.BCa.High, N: c.N}
	claim.Evidence = fmt.Sprintf("Ratio of total CPU times over the same %s: %s (95 %% interval %s to %s).",
		study.Plural(c.N, "ring"), rounded(c.Totals.Value), rounded(c.Totals.BCa.Low), rounded(c.Totals.BCa.High))
	claim.Holds = reports.Above(c.Totals.BCa, 1000)
	return claim, nil
}

// rounded writes a large ratio to three significant digits.
func rounded(x float64) string {
	if math.IsNaN(x) || x < 1000 {
		return fmt.Sprintf("%.3g", x)
	}
	return study.Grouped(study.Rounded(x, 3))
}

// CyclesClaim asks whether the free cycles grow like those of random mappings:
// with ln n for even rings, which fall apart into two halves, and half as fast
// for odd ones.
func CyclesClaim(trials frame.Frame) (reports.Claim, error) {
	even, odd := cyclesFit(trials, 0), cyclesFit(trials, 1)
	claim := study.Undecided("cycles-logarithmic", fmt.Sprintf("From %s nodes on the number of free cycles is compatible with a growth by ln n on even rings and by half of that on odd ones, as in random mappings.", study.Grouped(asymptotic)))
	if even.N < 3 || odd.N < 3 || math.IsNaN(even.B) || math.IsNaN(odd.B) {
		return claim, nil
	}
	claim.Evidence = fmt.Sprintf("Slope of the mean against ln n: %.2f on even rings (95 %% interval %.2f to %.2f), %.2f on odd ones (%.2f to %.2f).",
		even.B, even.BInterval.Low, even.BInterval.High, odd.B, odd.BInterval.Low, odd.BInterval.High)
	wide := func(i stats.Interval) bool { return !i.Known() || i.High-i.Low > 0.5 } // would contain anything
	if !wide(even.BInterval) && !wide(odd.BInterval) {
		claim.Holds = reports.VerdictOf(even.BInterval.Contains(1) && odd.BInterval.Contains(0.5))
	}
	return claim, nil
}

// OddClaim asks whether odd rings are solvable more often than even ones.
func OddClaim(trials frame.Frame) (reports.Claim, error) {
	shares := uniform(trials).Share(fromSome)
	wins, losses := 0, 0
	for i := 1; i < len(shares); i++ {
		a, b := shares[i-1], shares[i]
		if b.Size != a.Size+1 {
			continue
		}
		odd, even := a, b
		if a.Size%2 == 0 {
			odd, even = b, a
		}
		// The share falls with n, so only an odd ring with a smaller even
		// neighbour says something.
		if odd.Size < even.Size {
			continue
		}
		switch {
		case odd.Value() > even.Value():
			wins++
		case odd.Value() < even.Value():
			losses++
		}
	}
	p := stats.SignTest(wins, losses)
	holds := reports.Undecided
	if p < 0.05 {
		holds = reports.VerdictOf(wins > losses)
	}
	claim := study.Undecided("odd-solvable", "Random rings with an odd number of nodes are solvable more often than the next smaller even ones.")
	return claim.Decided(wins+losses, holds,
		"More often at %s, less often at %d (sign test p = %.2g).", study.Plural(wins, "odd size"), losses, p), nil
}
