package search

import "embed"

// Source is the embedded source of this package, with which stored results identify the code that
// made them.
//
//go:embed *.go
var Source embed.FS
