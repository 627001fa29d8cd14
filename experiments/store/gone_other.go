//go:build !unix

package store

func gone(int) bool { return false }
