package frame_test

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// invented returns invented trials of two strategies on five instances of each of two sizes. Runs
// beyond 1,000 nodes are stopped.
func invented() []trial.Trial {
	var trials []trial.Trial
	for size, plain := range map[int][]uint64{20: {40, 60, 90, 250, 800}, 30: {300, 450, 900, 2_000, 5_000}} {
		for i, nodes := range plain {
			for _, strategy := range []string{"plain", "sorted"} {
				t := trial.Trial{
					Set: "invented", Size: size, Index: i, Strategy: strategy, Mode: trial.Budget, Outcome: search.Solved,
					Meter: search.Meter{Expanded: nodes},
				}
				if strategy == "sorted" {
					t.Meter.Expanded = nodes / 2
				}
				if t.Meter.Expanded > 1000 {
					t.Meter.Expanded, t.Outcome = 1000, search.LimitNodes
				}
				trials = append(trials, t)
			}
		}
	}
	return trials
}

func ExampleBy() {
	for size, rows := range frame.By(frame.Of(invented()), frame.Size) {
		sorted := rows.Where(frame.Strategy.Is("sorted"))
		fmt.Println(size, sorted.Len(), sorted.Values(trial.Expanded), sorted.Count(frame.Limited))
	}
	// Output:
	// 20 5 [20 30 45 125 400] 0
	// 30 5 [150 225 450 1000] 1
}

func ExampleFrame_String() {
	fmt.Println(frame.Of(invented()))
	fmt.Println(frame.Of(invented()).Where(frame.Strategy.Is("sorted")))
	fmt.Println(frame.Frame{})
	// Output:
	// 20 trials, 10 instances, 2 strategies
	// 10 trials, 10 instances, 1 strategy
	// no trials
}

func ExampleGroups() {
	for _, g := range frame.Groups(frame.Of(invented()), frame.Strategy.In("sorted")) {
		fmt.Println(g.Value, g.Len(), g.Count(frame.Limited))
	}
	// Output:
	// sorted 10 1
	// plain 10 2
}

func ExampleFrame_Match() {
	cases := frame.Of(invented()).Where(frame.Size.Is(30)).Match("plain", "sorted")
	fmt.Println(len(cases), "rings, both solved", len(cases.Solved()))
	stopped := cases.Where(func(c frame.Case) bool { return frame.Limited(c.Trials[0]) })
	fmt.Println("plain stopped on", len(stopped), "of which sorted solved", len(stopped.Where(func(c frame.Case) bool { return !frame.Limited(c.Trials[1]) })))
	fmt.Println(cases.Solved().Differences(trial.Expanded, 0, 1))
	// Output:
	// 5 rings, both solved 3
	// plain stopped on 2 of which sorted solved 1
	// [-150 -225 -450]
}

func ExampleFrame_Summarize() {
	for _, c := range frame.Of(invented()).Summarize(trial.Expanded, "sorted", "plain") {
		fmt.Println(c.Size, c.Strategy, c.Solved, "of", c.N, "solved, median", c.Median, "total", c.Total)
	}
	// Output:
	// 20 sorted 5 of 5 solved, median 45 total 620
	// 20 plain 5 of 5 solved, median 90 total 1240
	// 30 sorted 4 of 5 solved, median 450 total ≥ 2825
	// 30 plain 3 of 5 solved, median 900 total ≥ 3650
}

func ExampleFrame_Share() {
	plain := frame.Of(invented()).Where(frame.Strategy.Is("plain"))
	for _, p := range plain.Share(func(t *trial.Trial) bool { return t.Outcome.Answered() }) {
		fmt.Printf("size %d: %d of %d answered (%s)\n", p.Size, p.Successes, p.N, p.Interval)
	}
	// Output:
	// size 20: 5 of 5 answered (0.566 to 1.00)
	// size 30: 3 of 5 answered (0.231 to 0.882)
}
