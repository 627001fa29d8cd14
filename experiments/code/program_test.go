package code

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

const cellsText = `package main

//line cell[1]:1:1
type board struct{ cells []int }

func (b board) solved() bool { return solved(b) }
func solved(b board) bool { return len(b.cells) == limit }

const (
	limit = iota
	other
)

// walk goes.
func walk(b board) bool { return b.solved() }

var apart = 3

func draw() string { return "drawn" }

func main() { walk(board{}); draw() }
`

// none is the Run function of a strategy without one.
var none func()

func parseProgram(t *testing.T, text string) *Program {
	t.Helper()
	c := newProgram()
	if err := c.parse("main.go", text); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCellsNameWhatADeclarationUses(t *testing.T) {
	digest := func(text, name string) string {
		c := parseProgram(t, text)
		return c.digest(map[string]bool{name: true})
	}
	for _, step := range []struct {
		old, now string
		changes  []string
	}{
		{"// walk goes.", "// walk went.", nil},
		{"{ return b.solved() }", "{\n\treturn b.solved()\n}", nil},
		{"limit = iota", "limit = 1 + iota", []string{"walk", "board", "solved", "limit"}},
		{"other\n", "another\n", []string{"walk", "board", "solved", "limit"}},
		{"solved() bool {", "solved() bool { println();", []string{"walk", "board", "solved"}},
		{`"drawn"`, `"painted"`, []string{"draw"}},
		{"= 3", "= 4", []string{"apart"}},
	} {
		changed := strings.Replace(cellsText, step.old, step.now, 1)
		if changed == cellsText {
			t.Fatalf("there is no %q", step.old)
		}
		want := map[string]bool{}
		for _, name := range step.changes {
			want[name] = true
		}
		for _, name := range []string{"walk", "board", "solved", "limit", "apart", "draw"} {
			if got := digest(cellsText, name) != digest(changed, name); got != want[name] {
				t.Errorf("%q for %q: %s has changed: %v, want %v", step.now, step.old, name, got, want[name])
			}
		}
	}
	c := parseProgram(t, "package main\n\nvar h = tiles.NewHeuristic(\"mine\", \"\", count)\nvar e = Evaluation{Name: \"own\"}\nfunc count() int { return 1 }\nfunc main() { Item(trials, \"nodes\"); _ = []string{\"astar/mine\"} }\n")
	for name, want := range map[string]bool{"astar/mine": true, "beam-20/own": true, "astar/nodes": false, "astar/manhattan": false, "mine": false} {
		if got := c.Strategy("study", name, none, reflect.TypeFor[int]()); (got != "") != want {
			t.Errorf("%s: code %q in cells, want some: %v", name, got, want)
		}
	}
	c = parseProgram(t, "package main\n\nvar kind = 1\nvar other = 2\nvar n = 3\nvar s = study.Growing{Study: \"s\", Kind: &kind, Instances: n}\n")
	for study, want := range map[string]string{"s": "kind", "unknown": "kind n other s"} {
		if got := strings.Join(slices.Sorted(maps.Keys(c.sweep(study))), " "); got != want {
			t.Errorf("sweep %s is of %q, want %q", study, got, want)
		}
	}
	if newProgram().parse("main.go", "package main\n\nfunc {") == nil {
		t.Error("a program that is none was read")
	}
}
