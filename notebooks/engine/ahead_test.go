//go:build unix

package engine

import (
	"fmt"
	"runtime"
	"testing"
)

// expect starts an engine that is told which cells follow.
func expect(t *testing.T, cells ...Expected) *Engine {
	t.Helper()
	e := start(t, "")
	e.Expect(cells)
	return e
}

func TestOnlyCellsThatRunAreCompiled(t *testing.T) {
	cells := []Expected{
		{Source: "var n = 1\n%%\nfmt.Println(n)"},
		{Source: "var m = 2\n%%\nleftOut()", Passed: true},
		{Source: "%%\nfmt.Println(n + m)"},
		{Source: "%%\nleftOut()", Passed: true},
	}
	e := expect(t, cells...)
	e.Compile(t.Context())
	program := e.program
	got := run(t, e, Cell{Source: cells[0].Source})
	e.pass(t.Context(), cells[1].Source)
	got += "; " + run(t, e, Cell{Source: cells[2].Source})
	if want := "stdout 1\n; stdout 3\n"; got != want || e.program != program {
		t.Errorf("cells show %q, want %q; they are of one program: %t, want true", got, want, e.program == program)
	}
}

func TestCellsThatWereToBePassedMayRun(t *testing.T) {
	cells := []Expected{
		{Source: "%%\nfmt.Println(1)"},
		{Source: "var m = 2\n%%\nfmt.Println(m)", Passed: true},
		{Source: "%%\nfmt.Println(3)", Passed: true},
		{Source: "%%\nfmt.Println(m + 2)"},
	}
	e := expect(t, cells...)
	got := ""
	for _, c := range cells {
		got += run(t, e, Cell{Source: c.Source})
	}
	if want := "stdout 1\nstdout 2\nstdout 3\nstdout 4\n"; got != want {
		t.Errorf("cells show %q, want %q", got, want)
	}
}

// The first cell ends when the second has begun, and shows its text first all the same.
func TestCellsThatMayRunBesideEachOther(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	cells := []Expected{
		{Source: fmt.Sprintf("var file = %q", t.TempDir()+"/begun") + "\n%%\nfor i := 0; i < 3000; i++ {\n\tif _, err := os.Stat(file); err == nil { break }\n\ttime.Sleep(10 * time.Millisecond)\n}\n_, err := os.Stat(file)\nfmt.Println(\"first\", err)", Beside: true},
		{Source: "%%\nfmt.Println(\"second\")\nos.WriteFile(file, nil, 0o600)\nos.Exit(3)", Beside: true},
		{Source: "%%\nfmt.Println(\"third\")\nfor { time.Sleep(time.Hour) }", Beside: true},
		{Source: "%%\n_, err := os.Stat(file)\nfmt.Println(\"alone\", err)\nos.Remove(file)"},
		{Source: "%%\nos.Exit(4)", Beside: true},
	}
	e := expect(t, cells...)
	got := run(t, e, Cell{Source: cells[0].Source}) + run(t, e, Cell{Source: cells[1].Source})
	if want := "stdout first <nil>\nstdout second\n\nerror cell[2]: exit status 3"; got != want {
		t.Errorf("cells show %q, want %q", got, want)
	}
	if len(e.early) != 1 || e.early[3] == nil {
		t.Errorf("%d cells run before their turn, want the third alone", len(e.early))
	}
	// Another cell than was expected: what has begun is of no use.
	if got := run(t, e, Cell{Source: "6*7"}); got != "execute_result 42" || len(e.early) > 0 {
		t.Errorf("another cell shows %q, and %d others run", got, len(e.early))
	}
}
