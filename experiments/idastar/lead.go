package idastar

import (
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
)

// figure makes an item of a drawing, in which each heuristic has its place, and
// the two searches that are compared with the same heuristic.
var figure = study.Figures(plots.Scheme{"manhattan", "linear-conflict", "walking-distance", "lc-wd", "astar/manhattan", "idastar/manhattan"}.On)

// sections are the parts of the report, each written down beside the functions
// that make its items.
var items = slices.Concat(
	overviewItems,
	simonItems, lemteaItems,
	korfItems, publishedItems, growthItems, predictionItems,
	memoryItems, storageItems, mustItems, spaceItems,
	qualityItems, anytimeItems, orderItems,
	shapeItems, shapeGrowthItems, twentyFourItems,
)

var claims = claim.NewFamily(slices.Concat(
	simonClaims, lemteaClaims,
	korfClaims, publishedClaims, growthClaims, predictionClaims,
	memoryClaims, storageClaims, mustClaims, spaceClaims,
	qualityClaims, anytimeClaims, orderClaims,
	shapeClaims, shapeGrowthClaims, twentyFourClaims,
)...)

// leading are the claims that answer the study's question. None is of times,
// which belong to a machine.
var leading = []string{"memory-expands-more", "memory-idastar-goes-on", "korf-slope", "korf-max", "simon531-exact", "lemtea8-sixty"}

// Item makes the figure, table or claim of that ID.
func Item(trials frame.Frame, id string) (reports.Block, error) { return Definition().Item(trials, id) }
