package studytest

import (
	"bytes"
	"html"
	"regexp"
	"testing"

	_ "github.com/puzzlelab/puzzlelab/plots/draw" // draws figures of the study under test
	"github.com/puzzlelab/puzzlelab/plots/plotstest"
	"github.com/puzzlelab/puzzlelab/reports"
)

// Patterns that find parts in the figures of package plots: the group that belongs to a series, and
// the outlines of markers, which the groups refer to.
var (
	part    = regexp.MustCompile(`(?s)<g class="(series|label|points)" data-name="([^"]*)">(.*?)</g>`)
	outline = regexp.MustCompile(`<(?:path|marker) id="([^"]*)"(.*?)/>`)
	use     = regexp.MustCompile(`(?:<use href="|url\()#([^")]*)`)
	color   = regexp.MustCompile(`(?:fill|stroke)="(#[0-9a-f]{6})"`)
	shape   = regexp.MustCompile(` d="[^"]*"`)
	dashes  = regexp.MustCompile(`stroke-dasharray="[^"]*"`)
)

// oneLook checks that a series looks the same in all figures of a report: it must have the same
// color, and, if its name is next to its curve, the same dashes and marker. If two curves in one
// figure are labeled with different names, they must look different.
func oneLook(t *testing.T, blocks []reports.Block) {
	t.Helper()
	seen := map[string]string{}
	check := func(figure, name, key, look string) {
		if was, ok := seen[key]; ok && was != look {
			t.Errorf("figure %q: %q looks like %s, and elsewhere like %s", figure, name, look, was)
		}
		seen[key] = look
	}
	for _, b := range blocks {
		f, isFigure := b.(reports.Figure)
		if !isFigure {
			continue
		}
		owner := map[string]string{}
		for _, l := range looks(f.SVG) {
			check(f.ID, l.name, l.name, l.color)
			if !l.label {
				continue
			}
			check(f.ID, l.name, "label "+l.name, l.color+l.outline)
			if other, taken := owner[l.color+l.outline]; taken {
				t.Errorf("figure %q: %q looks like %q", f.ID, l.name, other)
			}
			owner[l.color+l.outline] = l.name
		}
	}
}

// look describes how a figure draws a part of a series.
type look struct {
	name, color string
	outline     string // dashes and marker of a label
	label       bool
}

// looks returns the looks in a figure. White only separates lines, so it does not count as the
// color of a series.
func looks(svg []byte) (all []look) {
	outlines := map[string]string{}
	for _, m := range outline.FindAllSubmatch(svg, -1) {
		outlines[string(m[1])] = string(m[2])
	}
	for _, m := range part.FindAllStringSubmatch(string(svg), -1) {
		body, marker := m[3], ""
		for m := use.FindStringSubmatch(body); m != nil; m = use.FindStringSubmatch(marker) {
			marker = outlines[m[1]]
		}
		l := look{name: html.UnescapeString(m[2]), outline: dashes.FindString(body) + shape.FindString(marker), label: m[1] == "label"}
		for _, m := range color.FindAllStringSubmatch(body+marker, -1) {
			if l.color = m[1]; l.color != "#ffffff" {
				break
			}
		}
		if l.color != "" { // the look draws something
			all = append(all, l)
		}
	}
	return all
}

// noFlaw checks the layout of the charts for wide and narrow screens and with linear axes.
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
