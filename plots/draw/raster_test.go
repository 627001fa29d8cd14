package draw

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
)

// picture returns 20 by 10 units of drawing, each two pixels wide.
func picture(drawn string) []byte {
	return []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" viewBox="0 0 20 10"><style>.a{fill:red}</style><rect width="20" height="10" fill="#ffffff"/>` + drawn + "</svg>")
}

func rasterized(t *testing.T, svg []byte) image.Image {
	t.Helper()
	data, err := drawer{}.Raster(svg)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestRasterPaintsWhereTheDrawingSays(t *testing.T) {
	red, white := color.RGBA{255, 0, 0, 255}, color.RGBA{255, 255, 255, 255}
	for _, c := range []struct {
		name, drawn string
		in, out     image.Point // pixels that are red and white
	}{
		{"rectangle", `<rect x="2" y="2" width="4" height="4" fill="#ff0000"/>`, image.Pt(6, 6), image.Pt(14, 6)},
		{"rounded", `<rect x="2" y="2" width="6" height="6" rx="3" fill="#ff0000"/>`, image.Pt(10, 10), image.Pt(4, 4)},
		{"circle", `<circle cx="5" cy="5" r="3" fill="#ff0000"/>`, image.Pt(10, 8), image.Pt(2, 2)},
		{"path", `<path d="M2 2h4v4h-4z M10 2H14V6H10Z" fill="#ff0000"/>`, image.Pt(24, 8), image.Pt(16, 8)},
		{"curve", `<path d="M2 8Q10-4 18 8Z" fill="#ff0000"/>`, image.Pt(20, 8), image.Pt(6, 6)},
		{"stroke", `<path d="M2 5L18 5" fill="none" stroke="#ff0000" stroke-width="2"/>`, image.Pt(20, 10), image.Pt(20, 14)},
		{"group", `<g fill="#ff0000" transform="translate(10 0) rotate(90)"><rect width="4" height="2"/></g>`, image.Pt(18, 4), image.Pt(22, 2)},
		{"use", `<defs><g id="a"><rect width="2" height="2"/></g></defs><g fill="#ff0000"><use href="#a" x="4" y="4"/></g>`, image.Pt(10, 10), image.Pt(2, 2)},
		{"text", `<text x="10" y="9" font-size="12" text-anchor="middle" font-weight="bold" fill="#ff0000">■</text><rect x="9" y="4" width="2" height="2" fill="#ff0000"/>`, image.Pt(20, 10), image.Pt(1, 1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			img := rasterized(t, picture(c.drawn))
			if size := img.Bounds().Size(); size != image.Pt(40, 20) {
				t.Fatalf("%v pixels, want 40 by 20", size)
			}
			if got := color.RGBAModel.Convert(img.At(c.in.X, c.in.Y)); got != red {
				t.Errorf("%v is %v, want red", c.in, got)
			}
			if got := color.RGBAModel.Convert(img.At(c.out.X, c.out.Y)); got != white {
				t.Errorf("%v is %v, want white", c.out, got)
			}
		})
	}
}

func TestTextStandsOffWhatItIsOn(t *testing.T) {
	const line, text = `<path d="M0 5H20" stroke="#0000ff" stroke-width="6"/>`, `<text x="10" y="9" font-size="12" text-anchor="middle" fill="#ff0000" %s>I</text>`
	for look, kept := range map[string]bool{
		`stroke="#fff" stroke-width="4"`:                      false, // it would stand in front of the text
		`stroke="#fff" stroke-width="4" paint-order="stroke"`: true,
	} {
		img := rasterized(t, picture(line+fmt.Sprintf(text, look)))
		for x, want := range map[int]color.RGBA{4: {0, 0, 255, 255}, 17: {255, 255, 255, 255}, 22: {255, 255, 255, 255}, 36: {0, 0, 255, 255}} {
			if !kept {
				want = color.RGBA{0, 0, 255, 255}
			}
			if got := color.RGBAModel.Convert(img.At(x, 10)); got != want {
				t.Errorf("%s: pixel %d of the line is %v, want %v", look, x, got, want)
			}
		}
	}
}

func TestRasterRefusesWhatItCannotDraw(t *testing.T) {
	for want, svg := range map[string][]byte{
		"no SVG":                  []byte("x"),
		"cannot draw <image>":     picture("<image/>"),
		`no element is "#b"`:      picture(`<use href="#b"/>`),
		`path "M1 1X1 1": "X1 1"`: picture(`<path d="M1 1X1 1"/>`),
		`transform "turn(3)"`:     picture(`<g transform="turn(3)"/>`),
	} {
		if _, err := (drawer{}).Raster(svg); err == nil || !strings.HasPrefix(err.Error(), "plots: raster: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%.200s: %v, want %s", svg, err, want)
		}
	}
}
