package tiles

import "embed"

// Source is the embedded source of this package, with the published boards and
// histograms. Stored results contain a hash of it to identify the code that made
// them.
//
//go:embed *.go sets/*.txt histograms.txt
var Source embed.FS
