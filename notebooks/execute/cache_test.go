//go:build unix

package execute

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports/origin"
)

// write writes a file of a folder.
func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// forget begins with nothing remembered but what the go command has built.
func forget(t *testing.T) {
	t.Helper()
	gocache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Skip("no go command")
	}
	t.Setenv("GOCACHE", strings.TrimSpace(string(gocache)))
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
}

func TestCellsRunAgainWhenWhatTheyDependOnHasChanged(t *testing.T) {
	dir := t.TempDir()
	forget(t)
	journal := filepath.Join(dir, ".trials", "hills")
	write(t, journal, "0-1.jsonl", "one\n")
	write(t, dir, "go.mod", "module example.com/words\n\ngo 1.26\n")
	write(t, dir, "words.go", "package words\n\nimport \"example.com/words/deep\"\n\nfunc First() string { return deep.Word + \".\" }\n")
	write(t, dir, "deep/deep.go", "package deep\n\nimport _ \"embed\"\n\n//go:embed word.txt\nvar Word string\n")
	write(t, dir, "deep/word.txt", "alpha")
	write(t, dir, "apart/apart.go", "package apart\n")

	sources := []string{
		"import \"example.com/words\"\nimport \"example.com/words/apart\"\nvar greeting = \"hi\"",
		"%%\nfmt.Println(greeting, words.First())",
		"%%\nfmt.Println(1)",
		fmt.Sprintf("tags: cache\n%%%%\nf, _ := os.OpenFile(os.Getenv(%q), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)\nfmt.Fprintln(f, `{\"journal\":%q}`)\ntext, _ := os.ReadFile(%q)\nfmt.Print(string(text))",
			origin.Variable, journal, filepath.Join(journal, "0-1.jsonl")),
	}
	make := func() *nbformat.Notebook { return named(sources...) }
	spec, err := Prepare(t.Context(), dir, t.Output(), make())
	if err != nil {
		t.Fatal(err)
	}
	const words, deep = "example.com/words", "example.com/words/deep"
	for _, step := range []struct {
		what   string
		change func()
		why    map[int]string
	}{
		{"the first run", func() {}, map[int]string{1: "it has not run", 2: "it has not run", 3: "it has not run", 4: "it has not run"}},
		{"nothing", func() {}, nil},
		{"a comment of a cell", func() { sources[1] += " // twice" }, nil},
		{"the source of a cell", func() { sources[2] = "%%\nfmt.Println(2)" }, map[int]string{3: "its source has changed"}},
		{"a comment of a package", func() { write(t, dir, "deep/more.go", "// Package deep is deep.\npackage deep\n") }, map[int]string{2: "changed: " + deep}},
		{"the comment once more", func() { write(t, dir, "deep/more.go", "// Package deep is still deep.\npackage deep // it is\n") }, nil},
		{"a package below", func() { write(t, dir, "deep/word.txt", "beta") }, map[int]string{2: "changed: " + deep}},
		{"a package itself", func() {
			write(t, dir, "words.go", "package words\n\nimport \"example.com/words/deep\"\n\nfunc First() string { return deep.Word + \"!\" }\n")
		}, map[int]string{2: "changed: " + words}},
		{"a package that is imported and not used", func() { write(t, dir, "apart/apart.go", "package apart\n\nvar X int\n") }, nil},
		{"the trials", func() { write(t, journal, "0-1.jsonl", "two\n") }, map[int]string{4: "the trials of hills have changed"}},
		{"a declaration", func() { sources[0] = strings.Replace(sources[0], "hi", "ho", 1) }, map[int]string{
			1: "its source has changed", 2: "declarations or commands before it have changed",
			3: "declarations or commands before it have changed", 4: "declarations or commands before it have changed",
		}},
		{"an environment variable", func() {
			t.Setenv(experiments.ScaleVariable, "full")
			spec.Env = append(spec.Env, experiments.ScaleVariable+"=full")
		}, map[int]string{
			1: "the PUZZLELAB_ variables have changed", 2: "the PUZZLELAB_ variables have changed",
			3: "the PUZZLELAB_ variables have changed", 4: "the PUZZLELAB_ variables have changed",
		}},
		{"the versions of modules", func() { write(t, dir, "go.mod", "module example.com/words\n\ngo 1.26.0\n") }, map[int]string{
			1: "the toolchain or the versions of modules have changed", 2: "the toolchain or the versions of modules have changed",
			3: "the toolchain or the versions of modules have changed", 4: "the toolchain or the versions of modules have changed",
		}},
	} {
		step.change()
		want := step.why
		name := filepath.Join(dir, "words.ipynb")
		list, err := StatusOf(t.Context(), make(), name, dir)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, stale(list), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: cells that would run (-want +got):\n%s", step.what, diff)
		}
		nb := make()
		ran := runs(t, nb, Options{Dir: dir, Kernel: spec, Cache: name})
		if !slices.Equal(ran, slices.Sorted(maps.Keys(want))) {
			t.Fatalf("%s: %v ran, want %v", step.what, ran, want)
		}
		if step.what != "a package below" { // after which some cells run and others do not
			continue
		}
		fresh := make()
		if _, err := Run(t.Context(), fresh, Options{Dir: dir, Kernel: spec, Cache: name, Fresh: true}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(fresh.Bytes()), string(nb.Bytes())); diff != "" {
			t.Errorf("%s: the notebook is not as a fresh run makes it (-fresh +got):\n%s", step.what, diff)
		}
	}
}

