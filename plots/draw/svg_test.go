package draw

import (
	"image/color"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/puzzlelab/puzzlelab/plots/chart"
)

// TestMarksOnMarksAreDrawnWhileTheyAreSeen reads the vertices back: a hundred marks in one
// place, one in another, and the ends, which have no marker.
func TestMarksOnMarksAreDrawnWhileTheyAreSeen(t *testing.T) {
	at := append(slices.Repeat([]vg.Point{{X: 10, Y: 10}}, 100), vg.Point{X: 20, Y: 15})
	for clr, want := range map[color.NRGBA]string{
		paper:            `d="M10 30l0 0 10-5 0 0"`,
		fade(paper, 0.8): `d="M10 30l0 0 0 0 0 0 0 0 10-5 0 0"`,
	} {
		c := newSVGCanvas("a", 40, 40)
		c.drawMarks(symbol{shape: chart.Disc, size: 2, color: clr}, at)
		if got := string(c.document("a", "")); !strings.Contains(got, want) {
			t.Errorf("%v: no %s in\n%s", clr, want, got)
		}
	}
}
