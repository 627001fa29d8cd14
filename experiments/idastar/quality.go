package idastar

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

var qualitySections = study.Sections{
	{
		Heading: "What a shorter search costs",
		Text: "Weighted A* multiplies the estimate by w; its solutions are at most w times too long. Greedy search looks at the estimate alone, beam search keeps the best few positions of every depth. " +
			"The lengths are compared with the optimal ones, which are known for all boards.",
		Items: []study.Item{
			study.Figure("quality", QualityFigure), study.Block("quality-table", QualityTable), study.Block("quality-bound", BoundClaim),
			study.Figure("quality-slack", SlackFigure), study.Block("quality-far-below", SlackClaim),
		},
	},
	{
		Heading: "Any time",
		Text:    "ARA* finds a first solution soon and improves it as long as it is let: weighted A* with a falling weight, which goes on from what the search before has done. Its last solution is proved to be shortest.",
		Items: []study.Item{
			study.Figure("anytime", AnytimeFigure), study.Block("anytime-nodes", AnytimeTable), study.Block("anytime-proof", ProofClaim), study.Block("anytime-cheap", AnytimeClaim),
		},
	},
}

// weights of weighted A*, and widths of beam search, with Manhattan distance.
var (
	weights = []string{"1.5", "2", "3", "4", "5"}
	widths  = []int{10, 100, 1000}
)

// suboptimal names the strategies that search less and may find longer
// solutions.
func suboptimal() []string {
	var names []string
	for _, w := range weights {
		names = append(names, weighted(w))
	}
	names = append(names, greedy)
	for _, w := range widths {
		names = append(names, beam(w))
	}
	return names
}

const greedy = "greedy/manhattan"

func weighted(w string) string { return "wastar-" + w + "/manhattan" }

func beam(width int) string { return fmt.Sprintf("beam-%d/manhattan", width) }

// costRatio is the length of a solution over that of a shortest one, for
// Korf's boards.
var costRatio = experiments.Metric{
	Name: "length ÷ optimal", Doc: "Length of the solution found ÷ length of a shortest one.",
	Value: func(t *experiments.Trial) float64 {
		if best := shortest(t); best > 0 {
			return experiments.Cost.Value(t) / float64(best)
		}
		return nan
	},
	SmallerIsBetter: true, Aggregate: experiments.Mean, Digits: 3, AnsweredOnly: true,
}

// qualityTrials returns the trials that trade length for search, and of A*,
// which is the weight 1, on the boards that these ran on.
func qualityTrials(trials []experiments.Trial) []experiments.Trial {
	rows := onKorf(trials, suboptimal()...)
	boards := map[int]bool{}
	for i := range rows {
		boards[rows[i].Index] = true
	}
	of := byBoard(onKorf(trials, "astar/manhattan"), "astar/manhattan")
	for _, k := range korfBoards() {
		if t := of[k.Number-1]; t != nil && boards[t.Index] {
			rows = append(rows, *t)
		}
	}
	return rows
}

// qualityNames names the strategies of the comparison, A* first.
func qualityNames() []string { return append([]string{"astar/manhattan"}, suboptimal()...) }

// common returns the boards that all strategies with trials solved.
func common(trials []experiments.Trial) []int {
	var present []string
	for _, name := range qualityNames() {
		if study.Has(trials, name) {
			present = append(present, name)
		}
	}
	return finishedBy(trials, present...)
}

// bound returns the weight of a strategy whose solutions it bounds; 0 of
// others.
func bound(name string) float64 {
	if name == "astar/manhattan" {
		return 1
	}
	for _, w := range weights {
		if name == weighted(w) {
			if weight, err := search.ParseWeight(w); err == nil {
				return weight.Float()
			}
		}
	}
	return 0
}
