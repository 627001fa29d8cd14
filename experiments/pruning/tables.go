package pruning

import (
	"fmt"
	"math"
	"strconv"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

// nodesTable sums up the nodes each strategy expanded at each small size.
func nodesTable(trials frame.Frame) (reports.Table, error) {
	rows := growth(trials)
	cells := rows.Summarize(experiments.Expanded, strategiesOf(rows)...)
	return column.Fill(reports.Table{
		ID: "nodes", Title: "Nodes expanded to find one solution", Groups: 1,
		Caption: fmt.Sprintf("Planted rings, start at node 0, %s.", limitPhrase(rows.NodeLimit())),
	}, cells, append([]column.Of[frame.Cell]{
		column.Size("n"), column.Strategy(), column.Instances("rings"), column.Solved(),
		column.Capped().Doc("runs stopped by the node limit; their counts are lower bounds"),
		column.Median("median").Smallest(), column.Q3("upper quartile"), column.Max("maximum"), column.Total("total").Smallest(),
	}, column.Penalised(cells)...)...), nil
}

func limitPhrase(limit uint64) string {
	if limit == 0 {
		return "no limit"
	}
	return fmt.Sprintf("at most %s nodes a run", study.Grouped(limit))
}

// growthTable gives the factor by which each strategy's median grows with one
// more node on the ring.
func growthTable(trials frame.Frame) (reports.Table, error) {
	rows := growth(trials)
	var fits []analysis.Growth
	for _, s := range strategiesOf(rows) {
		g, err := analysis.Scaling(rows, experiments.Expanded, s)
		if err != nil {
			return reports.Table{}, err
		}
		fits = append(fits, g)
	}
	t := reports.GrowthTable(fits...)
	t.ID, t.Title = "growth-factors", "Growth of the median number of nodes with one more node on the ring"
	return t, nil
}

// sortingTable compares pruning with and without sorting at each size, on the
// write-up's sample size and on all rings.
func sortingTable(trials frame.Frame) (reports.Table, error) {
	var all []analysis.Comparison
	if rows := sortingPair(trials); rows.Has("pruning", "pruning+sorting") {
		var err error
		if all, err = analysis.CompareSizes(rows, experiments.Expanded, "pruning", "pruning+sorting"); err != nil {
			return reports.Table{}, err
		}
	}
	t := reports.ComparisonTable(all...)
	t.ID, t.Title = "sorting", "Pruning with and without sorting, nodes on the same rings"
	return t, nil
}

// publishedTable sets the write-up's total seconds beside ours.
func publishedTable(trials frame.Frame) (reports.Table, error) {
	rows := timed(trials).Where(func(t *experiments.Trial) bool { return t.Size < largeSize })
	t := reports.Table{
		ID: "published", Title: "The write-up's total times beside ours", Timing: true, Groups: 1,
		Caption: "Total over all rings of a size, one run at a time on one core. The write-up (B. Pitney, 2013) ran a C# program on 50 rings of its own; ours are other rings from the same generator, so only magnitudes compare.",
		Columns: []reports.Column{
			{Name: "n", Kind: reports.Count},
			{Name: "strategy"},
			{Name: "rings", Kind: reports.Count},
			{Name: "capped", Kind: reports.Count, Doc: "runs stopped by the node limit; totals are lower bounds then"},
			{Name: "published total", Unit: "s", Kind: reports.Number},
			{Name: "our total", Kind: reports.Seconds, Best: reports.Smallest},
			{Name: "our median", Kind: reports.Seconds, Best: reports.Smallest},
			{Name: "nodes per second", Kind: reports.Count, Doc: "nodes expanded ÷ CPU time, over all rings"},
		},
	}
	for _, c := range rows.Summarize(experiments.Seconds, strategiesOf(rows)...) {
		theirs := reports.Cell{}
		if s, ok := publishedSeconds(c.Size, c.Strategy); ok {
			theirs = reports.Str(strconv.FormatFloat(s, 'f', 1, 64)) // with the digits they print
		}
		nodes := 0.0
		for r := range rows.Where(frame.Size.Is(c.Size), frame.Strategy.Is(c.Strategy)).All() {
			nodes += float64(r.Meter.Expanded)
		}
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Int(c.Size), reports.Str(c.Strategy), reports.Int(c.N), reports.Int(c.Censored), theirs,
			reports.Bounded(c.Total), reports.Bounded(c.Median), reports.Num(math.Round(nodes / c.Total.Value)),
		})
	}
	return t, nil
}

