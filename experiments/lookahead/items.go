package lookahead

import "slices"

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
