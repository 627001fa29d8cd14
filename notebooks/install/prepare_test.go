package install

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pinnedTools are the tools of this project.
var pinnedTools = sync.OnceValues(func() (Tools, error) {
	return findTools(context.Background(), "", Headless, os.Stderr)
})

// ownModule makes a module of somebody's own, with a package that imports one
// module and a test that imports another, and a proxy that has both. The
// module cache is empty. It returns the module's folder.
func ownModule(t *testing.T, dir string) string {
	t.Helper()
	needGo(t)
	if _, err := pinnedTools(); err != nil { // while there is a module cache
		t.Fatal(err)
	}
	proxy := t.TempDir()
	for _, name := range []string{"used", "tested"} {
		serve(t, proxy, "example.com/"+name, map[string]string{
			"go.mod":     "module example.com/" + name + "\n\ngo 1.26\n",
			name + ".go": "package " + name + "\n\nconst Answer = 42\n",
		})
	}
	useProxy(t, proxy)
	root := filepath.Join(t.TempDir(), dir)
	write(t, filepath.Join(root, "go.mod"), "module example.com/own\n\ngo 1.26\n\nrequire (\n\texample.com/tested v1.0.0\n\texample.com/used v1.0.0\n)\n")
	write(t, filepath.Join(root, "own.go"), "package own\n\nimport \"example.com/used\"\n\nvar Answer = used.Answer\n")
	write(t, filepath.Join(root, "own_test.go"), "package own\n\nimport _ \"example.com/tested\"\n")
	emptyCache(t)
	goIn(t, root, "mod", "tidy") // writes go.sum
	emptyCache(t)
	return root
}

// useProxy makes the go command fetch modules from a folder and nowhere else.
func useProxy(t *testing.T, proxy string) {
	t.Helper()
	t.Setenv("GOPROXY", "file://"+filepath.ToSlash(proxy))
	t.Setenv("GONOSUMDB", "*")
	t.Setenv("GOFLAGS", "-modcacherw")
	t.Setenv("GOWORK", "")
}

// emptyCache makes the go command use a module cache in which nothing is.
func emptyCache(t *testing.T) string {
	t.Helper()
	cache := t.TempDir()
	t.Setenv("GOMODCACHE", cache)
	return cache
}

