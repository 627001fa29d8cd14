package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/reports"
)

func pageOf(t *testing.T, r reports.Report) *Page {
	t.Helper()
	r.ID, r.Title = "r", "T"
	p, err := Of(r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestTheGlossaryStatesTheFactorOfOpenIntervals(t *testing.T) {
	if want := "more than a factor of " + numerals.Count(stats.OpenFactor) + "."; !strings.Contains(howToRead, want) {
		t.Errorf("no %q in %q", want, howToRead)
	}
}

func TestNamesOfOneMeaningAreOneEntry(t *testing.T) {
	p := pageOf(t, reports.Report{Method: "Declared first.", Glossary: []reports.Term{
		{Name: "a", Kind: "strategy", Text: "searches"}, {Name: "b", Kind: "metric", Text: "searches"}, {Name: "c", Kind: "strategy", Text: "searches"}, {Name: "d", Text: "unused"},
	}})
	section := p.Glossary(func(t reports.Term) bool { return t.Name != "d" })
	list := section[0].Nodes[1]
	if len(list.Nodes) != 2 || PlainText(list.Nodes[0].Nodes) != "a; c" || list.Nodes[0].Text != "searches." || PlainText(list.Nodes[1].Nodes) != "b" {
		t.Errorf("entries %+v", list.Nodes)
	}
	if said := PlainText(section[0].Nodes[:1]); !strings.HasSuffix(said, " Declared first.") {
		t.Errorf("how to read: %q", said)
	}
	if got := p.Glossary(func(reports.Term) bool { return false }); got != nil {
		t.Errorf("a glossary without terms: %+v", got)
	}
}

func TestModulesArePrintedOnce(t *testing.T) {
	a, b, newer := reports.Pair{Key: "example.com/a", Value: "v1"}, reports.Pair{Key: "example.com/b", Value: "v1"}, reports.Pair{Key: "example.com/b", Value: "v2"}
	system := reports.Pair{Key: "system", Value: "linux/amd64"}
	p := pageOf(t, reports.Report{Provenance: reports.Provenance{Sections: []reports.Section{
		{Title: "Computed", Pairs: []reports.Pair{system, a, b}}, {Title: "Rendered", Pairs: []reports.Pair{system, a, newer}},
	}}})
	got := ""
	for _, facts := range p.Provenance()[0].Nodes {
		got += facts.Title + "\n"
		for _, f := range facts.Nodes {
			got += fmt.Sprintf("  %s: %s\n", f.Title, f.Text)
		}
	}
	want := "Computed\n  system: linux/amd64\n  example.com/a: v1\n  example.com/b: v1\nRendered\n  system: linux/amd64\n  example.com/b: v2\n  modules: 1, the same as in \"Computed\"\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTheFrontHasWhatTheReportHas(t *testing.T) {
	p := pageOf(t, reports.Report{Front: reports.Front{Authors: []reports.Author{{Name: "Ada", Affiliation: "Home", ORCID: "0"}, {Name: "Bob"}}, Date: "2026"}, Lead: "yes"})
	var kinds []Kind
	for _, n := range p.Front() {
		kinds = append(kinds, n.Kind)
	}
	if got, want := fmt.Sprint(kinds), fmt.Sprint([]Kind{Title, Authors, Lead}); got != want {
		t.Errorf("kinds %s, want %s", got, want)
	}
	if got, want := PlainText(p.Front()[1].Nodes), "Ada (Home) · Bob · 2026"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
