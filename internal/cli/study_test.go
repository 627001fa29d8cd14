package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/pruning"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/execute"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/reports/origin"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// tinyStudies are the study of the ring puzzle on a few small rings, and a toy
// of which mode says how it goes.
func tinyStudies(mode string) []study.Definition {
	small := pruning.Definition()
	plan := small.Plan
	small.Plan = func(c study.Choice) (study.Runner, error) {
		if c.Sizes == nil && c.Strategies == nil && c.Instances == 0 {
			c = study.Choice{Sizes: []string{"12"}, Instances: 3}
		}
		return plan(c)
	}
	return []study.Definition{small, toyStudy(mode, func() { fmt.Println("waiting") })}
}

// signs is a solution of the toy puzzle: as many signs as the number.
type signs int

func (s signs) String() string { return strings.Repeat("+", int(s)) }

// counts checks a solution of the toy puzzle.
func counts(size toy, solution string) (cost int, err error) {
	if n := strings.Count(solution, "+"); n != int(size) {
		return 0, fmt.Errorf("%d signs, want %d", n, size)
	}
	return int(size), nil
}

// toy is an instance of a size.
type toy int

func (t toy) String() string { return strconv.Itoa(int(t)) }

// toyStudy has two strategies, of which one squares the size and one doubles
// it, under a limit of twenty nodes. In mode "wait" the third trial calls
// reached and waits for the end; in mode "fail" the trials of size 4 fail, in
// mode "fail all" all; in mode "recompiled" it is of other code; in mode "time" trials
// are timed and wait for what is not the processor.
func toyStudy(mode string, reached func()) study.Definition {
	nodes := map[string]func(size int) int{
		"square": func(n int) int { return n * n },
		"double": func(n int) int { return 2 * n },
	}
	strategy := func(name string) (puzzle.Strategy[toy], error) {
		return puzzle.Strategy[toy]{
			Name: name, Version: 1,
			Run: func(ctx context.Context, inst toy, _ uint64, limits search.Limits) (puzzle.Finding, error) {
				size := int(inst)
				if mode == "fail" && size == 4 || mode == "fail all" {
					return puzzle.Finding{}, errors.New("four is too much")
				}
				if mode == "formula" && size == 4 {
					return puzzle.Finding{}, errors.New("=1+1\x1b[31m\u202e")
				}
				if mode == "wait" && size == 5 && name == "double" {
					reached()
					<-ctx.Done()
				}
				if mode == "time" {
					time.Sleep(2 * time.Millisecond)
				}
				f := puzzle.Finding{Outcome: search.Solved, Cost: size, Solution: signs(size)}
				f.Meter.Expanded = uint64(nodes[name](size))
				if f.Meter.Expanded >= limits.Expanded {
					f.Outcome, f.Meter.Expanded = search.LimitNodes, limits.Expanded
				}
				return f, nil
			},
		}, nil
	}
	code := []fs.FS{fstest.MapFS{"toy.go": &fstest.MapFile{Data: []byte("package toy")}}}
	if mode == "recompiled" {
		code = append(code, code[0])
	}
	plan := func(c study.Choice) (study.Runner, error) {
		c.Workers = 1
		sizes := c.Sizes
		if sizes == nil {
			sizes = []string{"3", "4", "5"}
		}
		if c.Scale == experiments.Quick {
			sizes = sizes[:1]
		}
		part := study.Part{Strategies: []string{"square", "double"}, Limits: search.Limits{Expanded: 20}}
		if mode == "time" {
			part.Mode = trial.Timed
		}
		for _, text := range sizes {
			size, err := strconv.Atoi(text)
			if err != nil {
				return nil, err
			}
			part.Instances = append(part.Instances, experiments.Instance{Set: "numbers", Size: size, Text: text, Puzzle: toy(size)})
		}
		return study.Runner{{Study: "toy", Seed: 1, Code: code, Strategy: puzzle.Erasing(strategy), Check: puzzle.Checking(counts), Parts: []study.Part{part}, Running: c.Running}}, nil
	}
	overview := func(trials frame.Frame) (reports.Block, error) {
		t := column.TrialTable(trials, trial.Expanded)
		t.ID = "overview"
		return t, nil
	}
	times := func(trials frame.Frame) (reports.Block, error) {
		t := column.TrialTable(trials, trial.WallSeconds)
		t.ID, t.Timing = "times", true
		return t, nil
	}
	square := func(frame.Frame) (reports.Block, error) {
		return reports.Figure{ID: "square", Title: "A square", Alt: "A square.", SVG: []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M2 2h5v5h-5z"/></svg>`)}, nil
	}
	less := func(trials frame.Frame) (reports.Block, error) {
		if trials.First().Error != "" {
			return nil, errors.New("no size on which both have a value")
		}
		return reports.Claim{ID: "less", Statement: "Twice is less than squared.", Holds: reports.Holds}, nil
	}
	return study.Definition{
		Name: "toy", Title: "Is twice less than squared?", Source: "Euclid", Puzzle: "numbers", Key: "square",
		Canonical: func(string) (string, error) { return "", errors.New("the toy has its own strategies") },
		Plan:      plan,
		Items: []study.Item{
			study.Block("overview", overview), study.Block("times", times), study.Block("square", square), study.Block("less", less),
		},
		Headlines: []string{"less"},
		Claims: claim.NewFamily(claim.Claim{
			ID: "less", Said: claim.Forms{Holds: "It is, see [[table:overview]]"},
			Ask: func(frame.Frame) (claim.Answer, error) {
				return claim.Every("size", []string{"4"}, map[string]bool{"4": true}), nil
			},
		}),
	}
}

// runHere runs the command in this process.
func runHere(ctx context.Context, studies []study.Definition, args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	env := &environment{args: args, stdin: strings.NewReader(""), stdout: &out, stderr: &errs, Lab: Lab{Puzzles: puzzles(), Studies: studies}}
	status = env.run(ctx)
	return status, out.String(), errs.String()
}

func TestTwoRunsOfAStudyAtATimeAreRefusedInOneLine(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	ctx, cancel := context.WithCancel(t.Context())
	reached := make(chan struct{})
	ended := make(chan int)
	go func() {
		status, _, _ := runHere(ctx, []study.Definition{toyStudy("wait", func() { close(reached) })}, "run", "toy", "--out", out)
		ended <- status
	}()
	<-reached
	status, _, stderr := runHere(t.Context(), tinyStudies(""), "run", "toy", "--out", out)
	want := regexp.MustCompile(`^puzzlelab: error: study "toy" is being run by .*, which holds .*lock\npuzzlelab: hint: wait until .*\n$`)
	if status != statusFailure || !want.MatchString(stderr) {
		t.Errorf("status %d and %q, want 1 and %v", status, stderr, want)
	}
	cancel()
	if status := <-ended; status != statusInterrupted {
		t.Errorf("the first run ended with status %d, want 130", status)
	}
}

// TestReproduceExecutesTheNotebook takes some seconds: the cells are compiled.
func TestReproduceExecutesTheNotebook(t *testing.T) {
	toyModule(t)
	var folders []map[string]string
	for _, out := range []string{"first", "second"} {
		status, stdout, stderr := runHere(t.Context(), tinyStudies("")[1:], "reproduce", "--quick", "--out", out)
		if want := out + "/toy/index.html\n" + out + "/index.html\n"; status != 0 || stdout != want {
			t.Fatalf("status %d, printed %q, want 0 and %q; said %s", status, stdout, want, stderr)
		}
		if !strings.Contains(stderr, "toy: cell 1 of 2 done, ") {
			t.Errorf("no line for the first cell: %s", stderr)
		}
		folders = append(folders, comparableFiles(t, out))
	}
	for name, text := range folders[0] {
		if folders[1][name] != text {
			t.Errorf("%s differs between two runs", name)
		}
	}
	if a, b := len(folders[0]), len(folders[1]); a != b {
		t.Errorf("%d files and %d files", a, b)
	}
	page := folders[0]["toy/report.md"]
	for _, want := range []string{"# Is twice less than squared?", "the scale is quick"} {
		if !strings.Contains(page, want) {
			t.Errorf("the report does not say %q:\n%s", want, page)
		}
	}
	provenance, err := os.ReadFile(filepath.Join("first", "toy", "provenance.json"))
	if err != nil || !bytes.Contains(provenance, []byte(`"cells"`)) || !bytes.Contains(provenance, []byte(`"Results computed by"`)) {
		t.Errorf("provenance (%v): %s", err, provenance)
	}

	// A report without the notebook leaves none behind.
	status, _, stderr := runHere(t.Context(), tinyStudies("")[1:], "reproduce", "--quick", "--out", "first", "--no-notebook")
	if _, err := os.Stat(filepath.Join("first", "toy", notebookFile)); status != 0 || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("status %d, the notebook: %v; said %s", status, err, stderr)
	}
}

