package handsoftime

import "embed"

// Source is the embedded source of this package. Stored results contain a hash of
// it, which identifies the code that produced them.
//
//go:embed *.go
var Source embed.FS
