package draw

import (
	"image"
	"image/color"
	"testing"
)

// strip is a picture of one line with so many pixels of each colour.
func strip(colors []color.RGBA, pixels []int) *image.RGBA {
	var line []color.RGBA
	for i, c := range colors {
		for range pixels[i] {
			line = append(line, c)
		}
	}
	img := image.NewRGBA(image.Rect(0, 0, len(line), 1))
	for x, c := range line {
		img.SetRGBA(x, 0, c)
	}
	return img
}

func TestReducedKeepsWhatWeighsMost(t *testing.T) {
	white, black := color.RGBA{255, 255, 255, 255}, color.RGBA{0, 0, 0, 255}
	grid, faint, red := color.RGBA{235, 235, 235, 255}, color.RGBA{250, 250, 250, 255}, color.RGBA{200, 30, 10, 255}
	src := strip([]color.RGBA{white, black, grid, faint, red}, []int{1000, 40, 60, 30, 2})
	for _, c := range []struct {
		n    int
		want []color.RGBA // of white, black, grid, faint, red
	}{
		{256, []color.RGBA{white, black, grid, faint, red}},
		{5, []color.RGBA{white, black, grid, faint, red}},
		{4, []color.RGBA{white, black, grid, white, red}}, // few red pixels, but far from all others
		{2, []color.RGBA{white, black, white, white, black}},
		{1, []color.RGBA{white, white, white, white, white}},
	} {
		got := reduced(src, c.n)
		if want := min(c.n, 5); len(got.Palette) != want {
			t.Errorf("%d colors asked for: %d, want %d", c.n, len(got.Palette), want)
		}
		for i, x := range []int{0, 1000, 1040, 1100, 1130} {
			if at := got.At(x, 0); at != c.want[i] {
				t.Errorf("%d colors: %v became %v, want %v", c.n, src.RGBAAt(x, 0), at, c.want[i])
			}
		}
	}
}