// largeTable gives nodes and memory of the strategies that are polynomial in
// practice.
func largeTable(trials frame.Frame) (reports.Table, error) {
	rows := large(trials)
	t := reports.Table{
		ID: "large-nodes", Title: "Nodes expanded on large rings", Groups: 1,
		Caption: fmt.Sprintf("Planted rings, start at node 0, %s.", limitPhrase(rows.NodeLimit())),
		Columns: []reports.Column{
			{Name: "n", Kind: reports.Count, Full: true},
			{Name: "strategy"},
			{Name: "rings", Kind: reports.Count},
			{Name: "solved", Kind: reports.Count},
			{Name: "median nodes", Kind: reports.Count, Best: reports.Smallest},
			{Name: "most nodes", Kind: reports.Count, Best: reports.Smallest},
			{Name: "memory per node", Unit: "B", Kind: reports.Number, Best: reports.Smallest, Doc: "solver's own accounting: everything it allocates beside the ring, the path included"},
		},
	}
	bytes := rows.Summarize(experiments.Memory, strategiesOf(rows)...)
	for i, c := range rows.Summarize(experiments.Expanded, strategiesOf(rows)...) {
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Int(c.Size), reports.Str(c.Strategy), reports.Int(c.N), reports.Int(c.Solved),
			reports.Bounded(c.Median), reports.Bounded(c.Max), reports.Num(bytes[i].Median.Value / float64(c.Size)),
		})
	}
	return t, nil
}

// structureTable says what contraction leaves of planted rings.
func structureTable(trials frame.Frame) (reports.Table, error) {
	rows := structured(trials)
	t := reports.Table{
		ID: "structure", Title: "What contraction leaves of planted rings",
		Caption: fmt.Sprintf("Means over %s of each size; free cycles and solutions with 95 %% bootstrap intervals.", perSize(rows)),
		Columns: []reports.Column{
			{Name: "n", Kind: reports.Count, Full: true},
			{Name: "rings", Kind: reports.Count},
			{Name: "forced moves", Kind: reports.Percent},
			{Name: "segments", Kind: reports.Number, Doc: "chains of forced moves; all search is on these"},
			{Name: "free cycles", Kind: reports.Number},
			{Name: "special states", Kind: reports.Number, Doc: "ways to leave out the last node's source"},
			{Name: "solutions", Kind: reports.Number, Doc: "from node 0, where they were counted"},
		},
	}
	sets := counted(trials)
	for _, size := range frame.Size.Of(rows) {
		cycles := stats.Bootstrap{}.Mean(rows.Where(frame.Size.Is(size)).Values(cyclesMetric))
		found := reports.Cell{}
		if sample := sets.Where(frame.Size.Is(size)).Values(solutionsMetric); len(sample) > 0 {
			mean := stats.Bootstrap{}.Mean(sample)
			found = reports.Est(mean)
		}
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Int(size), reports.Int(len(rows.Where(frame.Size.Is(size)).Values(cyclesMetric))),
			reports.Num(stats.Mean(rows.Where(frame.Size.Is(size)).Values(forcedMetric))),
			reports.Num(stats.Mean(rows.Where(frame.Size.Is(size)).Values(segmentsMetric))),
			reports.Est(cycles),
			reports.Num(stats.Mean(rows.Where(frame.Size.Is(size)).Values(statesMetric))),
			found,
		})
	}
	return t, nil
}

// familiesTable shows what makes rings hard: many free cycles, and traps.
func familiesTable(trials frame.Frame) (reports.Table, error) {
	rows := families(trials)
	t := reports.Table{
		ID: "families", Title: "Rings made to be hard, for contraction", Groups: 1,
		Caption: fmt.Sprintf("c planted free cycles of three nodes; %s.", limitPhrase(rows.NodeLimit())),
		Columns: []reports.Column{
			{Name: "family"},
			{Name: "n", Kind: reports.Count},
			{Name: "task"},
			{Name: "rings", Kind: reports.Count},
			{Name: "solved", Kind: reports.Count},
			{Name: "unsolvable", Kind: reports.Count},
			{Name: "capped", Kind: reports.Count},
			{Name: "median nodes", Kind: reports.Count},
			{Name: "most nodes", Kind: reports.Count},
			{Name: "median solutions", Kind: reports.Count},
		},
	}
	for _, set := range familyNames(rows) {
		at := rows.Where(frame.Set.Is(set))
		for _, c := range at.Summarize(experiments.Expanded) {
			task := "find one"
			median := reports.Cell{}
			if c.Strategy == "contraction"+countOption {
				task = "count all"
				if sample := at.Where(frame.Strategy.Is(c.Strategy), frame.Size.Is(c.Size)).Values(solutionsMetric); len(sample) > 0 {
					median = reports.Num(stats.Median(sample))
				}
			}
			t.Rows = append(t.Rows, []reports.Cell{
				reports.Str(set), reports.Int(c.Size), reports.Str(task), reports.Int(c.N), reports.Int(c.Solved + c.Measured), reports.Int(c.Unsolvable),
				reports.Int(c.Censored), reports.Bounded(c.Median), reports.Bounded(c.Max), median,
			})
		}
	}
	return t, nil
}

// familyNames returns the sets among the trials, each family in the order of
// its number of cycles.
func familyNames(trials frame.Frame) []string {
	var names []string
	for _, family := range []string{"planted-cycles", "parity-trap", "double-trap"} {
		for c := range 100 {
			if name := withCycles([]string{family}, c)[0]; trials.Where(frame.Set.Is(name)).Len() > 0 {
				names = append(names, name)
			}
		}
	}
	return names
}
