//go:build unix

package execute

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/puzzlelab/puzzlelab/notebooks/engine"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// TestMain lets cells find a shell where every Unix has one, also if PATH holds
// little.
func TestMain(m *testing.M) {
	os.Setenv("PATH", os.Getenv("PATH")+":/usr/bin:/bin")
	os.Exit(m.Run())
}

// fails begins a cell that ought to fail.
const fails = "tags: raises-exception\n"

// compiled is what compiles cells of this folder. Finding it takes longer than a cell.
var compiled = sync.OnceValues(func() (install.Spec, error) {
	return install.Command(context.Background(), "", install.Compiled, os.Stderr)
})

// cells makes a notebook of code cells. Each source may begin with "tags: a b" on a line
// of its own.
func cells(sources ...string) *nbformat.Notebook {
	nb := nbformat.New()
	for _, s := range sources {
		var tags []string
		if first, rest, ok := strings.Cut(s, "\n"); ok && strings.HasPrefix(first, "tags: ") {
			tags, s = strings.Fields(first)[1:], rest
		}
		nb.Cells = append(nb.Cells, nbformat.NewCell(nbformat.Code, s, tags...))
	}
	return nb
}

// run executes a notebook made of code cells and returns it with the error. It looks for
// what is left behind in a temporary folder of its own.
func run(t *testing.T, o Options, sources ...string) (*nbformat.Notebook, error) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	nb := cells(sources...)
	spec, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	o.Kernel, o.Log = spec, t.Output()
	o.Kernel.Env = append(slices.Clone(spec.Env), "TMPDIR="+temp)
	_, err = Run(t.Context(), nb, o)
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("left behind in the temporary folder: %v", left)
	}
	if again, err := nbformat.Parse(nb.Bytes()); err != nil || again.Upgrade() {
		t.Errorf("the notebook is not complete afterwards: %v", err)
	}
	return nb, err
}

// shown returns a cell's outputs as text, one line each, streams of one name
// together, as their order among each other is not defined.
func shown(c *nbformat.Cell) string {
	var lines []string
	for _, name := range []string{"stdout", "stderr"} {
		text := ""
		for _, o := range c.Outputs {
			if o.Type == nbformat.Stream && o.Name == name {
				text += o.Text
			}
		}
		if text != "" {
			lines = append(lines, fmt.Sprintf("%s: %q", name, text))
		}
	}
	for _, o := range c.Outputs {
		switch o.Type {
		case nbformat.Stream:
		case nbformat.Error:
			lines = append(lines, fmt.Sprintf("%s: %s", o.ErrorName, strings.Join(o.Traceback, "\n")))
		default:
			text, _ := o.Data.Text("text/plain")
			lines = append(lines, fmt.Sprintf("%s: %q", o.Type, text))
		}
	}
	return strings.Join(lines, "\n")
}

func TestCellsRunInOrderAndDeclarationsStay(t *testing.T) {
	var states []string
	nb, err := run(t, Options{
		Parameters: map[string]string{"n": "7", "words": "x,y"},
		Progress: func(e Event) {
			states = append(states, fmt.Sprintf("%d/%d %s", e.Cell, e.Of, e.State))
		},
	},
		"tags: parameters\nvar n = 1\nvar words = []string{}\nvar double = 2 * n",
		"tags: skip-execution\n%%\npanic(1)",
		"import \"github.com/puzzlelab/puzzlelab/notebooks/nbformat\"\n%%\nfmt.Println(n, double, words, nbformat.Major)",
		"   \n",
	)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := shown(nb.Cells[3]), `stdout: "7 14 [x y] 4\n"`; got != want {
		t.Errorf("outputs %s, want %s", got, want)
	}
	var counts []any
	for _, c := range nb.Cells {
		if c.ExecutionCount == nil {
			counts = append(counts, nil)
			continue
		}
		counts = append(counts, *c.ExecutionCount)
	}
	if diff := cmp.Diff([]any{1, 2, nil, 3, nil}, counts); diff != "" {
		t.Errorf("execution counts (-want +got):\n%s", diff)
	}
	wantStates := []string{"1/3 running", "1/3 done", "2/3 running", "2/3 done", "3/3 running", "3/3 done", "0/3 ended"}
	if diff := cmp.Diff(wantStates, states); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
	var language map[string]string
	if err := nb.Metadata.Get("language_info", &language); err != nil || language["name"] != "go" || language["codemirror_mode"] != "text/x-go" || language["nbconvert_exporter"] != "" {
		t.Errorf("language_info = %v, %v", language, err)
	}
}

