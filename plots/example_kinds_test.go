package plots_test

import (
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
)

// How good a heuristic is: its value against the true distance, over all
// positions. These are the 12 positions of the 2×2 board, whose goal has the blank
// in a corner, and the number of misplaced tiles.
func ExampleHeatmap() {
	f, err := plots.Heatmap("heuristic", "Misplaced tiles against true distance", plots.HeatmapOptions{
		XLabel: "true distance", YLabel: "misplaced tiles", Quantity: "positions",
		Identity: "equal", Mean: true,
	}, []plots.Cell{
		{X: 0, Y: 0, Count: 1},
		{X: 1, Y: 1, Count: 2},
		{X: 2, Y: 2, Count: 2},
		{X: 3, Y: 3, Count: 2},
		{X: 4, Y: 3, Count: 2},
		{X: 5, Y: 3, Count: 2},
		{X: 6, Y: 3, Count: 1},
	})
	fmt.Println(f.Alt, err)
	// Output:
	// This heatmap shows the number of positions by true distance and misplaced tiles: 12 in total, and at most 2 in a cell (at 1 and 1). Points show the mean misplaced tiles: from 0 at 0 to 3 at 6. <nil>
}

// Positions of two boards at each distance from the goal, by enumeration.
func ExampleHistogram() {
	f, err := plots.Histogram("depths", "Positions by distance from the goal", plots.HistogramOptions{
		XLabel: "moves", YLabel: "positions", LogY: true,
	}, []plots.Counts{
		{Name: "2×2", Counts: []float64{1, 2, 2, 2, 2, 2, 1}},
		{Name: "3×2", Counts: []float64{1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1}},
	})
	fmt.Println(f.Alt, err)
	// Output:
	// This histogram shows the number of positions by number of moves. For 2×2, the values range from 0 to 6, with a mean of 3 and the highest bar (2) at 1. For 3×2, the values range from 0 to 21, with a mean of 12.6 and the highest bar (44) at 14. <nil>
}

func ExampleCactus() {
	f, err := plots.Cactus("solved", "Instances solved", plots.ECDFOptions{XLabel: "nodes generated", Cap: 1000}, []plots.Distribution{
		{Name: "idastar/manhattan", Answered: []float64{120, 800}, Capped: 2},
		{Name: "idastar/lc-wd", Answered: []float64{10, 30, 90, 400}},
	})
	fmt.Println(f.Alt, err)
	// Output:
	// The curves show the number of instances answered within a given number of nodes generated. The curves reach half of the instances at 800 for idastar/manhattan (2 of 4 at the end) and at 30 for idastar/lc-wd (4 of 4 at the end). <nil>
}

func ExampleCactusOf() {
	f, err := plots.CactusOf(frame.Of(exampleTrials()), trial.Expanded)
	fmt.Println(f.ID, f.Alt, err)
	// Output:
	// cactus-nodes-expanded The curves show the number of instances answered within a given number of nodes expanded. The curves reach half of the instances at 40 for pruning (4 of 4 at the end) and at 500 for standard (2 of 4 at the end). <nil>
}

// What weighted A* gives up for its speed, beside greedy search.
func ExamplePareto() {
	f, err := plots.Pareto("weights", "Effort against quality", plots.ParetoOptions{
		XLabel: "nodes expanded", YLabel: "solution length ÷ optimal length", Reference: 1,
	}, []plots.Family{
		{Name: "wastar", Points: []plots.Tradeoff{
			{Label: "w = 1", X: 41000, Y: 1},
			{Label: "w = 2", X: 900, Y: 1.2, YLow: 1.1, YHigh: 1.3},
		}},
		{Name: "greedy", Points: []plots.Tradeoff{{X: 300, Y: 2.4}}},
	})
	fmt.Println(f.Alt, err)
	// Output:
	// The points show the ratio of solution length to optimal length against the number of nodes expanded: for wastar, 1 at 41 000 (w = 1) and 1.2 at 900 (w = 2); for greedy, 2.4 at 300. <nil>
}

