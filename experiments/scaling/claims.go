package scaling

import (
	"fmt"
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
)

// ExponentialClaim asks whether searches that try node after node grow
// exponentially on rings: whether the exponential of the smaller rings is nearer
// to the held-out medians than the power of the size.
func ExponentialClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("rings-exponential", fmt.Sprintf("Trying node after node grows exponentially: at held-out rings the exponential of the smaller ones is nearer to the measured medians than the power of n is, for each of %s.", study.Enumerated(searching)))
	var parts []string
	nearer, farther := 0, 0
	for _, strategy := range searching {
		fitted, held := Rings.one(trials, strategy).holdOut()
		exponential, power := Exponential.fitTo(fitted), Power.fitTo(fitted)
		if !exponential.known() || !power.known() {
			continue
		}
		e, n := exponential.missesBy(held)
		p, _ := power.missesBy(held)
		if n == 0 {
			continue
		}
		switch {
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
// points, up or down, in the geometric mean, and how many there are.
func (f fit) missesBy(points []point) (factor float64, n int) {
	var logs float64
	for _, p := range points {
		if p.known() {
			logs += math.Abs(math.Log(f.at(p.x) / p.cell.Median.Value))
			n++
		}
	}
	if n == 0 {
		return math.NaN(), 0
	}
	return math.Exp(logs / float64(n)), n
}

// share of the growth with pruning that counts as having taken it away.
const share = 0.1

// ForcedClaim asks whether following forced moves to their end takes the growth
// away.
func ForcedClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("rings-forced", "Following forced moves to their end takes the growth away: per node of the ring the logarithm of the median grows less than a tenth as fast with contraction as with pruning.")
	with, without := Rings.one(trials, "contraction").known(), Rings.one(trials, "pruning").known()
	f, g := Exponential.fitTo(with), Exponential.fitTo(without)
	if !f.known() || !g.known() {
		return claim, nil
	}
	_, b := f.parameters(with)
	claim.Evidence = fmt.Sprintf("The factor per node is %.4f (95 %% interval %.4f to %.4f) on rings of %.0f to %.0f nodes, against %.3f with pruning.",
		b.Value, b.BCa.Low, b.BCa.High, with[0].x, with[len(with)-1].x, g.b())
	claim.Holds = reports.Below(b.BCa, math.Pow(g.b(), share))
	return claim, nil
}

// ExponentClaim asks whether an estimate lowers the exponent of the number of
// positions.
func ExponentClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("boards-exponent", "An estimate does not only divide the nodes but changes how they grow: the exponent of the number of positions is smaller for A* with the Manhattan distance than for breadth-first search.")
	blind, informed := Boards.one(trials, breadthFirst).known(), Boards.one(trials, astarManhattan).known()
	f := Positions.fitTo(blind)
	informed = atSizesOf(informed, blind)
	g := Positions.fitTo(informed)
	if !f.known() || !g.known() {
		return claim, nil
	}
	_, without := f.parameters(blind)
	_, with := g.parameters(informed)
	claim.Estimate = reports.EstimateOf(with)
	claim.Evidence = fmt.Sprintf("Exponent %.2f (95 %% interval %.2f to %.2f) against %.2f (%.2f to %.2f), on the %d shapes that both have a median of. The intervals take the power for granted, which so few shapes cannot test.",
		with.Value, with.BCa.Low, with.BCa.High, without.Value, without.BCa.Low, without.BCa.High, len(informed))
	claim.Holds = reports.Less(with.BCa, without.BCa)
	return claim, nil
}

// atSizesOf returns the points at which there is one among others.
func atSizesOf(points, others []point) []point {
	there := map[string]bool{}
	for _, p := range others {
		there[p.set] = true
	}
	var kept []point
	for _, p := range points {
		if there[p.set] {
			kept = append(kept, p)
		}
	}
	return kept
}

