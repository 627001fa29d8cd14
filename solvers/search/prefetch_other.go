//go:build !amd64 && !arm64

package search

// prefetch does nothing, because there is no instruction for it here.
func prefetch(*group, *uint64, int) {}
