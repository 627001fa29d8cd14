package pruning

import (
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
)

// figure makes an item of a drawing, in which each strategy has its place.
var figure = study.Figures(plots.Scheme(StrategyNames()).On)

var items = []study.Item{
	study.Picture("puzzle", "A ring of 6 nodes", puzzleFigure),
	study.Block("overview", overview),
	figure("growth", growthFigure),
	study.Block("nodes", nodesTable),
	study.Block("growth-factors", growthTable),
	study.Claim(claims, "growth-lower"),
	figure("distribution", distributionFigure),
	figure("spread", spreadFigure),
	figure("sorting-scatter", sortingScatter),
	figure("sorting-intervals", sortingIntervals),
	study.Block("sorting", sortingTable),
	study.Claim(claims, "sorting-saves"),
	study.Claim(claims, "sample-too-small"),
	study.Block("published", publishedTable),
	study.Claim(claims, "speed"),
	study.Block("large-nodes", largeTable),
	figure("large", largeFigure),
	study.Claim(claims, "few-decisions"),
	figure("cycles", cyclesFigure),
	study.Claim(claims, "cycles-logarithmic"),
	study.Block("structure", structureTable),
	figure("solutions", solutionsFigure),
	figure("solvable", solvableFigure),
	study.Claim(claims, "odd-solvable"),
	study.Block("families", familiesTable),
}
