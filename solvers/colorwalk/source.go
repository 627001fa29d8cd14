package colorwalk

import "embed"

// Source is the source of this package as it was compiled in, with the boards
// of the published sets, so that stored results can name the code that made
// them.
//
//go:embed *.go sets/*.txt
var Source embed.FS
