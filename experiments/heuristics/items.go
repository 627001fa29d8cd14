package heuristics

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

var sections = study.Sections{
	{
		Heading: "The puzzle, and what was run",
		Text:    "Eight tiles on a board of 3×3 are brought into order by sliding them into the gap. A search guided by a heuristic looks first where the moves made so far and the estimate of those to come are fewest; it finds a shortest solution if the estimate is never too large. With 181,440 positions the 8-puzzle is small enough to look at all of them.",
		Items:   []study.Item{study.Block("puzzle", examplePuzzle), study.Block("overview", Overview)},
	},
	{
		Heading: "The write-up, step by step",
		Text: "A student's write-up of the course assignment (Coursera, *Algorithms, Part I*, 2014) reports three versions of an A* program by how many of the course's tests they passed: 16 of 25 for correctness and 0 of 17 for time; then 25 and 12, with a list of closed boards that compares boards instead of nodes; at last 25 and 17, without the list, but not enqueueing the board of the previous node. " +
			"Those tests are not public and the write-up prints no counts, so its figures cannot be computed again. What can be measured is what each step was worth: the last program, with one thing changed at a time, on the same boards.",
		Items: []study.Item{
			study.Block("course", CourseTable), study.Figure("priorities", PrioritiesFigure), study.Block("manhattan-saves", ManhattanClaim),
			study.Figure("steps", StepsFigure), study.Block("changes", StepsTable),
			study.Block("critical-saves", CriticalClaim), study.Block("list-saves", ListClaim), study.Block("twin-doubles", TwinClaim),
			study.Block("cache-same", CacheClaim), study.Block("table-saves", TableClaim),
			study.Block("change-times", StepTimesTable), study.Block("list-costs-time", ListTimeClaim),
		},
	},
	{
		Heading: "All positions",
		Text:    "How far is each position from the goal, and what does each heuristic say there? The goal's gap stands in the corner, on the edge or in the centre; every other goal is one of these, turned or mirrored. Nothing is sampled here.",
		Items: append([]study.Item{
			study.Figure("depths", DepthsFigure), study.Block("spaces", SpacesTable), study.Block("histograms", HistogramsClaim),
			study.Block("quality", QualityTable), study.Block("admissible", AdmissibleClaim), study.Figure("errors", ErrorsFigure),
		}, mapItems()...),
	},
	{
		Heading: "What an error costs",
		Text:    "A* must expand every position whose g + h is below the distance d of the start, whatever the order of ties, and none whose g + h is above it. Both sets can be counted without searching for a solution. So the worth of a heuristic is a number for each start: how little it leaves in the first set.",
		Items: []study.Item{
			study.Figure("must-expand", MustFigure), study.Block("expansions", ExpansionsTable), study.Block("error-ranks", ErrorClaim),
			study.Block("dominance", DominanceTable), study.Block("dominance-saves", DominanceClaim),
		},
	},
	{
		Heading: "What searches expand",
		Text:    "A* and IDA* themselves, on the same boards. IDA* keeps no table of boards and deepens step by step, so it expands some positions many times. The effective branching factor b* of a textbook sums up a search in one number: a tree in which every node had b* children would have as many nodes. The textbook's program generated more than ours; the column “without a table” shows what a search generates that meets boards again and again.",
		Items: []study.Item{
			study.Figure("astar-growth", GrowthFigure), study.Figure("idastar-growth", IDAGrowthFigure),
			study.Block("branching", BranchingTable), study.Block("branching-agrees", BookClaim),
			study.Block("pairs", PairsTable), study.Block("conflict-saves", ConflictClaim),
		},
	},
	{
		Heading: "Which heuristic pays",
		Text:    "A better estimate takes longer to compute. These are CPU times, one run at a time; they depend on the machine.",
		Items: []study.Item{
			study.Figure("times", TimesFigure), study.Block("solve-times", TimesTable), study.Block("lc-wd-faster", FasterClaim), study.Block("idastar-faster", AlgorithmClaim),
		},
	},
}

// lead answers the study's question in a few sentences, each as far as the
// trials bear it out.
func lead(trials frame.Frame) (string, error) {
	corner := goalCells[0].cell
	lead := "What a heuristic is worth on the 8-puzzle is set by how far its estimates fall short of the distance"
	manhattan, ok := surveyedBy(trials, tiles.Manhattan.Name, corner)
	best, both := surveyedBy(trials, tiles.LCWD.Name, corner)
	if ok && both {
		lead += fmt.Sprintf(": by %.1f moves on average for Manhattan and by %.1f for lc-wd, over all positions ([[table:quality]])", manhattan.quality().meanError, best.quality().meanError)
	}
	lead += "."
	if t, n := expansionsOf(trials, corner); t != nil {
		mean := func(h string) string {
			return study.Grouped(uint64(total(t, mustAt, h)/float64(n) + 0.5))
		}
		lead += fmt.Sprintf(" A* must expand %s positions on average with Hamming, %s with Manhattan and %s with lc-wd ([[fig:must-expand]]).", mean(tiles.Hamming.Name), mean(tiles.Manhattan.Name), mean(tiles.LCWD.Name))
	}
	c, ok, err := study.Compare(programs(trials), enqueued, withParent, byManhattan)
	if err != nil {
		return "", err
	}
	if ok && c.Totals.BCa.Known() {
		lead += fmt.Sprintf(" Of the write-up's steps, not enqueueing the previous board was worth the most: it saves at least %.0f %% of the boards ([[fig:steps]]).", 100*(1-c.Totals.BCa.High))
	}
	return lead, nil
}
