package scaffold

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// A lab with one of everything compiles, and is still tidy. Its own tests and its report take
// minutes, so CI runs them.
func TestALabWithOneOfEverythingCompiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "all of it")
	for i, template := range Templates() {
		l := Lab{Template: template, Name: "my" + template.Name, Module: "example.com/all"}
		if i == 0 {
			if err := l.Make(t.Context(), dir); err != nil {
				t.Fatal(err)
			}
			continue
		}
		paths, err := l.Add(filepath.Join(dir, "notebooks"))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %q, %v", template.Name, paths, err)
		}
		if _, err := l.Add(dir); err == nil || !strings.Contains(err.Error(), "already exists") {
			t.Errorf("%s twice: %v, want an error that names what is there", template.Name, err)
		}
	}
	for _, args := range [][]string{{"vet", "./..."}, {"mod", "tidy", "-diff"}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	for _, template := range Templates() {
		nb, err := nbformat.ReadFile(filepath.Join(dir, "notebooks", "my"+template.Name+".ipynb"))
		if err != nil {
			t.Fatal(err)
		}
		if len(nb.Cells) < 2 || nb.Upgrade() {
			t.Errorf("the notebook of %s has %d cells, or some without an ID", template.Name, len(nb.Cells))
		}
	}
	here := t.TempDir()
	t.Chdir(here)
	if err := (Lab{Template: Templates()[3], Name: "other", Module: "other"}).Make(t.Context(), "."); err != nil || !exists("main.go") || !exists(".gitignore") {
		t.Errorf("into the working folder, which is empty: %v", err)
	}
	if entries, err := os.ReadDir(filepath.Dir(here)); err != nil || len(entries) != 2 {
		t.Errorf("beside it are %v, %v; want the two folders of the test", entries, err)
	}
	if err := (Lab{Template: Templates()[0], Name: "other", Module: "other"}).Make(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "already exists") {
		t.Errorf("into a folder with files: %v", err)
	}
	if _, err := (Lab{Template: Templates()[0], Name: "other"}).Add(t.TempDir()); err == nil || !strings.Contains(err.Error(), "this folder is not in a lab") {
		t.Errorf("outside of a module: %v", err)
	}
}