// toyModule makes a module with the toy's notebook and goes there.
func toyModule(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("cells are compiled")
	}
	if runtime.GOOS == "windows" {
		t.Skip("no notebooks on Windows")
	}
	module := t.TempDir()
	copyFile(t, filepath.Join("testdata", "toy.ipynb"), filepath.Join(module, "notebooks", "toy.ipynb"))
	writeText(t, filepath.Join(module, "go.mod"), "module example.com/toy\n\ngo 1.26.0\n")
	t.Chdir(module)
}

func TestNotebookRunKeepsWhatCellsSaid(t *testing.T) {
	toyModule(t)
	const toy = "notebooks/toy.ipynb"
	t.Setenv(experiments.ScaleVariable, "full")
	before, err := os.ReadFile(toy)
	if err != nil {
		t.Fatal(err)
	}
	status, stdout, stderr := runHere(t.Context(), nil, "notebook", "run", toy, "-o", "-")
	if status != 0 || !strings.Contains(stdout, `"the scale is full\n"`) || !strings.Contains(stderr, toy+": cell 2 of 2 done, ") {
		t.Errorf("status %d, said %s, printed %s", status, stderr, stdout)
	}
	if after, _ := os.ReadFile(toy); !bytes.Equal(before, after) {
		t.Error("with -o the notebook itself was changed")
	}

	broken := strings.Replace(string(before), "os.Getenv(", "os.Getenf(", 1)
	writeText(t, toy, broken)
	status, stdout, stderr = runHere(t.Context(), nil, "notebook", "run", toy)
	want := regexp.MustCompile(`(?m)^puzzlelab: error: notebook run notebooks/toy\.ipynb: .*cell 1, line 2: compile error: undefined: os`)
	if status != statusFailure || stdout != "" || !want.MatchString(stderr) {
		t.Errorf("a cell that does not compile: status %d, printed %q, said %s", status, stdout, stderr)
	}
	if after, _ := os.ReadFile(toy); string(after) != broken {
		t.Error("a run that failed replaced the notebook")
	}
	if status, _, stderr = runHere(t.Context(), nil, "notebook", "run", toy, "-o", "said.ipynb"); status != statusFailure {
		t.Errorf("status %d, said %s", status, stderr)
	}
	if said, err := os.ReadFile("said.ipynb"); !bytes.Contains(said, []byte(`"ename": "compile error"`)) {
		t.Errorf("the file of -o (%v) does not hold the error: %s", err, said)
	}
}

