package notebooks

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
)

func TestFrontMatterStandsInTheFirstCell(t *testing.T) {
	want := reports.Front{
		Authors: []reports.Author{
			{Name: "Ada Lovelace", Affiliation: "London; Turin", ORCID: "0000-0002-1825-009X", Email: "ada@example.org"},
			{Name: "C. Babbage"},
		},
		Date: "2026-11-23", Abstract: "We count A* nodes, [[claim:c]].", Keywords: []string{"search", "8: puzzle"},
	}
	const yaml = `---
title: "Does *it* pay?"
authors:
  - name: Ada Lovelace
    affiliations: [London, Turin]
    orcid: 0000-0002-1825-009X
    email: ada@example.org
  - C. Babbage
date: 2026-11-23
abstract: >
  We count
  A\* nodes, [[claim:c]].
keywords: [search, "8: puzzle"]
---
`
	for _, cells := range [][]*nbformat.Cell{
		{nbformat.NewCell(nbformat.Raw, yaml), markdown("# Method\n\nText.")},
		{markdown(yaml + "# Method\n\nText.")},
	} {
		r, err := ReportOf(nbformat.New(cells...))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, r.Front); diff != "" || r.Title != "Does it pay?" {
			t.Errorf("title %q, front matter (-want +got):\n%s", r.Title, diff)
		}
		if text := r.Blocks[0].(reports.Text).Markdown; strings.TrimLeft(text, "\n") != "## Method\n\nText." {
			t.Errorf("text %q", text)
		}
	}
	r, err := ReportOf(nbformat.New(markdown("---\nauthor:\n- name: Ada Lovelace\n---\n\n# T\n\nlead\n\n[[fig:a]]")))
	if err != nil || r.Title != "T" || r.Lead != "lead" || len(r.Front.Authors) != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	if err := r.Validate(); err == nil || !strings.Contains(err.Error(), "line 10: reference [[fig:a]]") {
		t.Errorf("behind front matter: error %v", err)
	}
}

func TestABibliographyLiesBesideTheNotebook(t *testing.T) {
	cells := []*nbformat.Cell{nbformat.NewCell(nbformat.Raw, "---\nbibliography: mine.bib\n---"), markdown("# T\n\nlead\n\n[@mine; @korf1985; @pohl1970]")}
	nb := nbformat.New(cells...)
	nb.Beside = fstest.MapFS{"mine.bib": {Data: []byte("@misc{mine, title={<script>}}\n@misc{korf1985, title={Mine too}}")}}
	r, err := ReportOf(nb)
	if err != nil {
		t.Fatal(err)
	}
	labels, err := r.Labels()
	if err != nil {
		t.Fatal(err)
	}
	if refs := labels.References(); len(refs) != 3 || refs[0].Key != "mine" || refs[1].Fields["title"] != "Mine too" {
		t.Errorf("references %+v", refs)
	}
	for want, beside := range map[string]fs.FS{
		"text at the top: front matter: bibliography: open mine.bib": fstest.MapFS{},
		"it is not known in which folder":                            nil,
	} {
		nb.Beside = beside
		if _, err := ReportOf(nb); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	nb.Cells[0].Source = "---\nbibliography: ../mine.bib\n---"
	if _, err := ReportOf(nb); err == nil || !strings.Contains(err.Error(), "below the notebook's folder") {
		t.Errorf("error %v", err)
	}
}

func TestFrontMatterIsStrict(t *testing.T) {
	for yaml, want := range map[string]string{
		"titel: x":                                  `text at the top: front matter: [2:1] unknown field "titel"`,
		"title: x\nauthor: {nome: A}":               `[3:10] unknown field "nome"`,
		"title: [a":                                 "front matter: [2:",
		"title: x\ndate: tomorrow":                  `the date is "tomorrow" (want YYYY-MM-DD)`,
		"title: x\nauthor: [{email: a@b}]":          "an author has no name",
		"title: x\nauthors: [{name: A, orcid: 12}]": `the ORCID of A is "12"`,
		"just words":                                "front matter: [2:1]",
	} {
		if _, err := ReportOf(nbformat.New(nbformat.NewCell(nbformat.Raw, "---\n"+yaml+"\n---"), markdown("# T"))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", yaml, err, want)
		}
	}
}

func TestReportsAreCreditedToTheAuthorsOfTheirProgram(t *testing.T) {
	const cff = "authors:\n  - name: The lab\n  - given-names: Ada\n    family-names: Lovelace\nrepository-code: https://example.org\n"
	var r reports.Report
	if err := Credit(&r, []byte(cff)); err != nil {
		t.Fatal(err)
	}
	want := []reports.Author{{Name: "The lab"}, {Name: "Ada Lovelace"}}
	if !slices.Equal(r.Front.Authors, want) || r.Front.URL != "https://example.org" {
		t.Errorf("%+v, want %+v of https://example.org", r.Front, want)
	}
	named := reports.Report{Front: reports.Front{Authors: want[1:], URL: "https://example.net"}}
	if err := Credit(&named, []byte(cff)); err != nil || len(named.Front.Authors) != 1 || named.Front.URL != "https://example.net" {
		t.Errorf("%+v, %v: front matter does not come first", named.Front, err)
	}
	if err := Credit(&r, []byte("authors: [")); err == nil {
		t.Error("no error for a file that is no YAML")
	}
}
