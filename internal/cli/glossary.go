package cli

import (
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// glossary says what the names on a study's page mean: its own terms, the strategies
// and families of its trials, the heuristics of its puzzles, what is counted.
func (env *environment) glossary(st study.Definition, trials frame.Frame) []reports.Term {
	terms := slices.Clone(st.Terms)
	add := func(kind, name, text string) {
		i := slices.IndexFunc(terms, func(t reports.Term) bool { return t.Name == name })
		switch {
		case text == "":
		case i < 0:
			terms = append(terms, reports.Term{Name: name, Kind: kind, Text: text})
		case terms[i].Kind == kind && !strings.Contains(terms[i].Text, text): // of two puzzles
			terms[i].Text += "; " + text
		}
	}
	puzzles := slices.DeleteFunc(slices.Clone(env.Puzzles), func(p *puzzle.Puzzle) bool { return st.Puzzle != "" && p.Name != st.Puzzle })
	for _, name := range frame.Strategy.Of(trials) {
		for _, p := range puzzles {
			if s, err := p.Strategies.Parse(name); err == nil {
				add("strategy", name, withOptions(s.Doc, name, s.Options))
			}
		}
	}
	for _, name := range frame.Set.Of(trials) {
		for _, p := range puzzles {
			if f, err := p.Family(name); err == nil {
				add("family", name, withOptions(f.Doc, name, f.Options))
			} else if s, ok, _ := p.Set(name); ok {
				add("family", name, s.Doc)
			}
		}
	}
	for _, p := range puzzles {
		for _, h := range p.Heuristics {
			add("heuristic", h.Name, h.Doc)
		}
	}
	for _, m := range experiments.Metrics() {
		add("metric", m.Name, m.Doc)
	}
	return terms
}

// withOptions adds to what a strategy or family is what the options in a name make of
// it.
func withOptions(doc, name string, options []puzzle.Option) string {
	_, chosen, _ := strings.Cut(name, ",")
	for choice := range strings.SplitSeq(chosen, ",") {
		option, _, _ := strings.Cut(choice, "=")
		for _, o := range options {
			if o.Name == option && o.Doc != "" {
				doc += "; " + choice + ": " + o.Doc
			}
		}
	}
	return doc
}
