package reports_test

import (
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/bibtex"
	"github.com/puzzlelab/puzzlelab/reports/internal/sample"
)

func TestAReportCanBeCited(t *testing.T) {
	r := sample.Report()
	r.Front = reports.Front{
		Authors:  []reports.Author{{Name: "Ada Lovelace", Affiliation: "X: \"Y\"\n", ORCID: "0000-0002-1825-0097"}, {Name: "Barnes and Noble"}, {Name: "Student"}},
		Keywords: []string{"a: b"},
	}
	r.Title = `50 % of {A*} & \B_1 <script>`
	r.Provenance.Sections[0].Add("started", "2026-11-22T23:59:59Z")
	r.Provenance.Sections[1].Add("started", "2026-12-24T00:00:00Z") // by whom it is rendered
	e := bibtex.Parse(bibtex.File{Name: "citation.bib", Text: r.BibTeX()})[0]
	if e.Err != nil || e.Warnings != nil {
		t.Fatal(e.Err, e.Warnings)
	}
	if e.Key != "sample" || e.Fields["year"] != "2026" || !strings.HasPrefix(e.Text(), "Ada Lovelace, Barnes & Noble and Student. ") || !strings.Contains(e.Fields["note"], r.Digest()) || !strings.HasPrefix(e.Fields["title"], "50 % of (A*) & ") {
		t.Errorf("%s\n%+v", r.BibTeX(), e)
	}
	const want = `cff-version: 1.2.0
message: If you use these results, please cite them as below.
type: dataset
title: "50 % of {A*} & \\B_1 <script>"
authors:
  - given-names: "Ada"
    family-names: "Lovelace"
    affiliation: "X: \"Y\"\n"
    orcid: "https://orcid.org/0000-0002-1825-0097"
  - given-names: "Barnes and"
    family-names: "Noble"
  - name: "Student"
date-released: "2026-11-22"
keywords:
  - "a: b"
identifiers:
  - type: other
    value: "sha256:`
	if got := r.CFF(); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestTheDigestIsOfTheResultsAlone(t *testing.T) {
	r := sample.Report()
	digest := r.Digest()
	same := sample.Report()
	same.Title, same.Lead, same.Provenance = "Other", "words", reports.Provenance{}
	for i, b := range same.Blocks {
		same.Blocks[i] = b.About().Made("other source")
		if table, ok := b.(reports.Table); ok && table.Timing {
			table.Rows = nil
			same.Blocks[i] = table
		}
	}
	if got := same.Digest(); got != digest {
		t.Errorf("words, sources and times change the digest")
	}
	for i, b := range r.Blocks {
		if c, ok := b.(reports.Claim); ok {
			c.Holds = reports.Undecided
			r.Blocks[i] = c
			break
		}
	}
	if r.Digest() == digest {
		t.Error("a verdict does not change the digest")
	}
}
