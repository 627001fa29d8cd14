package study

import (
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// of returns the puzzles that the study is about.
func (d Definition) of(puzzles []*puzzle.Puzzle) []*puzzle.Puzzle {
	return slices.DeleteFunc(slices.Clone(puzzles), func(p *puzzle.Puzzle) bool { return d.Puzzle != "" && p.Name != d.Puzzle })
}

// term holds the meaning of a name on a page, and its source.
type term struct{ kind, name, text, source string }

// terms returns the terms for the strategies, families and published sets of the trials. Every
// puzzle that knows a name contributes its explanation.
func terms(puzzles []*puzzle.Puzzle, trials frame.Frame) (terms []term) {
	for _, name := range frame.Strategy.Of(trials) {
		for _, p := range puzzles {
			if s, err := p.Strategies.Parse(name); err == nil {
				terms = append(terms, term{"strategy", name, withOptions(s.Doc, name, s.Options), s.Source})
			}
		}
	}
	for _, name := range frame.Set.Of(trials) {
		for _, p := range puzzles {
			if f, err := p.Family(name); err == nil {
				terms = append(terms, term{"family", name, withOptions(f.Doc, name, f.Options), f.Source})
			} else if s, ok, _ := p.Set(name); ok {
				terms = append(terms, term{"family", name, s.Doc, s.Source})
			}
		}
	}
	return terms
}

// Glossary explains the names on the study's page: the study's own terms, the strategies and
// instance families of its trials, the heuristics of its puzzles, and the metrics.
func (d Definition) Glossary(puzzles []*puzzle.Puzzle, trials frame.Frame) []reports.Term {
	glossary := slices.Clone(d.Terms)
	puzzles = d.of(puzzles)
	all := terms(puzzles, trials)
	for _, p := range puzzles {
		for _, h := range p.Heuristics {
			all = append(all, term{kind: "heuristic", name: h.Name, text: h.Doc})
		}
	}
	for _, m := range trial.Metrics() {
		all = append(all, term{kind: "metric", name: m.Name, text: m.Doc})
	}
	for _, t := range all {
		i := slices.IndexFunc(glossary, func(known reports.Term) bool { return known.Name == t.name })
		switch {
		case t.text == "":
		case i < 0:
			glossary = append(glossary, reports.Term{Name: t.name, Kind: t.kind, Text: t.text})
		case glossary[i].Kind == t.kind && !strings.Contains(glossary[i].Text, t.text): // explained by two puzzles
			glossary[i].Text += "; " + t.text
		}
	}
	return glossary
}

// Sources lists references: the papers on which the study is based, and the papers on the
// strategies, heuristics, sets and families of its trials.
func (d Definition) Sources(puzzles []*puzzle.Puzzle, trials frame.Frame) []string {
	puzzles = d.of(puzzles)
	sources := []string{d.Source}
	for _, t := range terms(puzzles, trials) {
		sources = append(sources, t.source)
	}
	for _, name := range frame.Strategy.Of(trials) {
		words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("/+,=", r) })
		for _, p := range puzzles {
			for _, h := range p.Heuristics {
				if slices.Contains(words, h.Name) {
					sources = append(sources, h.Source)
				}
			}
		}
	}
	return slices.DeleteFunc(once(sources), func(source string) bool { return source == "" })
}

// withOptions appends to the explanation of a strategy or family the explanations of the options in
// its name.
func withOptions(doc, name string, options []puzzle.Option) string {
	_, chosen, _ := strings.Cut(name, ",")
	for choice := range strings.SplitSeq(chosen, ",") {
		option, _, _ := strings.Cut(choice, "=")
		for _, o := range options {
			if o.Name == option && o.Doc != "" {
				doc += "; the option " + choice + map[bool]string{true: " tells it to ", false: " sets "}[option == choice] + o.Doc
			}
		}
	}
	return doc
}
