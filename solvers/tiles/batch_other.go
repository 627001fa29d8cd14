//go:build !amd64 || purego

package tiles

func vectorForms() []form { return nil }