// named makes a notebook of cells with IDs.
func named(sources ...string) *nbformat.Notebook {
	nb := cells(sources...)
	for i, c := range nb.Cells {
		c.ID = fmt.Sprintf("cell-%d", i+1)
	}
	return nb
}

// stale returns why which cells would run.
func stale(list []Status) map[int]string {
	why := map[int]string{}
	for _, s := range list {
		if s.Stale {
			why[s.Cell] = s.Why
		}
	}
	return why
}

// runs runs a notebook, and returns the numbers of the cells that had to.
func runs(t *testing.T, nb *nbformat.Notebook, o Options) (ran []int) {
	t.Helper()
	o.Progress = func(e Event) {
		if e.State == Running {
			ran = append(ran, e.Cell)
		}
	}
	if _, err := Run(t.Context(), nb, o); err != nil {
		t.Fatal(err)
	}
	return ran
}

func TestCellsThatReachOutsideOrFailRunEachTime(t *testing.T) {
	forget(t)
	name := filepath.Join(t.TempDir(), "words.ipynb")
	make := func() *nbformat.Notebook {
		return named("%%\nfmt.Println(1)", "%%\nfmt.Println(os.Args[0] != \"\")", "!echo shell", fails+"%%\npanic(\"each time\")")
	}
	runs(t, make(), Options{Cache: name})
	want := map[int]string{2: "it uses os", 3: "it runs !echo", 4: "it has not run"}
	list, err := StatusOf(t.Context(), make(), name, "")
	if diff := cmp.Diff(want, stale(list)); err != nil || diff != "" {
		t.Errorf("%v; cells that would run (-want +got):\n%s", err, diff)
	}
	if ran := runs(t, make(), Options{Cache: name}); !slices.Equal(ran, []int{2, 3, 4}) {
		t.Errorf("%v ran, want 2, 3 and 4", ran)
	}
}

