package colorwalk

import "embed"

// Source is the embedded source of this package, with the boards of the published
// sets. Stored results contain a hash of it, which identifies the code that
// produced them.
//
//go:embed *.go sets/*.txt
var Source embed.FS