// serve adds version v1.0.0 of a module to a folder that is a module proxy.
func serve(t *testing.T, proxy, path string, files map[string]string) {
	t.Helper()
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	for name, text := range files {
		f, err := w.Create(path + "@v1.0.0/" + name)
		if err == nil {
			_, err = f.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for ext, text := range map[string]string{"info": `{"Version":"v1.0.0"}`, "mod": files["go.mod"], "zip": archive.String()} {
		write(t, filepath.Join(proxy, path, "@v", "v1.0.0."+ext), text)
	}
}

func goIn(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

const ownCell = "import \"example.com/own\"\n%%\nfmt.Println(own.Answer)"

// runCell builds a cell as a program of its own where cells are built, and runs it.
func runCell(ctx context.Context, spec Spec, source string) (string, error) {
	dir, err := os.MkdirTemp("", "cell")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "main.go")
	program := "package main\n" + strings.Replace(source, "%%\n", "import \"fmt\"\nfunc main() {\n", 1) + "\n}\n"
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		return "", err
	}
	out, err := spec.work.run(ctx, spec.Env, nil, "run", file)
	return string(out), err
}

// checkCell runs a cell that imports the module's package.
func checkCell(t *testing.T, spec Spec) {
	t.Helper()
	if got, err := runCell(t.Context(), spec, ownCell); got != "42\n" || err != nil {
		t.Errorf("the cell printed %q, %v, want 42", got, err)
	}
}

// commandIn is Command with the tools that were built before the module cache
// was emptied.
func commandIn(t *testing.T, root string, use Use) Spec {
	t.Helper()
	tools, err := pinnedTools()
	if err != nil {
		t.Fatal(err)
	}
	settings, err := goEnv(t.Context(), root, "GOMOD", "GOWORK", "GOVERSION", "GOPROXY")
	if err != nil {
		t.Fatal(err)
	}
	work, err := findWorkspace(root, settings[0], settings[1])
	if err != nil {
		t.Fatal(err)
	}
	work.proxy = settings[3]
	if use == Interactive {
		fetch(t.Context(), work, "", &announcer{w: t.Output()})
	}
	return newSpec(root, work, tools, "", settings[2], use)
}

// A build of the module does not fetch what only its tests need, but the
// workspace in which cells are built wants to know it.
func TestPrepareFetchesWhatABuildDoesNot(t *testing.T) {
	root := ownModule(t, "own")
	spec := commandIn(t, root, Headless)
	spec.Env = append(spec.Env, "GOMODCACHE="+emptyCache(t))
	goIn(t, root, "build")
	if _, err := runCell(t.Context(), spec, ownCell); err == nil || !strings.Contains(err.Error(), "example.com/tested@v1.0.0") {
		t.Errorf("unprepared, the cell ended with %v, want that a module is missing", err)
	}
	if err := spec.Prepare(t.Context(), []string{"C", "example.com/own", "fmt"}, t.Output()); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOPROXY", "off")
	checkCell(t, commandIn(t, root, Headless))
	if err := commandIn(t, root, Headless).Prepare(t.Context(), []string{"example.com/own"}, t.Output()); err != nil {
		t.Errorf("prepared again without a network: %v", err)
	}
}

func TestAMissingModuleIsNamedWithTheCommandThatFetchesIt(t *testing.T) {
	root := ownModule(t, "o w'n")
	proxy := os.Getenv("GOPROXY")
	imports := []string{"example.com/own"}

	t.Setenv("GOPROXY", "off")
	err := commandIn(t, root, Headless).Prepare(t.Context(), imports, t.Output())
	fixMissing(t, err, proxy)
	if err := commandIn(t, root, Headless).Prepare(t.Context(), imports, t.Output()); err != nil {
		t.Errorf("after the command: %v", err)
	}
}

func TestAMissingToolIsNamedWithTheCommandThatFetchesIt(t *testing.T) {
	needGo(t)
	proxy := t.TempDir()
	serve(t, proxy, "example.com/tool", map[string]string{
		"go.mod":  "module example.com/tool\n\ngo 1.26\n",
		"main.go": "package main\n\nfunc main() {}\n",
	})
	useProxy(t, proxy)
	pins := filepath.Join(t.TempDir(), "größe 10")
	write(t, filepath.Join(pins, "go.mod"), pinnedModule)
	write(t, filepath.Join(pins, toolsFile), "module tools\n\ngo 1.26\n")
	emptyCache(t)
	goIn(t, pins, "get", "-modfile="+toolsFile, "-tool", "example.com/tool@v1.0.0") // writes tools.sum
	emptyCache(t)

	t.Setenv("GOFLAGS", "-modcacherw -modfile=other.mod -mod=vendor") // the user's own business
	t.Setenv("GOWORK", filepath.Join(t.TempDir(), "go.work"))
	t.Setenv("GOPROXY", "off")
	log := &announcer{w: t.Output()}
	_, err := findTool(t.Context(), "", pins, toolsFile, "tool", log)
	fixMissing(t, err, "file://"+filepath.ToSlash(proxy))
	if path, err := findTool(t.Context(), "", pins, toolsFile, "tool", log); err != nil || filepath.Base(path) != "tool" {
		t.Errorf("after the command: %q, %v", path, err)
	}
}

// fixMissing checks what is said of a missing module, and runs the command that
// fetches it.
func fixMissing(t *testing.T, err error, proxy string) {
	t.Helper()
	missing, ok := errors.AsType[*MissingError](err)
	if !ok || !strings.HasPrefix(missing.Module, "example.com/") {
		t.Fatalf("error %v, want a missing module", err)
	}
	if want := "kernel: module " + missing.Module + " is not in the module cache and cannot be fetched: module lookup disabled by GOPROXY=off"; err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
	command, ok := strings.CutPrefix(Fix(err), "with a network, run: ")
	if !ok {
		t.Fatalf("fix %q, want a command", Fix(err))
	}
	t.Setenv("GOPROXY", proxy)
	if out, err := exec.Command("/bin/sh", "-c", command).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	t.Setenv("GOPROXY", "off")
}

func TestPackagesThatDoNotBuildAreLeftToTheCells(t *testing.T) {
	root := ownModule(t, "own")
	write(t, filepath.Join(root, "broken", "broken.go"), "package broken\n\nvar x int = \"\"\n")
	for _, path := range []string{"example.com/nowhere", "example.com/own/nowhere", "example.com/own/broken", "not a path"} {
		if err := commandIn(t, root, Headless).Prepare(t.Context(), []string{path, "example.com/own"}, t.Output()); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	for message, missing := range map[string]bool{
		`own.go:3:8: a.b/c@v1.0.0: module lookup disabled by GOPROXY=off`:                        true,
		`go: a.b/c@v1.0.0: Get "https://d.e/a.b/c": dial tcp: lookup d.e: no such host`:          true,
		`go: a.b/c@v1.0.0: reading file:///x/a.b/c/@v/v1.0.0.mod: no such file`:                  true,
		"go: downloading a.b/c v1.0.0\na.b/c: module lookup disabled by GOPROXY=off":             true,
		`verifying a.b/c@v1.0.0: checksum mismatch`:                                              false,
		`go: a.b/c@v1.0.0: write /x/a.b/c: no space left on device`:                              false,
		`go: a.b/c@v1.0.0: is explicitly required in go.mod, but not marked as explicit`:         false,
		`own.go:3:8: no required module provides package a.b/c; to add it:` + "\n\tgo get a.b/c": false,
	} {
		if got := missingModule(message); (got != nil) != missing || got != nil && strings.TrimSuffix(got.Module, "@v1.0.0") != "a.b/c" {
			t.Errorf("%s: missing module %v, want one: %v", message, got, missing)
		}
	}
}

func TestInteractiveUseFetchesAllModules(t *testing.T) {
	root := ownModule(t, "own")
	commandIn(t, root, Interactive)
	t.Setenv("GOPROXY", "off")
	checkCell(t, commandIn(t, root, Headless))

	// Without a network Jupyter starts all the same: not every cell imports.
	emptyCache(t)
	var said strings.Builder
	fetch(t.Context(), workspace{root: root, modules: []string{root}}, "", &announcer{w: &said})
	if !strings.Contains(said.String(), "module lookup disabled") || !strings.Contains(said.String(), "cells that import what is missing do not build") {
		t.Errorf("said %q, want that modules are missing", &said)
	}
}

func TestLinkedNamesTheModulesThatCellsLink(t *testing.T) {
	root := ownModule(t, "own")
	write(t, filepath.Join(root, "fork", "go.mod"), "module example.com/used\n\ngo 1.26\n")
	write(t, filepath.Join(root, "fork", "used.go"), "package used\n\nconst Answer = 42\n")
	spec := commandIn(t, root, Headless)
	check := func(want []*debug.Module, imports ...string) {
		t.Helper()
		got, err := spec.Linked(t.Context(), imports)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("cells that import %q: error %v, (-want +got):\n%s", imports, err, diff)
		}
	}
	own := &debug.Module{Path: "example.com/own"}
	check(nil)
	check(nil, "C", "fmt", "example.com/nowhere")
	check([]*debug.Module{own, {Path: "example.com/used", Version: "v1.0.0"}}, "fmt", "example.com/own")
	goIn(t, root, "mod", "edit", "-replace=example.com/used=./fork")
	check([]*debug.Module{own, {Path: "example.com/used", Version: "v1.0.0", Replace: &debug.Module{Path: filepath.Join(root, "fork")}}}, "example.com/own")
}

// Places and settings in which the pins have no folder of their own, or an odd
// one.
func TestToolsAreFoundWithoutACacheFolder(t *testing.T) {
	want, err := pinnedTools()
	if err != nil {
		t.Fatal(err)
	}
	caches, err := goEnv(t.Context(), "", "GOCACHE", "GOMODCACHE")
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"GOCACHE", "GOMODCACHE"} {
		t.Setenv(name, caches[i])
	}
	t.Setenv("HOME", t.TempDir()) // on macOS the cache folder is there
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "")
	for _, tc := range []struct{ name, home, cache string }{
		{"spaces and umlauts", filepath.Join(t.TempDir(), "größe 10"), ""},
		{"no home", "", ""},
		{"a cache folder that cannot be made", file, filepath.Join(file, "cache")},
		{"a relative one", "home", "cache"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			temp := t.TempDir()
			t.Setenv("TMPDIR", temp)
			t.Setenv("XDG_CONFIG_HOME", t.TempDir())
			t.Setenv("XDG_CACHE_HOME", tc.cache)
			t.Setenv("HOME", tc.home)
			if got, err := findTools(t.Context(), "", Headless, t.Output()); got != want || err != nil {
				t.Errorf("tools %+v, %v, want %+v", got, err, want)
			}
			if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
				t.Errorf("in the temporary folder there are %v, %v", left, err)
			}
		})
	}
}

