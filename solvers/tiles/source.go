package tiles

import "embed"

// Source is the embedded source of this package, with the published boards and
// histograms. Stored results contain a hash of it, which identifies the code
// that produced them.
//
//go:embed *.go sets/*.txt histograms.txt
var Source embed.FS