func TestNotebooksRunWithFilesOfParametersAndBesideEachOther(t *testing.T) {
	toyModule(t)
	writeNotebook := func(name, source string) {
		t.Helper()
		nb := nbformat.New(
			nbformat.NewCell(nbformat.Markdown, "# T"),
			nbformat.NewCell(nbformat.Code, "var n = 3\nvar s = \"\"\nvar list = []string{}", "parameters"),
			nbformat.NewCell(nbformat.Code, source),
			nbformat.NewCell(nbformat.Code, "%%\nfmt.Println(\"n is\", n, s, len(list))"),
		)
		nb.Upgrade()
		if err := nb.WriteFile(name); err != nil {
			t.Fatal(err)
		}
	}
	writeNotebook("notebooks/a.ipynb", "")
	writeNotebook("notebooks/b.ipynb", "%%\nos.Exit(3)")
	writeText(t, "p.json", `{"n": 7, "s": "a\"b", "list": ["x,y", "z"]}`)
	const a, b = "notebooks/a.ipynb", "notebooks/b.ipynb"
	status, stdout, stderr := runHere(t.Context(), nil, "notebook", "run", a, "-f", "p.json", "-p", "n=8", "-o", "-")
	if status != 0 || !strings.Contains(stdout, `"n is 8 a\"b 2\n"`) {
		t.Errorf("a file of parameters: status %d, said %s, printed %s", status, stderr, stdout)
	}
	status, _, stderr = runHere(t.Context(), nil, "notebook", "run", a, b, "-j", "2")
	if status != statusFailure || !strings.Contains(stderr, "notebook run "+b+": ") || !strings.HasSuffix(stderr, "notebook run: 1 of 2 notebooks failed\n") {
		t.Errorf("two at once: status %d, said %s", status, stderr)
	}
	if text, _ := os.ReadFile(a); !bytes.Contains(text, []byte(`"n is 3  0\n"`)) {
		t.Errorf("the one that does not fail was not written: %s", text)
	}
	status, _, stderr = runHere(t.Context(), nil, "notebook", "run", b, "--allow-errors")
	if status != 0 || !strings.Contains(stderr, "puzzlelab: warning: "+b+": cells that failed, as --allow-errors permits: 2\n") {
		t.Errorf("with --allow-errors: status %d, said %s", status, stderr)
	}
	if text, _ := os.ReadFile(b); !bytes.Contains(text, []byte(`"n is 3  0\n"`)) {
		t.Errorf("the cell behind the one that failed was not run: %s", text)
	}
	for _, noCode := range []bool{false, true} {
		if status, _, stderr := runHere(t.Context(), nil, "report", a, "--out", "out", "--no-code="+fmt.Sprint(noCode)); status != 0 {
			t.Fatalf("status %d, said %s", status, stderr)
		}
		page, err := os.ReadFile("out/t/report.md")
		if err != nil || bytes.Contains(page, []byte("Println")) == noCode || !bytes.Contains(page, []byte("n is 3")) {
			t.Errorf("the report with --no-code=%v (%v): %s", noCode, err, page)
		}
	}
}

