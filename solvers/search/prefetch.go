//go:build amd64 || arm64

package search

// prefetch asks for the lines of the groups with these n numbers and does not
// wait for them. A load in Go is waited for: the processor looks no farther
// ahead than a few hundred instructions, which is less than an expansion.
//
//go:noescape
func prefetch(groups *group, numbers *uint64, n int)
