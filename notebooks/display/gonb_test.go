package display_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/engine"
	"github.com/puzzlelab/puzzlelab/notebooks/execute"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
)

// run executes cells in the pinned GoNB.
func run(t *testing.T, sources ...string) (*nbformat.Notebook, error) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil || runtime.GOOS == "windows" {
		t.Skip("no go command, or GoNB does not run here")
	}
	nb := nbformat.New(nbformat.NewCell(nbformat.Markdown, "# Test"))
	for _, s := range sources {
		nb.Cells = append(nb.Cells, nbformat.NewCell(nbformat.Code, s))
	}
	spec, err := pinned()
	if err != nil {
		t.Fatal(err)
	}
	_, err = execute.Run(t.Context(), nb, execute.Options{Kernel: spec, Timeout: 3 * time.Minute, Log: t.Output()})
	return nb, err
}

// pinned is the kernel for this folder, with what the cells import.
var pinned = sync.OnceValues(func() (install.Spec, error) {
	spec, err := install.Command(context.Background(), "", install.Headless, os.Stderr)
	if err == nil {
		err = spec.Prepare(context.Background(), []string{"github.com/puzzlelab/puzzlelab/notebooks/display"}, os.Stderr)
	}
	return spec, err
})

const imports = `import (
	"github.com/puzzlelab/puzzlelab/notebooks/display"
	"github.com/puzzlelab/puzzlelab/reports"
)
`

func TestDisplaysArriveAllAndInOrder(t *testing.T) {
	const n = 500
	nb, err := run(t, imports+fmt.Sprintf(`%%%%
for i := range %d {
	if i%%3 == 0 {
		display.Markdown("%%d", i)
	} else {
		display.Show(i)
	}
}`, n))
	if err != nil {
		t.Fatal(err)
	}
	outputs := nb.Cells[1].Outputs
	if len(outputs) != n {
		t.Fatalf("%d outputs, want %d", len(outputs), n)
	}
	for i, o := range outputs {
		if text, _ := o.Data.Text("text/plain"); text != fmt.Sprint(i) {
			t.Fatalf("output %d is %q", i, text)
		}
	}
}

func TestBlocksComeBackFromANotebookAsTheyWereShown(t *testing.T) {
	nb, err := run(t, imports+`
func figure() reports.Figure {
	return reports.Figure{ID: "growth", Title: "Growth", Caption: "A & B", Alt: "a line", SVG: []byte("<svg>\n<path/>\n</svg>"), PNG: []byte("\x89PNG\r\n\x1a\n\x00\xff")}
}
func table() (reports.Table, error) {
	return reports.Table{ID: "effort", Title: "<Effort>", Columns: []reports.Column{{Name: "n", Kind: reports.Count}}, Rows: [][]reports.Cell{{reports.Int(12345678901)}, {reports.AtLeast(60000)}}}, nil
}
%%
var s display.Status
s.Set("working")
display.Show("before", 1)
display.Show(figure())
display.Show(table())
display.Show("between")
display.Show(reports.Claim{ID: "fewer", Statement: "Less is more.", Holds: reports.Fails, Timing: true})
display.Markdown("*text*")
s.Done("worked")`)
	if err != nil {
		t.Fatal(err)
	}
	report, err := notebooks.ReportOf(nb)
	if err != nil {
		t.Fatal(err)
	}
	want := []reports.Block{
		reports.Code{Source: nb.Cells[1].Source, Output: "worked\nbefore 1"},
		reports.Figure{ID: "growth", Title: "Growth", Caption: "A & B", Alt: "a line", SVG: []byte("<svg>\n<path/>\n</svg>"), PNG: []byte("\x89PNG\r\n\x1a\n\x00\xff")},
		reports.Table{ID: "effort", Title: "<Effort>", Columns: []reports.Column{{Name: "n", Kind: reports.Count}}, Rows: [][]reports.Cell{{reports.Int(12345678901)}, {reports.AtLeast(60000)}}},
		reports.Code{Output: "between"},
		reports.Claim{ID: "fewer", Statement: "Less is more.", Holds: reports.Fails, Timing: true},
		reports.Text{ID: "cell [1]", Markdown: "*text*"},
	}
	if diff := cmp.Diff(want, report.Blocks); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	if again := string(nb.Bytes()); strings.Contains(again, "transient") || strings.Contains(again, "puzzlelab-") {
		t.Error("the display id is stored in the notebook")
	}
}

func TestAnErrorThatIsShownFailsTheCellAtItsLine(t *testing.T) {
	_, err := run(t, imports+"%%\ndisplay.Show(\"before\")\ndisplay.Show(reports.Table{ID: \"x\"}, fmt.Errorf(\"no trials\"))")
	failed, ok := err.(*execute.CellError)
	if !ok || failed.Kind != engine.Panic || failed.Line != 7 || !strings.Contains(failed.Value, "no trials") {
		t.Errorf("error %v, want a panic in line 7 with the error shown", err)
	}
}
