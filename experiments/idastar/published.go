package idastar

import (
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

var publishedItems = []study.Item{
	figure("korf-published", publishedFigure), study.Claim(claims, "korf-published-exact"),
}

var publishedClaims = []claim.Claim{{
	ID: "korf-published-exact", Statement: "Of Korf's hundred published counts those of numbers 22, 88 and 89 are not ours and 1, and all others are, to the last digit.",
	Ask: func(f frame.Frame) (claim.Answer, error) {
		boards := publishedCases(f)
		var odd []string
		against := 0
		for _, c := range boards {
			k, ours := published(c)
			if ours != k.Generated {
				odd = append(odd, fmt.Sprintf("; not on %d (published %s, ours %s)", k.Number, study.Grouped(k.Generated), study.Grouped(ours)))
			}
			if slices.Contains(unreproduced, k.Number) != (ours != k.Generated) {
				against++
			}
		}
		return claim.Every("board", len(korfBoards()), len(boards), against).Saying("Equal on %d of %s run%s.", len(boards)-len(odd), study.Plural(len(boards), "board"), strings.Join(odd, "")), nil
	},
}}

// unreproduced are the numbers of the boards whose published counts have not
// been reproduced.
var unreproduced = []int{22, 88, 89}

// publishedCases returns the boards that were solved in Korf's order.
func publishedCases(trials frame.Frame) frame.Cases {
	return korfRows(trials).Match("idastar/manhattan").Solved()
}

// published returns the board of a case and our count with the root.
func published(c frame.Case) (k tiles.Known, ours uint64) {
	return korfBoards()[c.Index], c.Trials[0].Meter.Generated + 1
}

// publishedFigure sets Korf's counts against ours, board by board.
func publishedFigure(trials frame.Frame) (plots.Figure, error) {
	var pairs []plots.Pair
	for _, c := range publishedCases(trials) {
		k, ours := published(c)
		pair := plots.Pair{X: float64(k.Generated), Y: float64(ours)}
		if ours != k.Generated {
			pair.Label = fmt.Sprint(k.Number)
		}
		pairs = append(pairs, pair)
	}
	f, err := plots.Scatter("korf-published", "Korf's published counts against ours", plots.ScatterOptions{X: "published", Y: "ours", Quantity: "nodes generated", Agreement: true}, pairs)
	f.Caption = fmt.Sprintf("IDA* with the Manhattan distance on %s of Korf's; ours with 1 added for his root. Boards that do not agree have their number beside them.", study.Plural(len(pairs), "board"))
	return f, err
}
