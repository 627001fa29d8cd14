package heuristics

import (
	"fmt"
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// ManhattanClaim asks which priority function enqueues fewer boards.
func ManhattanClaim(trials frame.Frame) (reports.Claim, error) {
	return study.Ahead(programs(trials), enqueued, "manhattan-saves",
		"The write-up's program enqueues fewer boards with the Manhattan priority than with the Hamming priority.", byHamming, byManhattan)
}

// CriticalClaim asks whether the critical optimisation saves boards.
func CriticalClaim(trials frame.Frame) (reports.Claim, error) {
	return study.Ahead(programs(trials), enqueued, "critical-saves",
		"Not enqueueing the board of the previous node, the “critical optimisation”, saves boards.", withParent, byManhattan)
}

// ListClaim asks whether the closed list, which the write-up gave up, saved
// boards.
func ListClaim(trials frame.Frame) (reports.Claim, error) {
	return study.Ahead(programs(trials), enqueued, "list-saves",
		"The list of closed boards that the write-up gave up had saved boards on the queue.", byManhattan, withClosedList)
}

// ListTimeClaim asks whether it was right to give the list up.
func ListTimeClaim(trials frame.Frame) (reports.Claim, error) {
	return study.Ahead(timed(trials, true), experiments.Seconds, "list-costs-time",
		"Giving up the list of closed boards saved time all the same, because each look into it goes through it from the front.", withClosedList, byManhattan)
}

// twinLow and twinHigh are what counts as double.
const twinLow, twinHigh = 1.9, 2.1

// TwinClaim asks whether solving the twin board in lockstep doubles the work.
func TwinClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("twin-doubles", "Solving the twin board in lockstep, instead of testing the parity, doubles the boards enqueued.")
	c, ok, err := study.Compare(programs(trials), enqueued, byManhattan, withTwin)
	if err != nil || !ok {
		return claim, err
	}
	low, high := c.Totals.BCa.Low, c.Totals.BCa.High
	claim.Estimate = &reports.Estimate{Value: c.Totals.Value, Low: low, High: high, N: c.N - c.Censored}
	claim.Evidence = fmt.Sprintf("Ratio of totals with the twin to without: %.3f (95 %% interval %.3f to %.3f, %s); a doubling is from %.1f to %.1f.",
		c.Totals.Value, low, high, study.Plural(c.N-c.Censored, "board"), twinLow, twinHigh)
	switch {
	case !c.Totals.BCa.Known():
	case low >= twinLow && high <= twinHigh:
		claim.Holds = reports.Holds
	case high < twinLow || low > twinHigh:
		claim.Holds = reports.Fails
	}
	return claim, nil
}

// CacheClaim asks whether remembering the estimate changes what is searched.
func CacheClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("cache-same", "Remembering the estimate of a board changes no count: boards enqueued, longest queue and solution are the same.")
	rows := programs(trials)
	if !rows.Has(byManhattan, recomputed) {
		return claim, nil
	}
	first := map[string]*experiments.Trial{}
	once := rows.Where(frame.Strategy.Is(byManhattan))
	for t := range once.All() {
		first[t.Instance] = t
	}
	pairs, differ := 0, 0
	for b := range rows.Where(frame.Strategy.Is(recomputed)).All() {
		a := first[b.Instance]
		if a == nil {
			continue
		}
		pairs++
		if a.Meter.Generated != b.Meter.Generated || a.Meter.Stored != b.Meter.Stored || a.Cost != b.Cost || a.Outcome != b.Outcome {
			differ++
		}
	}
	return claim.Decided(pairs, reports.VerdictOf(differ == 0),
		"%s ran both ways; the counts differ on %d. What remembering saves is time ([[table:change-times]]).", study.Capitalised(study.Plural(pairs, "board")), differ), nil
}

// TableClaim asks what a table of boards would have saved the write-up.
func TableClaim(trials frame.Frame) (reports.Claim, error) {
	rows := trials.Where(frame.Set.Is(uniformSet), frame.Mode.Is(experiments.Budget))
	return study.Ahead(rows, enqueued, "table-saves",
		"With the Hamming priority, A* with a table of boards enqueues fewer than the write-up's program, which keeps none.", byHamming, astar+"hamming")
}

// HistogramsClaim asks whether the depth histograms are the published ones.
func HistogramsClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("histograms", "Every distance has as many positions as published, for all three goals.")
	goals, distances, differ := 0, 0, 0
	for _, goal := range goalCells {
		surveys := surveyedHeuristics(trials, goal.cell)
		if len(surveys) > 0 {
			goals++
			distances += len(published(goal.cell))
		}
		for _, j := range surveys {
			differ += len(differing(j.histogram(), published(goal.cell)))
		}
	}
	return claim.Decided(goals, reports.Unanimous(differ, len(goalCells)-goals),
		"%s of %s counted; %d differ from the published counts ([[table:spaces]]).", study.Plural(distances, "distance"), study.Plural(goals, "goal"), differ), nil
}

// AdmissibleClaim asks whether any estimate exceeds the distance.
func AdmissibleClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("admissible", "No heuristic says more than the distance at any position.")
	checked, over := 0, 0
	for _, goal := range goalCells {
		for _, j := range surveyedHeuristics(trials, goal.cell) {
			q := j.quality()
			checked, over = checked+q.positions, over+q.over
		}
	}
	return claim.Decided(checked, reports.VerdictOf(over == 0),
		"%s estimates were compared with the distance; %s exceed it.", study.Grouped(uint64(checked)), study.Grouped(uint64(over))), nil
}

