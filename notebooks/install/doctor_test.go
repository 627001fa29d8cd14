package install

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// usersModule makes a module of a user's own with these files, and a go.mod
// that requires this project, in so far as there is none among them. It
// returns the module's folder.
func usersModule(t *testing.T, files map[string]string) string {
	t.Helper()
	needGo(t)
	t.Setenv("GOWORK", "")
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/own\n\ngo 1.26.0\n\nrequire "+module+" v0.0.0\n\nreplace "+module+" => "+root+"\n")
	write(t, filepath.Join(dir, "own.go"), "package own\n")
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	return dir
}

// What is wrong before any cell could run ends the list of checks.
func TestDoctorNamesWhatKeepsEveryCellFromRunning(t *testing.T) {
	nowhere := filepath.Join(os.Args[0], "below")
	for _, tc := range []struct {
		name, check string
		files       map[string]string
		env         map[string]string
		detail, fix string
	}{
		{
			name: "no go command", check: "go toolchain", env: map[string]string{"PATH": ""},
			detail: "no go command on PATH", fix: "https://go.dev/dl/",
		},
		{
			name: "Go is too old", check: "import of notebooks/display",
			files:  map[string]string{"go.mod": "module example.com/own\n\ngo 1.999\n"},
			env:    map[string]string{"GOTOOLCHAIN": "local"},
			detail: "/go.mod requires go >= 1.999", fix: "GOTOOLCHAIN=auto",
		},
		{
			name: "Go is too old and no other can be had", check: "go toolchain",
			files:  map[string]string{"go.mod": "module example.com/own\n\ngo 1.999\n"},
			env:    map[string]string{"GOTOOLCHAIN": "auto", "GOPROXY": "off"},
			detail: "toolchain not available", fix: "install the Go version that is asked for",
		},
		{
			name: "modules are off", check: "kernel tools", env: map[string]string{"GO111MODULE": "off"},
			detail: "GO111MODULE=off", fix: "unset GO111MODULE",
		},
		{
			name: "go.mod cannot be read", check: "import of notebooks/display",
			files:  map[string]string{"go.mod": "module example.com/own\n\nrequire example.com/x\n"},
			detail: "/go.mod:3: usage: require module/path v1.2.3", fix: "correct that line",
		},
		{
			name: "go.work names a folder that is not there", check: "import of notebooks/display",
			files:  map[string]string{"go.work": "go 1.26.0\n\nuse .\nuse ./gone\n"},
			detail: "/gone does not exist", fix: "go.work",
		},
		{
			name: "GOFLAGS are not flags", check: "kernel tools", env: map[string]string{"GOFLAGS": "bad"},
			detail: "$GOFLAGS", fix: "correct GOFLAGS",
		},
		{
			name: "GOFLAGS are not those of the compiler", check: "import of notebooks/display", env: map[string]string{"GOFLAGS": "-gcflags=-nonsense"},
			detail: "flag provided but not defined: -nonsense", fix: "correct GOFLAGS",
		},
		{
			name: "the build cache cannot be written", check: "kernel tools", env: map[string]string{"GOCACHE": nowhere},
			detail: "initialize build cache at " + nowhere, fix: "set GOCACHE",
		},
		{
			name: "no temporary folder", check: "kernel tools", env: map[string]string{"TMPDIR": nowhere, "GOTMPDIR": ""},
			detail: nowhere, fix: "set TMPDIR",
		},
		{
			name: "GoNB is not there and cannot be fetched", check: "kernel tools",
			env:    map[string]string{"GOMODCACHE": filepath.Join(t.TempDir(), "empty"), "GOPROXY": "off"},
			detail: "is not in the module cache and cannot be fetched", fix: "go mod download -C ",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := usersModule(t, tc.files)
			for name, value := range tc.env {
				t.Setenv(name, value)
			}
			t.Setenv("JUPYTER_DATA_DIR", t.TempDir())
			checks := Doctor(t.Context(), dir, runCell, t.Output())
			i := slices.IndexFunc(checks, func(c Check) bool { return !c.OK })
			wantFailure(t, checks[i], tc.check, tc.detail, tc.fix)
			if rest := checks[i+1:]; len(rest) != 1 || rest[0].Name != "kernel in Jupyter" {
				t.Errorf("what depends on it was checked, too: %+v", rest)
			}
		})
	}
}

