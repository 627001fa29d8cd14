package idastar

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// compared is the claim that the geometric mean of a metric is smaller, or
// larger, for b than for a on the same boards.
func compared(trials []experiments.Trial, id, statement string, m experiments.Metric, a, b string, larger bool) (reports.Claim, error) {
	claim := study.Undecided(id, statement)
	claim.Timing = m.Timing
	if len(finishedBy(trials, a, b)) == 0 {
		return claim, nil
	}
	c, err := analysis.Compare(trials, m, a, b)
	if err != nil {
		return claim, err
	}
	r := c.GeoMeans
	ahead, behind := c.Losses, c.Wins
	if !larger {
		ahead, behind = c.Wins, c.Losses
	}
	claim.Evidence = fmt.Sprintf("Geometric mean of the ratio of %s, %s ÷ %s: %.3g (95 %% interval %.3g to %.3g) on the %s that both solved. Of %s the statement is true on %s and false on %s.",
		c.Metric.Name, b, a, r.Value, r.BCa.Low, r.BCa.High, study.Plural(c.N-c.Censored, "board"),
		study.Plural(c.N, "board"), study.Grouped(uint64(ahead)), study.Grouped(uint64(behind)))
	if c.Censored > 0 {
		claim.Evidence += " A run that a limit ended counts there as what it had reached."
	}
	claim.Estimate = reports.EstimateOf(r)
	low, high := r.BCa.Low, r.BCa.High
	if larger {
		low, high = 1/r.BCa.High, 1/r.BCa.Low
	}
	switch {
	case !r.BCa.Known() || c.N-c.Censored < stats.MinBootstrap:
		claim.Evidence += fmt.Sprintf(" Fewer than %d boards do not decide it.", stats.MinBootstrap)
	case high < 1 && ahead > behind:
		claim.Holds = reports.Holds
	case low > 1 && ahead < behind:
		claim.Holds = reports.Fails
	}
	return claim, nil
}

// ExpandsMoreClaim asks what IDA* pays for not remembering.
func ExpandsMoreClaim(trials []experiments.Trial) (reports.Claim, error) {
	return compared(memoryTrials(trials), "memory-expands-more", "With Manhattan distance IDA* expands more nodes than A* on the same boards.",
		experiments.Expanded, "astar/manhattan", "idastar/manhattan", true)
}

// FasterClaim asks whether IDA* is faster nevertheless.
func FasterClaim(trials []experiments.Trial) (reports.Claim, error) {
	return compared(memoryTrials(trials), "memory-faster", "IDA* is faster than A* nevertheless: it takes less CPU time on the same boards, with Manhattan distance.",
		experiments.Seconds, "astar/manhattan", "idastar/manhattan", false)
}

// GoesOnClaim asks whether IDA* solves what A* has no memory for.
func GoesOnClaim(trials []experiments.Trial) (reports.Claim, error) {
	claim := study.Undecided("memory-idastar-goes-on", "IDA* solves every board on which A* with the same heuristic runs out of memory.")
	rows := memoryTrials(trials)
	capped, solved := 0, 0
	for _, h := range memoryHeuristics {
		deepening := byBoard(rows, "idastar/"+h)
		for index, t := range byBoard(rows, "astar/"+h) {
			if other := deepening[index]; t.Outcome == search.LimitMemory && other != nil {
				capped++
				if other.Outcome == search.Solved && other.Cost == shortest(t) {
					solved++
				}
			}
		}
	}
	if len(rows) > 0 {
		claim.Evidence = "A* ran out of memory on none of the boards."
	}
	return claim.Decided(capped, reports.VerdictOf(solved == capped),
		"A* ran out of memory in %s; IDA* solved %s of these boards with the optimal length.", study.Plural(capped, "run"), study.Grouped(uint64(solved))), nil
}

// TiesClaim asks how much hangs on the ties.
func TiesClaim(trials []experiments.Trial) (reports.Claim, error) {
	return compared(onKorf(trials, "astar/manhattan", lowG), "ties-matter", "Ties matter: taking the smallest g among equals first, A* expands more nodes than taking the largest.",
		experiments.Expanded, "astar/manhattan", lowG, true)
}

// PathsClaim asks whether the overhead of IDA* over what has to be expanded
// comes from paths that meet or from the iterations that repeat each other.
func PathsClaim(trials []experiments.Trial) (reports.Claim, error) {
	claim := study.Undecided("paths-cost-more", "Paths that meet cost IDA* more than its repeated iterations: up to the last complete one they multiply the work by more.")
	rows := onKorf(trials, mustManhattan, "idastar/manhattan")
	boards := finishedBy(rows, mustManhattan, "idastar/manhattan")
	must, deepening := byBoard(rows, mustManhattan), byBoard(rows, "idastar/manhattan")
	var paths, repeats, quotients []float64
	for _, index := range boards {
		n, ok := lastComplete(deepening[index])
		if !ok {
			continue
		}
		// What the last iteration adds depends on the order of moves.
		complete := deepening[index].Meter.Expanded - lastIteration(deepening[index]).Expanded
		p, r := float64(n)/float64(must[index].Meter.Expanded), float64(complete)/float64(n)
		paths, repeats, quotients = append(paths, p), append(repeats, r), append(quotients, p/r)
	}
	q := stats.Bootstrap{}.GeoMean(quotients)
	return claim.DecidedBy(q, reports.Above(q.Firm().BCa, 1),
		"On %s, geometric means: the last complete iteration expands %.3g nodes for each position that has to be expanded; all complete iterations together expand %.3g times what the last of them does. The quotient is %.3g (95 %% interval %.3g to %.3g).",
		study.Plural(len(paths), "board"), stats.GeoMean(paths), stats.GeoMean(repeats), q.Value, q.BCa.Low, q.BCa.High), nil
}
