//go:build !linux && !darwin

package process

func left() (names string, none bool) { return "", false }
