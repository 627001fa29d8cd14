package studytest

import (
	"bytes"
	"html"
	"regexp"
	"testing"

	"github.com/puzzlelab/puzzlelab/plots/plotstest"
	"github.com/puzzlelab/puzzlelab/reports"
)

// What the figures of package plots have of a series: its part of the picture with
// its name, and the outlines of markers, which the parts refer to.
var (
	part    = regexp.MustCompile(`(?s)<g class="(series|label|points)" data-name="([^"]*)">(.*?)</g>`)
	outline = regexp.MustCompile(`<(?:path|marker) id="([^"]*)"(.*?)/>`)
	use     = regexp.MustCompile(`(?:<use href="|url\()#([^")]*)`)
	color   = regexp.MustCompile(`(?:fill|stroke)="(#[0-9a-f]{6})"`)
	shape   = regexp.MustCompile(` d="[^"]*"`)
	dashes  = regexp.MustCompile(`stroke-dasharray="[^"]*"`)
)

// oneLook checks that a series has one look in all figures of a report: a colour,
// and dashes and a marker where its name stands beside its curve. Names beside
// curves of one figure must have different looks.
func oneLook(t *testing.T, blocks []reports.Block) {
	t.Helper()
	seen := map[string]string{}
	for _, b := range blocks {
		f, isFigure := b.(reports.Figure)
		if !isFigure {
			continue
		}
		outlines := map[string]string{}
		for _, m := range outline.FindAllSubmatch(f.SVG, -1) {
			outlines[string(m[1])] = string(m[2])
		}
		owner := map[string]string{}
		for _, m := range part.FindAllStringSubmatch(string(f.SVG), -1) {
			class, name, body := m[1], html.UnescapeString(m[2]), m[3]
			marker := ""
			for m := use.FindStringSubmatch(body); m != nil; m = use.FindStringSubmatch(marker) {
				marker = outlines[m[1]]
			}
			look := ""
			for _, m := range color.FindAllStringSubmatch(body+marker, -1) {
				if look = m[1]; look != "#ffffff" { // which keeps lines apart
					break
				}
			}
			if look == "" {
				continue // nothing is drawn of it
			}
			check := func(key, look string) {
				if was, ok := seen[key]; ok && was != look {
					t.Errorf("figure %q: %q looks like %s, and elsewhere like %s", f.ID, name, look, was)
				}
				seen[key] = look
			}
			check(name, look)
			if class == "label" {
				look += dashes.FindString(body) + shape.FindString(marker)
				check("label "+name, look)
				if other, taken := owner[look]; taken {
					t.Errorf("figure %q: %q looks like %q", f.ID, name, other)
				}
				owner[look] = name
			}
		}
	}
}

// noFlaw checks the layout of the charts, as a wide and as a narrow screen shows
// them, and on linear axes.
func noFlaw(t *testing.T, blocks []reports.Block) {
	t.Helper()
	for _, b := range blocks {
		f, isFigure := b.(reports.Figure)
		if !isFigure || !bytes.Contains(f.SVG, []byte(`class="chart"`)) {
			continue
		}
		for form, svg := range map[string][]byte{"wide": f.SVG, "narrow": f.Narrow, "linear": f.Linear} {
			if svg == nil {
				continue
			}
			for _, flaw := range plotstest.Lint(svg) {
				t.Errorf("figure %q, %s: %s", f.ID, form, flaw)
			}
		}
	}
}