// A notebook is executed again with the parameters it ran with; its clock may differ.
func TestNotebookVerifyNamesWhatIsShownAnew(t *testing.T) {
	toyModule(t)
	const toy = "notebooks/toy.ipynb"
	if status, _, stderr := runHere(t.Context(), nil, "notebook", "verify", toy); status != statusFailure || !strings.Contains(stderr, "no cell has been executed") {
		t.Errorf("of a notebook without outputs: status %d, said %s", status, stderr)
	}
	nb, err := nbformat.ReadFile(toy)
	if err != nil {
		t.Fatal(err)
	}
	nb.Cells[1].Source = "%%\nfmt.Println(\"n is\", n)"
	nb.Cells = slices.Insert(nb.Cells, 1, nbformat.NewCell(nbformat.Code, "var n = 3", "parameters"))
	nb.Upgrade()
	if err := nb.WriteFile(toy); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := runHere(t.Context(), nil, "notebook", "run", toy, "-p", "n=4"); status != 0 {
		t.Fatalf("status %d, said %s", status, stderr)
	}
	before, err := os.ReadFile(toy)
	if err != nil {
		t.Fatal(err)
	}
	status, stdout, stderr := runHere(t.Context(), nil, "notebook", "verify", toy)
	if want := toy + ": the outputs of 4 cells are unchanged; measured times differ in 1\n"; status != 0 || stdout != want {
		t.Errorf("status %d, printed %q, want %q; said %s", status, stdout, want, stderr)
	}
	if after, _ := os.ReadFile(toy); !bytes.Equal(before, after) {
		t.Error("the notebook was changed")
	}
	writeText(t, toy, strings.Replace(string(before), `"n is 4\n"`, `"n is 5\n"`, 1))
	status, stdout, stderr = runHere(t.Context(), nil, "notebook", "verify", toy)
	if want := "cell 3 scale: text\n  -n is 5\n  +n is 4\n"; status != statusFailure || stdout != want || !strings.HasSuffix(stderr, "notebook verify "+toy+": 1 difference\n") {
		t.Errorf("status %d, printed %q, want %q; said %s", status, stdout, want, stderr)
	}
	status, stdout, _ = runHere(t.Context(), nil, "notebook", "verify", toy, "--json")
	if status != statusFailure || strings.Count(stdout, `"timing":true`) != 1 || strings.Count(stdout, "\n") != 2 {
		t.Errorf("status %d, printed %q, want two differences, of which one is of times", status, stdout)
	}
	if nb, err = nbformat.ReadFile(toy); err != nil {
		t.Fatal(err)
	}
	*nb.Cells[1].ExecutionCount = 9
	if err := nb.WriteFile(toy); err != nil {
		t.Fatal(err)
	}
	_, _, stderr = runHere(t.Context(), nil, "notebook", "verify", toy)
	if want := "1 difference; cells ran out of order: cell 1 ran after a later cell\n"; !strings.Contains(stderr, want) {
		t.Errorf("said %s, want %q", stderr, want)
	}
	if status, _, stderr := runHere(t.Context(), nil, "notebook", "convert", toy, "notebooks/toy.go"); status != 0 {
		t.Fatalf("status %d, said %s", status, stderr)
	}
	if err := os.Remove(toy); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := runHere(t.Context(), nil, "notebook", "run", "notebooks/toy.go"); status != 0 {
		t.Fatalf("status %d, said %s", status, stderr)
	}
	if again, err := os.ReadFile(toy); err != nil || !bytes.Contains(again, []byte(`"n is 3\n"`)) {
		t.Errorf("the notebook of the Go file: %v, %s", err, again)
	}

	// What is saved while it is watched is shown by its page.
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan string, 1)
	go func() {
		status, stdout, stderr := runHere(ctx, nil, "notebook", "watch", "notebooks/toy.go", "--out", "out")
		ended <- fmt.Sprint(status, stdout, stderr)
	}()
	const shown = "out/is-twice-less-than-squared/index.html"
	await := func(text string) {
		t.Helper()
		for {
			if page, _ := os.ReadFile(shown); bytes.Contains(page, []byte(text)) {
				return
			}
			select {
			case said := <-ended:
				t.Fatalf("it ended: %s", said)
			case <-time.After(10 * time.Millisecond):
			}
		}
	}
	await("n is 3")
	source, err := os.ReadFile("notebooks/toy.go")
	if err != nil {
		t.Fatal(err)
	}
	writeText(t, "notebooks/toy.go", strings.Replace(string(source), "n is", "n was", 1))
	await("n was 3")
	cancel()
	if said := <-ended; !strings.HasPrefix(said, "130") || strings.Count(said, filepath.FromSlash(shown)) < 1 {
		t.Errorf("said %s", said)
	}
}

