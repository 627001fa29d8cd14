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

	"gonum.org/v1/plot/vg"
)

// widths are those of journals.
var widths = []vg.Length{89 * vg.Millimeter, 120 * vg.Millimeter, 183 * vg.Millimeter}

func TestPrintedTextIsReadableAndInside(t *testing.T) {
	for _, f := range sampleFigures(t) {
		for _, width := range widths {
			g, scale, err := f.fitted(width)
			if err != nil {
				t.Error(err)
				continue
			}
			for _, text := range textsOf(t, g) {
				if text.size*scale < 5 {
					t.Errorf("%s, %.0f mm wide: %q is set in %.2f pt (want 5)", f.ID, width/vg.Millimeter, text.text, text.size*scale)
				}
				if text.box.Min.X < 0 || text.box.Min.Y < 0 || text.box.Max.X > g.Width || text.box.Max.Y > g.Height {
					t.Errorf("%s, %.0f mm wide: %q is cut off", f.ID, width/vg.Millimeter, text.text)
				}
			}
			svg, err := f.Print("svg", float64(width), "")
			if want := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%spt"`, num(width.Points())); err != nil || !strings.HasPrefix(string(svg), want) {
				t.Errorf("%s begins with %.80s, %v (want %s)", f.ID, svg, err, want)
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
		paper, err := f.Print("svg", 0, PaperTheme)
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
	b, err := f.Print("png", inches*72, PaperTheme)
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
	if _, paletted := img.(*image.Paletted); !ok || !paletted || len(palette) > printColors {
		t.Errorf("the image has no palette of %d colours", printColors)
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
	loud := Figure{ID: "loud", Width: 100, Height: 100, drawing: drawFunc(func(pane) error { panic("boom") })}
	if _, err := loud.Print("svg", 80, ""); err == nil || !strings.Contains(err.Error(), "boom") || !strings.Contains(err.Error(), "28.22 mm") {
		t.Errorf("error %v (want the panic, and the width)", err)
	}
}

func TestFiguresKnowTheirData(t *testing.T) {
	for _, f := range sampleFigures(t) {
		data, err := f.CSV()
		if err != nil {
			t.Fatal(err)
		}
		if f.empty {
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
	for _, want := range []string{">(open)<", "wide: 2, interval open.", "narrow: 2, 0.003 to 2.25."} {
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