func wantFailure(t *testing.T, c Check, name, detail, fix string) {
	t.Helper()
	if c.OK || c.Name != name || !strings.Contains(c.Detail, detail) || !strings.Contains(c.Fix, fix) {
		t.Errorf("check %+v\nwant that %s says %q and has the fix %q", c, name, detail, fix)
	}
	if strings.Contains(c.Detail, "\n") {
		t.Errorf("the detail is more than a line: %s", c.Detail)
	}
}

func TestDoctorNamesWhatCellsCannotImport(t *testing.T) {
	for _, tc := range []struct {
		name        string
		files       map[string]string
		env         map[string]string
		detail, fix string
	}{
		{
			name:   "this project is not required",
			files:  map[string]string{"go.mod": "module example.com/own\n\ngo 1.26.0\n"},
			detail: "no module that go.mod requires has " + DisplayPackage, fix: "go get " + DisplayPackage + "@",
		},
		{
			name: "what is required has no such package",
			files: map[string]string{
				"go.mod":     "module example.com/own\n\ngo 1.26.0\n\nrequire " + module + " v0.0.0\n\nreplace " + module + " => ./old\n",
				"old/go.mod": "module " + module + "\n",
			},
			detail: "no module that go.mod requires has " + DisplayPackage, fix: "go get " + DisplayPackage + "@",
		},
		{
			name:   "a folder that replaces it is not there",
			files:  map[string]string{"go.mod": "module example.com/own\n\ngo 1.26.0\n\nrequire " + module + " v0.0.0\n\nreplace " + module + " => ./gone\n"},
			detail: "/gone/go.mod: no such file", fix: "correct the replace line",
		},
		{
			name:   "a module is missing",
			files:  map[string]string{"go.mod": "module example.com/own\n\ngo 1.26.0\n\nrequire example.com/x v1.0.0\n"},
			env:    map[string]string{"GOPROXY": "off"},
			detail: "module example.com/x@v1.0.0 is not in the module cache", fix: "with a network, run: go mod download -C ",
		},
		{
			name: "it does not compile",
			files: map[string]string{
				"go.mod":                            "module example.com/own\n\ngo 1.26.0\n\nrequire " + module + " v0.0.0\n\nreplace " + module + " => ./other\n",
				"other/go.mod":                      "module " + module + "\n",
				"other/notebooks/display/broken.go": "package display\n\nvar x int = \"\"\n",
			},
			detail: "/other/notebooks/display/broken.go:3:13: ", fix: "correct what does not build",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := usersModule(t, tc.files)
			for name, value := range tc.env {
				t.Setenv(name, value)
			}
			c, _ := commandIn(t, dir, Headless).importCheck(t.Context())
			wantFailure(t, c, "import of notebooks/display", tc.detail, tc.fix)
		})
	}
}

// Cells are built in a workspace, where neither go.sum nor a vendor folder nor
// a tidy go.mod counts.
func TestDoctorDoesNotComplainOfWhatCellsDoNotMind(t *testing.T) {
	dir := usersModule(t, map[string]string{"vendor/modules.txt": "# example.com/x v1.0.0\n"})
	t.Setenv("GOFLAGS", "-mod=vendor")
	spec := commandIn(t, dir, Headless)
	if c, _ := spec.importCheck(t.Context()); !c.OK {
		t.Errorf("import: %+v", c)
	}
	if c := spec.packagesCheck(t.Context()); !c.OK || !c.Optional {
		t.Errorf("packages: %+v", c)
	}
	if c := spec.cellCheck(t.Context(), runCell, true); !c.OK {
		t.Errorf("cell: %+v", c)
	}
}

func TestDoctorNamesPackagesThatDoNotCompile(t *testing.T) {
	for _, tc := range []struct{ name, file, text, detail string }{
		{"type", "b/b.go", "package b\n\nvar x int = \"\"\n", "/b/b.go:3:13: cannot use"},
		{"syntax", "b/b.go", "packge b\n", "/b/b.go:1:1: expected 'package'"},
		{"import", "b/b.go", "package b\n\nimport _ \"example.com/nowhere\"\n", "no required module provides package example.com/nowhere"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := usersModule(t, map[string]string{
				"go.mod":      "module example.com/own\n\ngo 1.26.0\n",
				"cmd/main.go": "package main\n\nvar x int = \"\"\n", // which no cell can import
				tc.file:       tc.text,
			})
			c := commandIn(t, dir, Headless).packagesCheck(t.Context())
			wantFailure(t, c, "packages of the module", tc.detail, "cells that import it do not compile")
			if !c.Optional {
				t.Error("the check is not optional, but cells need not import the package")
			}
		})
	}
}
