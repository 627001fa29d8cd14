package sample

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/bibtex"
)

// Everywhere returns a report that has a text in every place where a report may have
// one, each time with a mark behind it, and how it stands in each.
func Everywhere(text string) (r reports.Report, said []string) {
	say := func() string {
		said = append(said, fmt.Sprintf("%s-%02d", text, len(said)))
		return said[len(said)-1]
	}
	library, err := bibtex.Parse("a.bib", "@article{k, title={"+say()+"}, author={"+say()+"}, journal={"+say()+"}, year=1985}")
	if err != nil {
		panic(err) // the text is no part of BibTeX
	}
	drawn := fmt.Sprintf(`<svg width="200pt" height="60pt" viewBox="0 0 200 60"><title>%s</title><text x="195" y="20" font-size="8">%s</text>`+
		`<text x="30" y="40" font-size="8" font-weight="bold" text-anchor="end">%s</text></svg>`, text, say(), say())
	return reports.Report{
		ID: "everywhere", Title: say(), Lead: say() + " and [[fig:drawn]]", Library: library,
		Front:    reports.Front{Authors: []reports.Author{{Name: say(), Affiliation: say()}}, Abstract: say(), Keywords: []string{say()}},
		Glossary: []reports.Term{{Name: "bfs", Kind: "strategy", Text: text}},
		Images:   map[string][]byte{"images/a.svg": []byte(drawn)},
		Blocks: []reports.Block{
			reports.Text{Markdown: "## " + say() + "\n\nbfs " + say() + " *" + say() + "* **" + say() + "** `" + say() + "` [" + say() + "](https://example.org) see [@k][^1]\n\n- " + say() +
				"\n\n> " + say() + "\n\n```\n" + say() + "\n```\n\n| " + say() + " | b |\n|---|---|\n| " + say() + " | c |\n\n![](images/a.svg)\n\n[^1]: " + say()},
			reports.Code{Output: say() + "\n"},
			reports.Claim{ID: "c", Statement: say(), Evidence: say()},
			reports.Figure{ID: "drawn", Title: say(), Caption: say(), Alt: text, SVG: []byte(drawn)},
			reports.Table{
				ID: "t", Title: say(), Caption: say(), Notes: []string{say()},
				Columns: []reports.Column{{Name: say(), Doc: say()}, {Name: "n " + say(), Kind: reports.Count}},
				Rows:    [][]reports.Cell{{reports.Str(say()).WithNote(1), reports.Int(5)}, {reports.Str(""), reports.Str(say())}},
			},
		},
		Provenance: reports.Provenance{Sections: []reports.Section{{Title: say(), Pairs: []reports.Pair{{Key: say(), Value: say()}}}}},
	}, said
}

// Scripts are texts that few fonts have all of.
var Scripts = map[string]string{
	"Chinese":                "迷路數獨",
	"Japanese":               "めいろ、迷路",
	"Korean":                 "미로",
	"emoji":                  "😀❤\ufe0f👩\u200d👧",
	"combining":              "e\u0301a\u20ddo\u0308",
	"Hebrew":                 "שלום",
	"Arabic":                 "مرحبا",
	"Thai":                   "เขาวงกต",
	"Devanagari":             "भूलभुलैया",
	"zero width":             "a\u200bb\u2060c\u200dd\u200fe\u2066f\ufeffg",
	"letters of mathematics": "𝑥²",
}
