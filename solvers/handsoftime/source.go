package handsoftime

import "embed"

// Source is the embedded source of this package. Stored results contain a hash of
// it to identify the code that made them.
//
//go:embed *.go
var Source embed.FS