// The toy's first cell says, in the place of display.Trials, where trials that
// it loaded come from; every cell says the same. It imports a module that a folder
// replaces.
func TestReportOfANotebookSaysWhereItsOutputsComeFrom(t *testing.T) {
	toyModule(t)
	writeText(t, "go.mod", "module example.com/toy\n\ngo 1.26.0\n\nrequire example.com/used v1.0.0\n\nreplace example.com/used => ./used\n")
	writeText(t, "used/go.mod", "module example.com/used\n\ngo 1.26.0\n")
	writeText(t, "used/used.go", "package used\n")
	toy, err := os.ReadFile("notebooks/toy.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	const says = `f, _ := os.OpenFile(os.Getenv(\"PUZZLELAB_PROVENANCE\"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)\n",
    "for range 2 { fmt.Fprintln(f, ` + "`" + `{\"sections\":[{\"title\":\"Study\",\"pairs\":[{\"key\":\"name\",\"value\":\"said once\"}]}]}` + "`" + `) }"`
	saying := strings.Replace(string(toy), `fmt.Println(\"the scale is\", os.Getenv(\"PUZZLELAB_SCALE\"))"`, says, 1)
	writeText(t, "notebooks/toy.ipynb", strings.Replace(saying, `"%%\n"`, `"import _ \"example.com/used\"\n", "%%\n"`, 1))
	run := func(args ...string) {
		t.Helper()
		if status, _, stderr := runHere(t.Context(), nil, args...); status != 0 {
			t.Fatalf("%v: status %d: %s", args, status, stderr)
		}
	}
	sections := func(file string) map[string][]reports.Section {
		t.Helper()
		run("report", file, "--to", "md", "--out", "out")
		data, err := os.ReadFile("out/is-twice-less-than-squared/provenance.json")
		var p reports.Provenance
		if err == nil {
			err = json.Unmarshal(data, &p)
		}
		if err != nil {
			t.Fatal(err)
		}
		byTitle := map[string][]reports.Section{}
		for _, s := range p.Sections {
			byTitle[s.Title] = append(byTitle[s.Title], s)
		}
		return byTitle
	}
	run("notebook", "run", "notebooks/toy.ipynb", "-o", "once.ipynb")
	run("notebook", "run", "notebooks/toy.ipynb", "-o", "twice.ipynb")
	got, again := sections("once.ipynb"), sections("twice.ipynb")
	for _, title := range []string{notebooks.SourcesSection, execute.CellsSection, "Study", reports.Rendered} {
		if len(got[title]) != 1 {
			t.Errorf("%d sections %q, want one", len(got[title]), title)
		}
		if diff := cmp.Diff(got[title], again[title]); diff != "" && title != reports.Rendered {
			t.Errorf("two runs differ in %q: %s", title, diff)
		}
	}
	if goVersion, _ := got[execute.CellsSection][0].Value("Go"); goVersion != runtime.Version() {
		t.Errorf("compiled with Go %q, want %s", goVersion, runtime.Version())
	}
	if used, _ := got[execute.CellsSection][0].Value("example.com/used"); used != "v1.0.0 replaced by a folder" {
		t.Errorf("compiled with %q of the module that is replaced", used)
	}
	if name, _ := got["Study"][0].Value("name"); name != "said once" {
		t.Errorf("the study is %q, want what the cell said", name)
	}

	executed, err := os.ReadFile("once.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	writeText(t, "edited.ipynb", strings.Replace(string(executed), `\"it is\"`, `\"it was\"`, 1))
	if now, _ := sections("edited.ipynb")[notebooks.SourcesSection][0].Value("sources now"); !strings.HasSuffix(now, ": cells were changed after they were run") {
		t.Errorf("of cells that were changed the report says %q", now)
	}
	writeText(t, "elsewhere.ipynb", strings.Replace(string(executed), `"outputs": []`, `"outputs": [{"name": "stdout", "output_type": "stream", "text": ["of another run"]}]`, 1))
	if now, _ := sections("elsewhere.ipynb")[notebooks.SourcesSection][0].Value("outputs now"); !strings.Contains(now, ": outputs were changed after they were recorded") {
		t.Errorf("of outputs that were changed the report says %q", now)
	}
}

// comparableFiles returns the files of a results folder, without the parts that may
// differ between two runs.
func comparableFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	list := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, path)
		name = filepath.ToSlash(name)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".trials" || d.Name() == "timing"):
			return filepath.SkipDir
		case d.IsDir() || d.Name() == "provenance.json":
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		list[name] = withoutTiming(t, name, data)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

