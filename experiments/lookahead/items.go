package lookahead

import (
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
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

// Items returns every figure, table and claim of the study in the order of its
// report. Each is a function of the trials that [Study.Run] returns.
func Items() []study.Item { return sections.Items() }

// Report puts all items into a report, without a notebook. Where the trials
// came from is added by the caller.
func Report(trials []experiments.Trial) (reports.Report, error) {
	lead, err := Lead(trials)
	if err != nil {
		return reports.Report{}, err
	}
	return sections.Report(reports.Report{ID: Name, Title: Title, Lead: lead}, trials)
}
