package colorwalk

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/naming"
)

func TestStrategyListIsCompleteAndDocumented(t *testing.T) {
	for _, s := range Strategies() {
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
		example := mustStrategy(t, s.kind.example())
		if example.Version != s.Version || example.Doc != s.Doc || !slices.Equal(example.Options, s.Options) ||
			example.Optimal != s.Optimal || example.Complete != s.Complete || example.Randomised != s.Randomised {
			t.Errorf("%s: %s has other properties: %+v", s.Name, example.Name, example)
		}
		if naming.IsPattern(s.Name) == (s.Name == example.Name) {
			t.Errorf("%s: the name should be a pattern exactly if the example %s differs", s.Name, example.Name)
		}
	}
	for _, name := range runnable() {
		if s := mustStrategy(t, name); s.Name != name {
			t.Errorf("ParseStrategy(%q) is called %q", name, s.Name)
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
		if s, err := ParseStrategy(c.name); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("ParseStrategy(%q) = %q, %v, want an error with %q", c.name, s.Name, err, c.want)
		}
	}
}

// The numbers, evaluations and options are tried in patterns as they are meant
// for, whatever the list holds.
func TestNamesSetWhatTheyChoose(t *testing.T) {
	g := naming.New("colorwalk", "evaluation", []naming.Kind[choice]{
		{Pattern: "gla-D", Number: depthNumber, Options: []setting{finishFirstOption, literalOption}},
		{Pattern: "gla-D+dijkstra", Number: depthNumber, Options: []setting{literalOption, scaleOption}},
		{Pattern: "dijkstra-S", Number: scaleNumber},
		{Pattern: "beam-N/E", Number: widthNumber, Estimate: anyEvaluation},
		{Pattern: "wastar-W/layers", Number: weightNumber},
	})
	plain := defaultChoice()
	for _, c := range []struct {
		name, canonical string
		want            choice
	}{
		{"gla-5", "gla-5", choice{number: 5, nodes: plain.nodes, scale: plain.scale}},
		{"gla-06,literal,finish-first", "gla-6,finish-first,literal", choice{number: 6, nodes: plain.nodes, scale: plain.scale, finishFirst: true, literal: true}},
		{"gla-5+dijkstra,scale=25", "gla-5+dijkstra", choice{number: 5, nodes: plain.nodes, scale: 25}},
		{"gla-5+dijkstra,scale=28", "gla-5+dijkstra,scale=28", choice{number: 5, nodes: plain.nodes, scale: 28}},
		{"dijkstra-20", "dijkstra-20", choice{nodes: plain.nodes, scale: 20}},
		{"beam-1/cells", "beam-1/cells", choice{number: 1, nodes: plain.nodes, scale: plain.scale, evaluation: "cells"}},
		{"beam-100/layers+distances", "beam-100/layers+distances", choice{number: 100, nodes: plain.nodes, scale: plain.scale, evaluation: "layers+distances"}},
		{"wastar-6/5/layers", "wastar-1.2/layers", choice{nodes: plain.nodes, scale: plain.scale, weight: search.Weight{Num: 6, Den: 5}}},
	} {
		n, err := g.Parse(c.name, plain)
		if err != nil || n.Text != c.canonical || n.Choice != c.want {
			t.Errorf("%s: %q, %+v, %v; want %q, %+v", c.name, n.Text, n.Choice, err, c.canonical, c.want)
		}
	}
	for _, c := range []struct{ name, want string }{
		{"beam-10/layer", `colorwalk: no evaluation is called "layer" (want cells, distances, layers, layers+distances); did you mean "layers"?`},
		{"gla", `colorwalk: strategy "gla": gla needs a depth: gla-5`},
		{"dijkstra-0", `colorwalk: strategy "dijkstra-0": scale: 0 is too small (want 1 or more)`},
		{"gla-5+dijkstra,scale=x", `option scale: "x" is not a number (want 1 to 2147483647)`},
		{"wastar-2/cells", `wastar knows no evaluation "cells" (want layers)`},
	} {
		if n, err := g.Parse(c.name, plain); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q, %v, want an error with %q", c.name, n.Text, err, c.want)
		}
	}
}

func FuzzParseStrategy(f *testing.F) {
	for _, name := range runnable() {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		s, err := ParseStrategy(name)
		if err != nil {
			return
		}
		again, err := ParseStrategy(s.Name)
		if err != nil || again.Name != s.Name || again.choice != s.choice {
			t.Fatalf("%q is called %q, which is called %q: %v", name, s.Name, again.Name, err)
		}
	})
}

func ExampleParseStrategy() {
	s, err := ParseStrategy("greedy")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Name, s.Complete, s.Optimal)

	_, err = ParseStrategy("greedy/layers")
	fmt.Println(err)
	// Output:
	// greedy true false
	// colorwalk: strategy "greedy/layers": greedy takes no evaluation, got "layers"
}
