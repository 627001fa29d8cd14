package code

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"reflect"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// The hash of sources never changes: it is stored with each trial, and decides whether the trial is
// run again.
func TestHashesOfFrozenSourcesStay(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/frozen.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files, cells := fstest.MapFS{}, newProgram()
	for _, f := range archive.Files {
		files[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	if err := cells.parse("main.go", string(files["cells.txt"].Data)); err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	for _, dirs := range [][]string{{"puzzle"}, {"study"}, {"puzzle", "study"}} {
		var list []fs.FS
		for _, dir := range dirs {
			list = append(list, sub(t, files, dir))
		}
		hash, err := Hash(list...)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&got, "package", dirs, hash)
	}
	own, err := Read(sub(t, files, "study"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []*Program{own, cells} {
		for _, name := range slices.Sorted(maps.Keys(p.decls)) {
			fmt.Fprintln(&got, "declaration", p.name+"."+name, p.digest(map[string]bool{name: true}))
		}
	}
	for _, name := range []string{"astar/count", "beam-20/layers", "astar/none"} {
		digest := cells.Strategy("frozen", name, none, reflect.TypeFor[int]())
		if digest != "" {
			digest = " cells:" + digest
		}
		fmt.Fprintf(&got, "cells %s%s\n", name, digest)
	}
	for _, study := range []string{"frozen", "unknown"} {
		fmt.Fprintln(&got, "sweep", study, cells.digest(cells.sweep(study)))
	}
	const golden = "testdata/frozen.golden"
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(golden); err != nil || got.String() != string(want) {
		t.Errorf("%v; hashes\n%swant\n%s", err, &got, want)
	}
}

func sub(t *testing.T, files fs.FS, dir string) fs.FS {
	t.Helper()
	f, err := fs.Sub(files, dir)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
