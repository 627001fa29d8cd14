//go:build !darwin

package experiments

func cpuFromSystem() string { return "" }