// If a strategy is in a file or a package that is not embedded, the test of its puzzle, and the
// commands that reuse trials, name it and the line to write.
func TestSourceThatIsNotEmbeddedIsNamed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "lab")
	tower, climb := Lab{Template: Templates()[0], Name: "tower", Module: "example.com/lab"}, Lab{Template: Templates()[2], Name: "climb"}
	if err := tower.Make(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	if _, err := climb.Add(dir); err != nil {
		t.Fatal(err)
	}
	edit := func(name, old, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		data, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(data), old) {
			t.Fatalf("%s has no %q: %v", name, old, err)
		}
		if err := os.WriteFile(name, []byte(strings.Replace(string(data), old, text, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const mine = `package tower

import (
	"context"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func mine() puzzle.Pattern[Tower] { return puzzle.Pattern[Tower]{Strategy: puzzle.Strategy[Tower]{Name: "mine", Version: 1, Doc: "mine", Run: run}} }

func run(ctx context.Context, t Tower, _ uint64, limits search.Limits) (puzzle.Finding, error) {
	r := search.BreadthFirst(ctx, newProblem(t, "none"), limits)
	return puzzle.Found(r, Path(r.Path)), nil
}
`
	if err := os.WriteFile(filepath.Join(dir, "tower", "mine.go"), []byte(mine), 0o666); err != nil {
		t.Fatal(err)
	}
	edit("tower/kind.go", "}.Patterns()),", "}.Patterns()).With(mine()),")
	edit("climb/strategy.go", "k.Code = append(slices.Clip(k.Code), source)", "_, _ = source, slices.Clip[[]int]")
	run := func(name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		if err == nil && args[0] != "build" {
			t.Errorf("%s succeeds:\n%s", strings.Join(args, " "), out)
		}
		return string(out)
	}
	const ofTower, ofClimb = `"//go:embed kind.go mine.go problem.go"`, `"//go:embed strategy.go"`
	tests := run("go", "test", "-vet=off", "-run", "KindConforms", "./tower", "./climb")
	if !strings.Contains(tests, ofTower) || !strings.Contains(tests, ofClimb) {
		t.Errorf("the tests do not name %s and %s:\n%s", ofTower, ofClimb, tests)
	}
	run("go", "build", "-ldflags=-s -w", "-o", "lab.exe", ".")
	for _, command := range []string{"plan", "run"} {
		if out := run("./lab.exe", command, "tower", "--quick"); !strings.Contains(out, ofTower) || !strings.Contains(out, "change of mine.go in ") {
			t.Errorf("%s does not name %s:\n%s", command, ofTower, out)
		}
	}
}

func TestNamesThatMeanSomethingElseAreRefused(t *testing.T) {
	for _, name := range []string{"pancake", "topspin4"} {
		if err := CheckName(name); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"", "Pancake", "top-spin", "4top", "../up", "func", "puzzle", "main", "größe", "a b"} {
		if CheckName(name) == nil {
			t.Errorf("%q is taken for a name", name)
		}
	}
}

// No package of a lab may have the name of an import in a template.
func TestPackagesThatTemplatesImportAreTaken(t *testing.T) {
	for _, template := range Templates() {
		files, err := Lab{Template: template, Name: "mine", Module: "m"}.Files(false)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			for _, m := range regexp.MustCompile(`(?m)^\t"(?:\S+/)?(\w+)"$`).FindAllStringSubmatch(string(f.Data), -1) {
				if strings.HasSuffix(f.Name, ".go") && !strings.HasSuffix(f.Name, "_test.go") && CheckName(m[1]) == nil {
					t.Errorf("%s imports %s, which %s may be called", f.Name, m[1], template.Name)
				}
			}
		}
	}
}

func TestTheSourceIsTheCheckoutOrTheRelease(t *testing.T) {
	checkout := t.TempDir()
	cache := filepath.Join(t.TempDir(), "puzzlelab@v0.4.0")
	for _, dir := range []string{checkout, cache} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module "+module+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	ours := func(version string) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Path: module, Version: version}}
	}
	lab := func(m debug.Module) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Path: "mine", Version: "v9.0.0"}, Deps: []*debug.Module{&m}}
	}
	for _, c := range []struct {
		name string
		info *debug.BuildInfo
		root string
		want string
	}{
		{"a checkout", ours("(devel)"), checkout, "{v0.0.0 " + checkout + "}"},
		{"a checkout with a version", ours("v0.3.1-0.20261122000000-0123456789ab+dirty"), checkout, "{v0.0.0 " + checkout + "}"},
		{"a release", ours("v0.4.0"), cache, "{v0.4.0 }"},
		{"a release built with -trimpath", ours("v0.4.0"), "github.com/puzzlelab/puzzlelab@v0.4.0", "{v0.4.0 }"},
		{"a lab that requires a release", lab(debug.Module{Path: module, Version: "v0.4.0"}), cache, "{v0.4.0 }"},
		{"a lab that replaces it", lab(debug.Module{Path: module, Version: "v0.0.0", Replace: &debug.Module{Path: checkout}}), checkout, "{v0.0.0 " + checkout + "}"},
		{"a checkout that is gone", ours("(devel)"), filepath.Join(checkout, "gone"), ""},
		{"changes that were never released", ours("v0.4.0+dirty"), "github.com/puzzlelab/puzzlelab", ""},
		{"no build information", nil, "", ""},
	} {
		s, err := sourceOf(c.info, c.root)
		if got := fmt.Sprint(s); err == nil && got != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%s: %s, %v; want %q", c.name, got, err, c.want)
		}
	}
}
