package idastar

import (
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

var memorySections = study.Sections{
	{
		Heading: "A* or IDA*?",
		Text: "A* keeps every position it meets and expands none twice; IDA* keeps one path and meets positions again and again. " +
			"Both solve the same boards of Korf's hundred, A* under a limit on its memory. A run that reaches it is a lower bound, not a failure to be left out.",
		Items: []study.Item{
			study.Block("memory", MemoryTable), study.Figure("memory-nodes", MemoryScatter), study.Block("memory-expands-more", ExpandsMoreClaim),
			study.Block("memory-times", MemoryTimesTable), study.Figure("memory-time", MemoryTimeScatter), study.Block("memory-faster", FasterClaim),
		},
	},
	{
		Heading: "Where A* stops",
		Text: "What A* has to store grows with the difficulty of the board, nearly in proportion to the nodes IDA* expands. " +
			"A line through what is known of it says how hard a board may be for a given memory.",
		Items: []study.Item{
			study.Figure("memory-growth", MemoryGrowthFigure), study.Block("memory-crossover", CrossoverTable), study.Block("memory-idastar-goes-on", GoesOnClaim),
		},
	},
	{
		Heading: "What has to be expanded",
		Text: "With a consistent heuristic every optimal search has to expand all positions with g + h below the optimal length; ties decide how many at that length come on top. " +
			"The two tie rules show how much that is. IDA* enters the same positions in its last complete iteration, some of them on several paths.",
		Items: []study.Item{
			study.Block("must-expand", MustExpandTable), study.Block("ties-matter", TiesClaim), study.Block("paths-cost-more", PathsClaim),
		},
	},
	{
		Heading: "From both ends, and in linear space",
		Text: "MM searches from the start and from the goal and stores both sides. RBFS needs no more memory than a path with its siblings, but goes best-first. " +
			"All four find shortest solutions of the same boards.",
		Items: []study.Item{
			study.Block("spaces", SpacesTable), study.Figure("spaces-ratios", SpacesFigure), study.Block("mm-needs-more", MMClaim), study.Block("rbfs-against-idastar", RBFSClaim),
		},
	},
}

// memoryHeuristics are those that A* and IDA* are compared with: the one of the
// write-ups, and the strongest that needs no large tables.
var memoryHeuristics = []string{"manhattan", "lc-wd"}

// lowG is A* that takes the other end of every tie.
const lowG = "astar/manhattan,ties=low-g"

// mustManhattan counts what every optimal search has to expand.
const mustManhattan = mustPrefix + "manhattan"

// memoryStrategies names A* and IDA* with each heuristic, in pairs.
func memoryStrategies() []string { return underEach("astar/", "idastar/") }

// underEach puts all algorithms before each heuristic of the comparison.
func underEach(algorithms ...string) []string {
	var names []string
	for _, h := range memoryHeuristics {
		for _, a := range algorithms {
			names = append(names, a+h)
		}
	}
	return names
}

// memoryTrials returns the trials of A* and IDA* on the same boards: those that
// ran one at a time.
func memoryTrials(trials frame.Frame) frame.Frame {
	return onKorf(trials, memoryStrategies()...).Where(frame.Mode.Is(experiments.Timed))
}

func onlyAStar(t *experiments.Trial) bool { return algorithmOf(t.Strategy) == "astar" }

// memoryPairs lines up A* and IDA* under each heuristic.
func memoryPairs(trials frame.Frame) []frame.Cases {
	rows := memoryTrials(trials)
	var all []frame.Cases
	for _, h := range memoryHeuristics {
		all = append(all, matched(rows, "astar/"+h, "idastar/"+h))
	}
	return all
}

// heuristicIn is the heuristic of cases of which there is one.
func heuristicIn(c frame.Cases) string { return heuristicOf(c[0].Trials[0].Strategy) }

// MemoryTable sets A* and IDA* beside each other: what they expand, and what
// they store for it.
func MemoryTable(trials frame.Frame) (reports.Table, error) {
	rows := memoryTrials(trials)
	return column.Fill(reports.Table{
		ID: "memory", Title: "A* and IDA* on the same boards", Groups: 1,
		Caption: fmt.Sprintf("%s. A* takes 16 bytes for a position and fills its table to nine tenths; IDA* stores the positions on one path, too few bytes to count. Memory is that of tables, which grow in steps. %s",
			easiestBoards(rows), limitsOf(rows.Where(onlyAStar))),
	}, each(rows, memoryStrategies()...),
		column.Words("heuristic", ran.heuristic),
		column.Words("algorithm", ran.algorithm),
		column.On(ran.expanded, column.Instances("boards")),
		column.On(ran.expanded, column.Capped()).Doc("runs that the memory limit ended; their counts are lower bounds"),
		column.On(ran.expanded, column.Median("median expanded")).Smallest(),
		column.On(ran.expanded, column.Max("most expanded")).Smallest(),
		column.On(ran.stored, column.Median("median stored")).Smallest().Doc("the largest number of positions held at one time"),
		column.On(ran.stored, column.Max("most stored")).Smallest(),
		column.Numbers("largest memory", reports.Bytes, func(r ran) float64 { return positive(r.Summary(experiments.Memory).Max.Value) }),
	), nil
}

// MemoryTimesTable sets the CPU times of A* and IDA* beside each other, on the
// boards that both solved.
func MemoryTimesTable(trials frame.Frame) (reports.Table, error) {
	var pairs []frame.Cases
	for _, cases := range memoryPairs(trials) {
		if both := cases.Solved(); len(both) > 0 {
			pairs = append(pairs, both)
		}
	}
	total := func(m experiments.Metric, i int) func(frame.Cases) float64 {
		return func(c frame.Cases) float64 { return stats.Sum(c.Values(m, i)) }
	}
	ratio := func(m experiments.Metric) func(frame.Cases) stats.Estimate {
		return func(c frame.Cases) stats.Estimate {
			return stats.Bootstrap{}.RatioOfGeoMeans(c.Values(m, 1), c.Values(m, 0))
		}
	}
	perNode := func(i int) func(frame.Cases) float64 {
		return func(c frame.Cases) float64 {
			return total(experiments.Seconds, i)(c) / total(experiments.Expanded, i)(c)
		}
	}
	return column.Fill(reports.Table{
		ID: "memory-times", Title: "A* and IDA*: time on the boards both solved", Timing: true,
		Caption: "One run at a time on one core. Ratios are geometric means over boards, IDA* ÷ A*, with 95 % bootstrap intervals. Boards that A* could not finish are left out; they are harder, and more in favour of IDA*.",
	}, pairs,
		column.Words("heuristic", heuristicIn),
		column.Counts("boards", func(c frame.Cases) int { return len(c) }),
		column.Numbers("A* total", reports.Seconds, total(experiments.Seconds, 0)),
		column.Numbers("IDA* total", reports.Seconds, total(experiments.Seconds, 1)),
		column.Estimates("expanded, ratio", reports.Ratio, ratio(experiments.Expanded)),
		column.Estimates("CPU time, ratio", reports.Ratio, ratio(experiments.Seconds)),
		column.Numbers("A* per node", reports.Seconds, perNode(0)).Doc("CPU time ÷ nodes expanded, over all boards"),
		column.Numbers("IDA* per node", reports.Seconds, perNode(1)),
	), nil
}

// MustExpandTable tells, board by board, what an optimal search has to expand
// and what the ties and the repetitions of A* and IDA* add.
func MustExpandTable(trials frame.Frame) (reports.Table, error) {
	names := []string{mustManhattan, "astar/manhattan", lowG, "idastar/manhattan"}
	cases := matched(trials, names...)
	limited := func(i int) int {
		return len(cases.Where(func(c frame.Case) bool { return frame.Limited(c.Trials[i]) }))
	}
	must := func(c frame.Case) float64 { return experiments.Expanded.Value(c.Trials[0]) }
	complete := func(c frame.Case) float64 { return lastComplete.Value(c.Trials[3]) }
	expanded := func(i int) func(frame.Case) frame.Bounded {
		return func(c frame.Case) frame.Bounded { return counted(c.Trials[i], experiments.Expanded) }
	}
	return column.Fill(reports.Table{
		ID: "must-expand", Title: "What has to be expanded, and what is, with Manhattan distance",
		Caption: fmt.Sprintf("Positions with g + h below the optimal length were counted one by one, each with its smallest g. Either tie rule of A* expands them all, and some with g + h equal to that length. The last complete iteration of IDA* enters exactly these positions, but once for every path within its bound. A limit on memory ended %s of A*.", study.Plural(limited(1)+limited(2), "run")),
	}, cases.Where(func(c frame.Case) bool { return solved(c.Trials[0]) }),
		column.Counts("Korf", func(c frame.Case) int { return c.Index + 1 }).Doc("number of the board"),
		column.Counts("length", func(c frame.Case) int { return shortest(c.Trials[0]) }).Unit("moves"),
		column.Bounds("must expand", reports.Count, expanded(0)).Full().Doc("positions with g + h below the optimal length"),
		column.Bounds("A*, high g", reports.Count, expanded(1)).Full().Doc("of equal g + h the largest g first"),
		column.Bounds("A*, low g", reports.Count, expanded(2)).Full().Doc("of equal g + h the smallest g first"),
		column.Numbers("IDA*, last complete", reports.Count, complete).Full().Doc("expanded in the iteration before the last"),
		column.Numbers("paths", reports.Number, func(c frame.Case) float64 { return complete(c) / must(c) }).Doc("paths to a position: last complete iteration ÷ must expand"),
		column.Bounds("IDA*, all", reports.Count, expanded(3)).Full(),
		column.Bounds("÷ must", reports.Number, func(c frame.Case) frame.Bounded {
			all := expanded(3)(c)
			all.Value /= must(c)
			return all
		}).Doc("all that IDA* expands ÷ must expand"),
	), nil
}

// lastComplete is what IDA* expands in its last iteration that is searched to
// the end, the one before the solution's.
var lastComplete = experiments.Metric{Value: func(t *experiments.Trial) float64 {
	if n := len(t.Meter.Iterations); solved(t) && n > 1 {
		return float64(t.Meter.Iterations[n-2].Expanded)
	}
	return math.NaN()
}}

// compared is the claim that the geometric mean of a metric is smaller, or
// larger, for b than for a on the same boards.
func compared(trials frame.Frame, id, statement string, m experiments.Metric, a, b string, larger bool) (reports.Claim, error) {
	claim := study.Undecided(id, statement)
	claim.Timing = m.Timing
	c, ok, err := compare(trials, m, a, b)
	if err != nil || !ok {
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
func ExpandsMoreClaim(trials frame.Frame) (reports.Claim, error) {
	return compared(memoryTrials(trials), "memory-expands-more", "With Manhattan distance IDA* expands more nodes than A* on the same boards.",
		experiments.Expanded, "astar/manhattan", "idastar/manhattan", true)
}

// FasterClaim asks whether IDA* is faster nevertheless.
func FasterClaim(trials frame.Frame) (reports.Claim, error) {
	return compared(memoryTrials(trials), "memory-faster", "IDA* is faster than A* nevertheless: it takes less CPU time on the same boards, with Manhattan distance.",
		experiments.Seconds, "astar/manhattan", "idastar/manhattan", false)
}

// GoesOnClaim asks whether IDA* solves what A* has no memory for.
func GoesOnClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("memory-idastar-goes-on", "IDA* solves every board on which A* with the same heuristic runs out of memory.")
	capped, solvedToo := 0, 0
	for _, cases := range memoryPairs(trials) {
		out := cases.Where(func(c frame.Case) bool { return c.Trials[0].Outcome == search.LimitMemory })
		capped += len(out)
		solvedToo += len(out.Where(func(c frame.Case) bool { return solved(c.Trials[1]) && c.Trials[1].Cost == shortest(c.Trials[0]) }))
	}
	if memoryTrials(trials).Len() > 0 {
		claim.Evidence = "A* ran out of memory on none of the boards."
	}
	return claim.Decided(capped, reports.VerdictOf(solvedToo == capped),
		"A* ran out of memory in %s; IDA* solved %s of these boards with the optimal length.", study.Plural(capped, "run"), study.Grouped(uint64(solvedToo))), nil
}

// TiesClaim asks how much hangs on the ties.
func TiesClaim(trials frame.Frame) (reports.Claim, error) {
	return compared(onKorf(trials, "astar/manhattan", lowG), "ties-matter", "Ties matter: taking the smallest g among equals first, A* expands more nodes than taking the largest.",
		experiments.Expanded, "astar/manhattan", lowG, true)
}

// PathsClaim asks whether the overhead of IDA* over what has to be expanded
// comes from paths that meet or from the iterations that repeat each other.
func PathsClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("paths-cost-more", "Paths that meet cost IDA* more than its repeated iterations: up to the last complete one they multiply the work by more.")
	var paths, repeats, quotients []float64
	for _, c := range matched(trials, mustManhattan, "idastar/manhattan").Solved() {
		n := lastComplete.Value(c.Trials[1])
		if math.IsNaN(n) {
			continue
		}
		// What the last iteration adds depends on the order of moves.
		complete := c.Trials[1].Meter.Expanded - lastIteration(c.Trials[1]).Expanded
		p, r := n/float64(c.Trials[0].Meter.Expanded), float64(complete)/n
		paths, repeats, quotients = append(paths, p), append(repeats, r), append(quotients, p/r)
	}
	q := stats.Bootstrap{}.GeoMean(quotients)
	return claim.DecidedBy(q, reports.Above(q.Firm().BCa, 1),
		"On %s, geometric means: the last complete iteration expands %.3g nodes for each position that has to be expanded; all complete iterations together expand %.3g times what the last of them does. The quotient is %.3g (95 %% interval %.3g to %.3g).",
		study.Plural(len(paths), "board"), stats.GeoMean(paths), stats.GeoMean(repeats), q.Value, q.BCa.Low, q.BCa.High), nil
}
