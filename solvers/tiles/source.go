package tiles

import "embed"

// Source is the source of this package as it was compiled in, with the boards
// and histograms that are published, so that stored results can name the code
// that made them.
//
//go:embed *.go sets/*.txt histograms.txt
var Source embed.FS