func TestEveryKindOfFailureIsFoundAndPlaced(t *testing.T) {
	raises := "tags: raises-exception\n"
	type failure struct {
		source   string
		kind     engine.Kind
		line     int
		contains string
	}
	failures := []failure{
		{"%%\nundefinedThing()\nx := 3", engine.Compile, 2, "cell[1]:2:1: undefined: undefinedThing\ncell[1]:3:1: declared and not used: x"},
		{"func f(x []int) int {\n\treturn x[5]\n}\n%%\nfmt.Println(f(nil))", engine.Panic, 2, "index out of range [5]"},
		{"%%\nos.Exit(3)", engine.Exit, 0, "exit status 3"},
		{"%%\nsyscall.Kill(os.Getpid(), syscall.SIGKILL)", engine.Exit, 0, "signal: killed"},
		{"!true\n!false\n%%\nfmt.Println(\"goes on\")", engine.Command, 2, "!false: exit status 1"},
		{"\n!echo no >&2; exit 4", engine.Command, 2, "exit 4: exit status 4"},
		{"%%bash\nexit 5", engine.Command, 1, "exit status 5"},
		{"// a comment\n%nosuch", engine.Command, 2, "%nosuch is not a command"},
		{"%%\nif {", engine.Compile, 2, "missing condition"},
		{"import \"nosuch.example/x\"\n%%\nx.Y()", engine.Compile, 1, "no required module provides package"},
		{"%%\nvar mu sync.Mutex\nmu.Lock()\nmu.Lock()", engine.Panic, 4, "all goroutines are asleep"},
		{"func deep(n int) int { return deep(n+1) + n }\n%%\ndebug.SetMaxStack(1 << 20)\ndeep(0)", engine.Panic, 1, "fatal error: stack overflow"},
		{"// +build linux\n//go:build windows\n%%\nfmt.Println(1)", engine.Refused, 2, "//go:build windows does not hold here"},
		{"//go:debug panicnil=1\n%%\nfmt.Println(1)", engine.Refused, 1, "write %env GODEBUG panicnil=1"},
		{"//go:build a b\n%%\nfmt.Println(1)", engine.Compile, 1, "unexpected token b"},
		{"%env", engine.Command, 1, "takes 2 arguments"},
		{"%%\nfmt.Fprintln(os.Stderr, \"panic: said\")\nos.Exit(3)", engine.Exit, 0, "exit status 3"},
		{"%%\nfmt.Scanln(new(string))", engine.Input, 0, "reads its standard input, but nobody is there to ask"},
		{"%%\nfmt.Fprintln(os.Stderr, \"failed to write to GoNB pipe\")", Display, 0, "displays are missing"},
	}
	var sources []string
	for _, f := range failures {
		sources = append(sources, raises+f.source)
	}
	states := map[int]State{}
	nb, err := run(t, Options{Timeout: time.Minute, Progress: func(e Event) { states[e.Cell-1] = e.State }}, append(sources, "%%\nfmt.Println(\"still here\")")...)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range failures {
		if states[i] != Failed {
			t.Errorf("%q counts as %s", f.source, states[i])
			continue
		}
		last := nb.Cells[i].Outputs[len(nb.Cells[i].Outputs)-1]
		text := strings.Join(last.Traceback, "\n")
		if last.ErrorName != string(f.kind) || !strings.Contains(text, f.contains) {
			t.Errorf("%q failed as %s: %s\nwant %s: %s", f.source, last.ErrorName, text, f.kind, f.contains)
		}
		for _, bad := range []string{"gonb_", "/tmp", "\x1b", "+0x"} {
			if strings.Contains(shown(nb.Cells[i]), bad) {
				t.Errorf("%q: %q is left in\n%s", f.source, bad, shown(nb.Cells[i]))
			}
		}
	}
	if got := shown(nb.Cells[len(failures)]); got != `stdout: "still here\n"` {
		t.Errorf("the cell after the failures shows %s", got)
	}
	spec, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{nb: nb, spec: spec, shown: map[string][]*nbformat.Output{}}
	defer r.close()
	for c := range codeCells(nb) {
		if c.run > len(failures) {
			break
		}
		f, err := failures[c.run-1], r.run(t.Context(), c)
		if e, ok := errors.AsType[*CellError](err); !ok || e.Kind != f.kind || e.Line != f.line {
			t.Errorf("%q: %v, want %s in line %d", f.source, err, f.kind, f.line)
		}
	}
}

