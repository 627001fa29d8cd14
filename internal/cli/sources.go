package cli

import (
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/bibtex"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// addSources tells the report of a study what the study, its strategies and heuristics,
// and its sets and families go back to, so that it lists the papers.
func (env *environment) addSources(r *reports.Report, st study.Definition, trials frame.Frame) {
	add := func(source string) {
		if source != "" && !slices.Contains(r.Sources, source) {
			r.Sources = append(r.Sources, source)
		}
	}
	if r.Library == nil {
		r.Library = bibtex.Shipped()
	}
	add(st.Source)
	puzzles := slices.DeleteFunc(slices.Clone(env.Puzzles), func(p *puzzle.Puzzle) bool { return st.Puzzle != "" && p.Name != st.Puzzle })
	for _, p := range puzzles {
		for _, name := range frame.Strategy.Of(trials) {
			if s, err := p.Strategies.Parse(name); err == nil {
				add(s.Source)
			}
			words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("/+,=", r) })
			for _, h := range p.Heuristics {
				if slices.Contains(words, h.Name) {
					add(h.Source)
				}
			}
		}
		for _, name := range frame.Set.Of(trials) {
			if f, err := p.Family(name); err == nil {
				add(f.Source)
			} else if s, ok, _ := p.Set(name); ok {
				add(s.Source)
			}
		}
	}
}
