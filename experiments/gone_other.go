//go:build !unix

package experiments

func gone(int) bool { return false }
