package code

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
)

func sources(files map[string]string) fs.FS {
	m := fstest.MapFS{}
	for name, data := range files {
		m[name] = &fstest.MapFile{Data: []byte(data)}
	}
	return m
}

func TestHashSeesWhatDefinesResults(t *testing.T) {
	a := map[string]string{"a.go": "package a\n", "b.go": "package a // b\n", "a_test.go": "package a // test\n", "a.txt": "text"}
	hash := func(changes map[string]string, more ...fs.FS) string {
		t.Helper()
		files := map[string]string{}
		for name, data := range a {
			files[name] = data
		}
		for name, data := range changes {
			files[name] = data
		}
		h, err := Hash(append([]fs.FS{sources(files)}, more...)...)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	before := hash(nil)
	for _, c := range []struct {
		name    string
		changes map[string]string
		more    []fs.FS
		same    bool
	}{
		{"nothing", nil, nil, true},
		{"a source", map[string]string{"a.go": "package a\n\nvar x int\n"}, nil, false},
		{"a directive", map[string]string{"a.go": "//go:build linux\n\npackage a\n"}, nil, false},
		{"comments and layout", map[string]string{"a.go": "// Package a is other.\npackage   a /* here */\n"}, nil, true},
		{"a new source", map[string]string{"c.go": "package a\n"}, nil, false},
		{"a test", map[string]string{"a_test.go": "package a // other\n"}, nil, true},
		{"another file", map[string]string{"a.txt": "other"}, nil, true},
		{"line ends", map[string]string{"a.go": "package a\r\n"}, nil, true},
		{"another package", nil, []fs.FS{sources(map[string]string{"d.go": "package d\n"})}, false},
	} {
		if got := hash(c.changes, c.more...); (got == before) != c.same {
			t.Errorf("%s changed: hash %s, before %s; want the same: %v", c.name, got, before, c.same)
		}
	}
}

func TestHashErrors(t *testing.T) {
	if h, err := Hash(sources(map[string]string{"a_test.go": "package a\n"})); err == nil {
		t.Errorf("a package without sources has the hash %s", h)
	}
	if h, err := Hash(os.DirFS(filepath.Join(t.TempDir(), "gone"))); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: hash %s, error %v", h, err)
	}
}

func TestModuleRoot(t *testing.T) {
	if _, err := ModuleRoot(t.TempDir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("outside of a module: %v, want an error that wraps os.ErrNotExist", err)
	}
	root := t.TempDir()
	deep := filepath.Join(root, "a", "b")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "go.mod"), []byte("module x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := ModuleRoot(deep); err != nil || got != root {
		t.Errorf("ModuleRoot = %q, %v; want %q", got, err, root)
	}
}
