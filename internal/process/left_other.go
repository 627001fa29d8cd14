//go:build !linux && !darwin

package process

func left() string { return "" }
