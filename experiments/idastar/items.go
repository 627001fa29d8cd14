package idastar

import "slices"

// sections are the parts of the report, each written down beside the functions
// that make its items.
var sections = slices.Concat(
	overviewSections,
	simonSections, lemteaSections,
	korfSections, growthSections, predictionSections,
	memorySections, qualitySections, orderSections, shapeSections,
)
