package idastar

import (
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
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
func memoryStrategies() []string {
	var names []string
	for _, h := range memoryHeuristics {
		names = append(names, "astar/"+h, "idastar/"+h)
	}
	return names
}

// MemoryTable sets A* and IDA* beside each other: what they expand, and what
// they store for it.
func MemoryTable(trials frame.Frame) (reports.Table, error) {
	rows := memoryTrials(trials)
	t := reports.Table{
		ID: "memory", Title: "A* and IDA* on the same boards", Groups: 1,
		Caption: fmt.Sprintf("%s. A* takes 16 bytes for a position and fills its table to nine tenths; IDA* stores the positions on one path, too few bytes to count. Memory is that of tables, which grow in steps. %s",
			easiestBoards(rows), limitsOf(rows.Where(onlyAStar))),
		Columns: []reports.Column{
			{Name: "heuristic"},
			{Name: "algorithm"},
			{Name: "boards", Kind: reports.Count},
			{Name: "capped", Kind: reports.Count, Doc: "runs that the memory limit ended; their counts are lower bounds"},
			{Name: "median expanded", Kind: reports.Count, Best: reports.Smallest},
			{Name: "most expanded", Kind: reports.Count, Best: reports.Smallest},
			{Name: "median stored", Kind: reports.Count, Best: reports.Smallest, Doc: "the largest number of positions held at one time"},
			{Name: "most stored", Kind: reports.Count, Best: reports.Smallest},
			{Name: "largest memory", Kind: reports.Bytes},
		},
	}
	for _, name := range memoryStrategies() {
		at := rows.Where(frame.Strategy.Is(name))
		if at.Len() == 0 {
			continue
		}
		expanded, stored := summed(at, experiments.Expanded), summed(at, experiments.Stored)
		memory := reports.Cell{}
		if bytes := summed(at, experiments.Memory); bytes.Max.Value > 0 {
			memory = reports.Num(bytes.Max.Value)
		}
		algorithm, heuristic := named(name)
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Str(heuristic), reports.Str(algorithm), reports.Int(expanded.N), reports.Int(expanded.Censored),
			reports.Bounded(expanded.Median), reports.Bounded(expanded.Max),
			reports.Bounded(stored.Median), reports.Bounded(stored.Max), memory,
		})
	}
	return t, nil
}

func onlyAStar(t *experiments.Trial) bool { return strings.HasPrefix(t.Strategy, "astar/") }

// named splits the name of a strategy as a table shows it.
func named(strategy string) (algorithm, heuristic string) {
	algorithm, heuristic, _ = strings.Cut(strategy, "/")
	heuristic, _, _ = strings.Cut(heuristic, ",")
	if name := map[string]string{"astar": "A*", "idastar": "IDA*", "mm": "MM", "rbfs": "RBFS", "ara": "ARA*"}[algorithm]; name != "" {
		algorithm = name
	}
	return algorithm, heuristic
}

// summed is [analysis.Summarize] for trials of one strategy on one set.
func summed(trials frame.Frame, m experiments.Metric) frame.Cell {
	if cells := trials.Summarize(m); len(cells) > 0 {
		return cells[0]
	}
	return frame.Cell{}
}

// MemoryTimesTable sets the CPU times of A* and IDA* beside each other, on the
// boards that both solved.
func MemoryTimesTable(trials frame.Frame) (reports.Table, error) {
	rows := memoryTrials(trials)
	t := reports.Table{
		ID: "memory-times", Title: "A* and IDA*: time on the boards both solved", Timing: true,
		Caption: "One run at a time on one core. Ratios are geometric means over boards, IDA* ÷ A*, with 95 % bootstrap intervals. Boards that A* could not finish are left out; they are harder, and more in favour of IDA*.",
		Columns: []reports.Column{
			{Name: "heuristic"},
			{Name: "boards", Kind: reports.Count},
			{Name: "A* total", Kind: reports.Seconds},
			{Name: "IDA* total", Kind: reports.Seconds},
			{Name: "expanded, ratio", Kind: reports.Ratio},
			{Name: "CPU time, ratio", Kind: reports.Ratio},
			{Name: "A* per node", Kind: reports.Seconds, Doc: "CPU time ÷ nodes expanded, over all boards"},
			{Name: "IDA* per node", Kind: reports.Seconds},
		},
	}
	for _, h := range memoryHeuristics {
		a, b := "astar/"+h, "idastar/"+h
		boards := finishedBy(rows, a, b)
		if len(boards) == 0 {
			continue
		}
		nodesA, nodesB := over(rows, experiments.Expanded, a, boards), over(rows, experiments.Expanded, b, boards)
		timeA, timeB := over(rows, experiments.Seconds, a, boards), over(rows, experiments.Seconds, b, boards)
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Str(h), reports.Int(len(boards)), reports.Num(stats.Sum(timeA)), reports.Num(stats.Sum(timeB)),
			reports.Est(stats.Bootstrap{}.RatioOfGeoMeans(nodesB, nodesA)), reports.Est(stats.Bootstrap{}.RatioOfGeoMeans(timeB, timeA)),
			reports.Num(stats.Sum(timeA) / stats.Sum(nodesA)), reports.Num(stats.Sum(timeB) / stats.Sum(nodesB)),
		})
	}
	return t, nil
}

