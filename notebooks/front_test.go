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
	labels, err := r.Labels()
	if err != nil || !strings.Contains(strings.Join(labels.Warnings(), ""), "line 10: reference [[fig:a]]") {
		t.Errorf("behind front matter: warnings %v, %v", labels.Warnings(), err)
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
		if r, err := ReportOf(nb); err != nil || !strings.Contains(strings.Join(r.Warnings, "\n"), want) {
			t.Errorf("warnings %q, %v, want %s", r.Warnings, err, want)
		}
	}
	nb.Cells[0].Source = "---\nbibliography: ../mine.bib\n---"
	if r, err := ReportOf(nb); err != nil || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "below the notebook's folder") {
		t.Errorf("warnings %q, %v", r.Warnings, err)
	}
}

func TestFrontMatterOfOtherProgramsIsReadAsFarAsItIsUnderstood(t *testing.T) {
	for yaml, want := range map[string]string{
		"title: x\noutput: html_document\nauthor: A":                                     "x, A",
		"title: x\nauthors: [{name: A, degree: B}]":                                      "x",
		"title: x\ndate: June 16, 2018":                                                  "x, June 16, 2018",
		"title: x\nauthors: [{name: A, orcid: 12}]":                                      "x, A",
		"title: x\nauthors: [{name: A, orcid: 'https://orcid.org/0000-0002-1825-009X'}]": "x, A, 0000-0002-1825-009X",
		"title: [a":        "T, ---\ntitle: [a\n---",
		"titel: x":         "T, ---\ntitel: x\n---",
		"just words":       "T, ---\njust words\n---",
		"# a comment only": "T, ---\n# a comment only\n---",
	} {
		r, err := ReportOf(nbformat.New(nbformat.NewCell(nbformat.Raw, "---\n"+yaml+"\n---"), markdown("# T")))
		if err != nil {
			t.Errorf("%q: %v", yaml, err)
			continue
		}
		got := []string{r.Title}
		for _, a := range r.Front.Authors {
			got = append(got, a.Name, a.ORCID)
		}
		got = append(got, r.Front.Date)
		if code, ok := r.Blocks[0].(reports.Code); ok {
			got = append(got, code.Output)
		}
		got = slices.DeleteFunc(got, func(s string) bool { return s == "" })
		if warned := strings.HasPrefix(strings.Join(r.Warnings, "\n"), "text at the top: front matter: "); strings.Join(got, ", ") != want || warned == (strings.Contains(yaml, "https") || !strings.Contains(yaml, ":")) {
			t.Errorf("%q is read as %q, want %s; warnings %q", yaml, got, want, r.Warnings)
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