// Two runs of an anytime search: the mean begins at 300 nodes, where both have a
// solution.
func ExampleAnytime() {
	f, err := plots.Anytime("anytime", "Best solution so far", plots.AnytimeOptions{
		XLabel: "nodes expanded", YLabel: "length", Optimal: 20,
	}, []plots.Trace{{Name: "ara", Runs: []plots.Run{
		{Steps: []plots.Improvement{{X: 100, Cost: 40}, {X: 5000, Cost: 20}}, End: 9000},
		{Steps: []plots.Improvement{{X: 300, Cost: 30}, {X: 700, Cost: 20}}, End: 800},
	}}})
	fmt.Println(f.Alt, err)
	// Output:
	// The curves show the smallest length so far against the number of nodes expanded. For ara, 2 of 2 runs found a solution, and their mean goes from 35 at 300 to 20 at 9 000. <nil>
}

// Fitted growth per iteration beside the square of the asymptotic branching factor
// of the 15-puzzle (Edelkamp and Korf, AAAI 1998).
func ExampleDots() {
	f, err := plots.Dots("growth", "Growth of the nodes per iteration", plots.DotsOptions{
		XLabel:     "factor per iteration",
		References: []plots.Reference{{At: 4.5386, Label: "b^{2}"}},
	}, []plots.Dot{
		{Name: "first", Value: 4.7, Low: 4.4, High: 5},
		{Name: "second", Value: 4.9, Each: []float64{5.1, 4.7}},
	})
	fmt.Println(f.Alt, err)
	// Output:
	// This dot plot shows the factor per iteration: 4.7 for first (interval 4.4 to 5) and 4.9 for second from 2 values between 4.7 and 5.1. The chart also marks b^2 at 4.54. <nil>
}

// Published and measured counts that should be equal, of two of the instances of
// Korf (Depth-first iterative-deepening, Artificial Intelligence 27, 1985); the one
// that is not has its name beside it.
func ExampleScatter() {
	f, err := plots.Scatter("published", "Published and measured nodes", plots.ScatterOptions{
		X: "published", Y: "ours", Quantity: "nodes generated", Agreement: true,
	}, []plots.Pair{
		{X: 540860, Y: 540860},
		{X: 6009130748, Y: 6320047980, Label: "no. 88"},
	})
	fmt.Println(f.Caption, err)
	// Output:
	// Each point is one of 2 instances. On the diagonal, both values are equal; dashed lines mark a factor of ten. <nil>
}

// One question, several boards: a histogram of each on the same axes.
func ExampleMultiples() {
	var boards []plots.Figure
	for _, c := range []plots.Counts{{Name: "2×2", Counts: []float64{1, 2, 2, 2, 2, 2, 1}}, {Name: "2×1", Counts: []float64{1, 1}}} {
		f, err := plots.Histogram("board", c.Name, plots.HistogramOptions{XLabel: "moves", YLabel: "positions"}, []plots.Counts{c})
		if err != nil {
			fmt.Println(err)
			return
		}
		boards = append(boards, f)
	}
	f, err := plots.Multiples("boards", "Positions by distance", plots.MultiplesOptions{}, boards...)
	fmt.Println(f.Alt, err)
	// Output:
	// Panel 2×2: This histogram shows the number of positions by number of moves. For 2×2, the values range from 0 to 6, with a mean of 3 and the highest bar (2) at 1. Panel 2×1: This histogram shows the number of positions by number of moves. For 2×1, the values range from 0 to 1, with a mean of 0.5 and the highest bar (1) at 0. <nil>
}

func ExampleHistograms() {
	f, err := plots.Histograms("boards", "Positions by distance", plots.HistogramOptions{XLabel: "moves", YLabel: "positions"}, []plots.Counts{
		{Name: "2×2", Counts: []float64{1, 2, 2, 2, 2, 2, 1}},
		{Name: "one", Counts: []float64{1}},
	})
	fmt.Println(f.Alt, err)
	// Output:
	// This histogram shows the number of positions by number of moves. For 2×2, the values range from 0 to 6, with a mean of 3 and the highest bar (2) at 1. For one, the values range from 0 to 0, with a mean of 0 and the highest bar (1) at 0. <nil>
}

