package colorwalk

import "embed"

// Source is the embedded source of this package, with the boards of the published
// sets. Stored results contain a hash of it to identify the code that made them.
//
//go:embed *.go sets/*.txt
var Source embed.FS
