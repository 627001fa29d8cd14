//go:build unix

package engine

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
)

// BenchmarkCell runs cells of different kinds, each time with another number, as if somebody edited
// them. It reports the processor time of this process and of compiler, linker and program.
func BenchmarkCell(b *testing.B) {
	b.Setenv("PUZZLELAB_RESULTS", b.TempDir())
	const module = "github.com/puzzlelab/puzzlelab/"
	imports := func(paths ...string) string {
		return "import (\n\t\"" + module + strings.Join(paths, "\"\n\t\""+module) + "\"\n)\n"
	}
	for _, kind := range []struct{ name, before, cell string }{
		{"declaration", "", "func twice(x int) int { return %d * x }"},
		{"print", `import "fmt"`, `fmt.Println("round", %d)`},
		{"variable", `import "fmt"`, `x := %d; fmt.Println(x)`},
		{
			"figure", imports("notebooks/display", "plots"),
			`display.Show(plots.Histogram("h", "Title %d", plots.HistogramOptions{}, []plots.Counts{{Name: "a", Counts: []float64{1, 3, 2}}}))`,
		},
		{
			"item", imports("notebooks/display", "experiments/pruning") + "var trials = display.Trials(pruning.Study{Sizes: []int{4}, Instances: 1})",
			`display.Show(pruning.Item(trials, "overview")) // %d`,
		},
	} {
		b.Run("kind="+kind.name, func(b *testing.B) {
			e := start(b, "")
			e.Warm(b.Context())
			check := func(source string) {
				if got := run(b, e, Cell{Source: source}); strings.Contains(got, "error") {
					b.Fatal(got)
				}
			}
			check(kind.before)
			check(fmt.Sprintf(kind.cell, 0))
			begun := spent()
			for n := 1; b.Loop(); n++ {
				check(fmt.Sprintf(kind.cell, n))
			}
			b.ReportMetric((spent()-begun)*1e3/float64(b.N), "cpu-ms/op")
		})
	}
}

// spent returns the processor time of this process and of its ended children in seconds.
func spent() (seconds float64) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		_ = syscall.Getrusage(who, &u)
		seconds += float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
	}
	return seconds
}
