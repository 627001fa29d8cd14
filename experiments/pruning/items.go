package pruning

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/reports"
)

// Item is one figure, table or claim of the study: its ID and how it is made
// from trials.
type Item struct {
	ID   string
	Make func(trials []experiments.Trial) (reports.Block, error)
}

// section is a part of the report: what is asked, and what answers.
type section struct {
	heading, text string
	items         []Item
}

// figure makes an item of a function that returns a drawing.
func figure[F reports.Drawn](id string, make func([]experiments.Trial) (F, error)) Item {
	return Item{id, func(trials []experiments.Trial) (reports.Block, error) {
		f, err := make(trials)
		if err != nil {
			return nil, err
		}
		return reports.NewFigure(f)
	}}
}

// block makes an item of a function that returns a table or claim.
func block[B reports.Block](id string, make func([]experiments.Trial) (B, error)) Item {
	return Item{id, func(trials []experiments.Trial) (reports.Block, error) { return make(trials) }}
}

var sections = []section{
	{
		"What was run",
		"Strategies of one set and size run on the same rings. A planted ring is made from a random order of its nodes, so it has a solution; a uniform one has random values.",
		[]Item{block("overview", Overview)},
	},
	{
		"How the strategies grow",
		"Every strategy looks for one solution of the same planted rings. The node counts are exact and the same on every machine; a run that reaches the limit is shown as a lower bound.",
		[]Item{
			figure("growth", GrowthFigure), block("nodes", NodesTable), block("growth-factors", GrowthTable), block("growth-lower", GrowthClaim),
		},
	},
	{
		"A few rings carry the totals",
		"Node counts at one size spread over orders of magnitude, so a total is mostly the work on the few hardest rings.",
		[]Item{figure("distribution", DistributionFigure), figure("spread", SpreadFigure)},
	},
	{
		"Does sorting help?",
		"The write-up compared totals over 50 rings and found sorting a little better. The comparison below is paired, ring by ring, on a sample large enough to tell.",
		[]Item{
			figure("sorting-scatter", SortingScatter), figure("sorting-intervals", SortingIntervals), block("sorting", SortingTable),
			block("sorting-saves", SortingClaim), block("sample-too-small", SampleClaim),
		},
	},
	{
		"Beside the published times",
		"The write-up reports seconds. These are ours, measured one run at a time; they depend on the machine.",
		[]Item{block("published", PublishedTable), block("speed", SpeedClaim)},
	},
	{
		"How far it can be taken",
		"Peeling forced moves and contracting them leaves a small core. What is left to decide hardly grows with the ring.",
		[]Item{block("large-nodes", LargeTable), figure("large", LargeFigure), block("few-decisions", PolynomialClaim)},
	},
	{
		"Why planted rings are easy",
		"After contraction, every solution is one state of the special component combined with one orientation of each free cycle.",
		[]Item{
			figure("cycles", CyclesFigure), block("cycles-logarithmic", CyclesClaim), block("structure", StructureTable), figure("solutions", SolutionsFigure),
		},
	},
	{
		"Random rings and hard ones",
		"Rings with random values are seldom solvable. Rings with many free cycles are easy to solve but hard to count, and traps hide that they have no solution.",
		[]Item{figure("solvable", SolvableFigure), block("odd-solvable", OddClaim), block("families", FamiliesTable)},
	},
}

// Items returns every figure, table and claim of the study in the order of its
// report. Each is a function of the trials that [Study.Run] returns.
func Items() []Item {
	var items []Item
	for _, s := range sections {
		items = append(items, s.items...)
	}
	return items
}

// Report puts all items into a report, without a notebook. Where the trials
// came from is added by the caller.
func Report(trials []experiments.Trial) (reports.Report, error) {
	r := reports.Report{ID: Name, Title: Title}
	lead, err := Lead(trials)
	if err != nil {
		return r, err
	}
	r.Lead = lead
	for _, s := range sections {
		r.Blocks = append(r.Blocks, reports.Text{Markdown: "## " + s.heading + "\n\n" + s.text})
		for _, item := range s.items {
			b, err := item.Make(trials)
			if err != nil {
				return r, fmt.Errorf("pruning: %s: %w", item.ID, err)
			}
			r.Blocks = append(r.Blocks, b)
		}
	}
	return r, nil
}

// Lead answers the study's question in a few sentences, each as far as the
// trials bear it out.
func Lead(trials []experiments.Trial) (string, error) {
	growth, err := GrowthClaim(trials)
	if err != nil {
		return "", err
	}
	lead := "Taking forced moves at once saves most of the search"
	if growth.Holds == reports.Holds {
		lead = "Taking forced moves at once lowers the growth of the search"
	}
	lead += " ([[fig:growth]])"
	if has(analysis.Where(sortingPair(trials), analysis.Sizes(sortingSize)), "pruning", "pruning+sorting") {
		c, err := sortingComparison(trials)
		if err != nil {
			return "", err
		}
		r := c.Totals
		switch {
		case r.BCa.Known() && r.BCa.High < 1:
			lead += fmt.Sprintf(", and sorting saves a further %.0f %% of the nodes (95 %% interval %.0f to %.0f %%, %s; [[fig:sorting-scatter]])",
				100*(1-r.Value), 100*(1-r.BCa.High), 100*(1-r.BCa.Low), plural(c.N, "paired ring"))
		default:
			lead += fmt.Sprintf("; whether sorting helps, %s cannot tell ([[fig:sorting-scatter]])", plural(c.N, "paired ring"))
		}
	}
	lead += "."
	if n := biggest(large(trials)); n > 0 {
		lead += fmt.Sprintf(" Following the forced moves to their end leaves so little to decide that rings of %s nodes are solved within a few decisions ([[table:large-nodes]]).", grouped(uint64(n)))
	}
	return lead, nil
}
