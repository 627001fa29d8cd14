package colorwalk

import "embed"

// Source is the embedded source of this package with the boards of the
// published sets. Stored results identify the code that made them by it.
//
//go:embed *.go sets/*.txt
var Source embed.FS
