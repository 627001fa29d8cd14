package render_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/render"
)

func TestStrategyListIsCompleteAndDocumented(t *testing.T) {
	for _, s := range render.Kind().Strategies.List() {
		if s.Version < 1 || s.Doc == "" || s.Source == "" || strings.Contains(s.Doc+s.Source, "\n") {
			t.Errorf("%s: want a version, and a doc and a source of one line each: %+v", s.Name, s)
		}
		if s.Optimal && !s.Complete {
			t.Errorf("%s: optimal, but not complete", s.Name)
		}
		for i, o := range s.Options {
			if i > 0 && o.Name <= s.Options[i-1].Name {
				t.Errorf("%s: option %s is out of order", s.Name, o.Name)
			}
			if o.Doc == "" || strings.Contains(o.Doc, "\n") {
				t.Errorf("%s: option %s: want a doc of one line", s.Name, o.Name)
			}
		}
	}
	for _, name := range runnable() {
		if s := mustStrategy(t, name); s.Name != name {
			t.Errorf("render.Kind().Strategy(%q) is called %q", name, s.Name)
		}
	}
}

func TestStrategyErrorsNameThePartThatIsWrong(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"", `colorwalk: no strategy is called "" (want `},
		{"greddy", `colorwalk: no strategy is called "greddy" (want `},
		{"greddy", `; did you mean "greedy"?`},
		{"greedy/cells", `colorwalk: strategy "greedy/cells": greedy takes no evaluation, got "cells"`},
		{"greedy,", `colorwalk: strategy "greedy,": greedy `},
	} {
		if s, err := render.Kind().Strategy(c.name); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("render.Kind().Strategy(%q) = %q, %v, want an error with %q", c.name, s.Name, err, c.want)
		}
	}
}

func TestNamesAreCanonical(t *testing.T) {
	for name, want := range map[string]string{
		"gla-06,literal,finish-first": "gla-6,finish-first,literal",
		"gla-5+dijkstra,scale=25":     "gla-5+dijkstra",
		"gla-5+dijkstra,scale=28":     "gla-5+dijkstra,scale=28",
		"wastar-6/5/layers":           "wastar-1.2/layers",
		"dfs-gla-5,nodes=50000":       "dfs-gla-5",
	} {
		if got := mustStrategy(t, name).Name; got != want {
			t.Errorf("%s is called %s, want %s", name, got, want)
		}
	}
	for _, c := range []struct{ name, want string }{
		{"beam-10/layer", `colorwalk: no evaluation is called "layer" (want cells, distances, layers, layers+distances); did you mean "layers"?`},
		{"gla", `colorwalk: strategy "gla": gla needs a depth: gla-5`},
		{"dijkstra-0", `colorwalk: strategy "dijkstra-0": scale: 0 is too small (want 1 or more)`},
		{"gla-5+dijkstra,scale=x", `option scale: "x" is not a number (want 1 to 2147483647)`},
		{"wastar-2/cells", `wastar knows no evaluation "cells" (want layers)`},
	} {
		if s, err := render.Kind().Strategy(c.name); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q, %v, want an error with %q", c.name, s.Name, err, c.want)
		}
	}
}

func FuzzStrategy(f *testing.F) {
	for _, name := range runnable() {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		s, err := render.Kind().Strategy(name)
		if err != nil {
			return
		}
		again, err := render.Kind().Strategy(s.Name)
		if err != nil || again.Name != s.Name {
			t.Fatalf("%q is called %q, which is called %q: %v", name, s.Name, again.Name, err)
		}
	})
}

func ExampleKind_strategy() {
	s, err := render.Kind().Strategy("greedy")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Name, s.Complete, s.Optimal)

	_, err = render.Kind().Strategy("greedy/layers")
	fmt.Println(err)
	// Output:
	// greedy true false
	// colorwalk: strategy "greedy/layers": greedy takes no evaluation, got "layers"
}
