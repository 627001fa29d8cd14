package plots_test

import (
	"fmt"
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// exampleTrials are four instances of two sizes, solved by two strategies; the
// slower one is stopped after 1,000 nodes.
func exampleTrials() []trial.Trial {
	counts := map[string][]uint64{
		"standard": {300, 500, 1000, 1000},
		"pruning":  {40, 30, 90, 120},
	}
	var trials []trial.Trial
	for _, name := range []string{"standard", "pruning"} {
		for i, n := range counts[name] {
			t := trial.Trial{
				Set: "planted", Index: i % 2, Instance: fmt.Sprint(i), Size: 30 + 10*(i/2), Strategy: name,
				Outcome: search.Solved, Meter: search.Meter{Expanded: n},
			}
			if n == 1000 {
				t.Outcome = search.LimitNodes
			}
			trials = append(trials, t)
		}
	}
	return trials
}

func ExampleGrowthOf() {
	f, err := plots.GrowthOf(frame.Of(exampleTrials()), trial.Expanded)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.ID)
	fmt.Println(f.Title)
	fmt.Println(f.Caption)

	svg, err := f.SVG()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.HasPrefix(string(svg), "<svg"))
	// Output:
	// growth-nodes-expanded
	// Nodes expanded against size
	// The curves show the median number of nodes expanded by size, over 2 instances of each; bands reach from the lower to the upper quartile. Open markers with an arrow are lower bounds, because a limit stopped runs. A limit stopped 2 runs.
	// true
}

// The curves of trials can be drawn with other labels, or beside a model.
func ExampleCurvesOf() {
	opt, curves, err := plots.CurvesOf(frame.Of(exampleTrials()), trial.Expanded, "pruning")
	if err != nil {
		fmt.Println(err)
		return
	}
	opt.XLabel = "nodes on the ring, n"
	curves[0].Fit = func(n float64) float64 { return 1.75 * math.Pow(1.11, n) }
	curves[0].FitLabel = "×1.11 per node"
	f, err := plots.Growth("pruning-model", "An exponential model", opt, curves)
	fmt.Println(f.Alt, err)
	// Output:
	// This line chart shows the number of nodes expanded against the number of nodes on the ring: from 35 at 30 to 105 at 40 for pruning. <nil>
}

func ExampleScatterOf() {
	f, err := plots.ScatterOf(frame.Of(exampleTrials()), trial.Expanded, "standard", "pruning")
	fmt.Println(f.Alt, err)
	// Output:
	// This scatter plot compares the number of nodes expanded on 4 instances: the value is lower for standard on 0, lower for pruning on 4, and equal on 0. <nil>
}

func ExampleECDFOf() {
	f, err := plots.ECDFOf(frame.Of(exampleTrials()), trial.Expanded)
	fmt.Println(f.Alt, err)
	// Output:
	// The curves show the share of instances answered within a given number of nodes expanded. The curves reach half of the instances at 40 for pruning (4 of 4 at the end) and at 500 for standard (2 of 4 at the end). <nil>
}

func ExampleBoxOf() {
	f, err := plots.BoxOf(frame.Of(exampleTrials()), trial.Expanded, "pruning")
	fmt.Println(f.Alt, err)
	// Output:
	// This box plot shows the number of nodes expanded; the medians are 65 for pruning (4 runs with quartiles 37.5 and 97.5). <nil>
}

func ExampleForest() {
	f, err := plots.Forest("sorting", "Does sorting help?", plots.ForestOptions{
		XLabel: "nodes of pruning+sorting ÷ nodes of pruning",
		Below:  "sorting helps", Above: "sorting hurts",
	}, []plots.Interval{
		{Name: "total", Value: 0.778, Low: 0.744, High: 0.813, N: 2000},
		{Name: "geometric mean", Value: 0.652, Low: 0.611, High: 0.696, N: 2000},
	})
	fmt.Println(f.Alt, err)
	// Output:
	// This chart compares the ratio of nodes of pruning+sorting to nodes of pruning with 1: 0.778 for total (interval 0.744 to 0.813) and 0.652 for “geometric mean” (interval 0.611 to 0.696). <nil>
}
