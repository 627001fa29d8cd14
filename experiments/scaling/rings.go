package scaling

import (
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	ringskind "github.com/puzzlelab/puzzlelab/solvers/handsoftime/kind"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Sets of rings, and that of the study.
const (
	ringsPrefix = "handsoftime/"
	ringsSet    = ringsPrefix + "planted"
)

// Strategies for rings: those that try node after node, and those that follow
// forced moves to their end and count decisions.
var (
	searching = []string{"standard", "pruning", "pruning+sorting", "dynamic-sorting"}
	deciding  = []string{"propagation", "contraction", "orientation"}
)

// rings are planted rings.
func rings(c study.Choice) study.Growing[handsoftime.Ring] {
	sizes := []string{"16", "20", "24", "28", "32", "36", "40", "48", "56", "64", "72", "80", "96", "112"}
	return study.Growing[handsoftime.Ring]{
		Study: Name, Kind: ringskind.Kind(), Code: code, Seed: rootSeed,
		Set:    func(family string, _ puzzle.Size) string { return ringsPrefix + family },
		Family: "planted", Sizes: sizes[:study.At(c.Scale, 10, 12, 14)], Instances: study.At(c.Scale, 50, 100, 200),
		Strategies: slices.Concat(searching, deciding),
		Limits:     search.Limits{Expanded: study.At[uint64](c.Scale, 1_000_000, 5_000_000, 100_000_000)},
	}
}

// Rings asks how the nodes grow with the ring.
var Rings = Question{
	ID: "rings", What: "planted rings", Noun: "ring", Small: "rings", Axis: "nodes on the ring, n", Unit: "node",
	Models:     []Model{Exponential, Power, Root},
	strategies: slices.Concat(searching, deciding),
	rows:       bySize(frame.Set.Is(ringsSet)),
}

// share of the growth with pruning that counts as having taken it away.
const share = 0.1

// ForcedClaim asks whether following forced moves to their end takes the growth
// away.
func ForcedClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("rings-forced", "Following forced moves to their end takes the growth away: per node of the ring the logarithm of the median grows less than a tenth as fast with contraction as with pruning.")
	with, without := Rings.fit(Exponential, trials, "contraction"), Rings.fit(Exponential, trials, "pruning")
	if !with.known() || !without.known() {
		return claim, nil
	}
	_, b := with.parameters()
	return claim.Decided(b.N, reports.Below(b.BCa, math.Pow(without.b(), share)), "The factor per node is %.4f (95 %% interval %.4f to %.4f) on rings of %.0f to %.0f nodes, against %.3f with pruning.",
		b.Value, b.BCa.Low, b.BCa.High, with.points[0].x, with.points[len(with.points)-1].x, without.b()), nil
}

// ExponentialClaim asks whether searches that try node after node grow
// exponentially on rings: whether the exponential of the smaller rings is nearer
// to the held-out medians than the power of the size.
func ExponentialClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("rings-exponential", fmt.Sprintf("Trying node after node grows exponentially: at held-out rings the exponential of the smaller ones is nearer to the measured medians than the power of n is, for each of %s.", study.Enumerated(searching)))
	var parts []string
	nearer, farther := 0, 0
	for _, strategy := range searching {
		fitted, held := Rings.one(trials, strategy).holdOut()
		e, p := Exponential.fitTo(fitted).missesBy(held), Power.fitTo(fitted).missesBy(held)
		switch {
		case math.IsNaN(e) || math.IsNaN(p):
			continue
		case margin*e < p:
			nearer++
		case e > margin*p:
			farther++
		}
		parts = append(parts, fmt.Sprintf("%s by a factor of %.2f against %.2f", strategy, e, p))
	}
	return claim.Decided(len(parts), reports.Unanimous(farther, len(searching)-nearer),
		"In the geometric mean over the held-out sizes the exponential misses %s.", study.Enumerated(parts)), nil
}

// margin is the factor by which one model has to be nearer than another; less
// is a tie.
const margin = 1.1

// missesBy returns by which factor the fit misses the known medians of the
// points, up or down, in the geometric mean; NaN if there is none.
func (f fit) missesBy(points []point) float64 {
	var logs []float64
	for _, p := range points {
		if p.known() {
			logs = append(logs, math.Abs(math.Log(f.at(p.x)/p.cell.Median.Value)))
		}
	}
	return math.Exp(stats.Mean(logs))
}