func TestNotebooksOfAnotherLanguageAreNamed(t *testing.T) {
	for _, metadata := range []string{
		`{"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}`,
		`{"kernelspec": {"name": "python3", "display_name": "Python 3"}, "language_info": {"name": "python"}}`,
		`{"kernelspec": {"name": "python3", "display_name": "Python 3"}, "colab": {"provenance": []}}`,
		`{"kernelspec": {"name": "gonb", "display_name": "Go (gonb)", "language": "Go"}}`,
		`{"kernelspec": ["of another form"], "language_info": {"version": 3}}`,
	} {
		nb := cells("%%bash\n")
		if err := json.Unmarshal([]byte(metadata), &nb.Metadata); err != nil {
			t.Fatal(err)
		}
		_, err := Run(t.Context(), nb, Options{Parameters: map[string]string{"no": "1"}})
		if want := `execute: the notebook is written in python (for the kernel "python3"), and not in Go`; strings.Contains(metadata, "python") != (err.Error() == want) {
			t.Errorf("%s: %v", metadata, err)
		}
	}
}

func TestAFailedCommandEndsItsCell(t *testing.T) {
	nb, err := run(t, Options{}, fails+"!echo first; false\n!echo second\n%%\nfmt.Println(\"third\")")
	if got, want := shown(nb.Cells[0]), "stdout: \"first\\n\"\ncommand: command: !echo first; false: exit status 1"; err != nil || got != want {
		t.Errorf("%v; shows\n%s\nwant\n%s", err, got, want)
	}
}

func TestADisplayOfAnEarlierCellIsUpdatedThere(t *testing.T) {
	nb, err := run(t, Options{}, "import \"github.com/janpfeifer/gonb/gonbui\"\n%%\ngonbui.UpdateMarkdown(\"id\", \"one\")\ngonbui.Sync()", "%%\ngonbui.UpdateMarkdown(\"id\", \"two\")\ngonbui.Sync()")
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := nb.Cells[0].Outputs[0].Data.Text("text/markdown"); text != "two" || len(nb.Cells[1].Outputs) > 0 {
		t.Errorf("the first cell shows %q, the second %s", text, shown(nb.Cells[1]))
	}
}

func TestTracesAreThoseOfEveryRun(t *testing.T) {
	const cell = "tags: raises-exception\n%%\ntype pair struct{ n int }\ndone := make(chan bool)\ngo func() { panic(pair{1}) }()\n<-done"
	first, err := run(t, Options{}, cell)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := run(t, Options{}, "var n = 1", cell)
	a, b := shown(first.Cells[0]), strings.ReplaceAll(shown(again.Cells[1]), "cell[2]", "cell[1]")
	if a != b || strings.Contains(a, "puzzlelab_") {
		t.Errorf("one run shows\n%s\nanother\n%s", a, b)
	}
}