// MustExpandTable tells, board by board, what an optimal search has to expand
// and what the ties and the repetitions of A* and IDA* add.
func MustExpandTable(trials frame.Frame) (reports.Table, error) {
	names := []string{mustManhattan, "astar/manhattan", lowG, "idastar/manhattan"}
	rows := onKorf(trials, names...)
	boards := boardsOf(rows, names...)
	rows = rows.Where(func(t *experiments.Trial) bool { return slices.Contains(boards, t.Index) })
	capped := rows.Where(onlyAStar).Count(frame.Limited)
	t := reports.Table{
		ID: "must-expand", Title: "What has to be expanded, and what is, with Manhattan distance",
		Caption: fmt.Sprintf("Positions with g + h below the optimal length were counted one by one, each with its smallest g. Either tie rule of A* expands them all, and some with g + h equal to that length. The last complete iteration of IDA* enters exactly these positions, but once for every path within its bound. A limit on memory ended %s of A*.", study.Plural(capped, "run")),
		Columns: []reports.Column{
			{Name: "Korf", Kind: reports.Count, Doc: "number of the board"},
			{Name: "length", Kind: reports.Count, Unit: "moves"},
			{Name: "must expand", Kind: reports.Count, Full: true, Doc: "positions with g + h below the optimal length"},
			{Name: "A*, high g", Kind: reports.Count, Full: true, Doc: "of equal g + h the largest g first"},
			{Name: "A*, low g", Kind: reports.Count, Full: true, Doc: "of equal g + h the smallest g first"},
			{Name: "IDA*, last complete", Kind: reports.Count, Full: true, Doc: "expanded in the iteration before the last"},
			{Name: "paths", Kind: reports.Number, Doc: "paths to a position: last complete iteration ÷ must expand"},
			{Name: "IDA*, all", Kind: reports.Count, Full: true},
			{Name: "÷ must", Kind: reports.Number, Doc: "all that IDA* expands ÷ must expand"},
		},
	}
	must, high, low, deepening := byBoard(rows, names[0]), byBoard(rows, names[1]), byBoard(rows, names[2]), byBoard(rows, names[3])
	for _, index := range boards {
		if must[index].Outcome != search.Solved {
			continue
		}
		least := float64(must[index].Meter.Expanded)
		complete, paths := reports.Cell{}, reports.Cell{}
		if n, ok := lastComplete(deepening[index]); ok {
			complete, paths = reports.Int(n), reports.Num(float64(n)/least)
		}
		expanded := func(t *experiments.Trial) reports.Cell {
			return reports.Bounded(frame.Bounded{Value: experiments.Expanded.Value(t), Lower: t.Outcome.Limited()})
		}
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Int(index + 1), reports.Int(shortest(must[index])), reports.Num(least),
			expanded(high[index]), expanded(low[index]), complete, paths,
			expanded(deepening[index]), reports.Bounded(frame.Bounded{Value: experiments.Expanded.Value(deepening[index]) / least, Lower: deepening[index].Outcome.Limited()}),
		})
	}
	return t, nil
}

// lastComplete returns the nodes that IDA* expanded in its last iteration that
// was searched to the end, the one before the solution's.
func lastComplete(t *experiments.Trial) (uint64, bool) {
	if n := len(t.Meter.Iterations); t.Outcome == search.Solved && n > 1 {
		return t.Meter.Iterations[n-2].Expanded, true
	}
	return 0, false
}

// compared is the claim that the geometric mean of a metric is smaller, or
// larger, for b than for a on the same boards.
func compared(trials frame.Frame, id, statement string, m experiments.Metric, a, b string, larger bool) (reports.Claim, error) {
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
	if rows.Len() > 0 {
		claim.Evidence = "A* ran out of memory on none of the boards."
	}
	return claim.Decided(capped, reports.VerdictOf(solved == capped),
		"A* ran out of memory in %s; IDA* solved %s of these boards with the optimal length.", study.Plural(capped, "run"), study.Grouped(uint64(solved))), nil
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