// DominanceClaim asks whether saying more ever costs A* an expansion it could
// not have avoided.
func DominanceClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("dominance-saves", "A heuristic that never says less than another never makes A* expand more positions of g + h below the distance.")
	pairs, checked, more := 0, 0, 0
	for _, p := range dominations(trials) {
		pairs, checked, more = pairs+1, checked+p.starts, more+p.more
	}
	return claim.Decided(pairs, reports.VerdictOf(more == 0),
		"%s of heuristics, %s comparisons from the same start: more in %s ([[table:dominance]]).",
		study.Capitalised(study.Plural(pairs, "pair")), study.Grouped(uint64(checked)), study.Grouped(uint64(more))), nil
}

// ErrorClaim asks whether a smaller mean error is fewer expansions.
func ErrorClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("error-ranks", "Of two heuristics, the one with the smaller mean error leaves A* fewer positions that it must expand.")
	pairs, close := 0, 0
	var against []string
	for _, goal := range goalCells {
		worths := worthsFor(trials, goal.cell)
		for i := range worths {
			for j := range worths[:i] {
				a, b := worths[i], worths[j]
				if a.error == b.error {
					continue
				}
				if a.error > b.error {
					a, b = b, a
				}
				pairs++
				switch {
				case a.low > b.high:
					against = append(against, fmt.Sprintf(" Against it: %s (mean error %.3f, %s) and %s (%.3f, %s), %s goal.",
						a.name, a.error, study.Grouped(uint64(math.Round(a.must))), b.name, b.error, study.Grouped(uint64(math.Round(b.must))), goal.name))
				case a.high >= b.low:
					close++
				}
			}
		}
	}
	return claim.Decided(pairs, reports.Unanimous(len(against), close),
		"%s of heuristics by mean error over all positions and mean expansions over the starts of [[table:expansions]]; in %d the intervals overlap.%s",
		study.Capitalised(study.Plural(pairs, "pair")), close, strings.Join(against, "")), nil
}

// worth is what a heuristic's error costs: its mean, and the mean of what A*
// must expand with its interval, which is a point if nothing was sampled.
type worth struct {
	name                   string
	error, must, low, high float64
}

func worthsFor(trials frame.Frame, cell int) []worth {
	t, n := expansionsOf(trials, cell)
	if t == nil {
		return nil
	}
	var list []worth
	for _, j := range surveyedHeuristics(trials, cell) {
		sq, _ := t.Observation(squares(j.heuristic))
		mean, interval := meanOf(total(t, mustAt, j.heuristic), sq, n, positions)
		w := worth{j.heuristic, j.quality().meanError, mean, mean, mean}
		if interval.Known() {
			w.low, w.high = interval.Low, interval.High
		}
		list = append(list, w)
	}
	return list
}

// ConflictClaim asks whether linear conflict saves A* nodes.
func ConflictClaim(trials frame.Frame) (reports.Claim, error) {
	return study.Ahead(searches(trials), experiments.Expanded, "conflict-saves",
		"Linear conflict saves A* nodes against Manhattan.", astar+tiles.Manhattan.Name, astar+tiles.LinearConflict.Name)
}

// BookClaim asks whether the textbook's nodes are those of A* with a table of
// boards, or of a search without.
func BookClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("branching-agrees", fmt.Sprintf("The effective branching factors of A* with a table of boards are within %.2f of the textbook's at every distance it prints.", branchingTolerance))
	compared, off, between := 0, 0, 0
	worst := 0.0
	for _, r := range book {
		for _, side := range r.sides() {
			mean, b, n := generatedAt(trials, astar+side.heuristic, r.distance)
			if n == 0 {
				continue
			}
			compared++
			if !near(b, side.b) {
				off++
			}
			if d := b - side.b; math.Abs(d) > math.Abs(worst) {
				worst = d
			}
			if without, _, n := generatedAt(trials, program+side.heuristic, r.distance); n > 0 && mean+1 <= side.nodes && side.nodes <= without+1 {
				between++
			}
		}
	}
	return claim.Decided(compared, reports.VerdictOf(off == 0),
		"%d of %s lie further off; the largest difference, ours less the printed one, is %+.2f. At %d of them the printed nodes lie between those of A* with a table of boards and of the write-up's program without one ([[table:branching]]).",
		off, study.Plural(compared, "factor"), worst, between), nil
}

// FasterClaim asks whether the heuristic with the fewest nodes is worth its
// time.
func FasterClaim(trials frame.Frame) (reports.Claim, error) {
	return study.Ahead(timed(trials, false), experiments.Seconds, "lc-wd-faster",
		"A* is faster with lc-wd, which leaves the fewest nodes, than with Manhattan.", astar+tiles.Manhattan.Name, astar+tiles.LCWD.Name)
}

// AlgorithmClaim asks whether IDA*, which keeps nothing, is faster than A*
// where the space is small.
func AlgorithmClaim(trials frame.Frame) (reports.Claim, error) {
	return study.Ahead(timed(trials, false), experiments.Seconds, "idastar-faster",
		"With Manhattan, IDA* is faster than A* although it expands more nodes.", astar+tiles.Manhattan.Name, idastar+tiles.Manhattan.Name)
}