// Places and settings in which others have found tools to fail.
func TestCellsRunInOddPlaces(t *testing.T) {
	run := func(t *testing.T, root string) {
		t.Helper()
		spec := commandIn(t, root, Headless)
		if err := spec.Prepare(t.Context(), []string{"example.com/own"}, t.Output()); err != nil {
			t.Fatal(err)
		}
		checkCell(t, spec)
	}
	t.Run("a folder with spaces and umlauts", func(t *testing.T) {
		run(t, ownModule(t, "Über den Wolken/größe 10"))
	})
	t.Run("GOFLAGS=-mod=vendor", func(t *testing.T) {
		root := ownModule(t, "own")
		t.Setenv("GOFLAGS", "-modcacherw -mod=vendor")
		run(t, root)
	})
	t.Run("HOME unset", func(t *testing.T) {
		root := ownModule(t, "own")
		cache, err := goEnv(t.Context(), root, "GOCACHE")
		if err != nil {
			t.Fatal(err)
		}
		t.Setenv("GOCACHE", cache[0])
		t.Setenv("XDG_CONFIG_HOME", "")
		t.Setenv("HOME", "")
		os.Unsetenv("HOME")
		run(t, root)
	})
	t.Run("a read-only module cache", func(t *testing.T) {
		if !withoutPrivileges(t) {
			return
		}
		root := ownModule(t, "own")
		run(t, root) // fills the cache
		cache := os.Getenv("GOMODCACHE")
		chmodAll(t, cache, 0o555, 0o444)
		defer chmodAll(t, cache, 0o755, 0o644)
		if err := os.Mkdir(filepath.Join(cache, "new"), 0o755); err == nil {
			t.Fatal("the cache can be written to")
		}
		run(t, root)
	})
}

func chmodAll(t *testing.T, dir string, folder, file fs.FileMode) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return os.Chmod(path, folder)
		}
		return os.Chmod(path, file)
	})
	if err != nil {
		t.Fatal(err)
	}
}
