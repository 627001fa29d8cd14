package idastar

import (
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// MemoryTable sets A* and IDA* beside each other: what they expand, and what
// they store for it.
func MemoryTable(trials []experiments.Trial) (reports.Table, error) {
	rows := memoryTrials(trials)
	t := reports.Table{
		ID: "memory", Title: "A* and IDA* on the same boards", Groups: 1,
		Caption: fmt.Sprintf("%s. A* takes 16 bytes for a position and fills its table to nine tenths; IDA* stores the positions on one path, too few bytes to count. Memory is that of tables, which grow in steps. %s",
			easiestBoards(rows), limitsOf(analysis.Where(rows, onlyAStar))),
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
		at := analysis.Where(rows, analysis.Strategies(name))
		if len(at) == 0 {
			continue
		}
		expanded, stored := summed(at, experiments.Expanded), summed(at, experiments.Stored)
		memory := reports.Cell{}
		if bytes := summed(at, experiments.Memory); bytes.Max > 0 {
			memory = reports.Num(bytes.Max)
		}
		algorithm, heuristic := named(name)
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Str(heuristic), reports.Str(algorithm), reports.Int(expanded.N), reports.Int(expanded.Censored),
			reports.Bounded(expanded.Median, expanded.Bounds.Median), reports.Bounded(expanded.Max, expanded.Bounds.Max),
			reports.Bounded(stored.Median, stored.Bounds.Median), reports.Bounded(stored.Max, stored.Bounds.Max), memory,
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
func summed(trials []experiments.Trial, m experiments.Metric) analysis.Cell {
	if cells := analysis.Summarize(trials, m); len(cells) > 0 {
		return cells[0]
	}
	return analysis.Cell{}
}

// MemoryTimesTable sets the CPU times of A* and IDA* beside each other, on the
// boards that both solved.
func MemoryTimesTable(trials []experiments.Trial) (reports.Table, error) {
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
func MustExpandTable(trials []experiments.Trial) (reports.Table, error) {
	names := []string{mustManhattan, "astar/manhattan", lowG, "idastar/manhattan"}
	rows := onKorf(trials, names...)
	boards := boardsOf(rows, names...)
	rows = analysis.Where(rows, func(t *experiments.Trial) bool { return slices.Contains(boards, t.Index) })
	capped := study.Limited(analysis.Where(rows, onlyAStar))
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
			return reports.Bounded(experiments.Expanded.Value(t), t.Outcome.Limited())
		}
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Int(index + 1), reports.Int(shortest(must[index])), reports.Num(least),
			expanded(high[index]), expanded(low[index]), complete, paths,
			expanded(deepening[index]), reports.Bounded(experiments.Expanded.Value(deepening[index])/least, deepening[index].Outcome.Limited()),
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
