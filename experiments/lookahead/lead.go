package lookahead

import (
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
)

// sections are the parts of the report, each written down beside the functions
// that make its items.
var sections = slices.Concat(
	overviewSections,
	tableSections,
	distributionSections,
	pairSections,
	frontSections,
	exactSections,
	anytimeSections,
	growthSections,
	anatomySections,
	nodeLimitSections,
)

// lead answers the study's question in a few sentences, each as far as the
// trials bear it out. It says nothing of times, which belong to a machine.
func lead(trials frame.Frame) (string, error) {
	rows := onSeries(trials)
	shortest := movesOf(rows, exact)
	lead := "The series' algorithms look ahead for cells, and make more moves than the shortest solutions."
	if list := ranked(rows, tabled()...); len(list) > 0 {
		if gap := list[0].gap(); gap.BCa.Known() {
			lead = fmt.Sprintf("The best algorithm of the series' table, %s, makes %.1f moves more than the shortest solutions (95 %% interval %.1f to %.1f; [[fig:gaps]]), which take %.1f on average.",
				list[0].name, gap.Value, gap.BCa.Low, gap.BCa.High, stats.Mean(shortest))
		}
	}
	claims, err := study.Answers(trials, ProvedClaim, DistancesClaim, AgreesClaim)
	if err != nil {
		return "", err
	}
	proved, distances, again := claims[0], claims[1], claims[2]
	if proved.Holds == reports.Holds {
		lead += fmt.Sprintf(" These can be proved on %s ([[claim:%s]]).", boardsOf(trials), proved.ID)
	}
	if distances.Holds == reports.Holds {
		lead += fmt.Sprintf(" Looking one move ahead is enough to beat it, if one looks at a lower bound and at distances instead of cells: %.1f moves above the optimum ([[claim:%s]]).", stats.Mean(above(rows, exact, byBound)), distances.ID)
	}
	if again.Holds == reports.Holds {
		lead += " Ten of the thirteen rows of the series' table come out again to less than a unit of the last digit, one of them with a fault of its program in it ([[table:series-table]], [[claim:series-bfs]])."
	}
	return lead, nil
}
