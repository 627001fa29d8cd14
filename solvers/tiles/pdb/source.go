package pdb

import "embed"

// Source is the source of this package as it was compiled in.
//
//go:embed *.go
var Source embed.FS