func TestAFailureEndsTheRunAndIsKept(t *testing.T) {
	nb, err := run(t, Options{},
		"%%\nfmt.Println(1)", "var a = 3\n%%\npanic(\"boom\")", "%%\nfmt.Println(2)")
	var failed *CellError
	if !errors.As(err, &failed) {
		t.Fatalf("error %v, want a *CellError", err)
	}
	got := *failed
	got.Text = ""
	want := CellError{Failure: engine.Failure{Kind: engine.Panic, Cell: 2, Line: 3, Value: "boom"}, ID: nb.Cells[1].ID}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if err.Error() != "execute: cell 2, line 3: panic: boom" {
		t.Errorf("message %q", err)
	}
	if len(nb.Cells[1].Outputs) == 0 {
		t.Error("the cell that failed has no outputs")
	}
	if nb.Cells[2].ExecutionCount != nil {
		t.Error("the cell after the failure ran")
	}
}

func TestALateCellIsInterruptedAndOthersRun(t *testing.T) {
	nb, err := run(t, Options{Timeout: 2 * time.Second},
		"tags: raises-exception\n%%\nfmt.Println(\"begin\")\ntime.Sleep(time.Hour)",
		"%%\nfmt.Println(\"next\")")
	if err != nil {
		t.Fatal(err)
	}
	if got := shown(nb.Cells[0]); !strings.Contains(got, `stdout: "begin\n"`) || !strings.Contains(got, "timeout: timeout: took longer than 2s") {
		t.Errorf("the late cell shows\n%s", got)
	}
	if got := shown(nb.Cells[1]); got != `stdout: "next\n"` {
		t.Errorf("the next cell shows %s", got)
	}
}

func TestACellThatIgnoresInterruptsIsEndedWithItsChildren(t *testing.T) {
	pids := filepath.Join(t.TempDir(), "pids")
	// The shell is signalled, its child keeps the pipes open.
	_, err := run(t, Options{Timeout: time.Second, Grace: 500 * time.Millisecond},
		fmt.Sprintf("!trap '' INT; sleep 600 & echo $! >> %s; echo $$ >> %s; wait", pids, pids))
	var failed *CellError
	if !errors.As(err, &failed) || failed.Kind != Timeout || !strings.Contains(failed.Value, "and was killed") {
		t.Fatalf("error %v, want a timeout that killed the command", err)
	}
	data, err := os.ReadFile(pids)
	if err != nil || len(strings.Fields(string(data))) != 2 {
		t.Fatalf("process ids %q, %v", data, err)
	}
	for _, pid := range strings.Fields(string(data)) {
		waitGone(t, pid)
	}
}

func TestCancellingEndsTheRun(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stop it")
	nb := nbformat.New(nbformat.NewCell(nbformat.Code, "!echo started; sleep 600"))
	_, err := Run(ctx, nb, Options{Grace: 200 * time.Millisecond, Progress: func(e Event) {
		if e.State == Running {
			time.AfterFunc(100*time.Millisecond, func() { cancel(stop) })
		}
	}})
	if !errors.Is(err, stop) {
		t.Errorf("error %v, want the cause of the cancellation", err)
	}
}

// waitGone waits until a process has ended; a killed one needs a moment.
func waitGone(t *testing.T, pid string) {
	t.Helper()
	for range 500 {
		stat, err := os.ReadFile("/proc/" + pid + "/stat")
		if exec.Command("kill", "-0", pid).Run() != nil || err == nil && strings.Contains(string(stat), ") Z") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %s still runs", pid)
}

func BenchmarkRunTwentyCells(b *testing.B) {
	nb := nbformat.New()
	for range 20 {
		nb.Cells = append(nb.Cells, nbformat.NewCell(nbformat.Code, "!true"))
	}
	for b.Loop() {
		if _, err := Run(b.Context(), nb, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