// MemoryClaim asks whether what IDA* pays for its small memory grows with the
// board.
func MemoryClaim(trials frame.Frame) (reports.Claim, error) {
	return Boards.grows(trials, idaManhattan, astarManhattan, Positions, study.Undecided("boards-memory",
		"What IDA* pays for keeping one path grows with the board: the nodes of IDA* as a multiple of those of A* on the same board, both with the Manhattan distance, grow with the number of positions."))
}

// grows asks whether what strategy a expands as a multiple of strategy b on the
// same instances grows with the size, as the model has it.
func (q Question) grows(trials frame.Frame, a, b string, m Model, claim reports.Claim) (reports.Claim, error) {
	points := q.ratio(trials, a, b)
	f := m.fitTo(points)
	if !f.known() {
		return claim, nil
	}
	_, growth := f.parameters(points)
	var medians []string
	for _, p := range points {
		medians = append(medians, fmt.Sprintf("%.3g at %s", p.cell.Median.Value, q.name(p)))
	}
	none, how := 1.0, fmt.Sprintf("it grows by a factor of %.3f per %s", growth.Value, q.Unit)
	switch {
	case m.exponent:
		none, how = 0, fmt.Sprintf("it grows like the power %.3f of %s", growth.Value, m.base)
	case m.base != "":
		how = fmt.Sprintf("it grows by a factor of %.3f per unit of %s", growth.Value, m.base)
	}
	claim.Estimate = reports.EstimateOf(growth)
	claim.Evidence = fmt.Sprintf("The median ratio is %s, wherever no run was capped; fitted, %s (95 %% interval %.3f to %.3f).",
		strings.Join(medians, ", "), how, growth.BCa.Low, growth.BCa.High)
	claim.Holds = reports.Above(growth.BCa, none)
	return claim, nil
}

// ratio returns what strategy a expanded as a multiple of strategy b on the
// same instances, at every set and size at which no run of either was capped.
func (q Question) ratio(trials frame.Frame, a, b string) []point {
	nodes := map[string]float64{}
	rows := q.rows(trials)
	for t := range rows.Where(frame.Strategy.Is(b)).All() {
		nodes[t.Instance] = experiments.Expanded.Value(t)
	}
	capped, values := map[place]bool{}, map[place][]float64{}
	for t := range rows.Where(frame.Strategy.Is(a, b)).All() {
		if !t.Outcome.Answered() {
			capped[place{t.Set, t.Size}] = true
		}
	}
	for t := range rows.Where(frame.Strategy.Is(a)).All() {
		if r := experiments.Expanded.Value(t) / nodes[t.Instance]; r > 0 && !math.IsInf(r, 0) {
			values[place{t.Set, t.Size}] = append(values[place{t.Set, t.Size}], r)
		}
	}
	var points []point
	for _, p := range q.collect(rows, a).points {
		if len(values[p.place()]) == 0 || capped[p.place()] {
			continue
		}
		p.values = values[p.place()]
		p.cell = frame.Cell{Set: p.set, Size: p.size, Strategy: a, N: len(p.values), Median: frame.Bounded{Value: stats.Median(p.values)}}
		points = append(points, p)
	}
	return points
}

// LengthClaim asks whether the length of solutions says more of the nodes than
// the size of the board.
func LengthClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("shapes-length", "For searches with an estimate the length of the solutions says more than the number of cells: an exponential in the mean length has a smaller criterion than any model of the cells, for each strategy.")
	var parts []string
	better, worse := 0, 0
	for _, strategy := range boardStrategies {
		if strategy == breadthFirst {
			continue
		}
		points := Shapes.one(trials, strategy).known()
		byLength := Exponential.fitTo(points)
		byCells, _, ok := best(Boards.Models, atSizesOf(Boards.one(trials, strategy).known(), points))
		if !ok || !byLength.known() {
			continue
		}
		gap := byCells.line.AIC - byLength.line.AIC
		switch {
		case gap > told:
			better++
		case gap < -told:
			worse++
		}
		parts = append(parts, fmt.Sprintf("%s %s against %s", strategy, signed(byLength.line.AIC), signed(byCells.line.AIC)))
	}
	return claim.Decided(len(parts), reports.Unanimous(worse, len(boardStrategies)-1-better),
		"Akaike's criterion on the same medians: %s.", study.Enumerated(parts)), nil
}

