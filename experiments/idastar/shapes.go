package idastar

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

var shapeSections = study.Sections{
	{
		Heading: "Boards of other shapes",
		Text: "Complete enumerations count the positions at every distance from the goal, for boards of up to twelve cells; the counts of the 15-puzzle are published. " +
			"Boards two cells high have longer solutions than others with as many cells.",
		Items: []study.Item{
			study.Figure("shapes-depths", DepthsFigure), study.Block("shapes-table", ShapesTable), study.Figure("shapes-lengths", LengthsFigure), study.Block("shapes-narrow", NarrowClaim),
		},
	},
	{
		Heading: "How the search grows",
		Text:    "IDA* with linear conflict on boards drawn uniformly from the solvable ones of each shape.",
		Items: []study.Item{
			study.Figure("shapes-growth", ShapesGrowthFigure), study.Block("shapes-nodes", ShapesNodesTable), study.Block("shapes-factors", ShapesFactorsTable),
			study.Block("shapes-narrow-nodes", NarrowNodesClaim),
		},
	},
	{
		Heading: "The 24-puzzle",
		Text:    "Korf and Felner's fifty boards of 5×5 cells, under a limit on the nodes. Without pattern databases hardly any can be solved, but each run proves a lower bound. They run with `--full` only.",
		Items: []study.Item{
			study.Block("twentyfour", TwentyFourTable), study.Block("twentyfour-boards", TwentyFourBoardsTable), study.Block("twentyfour-bounds", TwentyFourClaim),
		},
	},
}

// shapesStrategy solves boards of all shapes.
const shapesStrategy = "idastar/linear-conflict"

// sizeOf writes the size of a board, width first.
func sizeOf(width, height int) string { return fmt.Sprintf("%d×%d", width, height) }

// familyName names the boards with a side of that length: "2 × m".
func familyName(side int) string { return fmt.Sprintf("%d × m", side) }

// sides are the families of boards that grow in one direction.
var sides = []int{2, 3, 4}

// drawnOn returns the trials on uniform boards of any shape.
func drawnOn(trials []experiments.Trial) []experiments.Trial {
	return analysis.Where(trials, analysis.Strategies(shapesStrategy), func(t *experiments.Trial) bool {
		_, _, ok := shapeOf(t)
		return ok
	})
}

// shapeOf returns width and height of the board of a trial on uniform boards,
// the longer side first.
func shapeOf(t *experiments.Trial) (width, height int, ok bool) {
	if t.Set == uniformSet {
		for side := 2; side*side <= t.Size; side++ {
			if side*side == t.Size {
				return side, side, true
			}
		}
		return 0, 0, false
	}
	sizes, found := strings.CutPrefix(t.Set, uniformSet+"-")
	if !found {
		return 0, 0, false
	}
	if _, err := fmt.Sscanf(sizes, "%dx%d", &width, &height); err != nil || width < 2 || height < 2 {
		return 0, 0, false
	}
	return max(width, height), min(width, height), true
}

// family returns the trials on boards with a side of that length, as one set
// with the number of cells as their size.
func family(trials []experiments.Trial, side int) []experiments.Trial {
	rows := analysis.Where(drawnOn(trials), func(t *experiments.Trial) bool {
		width, height, ok := shapeOf(t)
		return ok && (width == side || height == side)
	})
	for i := range rows {
		rows[i].Set = familyName(side)
	}
	return rows
}

// histograms returns the complete histograms of boards with moves of one tile,
// by the number of cells.
func histograms() []tiles.KnownHistogram {
	var found []tiles.KnownHistogram
	for _, h := range tiles.KnownHistograms() {
		if h.Complete() && !h.LineMoves {
			found = append(found, h)
		}
	}
	slices.SortStableFunc(found, func(a, b tiles.KnownHistogram) int {
		return cmp.Or(cmp.Compare(a.Width*a.Height, b.Width*b.Height), cmp.Compare(a.Width, b.Width))
	})
	return found
}

// blankClass says where the goal has its blank.
func blankClass(h tiles.KnownHistogram) string {
	return fmt.Sprintf("%s (cell %d)", cellKinds[kindOf(h.Blank, h.Width, h.Height)], h.Blank)
}