func TestStatusKnowsCellsThatRanTrialsAndTheFileWrittenTo(t *testing.T) {
	forget(t)
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.com/words\n\ngo 1.26\n")
	write(t, dir, ".trials/hills/0-1.jsonl", "one\n")
	ran := fmt.Sprintf("%%%%\nf, _ := os.OpenFile(os.Getenv(%q), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)\nfmt.Fprintln(f, `{\"journal\":%q,\"ran\":1}`)",
		origin.Variable, filepath.Join(dir, ".trials", "hills"))
	make := func() *nbformat.Notebook {
		nb := nbformat.New(nbformat.NewCell(nbformat.Code, "var n = 1"), nbformat.NewCell(nbformat.Code, ran, notebooks.TagCache))
		nb.Cells[0].ID, nb.Cells[1].ID = "n", "ran"
		return nb
	}
	in, out := filepath.Join(dir, "in.ipynb"), filepath.Join(dir, "out.ipynb")
	if _, err := Run(t.Context(), make(), Options{Dir: dir, Cache: in, Output: out}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{in, out} {
		list, err := StatusOf(t.Context(), make(), name, dir)
		if err != nil {
			t.Fatal(err)
		}
		if list[0].Stale || list[1].Why != "it ran trials, which are stored now" {
			t.Errorf("%s: %+v", filepath.Base(name), list)
		}
	}
}

func TestCellsSeeWhatCommandsBeforeThemWrite(t *testing.T) {
	forget(t)
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.com/words\n\ngo 1.26\n")
	write(t, dir, "n/n.go", "package n\n\nconst N = 0\n")
	name := filepath.Join(dir, "words.ipynb")
	for _, n := range []string{"1", "1", "2"} {
		write(t, dir, "next", "package n\n\nconst N = "+n+"\n")
		nb := nbformat.New(nbformat.NewCell(nbformat.Code, "!cp next n/n.go"), nbformat.NewCell(nbformat.Code, "import \"example.com/words/n\"\n%%\nfmt.Println(n.N)"))
		if _, err := Run(t.Context(), nb, Options{Dir: dir, Cache: name}); err != nil {
			t.Fatal(err)
		}
		if got := shown(nb.Cells[1]); got != fmt.Sprintf("stdout: %q", n+"\n") {
			t.Errorf("after the command wrote %s the cell shows %s", n, got)
		}
	}
}

func TestPackagesThatReachOutsideAreOfTheStandardLibrary(t *testing.T) {
	for path, want := range map[string]bool{
		"os": true, "os/exec": true, "net": true, "net/http/httptest": true, "time": true, "math/rand": true, "math/rand/v2": true, "crypto/rand": true, "path/filepath": true,
		"path": false, "math": false, "example.com/time": false, "example.com/net/http": false, "golang.org/x/exp/rand": false,
	} {
		if got := isOutside(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

func TestRunsWithParametersAreRememberedApart(t *testing.T) {
	forget(t)
	name := filepath.Join(t.TempDir(), "n.ipynb")
	ran := func(parameters map[string]string) int {
		t.Helper()
		return len(runs(t, cells("tags: parameters\nvar n = 1", "n"), Options{Cache: name, Parameters: parameters}))
	}
	for i, step := range []struct {
		parameters map[string]string
		want       int
	}{{nil, 2}, {map[string]string{"n": "2"}, 3}, {map[string]string{"n": "3"}, 3}, {nil, 0}, {map[string]string{"n": "2"}, 0}} {
		if got := ran(step.parameters); got != step.want {
			t.Errorf("run %d, with %v: %d cells ran, want %d", i+1, step.parameters, got, step.want)
		}
	}
}

func TestStatusSaysWhichCellsBeginAnotherProgram(t *testing.T) {
	forget(t)
	name := filepath.Join(t.TempDir(), "n.ipynb")
	begins := func(nb *nbformat.Notebook) map[int]string {
		t.Helper()
		list, err := StatusOf(t.Context(), nb, name, "")
		if err != nil {
			t.Fatal(err)
		}
		got := map[int]string{}
		for _, s := range list {
			if s.Begins != "" {
				got[s.Cell] = s.Begins
			}
		}
		return got
	}
	sources := []string{
		"type T int", "%%\nfmt.Println(T(1))", "var a = 1", "var a = 2\n%%\nfmt.Println(a)", "!true", "%%\nfmt.Println(3)",
		"func (t T) String() string { return \"T\" }", "%env A=b\n%%\nfmt.Println(T(1))", "%%\nfmt.Println(a)",
	}
	want := map[int]string{
		4: "it declares anew what an earlier cell declares", 5: "it runs !true", 6: "the cell before it has none", 8: "it runs %env",
	}
	if diff := cmp.Diff(want, begins(named(sources...))); diff != "" {
		t.Errorf("before they run (-want +got):\n%s", diff)
	}
	if _, err := Run(t.Context(), named(sources...), Options{Cache: name}); err != nil {
		t.Fatal(err)
	}
	want[7] = "cell[7] has methods of a type of an earlier cell"
	if diff := cmp.Diff(want, begins(named(sources...))); diff != "" {
		t.Errorf("when they have run (-want +got):\n%s", diff)
	}
}