var (
	timingSection = regexp.MustCompile(`(?s)<section data-(timing|provenance).*?</section>`)
	timingBlock   = regexp.MustCompile(`(?s)<!-- (timing|provenance) -->.*?<!-- /(timing|provenance) -->`)
)

func withoutTiming(t *testing.T, name string, data []byte) string {
	t.Helper()
	switch filepath.Ext(name) {
	case ".html":
		return timingSection.ReplaceAllString(string(data), "")
	case ".md":
		return timingBlock.ReplaceAllString(string(data), "")
	case ".ipynb":
		nb, err := nbformat.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		delete(nb.Metadata, "puzzlelab")
		nb.Cells = slices.DeleteFunc(nb.Cells, func(c *nbformat.Cell) bool { return c.HasTag("timing") })
		return string(nb.Bytes())
	}
	return string(data)
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	writeText(t, to, string(data))
}

func writeText(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestTrialsOfOneOriginAreToldAsOne(t *testing.T) {
	root := t.TempDir()
	for _, args := range [][]string{{"run", "toy", "--quick", "--out", root}, {"run", "toy", "--out", root}} {
		if status, _, stderr := runHere(t.Context(), tinyStudies(""), args...); status != 0 && status != statusLimited {
			t.Fatalf("%v: status %d: %s", args, status, stderr)
		}
	}
	summary, err := toyStudy("", nil).Stored(experiments.Setting{Root: root, Scale: experiments.Standard})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(summary.Load.Sources); n != 2 {
		t.Fatalf("%d sources, want those of two attempts", n)
	}
	computedBy := func(sources ...store.Source) []reports.Section {
		summary.Load.Sources = sources
		return origin.Of(summary, experiments.Standard).Sections[1:]
	}
	sources := summary.Load.Sources
	sections := computedBy(sources...)
	if len(sections) != 1 || sections[0].Title != "Results computed by" {
		t.Fatalf("sections %v, want one", sections)
	}
	if rows, _ := sections[0].Value("trials"); rows != "6" {
		t.Errorf("%s trials, want 6", rows)
	}
	if sections := computedBy(store.Source{Segment: "0-1.jsonl"}, sources[0]); len(sections) != 2 || sections[1].Title != "Results computed by (2 of 2)" {
		t.Errorf("with a journal without a header the sections are %v", sections)
	}
}

func TestSurroundingsThatKeepTheKernelFromStartingAreToldInOneLine(t *testing.T) {
	toyModule(t)
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "gone"))
	t.Setenv("GOTMPDIR", "")
	status, stdout, stderr := runHere(t.Context(), tinyStudies("")[1:], "reproduce", "--quick", "--out", "out")
	want := regexp.MustCompile(`^puzzlelab: error: reproduce: kernel: no temporary folder: .*no such file or directory\npuzzlelab: hint: set TMPDIR, .*; --no-notebook makes the reports without notebooks\n$`)
	if status != statusFailure || stdout != "" || !want.MatchString(stderr) {
		t.Errorf("status %d, printed %q, said %s", status, stdout, stderr)
	}
}

func TestGroupedWritesCommasBetweenThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("grouped(%d) = %q, want %q", n, got, want)
		}
	}
}