// Six boards, of which two were not solved within 100 nodes.
func ExampleSurvival() {
	s := stats.KaplanMeier([]float64{10, 20, 30, 40, 100, 100}, []bool{true, true, true, true, false, false})
	f, err := plots.Survival("left", "Boards not yet solved", plots.SurvivalOptions{XLabel: "nodes"}, []plots.SurvivalCurve{{Name: "idastar", Survival: s}})
	fmt.Println(f.Alt, err)
	// Output:
	// This chart shows the share not yet solved against the number of nodes. For idastar, 4 of 6 runs ended with a solution, and the median is 35. <nil>
}

// Costs of two strategies on three boards; the second did not solve the last one.
func ExampleProfile() {
	f, err := plots.Profile("profile", "Who is how far from the best", plots.ECDFOptions{XLabel: "nodes"}, []string{"astar", "greedy"}, [][]float64{
		{100, 20}, {30, 60}, {50, math.NaN()},
	})
	fmt.Println(f.Alt, err)
	// Output:
	// The curves show the share of 3 instances on which the number of nodes is within a factor of the smallest of all. astar has the smallest value on 2 instances, and solves 3 within a factor of 5. greedy has the smallest value on 1 instance, and solves 2 within a factor of 2. <nil>
}

// Five runs on one board, of which one was stopped.
func ExampleRunLengths() {
	f, err := plots.RunLengths("runs", "Runs on board 7", plots.ECDFOptions{XLabel: "moves tried"}, []plots.Distribution{
		{Name: "random-skip", Answered: []float64{10, 25, 40, 80}, Capped: 1},
	})
	fmt.Println(f.Alt, err)
	// Output:
	// The curves show the share of runs that solved the instance within a given number of moves tried. The curves reach half of the instances at 40 for random-skip (4 of 5 at the end). <nil>
}

func ExampleRain() {
	f, err := plots.Rain("nodes", "Two heaps", plots.BoxOptions{XLabel: "nodes"}, []plots.BoxRow{
		{Name: "standard", Values: []float64{10, 11, 12, 90, 91, 92}},
	})
	fmt.Println(f.Alt, err)
	// Output:
	// This box plot shows the number of nodes; the medians are 51 for standard (6 runs with quartiles 11.2 and 90.8). <nil>
}

// Logarithms of the nodes of three strategies on eight boards. The first two take
// turns, so no test tells them apart.
func ExampleRanks() {
	var rows [][]float64
	for i := range 8 {
		turn := float64(i%2) + float64(i)/100
		rows = append(rows, []float64{1 + turn, 2 - turn, 9})
	}
	f, err := plots.Ranks("ranks", "Mean ranks", plots.RanksOptions{}, []string{"a", "b", "c"}, stats.Friedman(rows))
	fmt.Println(f.Alt, err)
	// Output:
	// The mean ranks are 1.5 for a, 1.5 for b and 3.0 for c. The tests show no difference from a to b. <nil>
}

// Two runs, one of which reached the optimum after 90 nodes: to reach it takes
// 90 + 200 nodes on average.
func ExampleTarget() {
	f, err := plots.Target("target", "Effort to the optimum", plots.TargetOptions{
		XLabel: "length ÷ optimal", YLabel: "expected nodes", LinearX: true, Targets: []float64{1, 1.5},
	}, []plots.Trace{{Name: "ara", Runs: []plots.Run{
		{Steps: []plots.Improvement{{X: 10, Cost: 1.4}, {X: 90, Cost: 1}}, End: 100},
		{Steps: []plots.Improvement{{X: 30, Cost: 1.2}}, End: 200},
	}}})
	fmt.Println(f.Alt, err)
	// Output:
	// This line chart shows the expected nodes against the ratio of length to optimal: from 290 at 1 to 20 at 1.5 for ara. ara reaches 1 in 1 of 2 runs. <nil>
}
