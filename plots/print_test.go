package plots

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"regexp"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/internal/svg"
	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/plotstest"
)

// widths are those of journals, in points.
var widths = []float64{252.28, 340.16, 518.74}

func TestPrintedTextIsReadableAndInside(t *testing.T) {
	for _, f := range sampleFigures(t) {
		for _, width := range widths {
			drawing, err := f.Print("svg", width, "")
			if want := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%vpt"`, width); err != nil || !strings.HasPrefix(string(drawing), want) {
				t.Errorf("%s begins with %.80s, %v (want %s)", f.ID, drawing, err, want)
			}
			for _, flaw := range plotstest.Lint(drawing) {
				if strings.Contains(flaw, "cut off") {
					t.Errorf("%s, %v pt wide: %s", f.ID, width, flaw)
				}
			}
			p, err := svg.Read(drawing)
			if err != nil {
				t.Fatal(err)
			}
			for _, part := range p.Parts {
				for _, s := range part.Spans {
					if size := s.Size * width / p.Width; s.Rise == 0 && size < 5-1e-3 {
						t.Errorf("%s, %v pt wide: %q is set in %.2f pt (want 5)", f.ID, width, s.Text, size)
					}
				}
			}
		}
	}
}

func TestPaperHasNoGridAndNoColouredText(t *testing.T) {
	coloured := regexp.MustCompile(`<text[^>]* fill="([^"]*)"`)
	grey := map[string]bool{"#1a1a24": true, "#5c5f6b": true, "#ffffff": true, "#fefefe": true, "#000000": true, "#151528": true}
	found := false
	for _, f := range sampleFigures(t) {
		screen, err := f.Print("svg", 0, "")
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(screen, svgOf(t, f)) {
			t.Errorf("%s: printed in its own size and theme it is another", f.ID)
		}
		paper, err := f.Print("svg", 0, "paper")
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(paper), `stroke="#e6e7ea"`) {
			t.Errorf("%s has grid lines", f.ID)
		}
		for _, m := range coloured.FindAllStringSubmatch(string(paper), -1) {
			if !grey[m[1]] {
				t.Errorf("%s has text in %s", f.ID, m[1])
			}
		}
		found = found || !bytes.Equal(paper, screen)
	}
	if !found {
		t.Error("the theme changes no figure")
	}
	if _, err := sampleFigures(t)[0].Print("svg", 0, "papre"); err == nil || !strings.Contains(err.Error(), `"paper"`) {
		t.Errorf("a theme that is none: %v", err)
	}
}

func TestPrintedPNGHas300DotsPerInch(t *testing.T) {
	f := sampleFigures(t)[0]
	const inches = 3.5
	b, err := f.Print("png", inches*72, "paper")
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := img.Bounds().Dx(), 1050; got != want {
		t.Errorf("%d pixels for %v inches (want %d)", got, inches, want)
	}
	palette, ok := img.ColorModel().(color.Palette)
	if _, paletted := img.(*image.Paletted); !ok || !paletted || len(palette) > 64 {
		t.Errorf("the image has no palette of %d colors", 64)
	}
	if !bytes.Contains(b, []byte("pHYs\x00\x00\x2e\x23\x00\x00\x2e\x23\x01")) { // 11811 dots per metre
		t.Error("it does not state 300 dots per inch")
	}
}

func TestWhatCannotBeFittedSaysSo(t *testing.T) {
	f := sampleFigures(t)[0]
	if _, err := f.Print("tex", 0, ""); err == nil || !strings.Contains(err.Error(), "svg or png") {
		t.Errorf("error %v (want the formats)", err)
	}
	loud := Figure{ID: "loud", Width: 400, Height: 400, sheet: chart.Sheet{Charts: []chart.Chart{{X: chart.Axis{Hi: 1}, Y: chart.Axis{Hi: 1}, Under: []chart.Layer{{Marks: chart.Marks{"boom"}}}}}}}
	if _, err := loud.Print("svg", 110, ""); err == nil || !strings.Contains(err.Error(), "no mark string") || !strings.Contains(err.Error(), "38.81 mm") {
		t.Errorf("error %v (want the panic, and the width)", err)
	}
}

func TestFiguresKnowTheirData(t *testing.T) {
	for _, f := range sampleFigures(t) {
		data, err := f.CSV()
		if err != nil {
			t.Fatal(err)
		}
		if f.empty() {
			if data != nil {
				t.Errorf("%s has data: %s", f.ID, data)
			}
			continue
		}
		rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll() // refuses rows of unequal length
		if err != nil || len(rows) < 2 {
			t.Errorf("%s has %d rows of data, %v", f.ID, len(rows), err)
		}
	}
}

func TestAnOpenIntervalIsLabelledWithoutItsEnds(t *testing.T) {
	f, err := Forest("ratios", "Ratios of nodes", ForestOptions{XLabel: "ratio"}, []Interval{
		{Name: "wide", Value: 2, Low: 0.001, High: 1500},
		{Name: "narrow", Value: 2, Low: 0.003, High: 2.25},
	})
	if err != nil {
		t.Fatal(err)
	}
	svg, err := f.SVG()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{">(open)<", "2 for wide (with an open interval) and 2 for narrow (interval 0.003 to 2.25)."} {
		if !strings.Contains(string(svg), want) {
			t.Errorf("no %q in\n%s", want, svg)
		}
	}
}

func ExampleFigure_CSV() {
	f, err := Forest("ratios", "Ratios of nodes", ForestOptions{XLabel: "ratio"}, []Interval{
		{Name: "sorting", Value: 0.78, Low: 0.74, High: 0.81, N: 200},
		{Name: "=1+1", Value: 2, Low: 1, High: 3},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	data, err := f.CSV()
	fmt.Printf("%s%v\n", data, err)
	// Output:
	// row,ratio,low,high,instances
	// sorting,0.78,0.74,0.81,200
	// '=1+1,2,1,3,
	// <nil>
}
