package pruning

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
)

var sections = study.Sections{
	{
		Heading: "What was run",
		Text:    "Strategies of one set and size run on the same rings. A planted ring is made from a random order of its nodes, so it has a solution; a uniform one has random values.",
		Items:   []study.Item{study.Block("overview", Overview)},
	},
	{
		Heading: "How the strategies grow",
		Text:    "Every strategy looks for one solution of the same planted rings. The node counts are exact and the same on every machine; a run that reaches the limit is shown as a lower bound.",
		Items: []study.Item{
			study.Figure("growth", GrowthFigure), study.Block("nodes", NodesTable), study.Block("growth-factors", GrowthTable), study.Block("growth-lower", GrowthClaim),
		},
	},
	{
		Heading: "A few rings carry the totals",
		Text:    "Node counts at one size spread over orders of magnitude, so a total is mostly the work on the few hardest rings.",
		Items:   []study.Item{study.Figure("distribution", DistributionFigure), study.Figure("spread", SpreadFigure)},
	},
	{
		Heading: "Does sorting help?",
		Text:    "The write-up compared totals over 50 rings and found sorting a little better. The comparison below is paired, ring by ring, on a sample large enough to tell.",
		Items: []study.Item{
			study.Figure("sorting-scatter", SortingScatter), study.Figure("sorting-intervals", SortingIntervals), study.Block("sorting", SortingTable),
			study.Block("sorting-saves", SortingClaim), study.Block("sample-too-small", SampleClaim),
		},
	},
	{
		Heading: "Beside the published times",
		Text:    "The write-up reports seconds. These are ours, measured one run at a time; they depend on the machine.",
		Items:   []study.Item{study.Block("published", PublishedTable), study.Block("speed", SpeedClaim)},
	},
	{
		Heading: "How far it can be taken",
		Text:    "Peeling forced moves and contracting them leaves a small core. What is left to decide hardly grows with the ring.",
		Items:   []study.Item{study.Block("large-nodes", LargeTable), study.Figure("large", LargeFigure), study.Block("few-decisions", PolynomialClaim)},
	},
	{
		Heading: "Why planted rings are easy",
		Text:    "After contraction, every solution is one state of the special component combined with one orientation of each free cycle.",
		Items: []study.Item{
			study.Figure("cycles", CyclesFigure), study.Block("cycles-logarithmic", CyclesClaim), study.Block("structure", StructureTable), study.Figure("solutions", SolutionsFigure),
		},
	},
	{
		Heading: "Random rings and hard ones",
		Text:    "Rings with random values are seldom solvable. Rings with many free cycles are easy to solve but hard to count, and traps hide that they have no solution.",
		Items:   []study.Item{study.Figure("solvable", SolvableFigure), study.Block("odd-solvable", OddClaim), study.Block("families", FamiliesTable)},
	},
}

// lead answers the study's question in a few sentences, each as far as the
// trials bear it out.
func lead(trials frame.Frame) (string, error) {
	growth, err := GrowthClaim(trials)
	if err != nil {
		return "", err
	}
	lead := "Taking forced moves at once saves most of the search"
	if growth.Holds == reports.Holds {
		lead = "Taking forced moves at once lowers the growth of the search"
	}
	lead += " ([[fig:growth]])"
	if sortingPair(trials).Where(frame.Size.Is(sortingSize)).Has("pruning", "pruning+sorting") {
		c, err := sortingComparison(trials)
		if err != nil {
			return "", err
		}
		r := c.Totals
		switch {
		case r.BCa.Known() && r.BCa.High < 1:
			lead += fmt.Sprintf(", and sorting saves a further %.0f %% of the nodes (95 %% interval %.0f to %.0f %%, %s; [[fig:sorting-scatter]])",
				100*(1-r.Value), 100*(1-r.BCa.High), 100*(1-r.BCa.Low), study.Plural(c.N, "paired ring"))
		default:
			lead += fmt.Sprintf("; whether sorting helps, %s cannot tell ([[fig:sorting-scatter]])", study.Plural(c.N, "paired ring"))
		}
	}
	lead += "."
	if n := biggest(large(trials)); n > 0 {
		lead += fmt.Sprintf(" Following the forced moves to their end leaves so little to decide that rings of %s nodes are solved within a few decisions ([[table:large-nodes]]).", study.Grouped(uint64(n)))
	}
	return lead, nil
}
