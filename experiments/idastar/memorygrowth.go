package idastar

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// bytesPerNode is what A* takes for a stored position: a slot of 16 bytes in a
// table of which nine tenths are filled (see [search.AStar]).
const bytesPerNode = 16 / 0.9

// MemoryScatter shows, board by board, the nodes that A* and IDA* expand with
// Manhattan distance.
func MemoryScatter(trials frame.Frame) (plots.Figure, error) {
	return memoryScatter(trials, "memory-nodes", "Nodes expanded by A* and IDA*, Manhattan distance", experiments.Expanded)
}

// MemoryTimeScatter shows, board by board, the CPU time of A* and IDA* with
// Manhattan distance.
func MemoryTimeScatter(trials frame.Frame) (plots.Figure, error) {
	f, err := memoryScatter(trials, "memory-time", "CPU time of A* and IDA*, Manhattan distance", experiments.Seconds)
	f.Timing = true
	return f, err
}

func memoryScatter(trials frame.Frame, id, title string, m experiments.Metric) (plots.Figure, error) {
	rows := memoryTrials(trials)
	f, err := plots.ScatterOf(rows, m, "astar/manhattan", "idastar/manhattan")
	if err != nil {
		return f, err
	}
	f.ID, f.Title = id, title
	if limit := memoryLimit(rows); limit > 0 {
		f.Caption += fmt.Sprintf(" A* stops at %s of memory.", binary(limit))
	}
	return f, nil
}

// memoryLimit returns the largest memory limit under which trials ran; 0 for
// none.
func memoryLimit(trials frame.Frame) uint64 {
	var limit uint64
	for t := range trials.All() {
		limit = max(limit, t.Limits.Bytes)
	}
	return limit
}

// storage is what A* stored on a board against what IDA* expanded there.
type storage struct {
	difficulty, stored float64
	capped             bool
}

// storageOf returns the storage of each board under a heuristic, the easiest
// for IDA* first.
func storageOf(trials frame.Frame, heuristic string) []storage {
	rows := memoryTrials(trials)
	var found []storage
	deepening, best := byBoard(rows, "idastar/"+heuristic), byBoard(rows, "astar/"+heuristic)
	for _, index := range boardsOf(rows, "astar/"+heuristic, "idastar/"+heuristic) {
		if deepening[index].Outcome != search.Solved {
			continue
		}
		found = append(found, storage{
			difficulty: float64(deepening[index].Meter.Expanded),
			stored:     float64(best[index].Meter.Stored),
			capped:     best[index].Outcome != search.Solved,
		})
	}
	return found
}

// storageFit fits the positions A* stores by a power of the nodes IDA* expands:
// a line through the logarithms of the group medians, without groups whose
// median is not known because A* was stopped on half of their boards.
func storageFit(boards []storage) stats.Fit {
	var x, y []float64
	for _, p := range storagePoints(boards) {
		if !p.Censored {
			x, y = append(x, p.X), append(y, p.Y)
		}
	}
	return stats.FitPower(x, y)
}

// MemoryGrowthFigure shows what A* stores against how hard the board is.
func MemoryGrowthFigure(trials frame.Frame) (plots.Figure, error) {
	var curves []plots.Curve
	for _, h := range memoryHeuristics {
		all := storageOf(trials, h)
		curve := plots.Curve{Name: h, Points: storagePoints(all)}
		if len(curve.Points) == 0 {
			continue
		}
		if fit := storageFit(all); fit.N >= 3 {
			curve.Fit = fit.At
			curve.FitLabel = fmt.Sprintf("exponent %.2f", fit.B)
		}
		curves = append(curves, curve)
	}
	rows := memoryTrials(trials).Where(onlyAStar)
	f, err := plots.Growth("memory-growth", "Positions that A* stores against the difficulty of the board", plots.CurveOptions{
		XLabel: "nodes IDA* expands with the same heuristic", YLabel: "positions A* stores, median",
		LogX: true, LogY: true, Bars: true, Cap: float64(memoryLimit(rows)) / bytesPerNode, CapLabel: "memory limit",
	}, curves)
	f.Caption = fmt.Sprintf("%s, grouped by the nodes IDA* expands, a factor of two to a group; bars reach from the lower to the upper quartile of a group, open markers with an arrow are lower bounds. Lines: powers fitted to the medians that are known. %s",
		study.Capitalised(study.Plural(rows.Instances(), "board")), limitsOf(rows))
	return f, err
}

