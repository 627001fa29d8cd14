package main

import (
	"bytes"
	"os"
	"testing"
)

// The committed files are what the generator writes now.
func TestProbesAreUpToDate(t *testing.T) {
	files := map[string]func() ([]byte, error){batchName: batchFile}
	for _, v := range variants {
		files["probe_"+v.Name+".go"] = v.file
	}
	for name, file := range files {
		want, err := file()
		if err != nil {
			t.Fatal(err)
		}
		name = "../../" + name
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is out of date: run go generate in solvers/tiles", name)
		}
	}
}
