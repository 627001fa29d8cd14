package tiles

import "embed"

// Source is the embedded source of this package with the published boards and
// histograms. Stored results identify the code that made them by it.
//
//go:embed *.go sets/*.txt histograms.txt
var Source embed.FS