// storagePoints groups boards by their difficulty, a factor of two to a group.
func storagePoints(all []storage) []plots.Point {
	groups := map[int][]storage{}
	for _, s := range all {
		g := int(math.Floor(math.Log2(s.difficulty)))
		groups[g] = append(groups[g], s)
	}
	var points []plots.Point
	for _, g := range slices.Sorted(maps.Keys(groups)) {
		x, y, capped := 0.0, []float64(nil), 0
		for _, s := range groups[g] {
			x += math.Log(s.difficulty)
			y = append(y, s.stored)
			if s.capped {
				capped++
			}
		}
		q := stats.Quartiles(y)
		points = append(points, plots.Point{
			X: math.Exp(x / float64(len(y))), Y: q.Median, Low: q.Q1, High: q.Q3, Censored: 2*capped >= len(y),
		})
	}
	return points
}

// The crossover is not told beyond so many times the hardest boards fitted. Its
// intervals fit the power anew for every resample.
const (
	farthest           = 1000
	crossoverResamples = 2000
)

// memories are the sizes that the crossover is told for.
var memories = []uint64{1 << 30, 16 << 30}

// CrossoverTable estimates how hard a board may be for A* to fit into a memory.
func CrossoverTable(trials frame.Frame) (reports.Table, error) {
	t := reports.Table{
		ID: "memory-crossover", Title: "How hard a board may be for A*",
		Caption: fmt.Sprintf("Estimates from the powers of [[fig:memory-growth]]: positions stored = c · (nodes IDA* expands)^exponent, at %.1f bytes a position. The 95 %% intervals resample the boards (%s times); that the power goes on beyond the hardest boards fitted is assumed, but for no more than a factor of %s.",
			bytesPerNode, study.Grouped(crossoverResamples), study.Grouped(farthest)),
		Columns: []reports.Column{
			{Name: "heuristic"},
			{Name: "boards", Kind: reports.Count},
			{Name: "capped", Kind: reports.Count, Doc: "boards that A* could not finish"},
			{Name: "hardest fitted", Kind: reports.Count, Doc: "nodes IDA* expands, in the hardest group of the fit"},
			{Name: "exponent", Kind: reports.Number},
			{Name: "1 GiB lasts to", Kind: reports.Count, Doc: "nodes IDA* expands on a board for which A* needs this memory"},
			{Name: "16 GiB last to", Kind: reports.Count},
			{Name: "beyond 1 GiB", Kind: reports.Percent, Doc: "share of Korf's hundred boards above the estimate, by the verified counts of IDA* with Manhattan distance"},
			{Name: "beyond 16 GiB", Kind: reports.Percent},
		},
	}
	for _, h := range memoryHeuristics {
		boards := storageOf(trials, h)
		if storageFit(boards).N < 3 {
			continue
		}
		drawn := make([]storage, len(boards))
		of := func(f func(stats.Fit) float64) stats.Estimate {
			return stats.Bootstrap{Resamples: crossoverResamples}.Of(len(boards), func(idx []int) float64 {
				for i, j := range idx {
					drawn[i] = boards[j]
				}
				return f(storageFit(drawn[:len(idx)]))
			})
		}
		cells := []reports.Cell{
			reports.Str(h), reports.Int(len(boards)), reports.Int(cappedOf(boards)), reports.Num(hardestFitted(boards)),
			reports.Est(of(func(f stats.Fit) float64 { return f.B })),
		}
		var shares []reports.Cell
		for _, bytes := range memories {
			nodes := of(func(f stats.Fit) float64 { return math.Pow(float64(bytes)/bytesPerNode/f.A, 1/f.B) })
			lasts, share := reports.Cell{}, reports.Cell{}
			if nodes.Value <= farthest*hardestFitted(boards) {
				lasts = reports.Est(nodes)
				if h == "manhattan" {
					share = reports.Num(harderThan(nodes.Value))
				}
			}
			cells, shares = append(cells, lasts), append(shares, share)
		}
		t.Rows = append(t.Rows, append(cells, shares...))
	}
	return t, nil
}

// cappedOf returns on how many boards a limit stopped A*.
func cappedOf(boards []storage) int {
	n := 0
	for _, s := range boards {
		if s.capped {
			n++
		}
	}
	return n
}

// hardestFitted returns the difficulty of the hardest group of the fit.
func hardestFitted(boards []storage) float64 {
	hardest := 0.0
	for _, p := range storagePoints(boards) {
		if !p.Censored {
			hardest = max(hardest, p.X)
		}
	}
	return hardest
}

// harderThan returns the share of Korf's boards on which IDA* with Manhattan
// distance expands more nodes.
func harderThan(nodes float64) float64 {
	n := 0
	for _, k := range korfBoards() {
		if float64(k.Manhattan.Expanded) > nodes {
			n++
		}
	}
	return float64(n) / float64(len(korfBoards()))
}