// told is a difference of Akaike's criterion that tells two models apart
// (K. P. Burnham, D. R. Anderson, Model Selection and Multimodel Inference,
// 2002: less than 2 is no evidence).
const told = 2

// SavingClaim asks whether a better estimate saves a larger share of the nodes
// the longer the solution is.
func SavingClaim(trials frame.Frame) (reports.Claim, error) {
	return Lengths.grows(trials, idaManhattan, idaLarger, Exponential, study.Undecided("lengths-saving",
		"A better estimate lowers the growth per move and not only the nodes: what IDA* with the Manhattan distance expands as a multiple of lc-wd grows with the length of the solution."))
}

// SideClaim asks whether optimal searches of Color Walk are exponential in the
// side of the board or in its cells.
func SideClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("walk-side", "With the layer bound Color Walk is exponential in the side of the board and not in its cells: for A* and IDA* the exponential in √n has a smaller criterion than that in n.")
	var parts, faster []string
	better := 0
	for _, strategy := range []string{walkAStar, walkIDAStar} {
		points := Walk.one(trials, strategy).known()
		root, cells := Root.fitTo(points), Exponential.fitTo(points)
		if !root.known() || !cells.known() {
			continue
		}
		switch gap := cells.line.AIC - root.line.AIC; {
		case gap > told:
			better++
		case gap < -told:
			faster = append(faster, strategy)
		}
		parts = append(parts, fmt.Sprintf("%s %s against %s, with a factor of %.2f per row and column", strategy, signed(root.line.AIC), signed(cells.line.AIC), root.b()))
	}
	rather := ""
	if len(faster) > 0 {
		rather = " " + study.Enumerated(faster) + " rather follows the exponential in the cells, which rises faster."
	}
	return claim.Decided(len(parts), reports.Unanimous(len(faster), 2-better), "Akaike's criterion: %s.%s", study.Enumerated(parts), rather), nil
}

// LayeredClaim asks whether searching in layers below a beam's bound gains on
// A* as boards grow.
func LayeredClaim(trials frame.Frame) (reports.Claim, error) {
	return Walk.grows(trials, walkAStar, walkLayered, Root, study.Undecided("walk-layered",
		"A beam first, and layers below its bound, gain on A* the larger the board: what A* expands as a multiple of layered/layers grows with the side."))
}

// BeamClaim asks whether a beam stays linear.
func BeamClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("walk-beam", "A beam of fixed width costs less than in proportion to the board: its nodes grow like a power of the cells below 1.")
	points := Walk.one(trials, walkBeam).known()
	f := Power.fitTo(points)
	if !f.known() {
		return claim, nil
	}
	_, b := f.parameters(points)
	claim.Estimate = reports.EstimateOf(b)
	claim.Evidence = fmt.Sprintf("%s: power %.3f (95 %% interval %.3f to %.3f) on boards of %.0f to %.0f cells.", walkBeam, b.Value, b.BCa.Low, b.BCa.High, points[0].x, points[len(points)-1].x)
	claim.Holds = reports.Below(b.BCa, 1)
	return claim, nil
}

// ColorsClaim asks whether what IDA* pays for meeting positions again grows
// with the colours.
func ColorsClaim(trials frame.Frame) (reports.Claim, error) {
	return Colors.grows(trials, walkIDAStar, walkAStar, Exponential, study.Undecided("colors-memory",
		"More colours make positions be met again more often: what IDA* expands as a multiple of A* grows with the number of colours."))
}
