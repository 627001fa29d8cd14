package pruning

import (
	"github.com/puzzlelab/puzzlelab/experiments/study"
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
			study.Figure("growth", GrowthFigure), study.Block("nodes", NodesTable), study.Block("growth-factors", GrowthTable), study.Claim(claims, "growth-lower"),
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
			study.Claim(claims, "sorting-saves"), study.Claim(claims, "sample-too-small"),
		},
	},
	{
		Heading: "Beside the published times",
		Text:    "The write-up reports seconds. These are ours, measured one run at a time; they depend on the machine.",
		Items:   []study.Item{study.Block("published", PublishedTable), study.Claim(claims, "speed")},
	},
	{
		Heading: "How far it can be taken",
		Text:    "Peeling forced moves and contracting them leaves a small core. What is left to decide hardly grows with the ring.",
		Items:   []study.Item{study.Block("large-nodes", LargeTable), study.Figure("large", LargeFigure), study.Claim(claims, "few-decisions")},
	},
	{
		Heading: "Why planted rings are easy",
		Text:    "After contraction, every solution is one state of the special component combined with one orientation of each free cycle.",
		Items: []study.Item{
			study.Figure("cycles", CyclesFigure), study.Claim(claims, "cycles-logarithmic"), study.Block("structure", StructureTable), study.Figure("solutions", SolutionsFigure),
		},
	},
	{
		Heading: "Random rings and hard ones",
		Text:    "Rings with random values are seldom solvable. Rings with many free cycles are easy to solve but hard to count, and traps hide that they have no solution.",
		Items:   []study.Item{study.Figure("solvable", SolvableFigure), study.Claim(claims, "odd-solvable"), study.Block("families", FamiliesTable)},
	},
}
