package idastar

import (
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
)

// sections are the parts of the report, each written down beside the functions
// that make its items.
var sections = slices.Concat(
	overviewSections,
	simonSections, lemteaSections,
	korfSections, publishedSections, growthSections, predictionSections,
	memorySections, storageSections, mustSections, spaceSections,
	qualitySections, anytimeSections, orderSections,
	shapeSections, shapeGrowthSections, twentyFourSections,
)

// lead answers the study's question in a few sentences, each as far as the
// trials bear it out. It says nothing of times, which belong to a machine.
func lead(trials frame.Frame) (string, error) {
	claims, err := study.Answers(trials, ExpandsMoreClaim, GoesOnClaim, SimonClaim, SixtyClaim)
	if err != nil {
		return "", err
	}
	expands, goesOn, simon, sixty := claims[0], claims[1], claims[2], claims[3]
	lead := "Depth-first where memory decides: A* expands fewer nodes but has to keep them, IDA* keeps one path"
	if expands.Holds == reports.Holds && expands.Estimate != nil {
		lead = fmt.Sprintf("IDA* expands %.1f times the nodes of A* with the Manhattan distance (95 %% interval %.1f to %.1f; [[claim:%s]]) and keeps one path instead of all of them",
			expands.Estimate.Value, expands.Estimate.Low, expands.Estimate.High, expands.ID)
	}
	if goesOn.Holds == reports.Holds {
		lead += fmt.Sprintf("; it solves every board on which A* runs out of memory ([[claim:%s]])", goesOn.ID)
	}
	lead += "."
	c, ran, err := study.Compare(korfRows(trials), generated, "idastar/manhattan", "idastar/lc-wd")
	if err != nil {
		return "", err
	}
	if r := c.GeoMeans; ran && r.BCa.Known() {
		lead += fmt.Sprintf(" What counts more than the search is the estimate: the larger of linear conflict and walking distance leaves %.1f %% of the nodes (%.1f to %.1f %%, %s; [[table:korf-pairs]]).",
			100*r.Value, 100*r.BCa.Low, 100*r.BCa.High, study.Plural(c.N-c.Censored, "board"))
	}
	if simon.Holds == reports.Holds {
		lead += " The counters of the write-up in C come out to the last digit ([[table:simon531]])"
		if sixty.Holds == reports.Holds {
			lead += ", and the board that the one in C++ gives 60 moves takes 58 ([[fig:lemtea8-path]])"
		}
		lead += "."
	}
	return lead, nil
}
