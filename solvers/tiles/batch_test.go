package tiles

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// drainedBy is a problem whose drain makes children in one of the forms.
type drainedBy struct {
	*byManhattan
	form form
}

func (p drainedBy) Drain() search.Drain[State, Move] { return p.drainBy(p.form) }

func manhattanProblem(t testing.TB, b Board) *byManhattan {
	t.Helper()
	p, err := New(b, Manhattan)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*byManhattan)
}

// Boards that take from a few nodes to some millions, with both goals, under
// limits that fall anywhere.
func TestBatchesCountLikeTheEngine(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 15))
	for i := range 30 {
		b := walked(rng, Goals()[i%2], 30+5*i)
		p := manhattanProblem(t, b)
		limits := search.Limits{Expanded: 200_000}
		want := search.IDAStar[State, Move](context.Background(), engineOnly{p}, limits)
		for _, f := range forms {
			same := func(limits search.Limits, want search.Result[Move]) {
				t.Helper()
				got := search.IDAStar[State, Move](context.Background(), drainedBy{p, f}, limits)
				want.Bytes, want.Stored, want.MaxDepth = got.Bytes, got.Stored, got.MaxDepth
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("%s: %v under %+v:\nbatches %+v\nengine  %+v", f.name, b, limits, got, want)
				}
			}
			same(limits, want)
			if limit := want.Expanded/2 + rng.Uint64N(want.Expanded/2+1); limit > 0 {
				l := search.Limits{Expanded: limit}
				same(l, search.IDAStar[State, Move](context.Background(), engineOnly{p}, l))
			}
		}
	}
}

// The assembly is what its generator writes now. The generator is a module of its own, so
// the test needs its requirements in the module cache, or a proxy.
func TestAssemblyIsUpToDate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	made, stubs := filepath.Join(dir, "batch_amd64.s"), filepath.Join(dir, "batch_stub_amd64.go")
	if out, err := exec.Command("go", "-C", "internal/genbatch", "mod", "download").CombinedOutput(); err != nil {
		t.Skipf("the generator's requirements are not here: %s", out)
	}
	if out, err := exec.Command("go", "-C", "internal/genbatch", "run", ".", "-out", made, "-stubs", stubs, "-pkg", "tiles").CombinedOutput(); err != nil {
		t.Fatalf("genbatch: %v\n%s", err, out)
	}
	for _, name := range []string{made, stubs} {
		got, err := os.ReadFile(filepath.Base(name))
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		// The first line is the command, which names the files.
		_, got, _ = bytes.Cut(got, []byte("\n"))
		_, want, _ = bytes.Cut(want, []byte("\n"))
		if !bytes.Equal(got, want) {
			t.Errorf("%s is out of date: run go generate in solvers/tiles", filepath.Base(name))
		}
	}
}

// Korf's instance 1, with the nodes generated that he published, less one.
func BenchmarkBatches(b *testing.B) {
	board, err := NewBoard(4, 4, BlankFirst, []int{14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3})
	if err != nil {
		b.Fatal(err)
	}
	const generated = 276_361_932
	for _, f := range forms {
		p := drainedBy{manhattanProblem(b, board), f}
		b.Run("korf=1/form="+f.name, func(b *testing.B) {
			for b.Loop() {
				if r := search.IDAStar[State, Move](context.Background(), p, search.Limits{}); r.Generated != generated {
					b.Fatalf("%d generated, want %d", r.Generated, generated)
				}
			}
			b.ReportMetric(generated*float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
