package cli

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
	"github.com/puzzlelab/puzzlelab/plots/plotstest"
	"github.com/puzzlelab/puzzlelab/reports"
)

func TestGalleryOfTheStudiesShowsEveryKindWithoutFlaws(t *testing.T) {
	page, err := os.ReadFile("../../docs/gallery.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("`plots\\.(\\w+)`").FindAllSubmatch(page, -1) {
		name := strings.TrimSuffix(string(m[1]), "Of")
		if !slices.Contains(collect(kinds, func(k kind) string { return k.name }), name) {
			t.Errorf("the gallery of trials has no %s, which docs/gallery.md has", name)
		}
	}
	var trials []frame.Frame
	for _, st := range studies() {
		trials = append(trials, frame.Of(studytest.Frozen(t, "../../experiments/"+st.Name)))
	}
	r, err := gallery(studies(), trials)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds {
		b, ok := r.Block(strings.ToLower(k.name))
		if !ok {
			t.Errorf("no figure is drawn by plots.%s", k.name)
			continue
		}
		f := b.(reports.Figure)
		for form, svg := range map[string][]byte{"wide": f.SVG, "narrow": f.Narrow} {
			if svg == nil {
				continue
			}
			for _, flaw := range plotstest.Lint(svg) {
				t.Errorf("%s, %s: %s", k.name, form, flaw)
			}
		}
	}
	if err := r.Validate(); err != nil {
		t.Error(err)
	}
}
