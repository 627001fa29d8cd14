package pruning

import "github.com/puzzlelab/puzzlelab/experiments/study"

var items = []study.Item{
	study.Picture("puzzle", "A ring of 6 nodes", puzzleFigure),
	study.Block("overview", overview),
	study.Figure("growth", growthFigure),
	study.Block("nodes", nodesTable),
	study.Block("growth-factors", growthTable),
	study.Claim(claims, "growth-lower"),
	study.Figure("distribution", distributionFigure),
	study.Figure("spread", spreadFigure),
	study.Figure("sorting-scatter", sortingScatter),
	study.Figure("sorting-intervals", sortingIntervals),
	study.Block("sorting", sortingTable),
	study.Claim(claims, "sorting-saves"),
	study.Claim(claims, "sample-too-small"),
	study.Block("published", publishedTable),
	study.Claim(claims, "speed"),
	study.Block("large-nodes", largeTable),
	study.Figure("large", largeFigure),
	study.Claim(claims, "few-decisions"),
	study.Figure("cycles", cyclesFigure),
	study.Claim(claims, "cycles-logarithmic"),
	study.Block("structure", structureTable),
	study.Figure("solutions", solutionsFigure),
	study.Figure("solvable", solvableFigure),
	study.Claim(claims, "odd-solvable"),
	study.Block("families", familiesTable),
}
