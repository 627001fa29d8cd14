package main

import (
	"bytes"
	"os"
	"testing"
)

// The committed files are what the generator writes now.
func TestProbesAreUpToDate(t *testing.T) {
	for _, v := range variants {
		want, err := v.file()
		if err != nil {
			t.Fatal(err)
		}
		name := "../../probe_" + v.Name + ".go"
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is out of date: run go generate in solvers/tiles", name)
		}
	}
}
