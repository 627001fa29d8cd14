//go:build amd64 || arm64

package search

// prefetch requests the cache lines of the n groups with these numbers, and does
// not wait for them. An ordinary load in Go would wait: the processor looks ahead
// only a few hundred instructions, fewer than an expansion executes.
//
//go:noescape
func prefetch(groups *group, numbers *uint64, n int)
