package search

import "embed"

// Source is the source of this package as it was compiled in, so that stored results can name the code that made them.
//
//go:embed *.go
var Source embed.FS
