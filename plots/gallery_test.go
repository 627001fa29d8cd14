package plots

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// gallery has the rows of docs/gallery.md: a question, the functions whose figures answer
// it, and a golden figure.
var gallery = []struct{ question, functions, figure string }{
	{"How does a number grow with the size?", "`plots.Growth`, `plots.GrowthOf`", "growth"},
	{"Does a model fit?", "`plots.Growth` with `Curve.Fit`", "fitted"},
	{"Which of two strategies needs less on each instance?", "`plots.Scatter`, `plots.ScatterOf`", "scatter"},
	{"Do two counts agree?", "`plots.Scatter` with `Agreement`", "agreement"},
	{"What share of the instances can be solved within a limit?", "`plots.ECDF`, `plots.ECDFOf`", "ecdf"},
	{"How many instances can be solved within a limit?", "`plots.Cactus`, `plots.CactusOf`", "cactus"},
	{"What share of the instances is still unsolved, if limits stopped some searches?", "`plots.Survival`", "survival"},
	{"How far is each strategy from the best?", "`plots.Profile`", "profile"},
	{"How much do the runs of a randomized search vary?", "`plots.RunLengths`", "run-lengths"},
	{"How are the costs distributed?", "`plots.Box`, `plots.BoxOf`", "box"},
	{"Do the costs form several clusters?", "`plots.Rain`", "rain"},
	{"How large is an effect?", "`plots.Forest`", "forest"},
	{"How do values compare with theory?", "`plots.Dots`", "dots"},
	{"Which strategy beats which?", "`plots.Matrix`", "matrix"},
	{"How do strategies rank, and are the differences significant?", "`plots.Ranks`", "ranks"},
	{"How often does each number occur?", "`plots.Histogram`", "histogram-bars"},
	{"How often does each number occur in several cases?", "`plots.Histograms`", "histograms"},
	{"How often does each pair of numbers occur?", "`plots.Heatmap`", "heatmap"},
	{"How do several cases compare, with one small figure for each?", "`plots.Multiples`", "multiples-maps"},
	{"How much more work does a better solution need?", "`plots.Pareto`", "pareto"},
	{"How good is the best solution found so far?", "`plots.Anytime`", "anytime"},
	{"How much work does it take to reach a target?", "`plots.Target`", "target"},
}

const galleryHead = `# Gallery of figures

This page shows every kind of figure that the package ` + "`plots`" + ` can draw. The data are made up.
Functions whose names end in ` + "`Of`" + ` take trials and a metric. The other functions take numbers. The documentation of the package has examples.

| question | function | figure |
| --- | --- | --- |
`

func TestGalleryIsMadeOfItsRows(t *testing.T) {
	const name = "../docs/gallery.md"
	golden := map[string]bool{}
	for _, f := range goldenFigures(t) {
		golden[f.ID] = true
	}
	page := galleryHead
	for _, row := range gallery {
		if !golden[row.figure] {
			t.Errorf("%s: no golden figure is called %s", row.functions, row.figure)
		}
		page += fmt.Sprintf("| %s | %s | ![%s](../plots/testdata/%[3]s.svg) |\n", row.question, row.functions, row.figure)
	}
	if *update {
		if err := os.WriteFile(name, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if b, err := os.ReadFile(name); err != nil || string(b) != page {
		t.Errorf("%s is not what its rows make (%v): make it with -update", name, err)
	}
}

// A row shows a figure of the kind that its first function draws.
func TestGalleryShowsEveryKind(t *testing.T) {
	kinds, named := map[string]string{}, map[string]bool{}
	for _, f := range goldenFigures(t) {
		kinds[f.ID] = f.Kind
	}
	for _, row := range gallery {
		names := galleryFunction.FindAllStringSubmatch(row.functions, -1)
		if kinds[row.figure] != names[0][1] {
			t.Errorf("the row of %s shows a figure of %s", row.functions, kinds[row.figure])
		}
		for _, m := range names {
			named[m[1]] = true
		}
	}
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range sources {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range figureFunction.FindAllSubmatch(source, -1) {
			if !named[string(m[1])] {
				t.Errorf("docs/gallery.md has no row of plots.%s", m[1])
			}
			delete(named, string(m[1]))
		}
	}
	for name := range named {
		t.Errorf("docs/gallery.md has a row of plots.%s, which draws no figures", name)
	}
}

var (
	galleryFunction = regexp.MustCompile("`plots\\.(\\w+)`")
	figureFunction  = regexp.MustCompile(`(?m)^func ([A-Z]\w*)\(.*\) \(Figure, error\) {`)
)
