package draw

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"

	"gonum.org/v1/plot/vg/vgimg"
)

// pngDPI is enough for a screen. A PNG is shown where an SVG cannot be, such as in an untrusted
// notebook, and it should be small because notebooks are kept under version control.
const pngDPI = 96

// maxColors is the maximum number of colors in a PNG, which fits into four bits per pixel. A figure
// has about a dozen colors, and shades between each and the paper that smooth edges; a few of these
// shades are enough.
const maxColors = 16

// encodePNG encodes the picture with at most the given number of colors. It states the resolution
// in a pHYs chunk (PNG specification, third edition, section 11.3.4.3), which image/png leaves out.
func encodePNG(c *vgimg.Canvas, dpi float64, colors int) ([]byte, error) {
	var b bytes.Buffer
	var encoder png.Encoder
	if err := encoder.Encode(&b, reduced(c.Image().(*image.RGBA), colors)); err != nil {
		return nil, fmt.Errorf("plots: encode PNG: %w", err)
	}
	// The chunk must be before the first IDAT; the position right after the header (8 bytes of
	// signature, 25 of IHDR) is always allowed.
	const header = 8 + 25
	perMetre := uint32(math.Round(dpi / 0.0254))
	chunk := binary.BigEndian.AppendUint32(nil, 9)
	chunk = append(chunk, "pHYs"...)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = append(chunk, 1) // the unit is the meter
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return slices.Insert(b.Bytes(), header, chunk...), nil
}

// shade is a color of the picture while colors are reduced.
type shade struct {
	color    color.RGBA
	pixels   int
	distance int   // squared distance to the nearest color chosen so far
	nearest  uint8 // index of that color
}

// reduced returns the picture in n of its own colors, at most 256, with each pixel in the nearest
// of these. It chooses one color after another, each time the one with the largest error so far:
// the number of its pixels times the squared distance to the nearest chosen color. So even the
// color of a thin line is likely to be chosen, and the result is the same on every machine.
func reduced(src *image.RGBA, n int) *image.Paletted {
	shades := shadesOf(src)
	var palette color.Palette
	for len(palette) < n {
		next := slices.MaxFunc(shades, func(a, b shade) int { return cmp.Compare(a.pixels*a.distance, b.pixels*b.distance) })
		if next.distance == 0 {
			break // all colors are chosen
		}
		for i := range shades {
			s := &shades[i]
			if d := colorDistance(s.color, next.color); d < s.distance {
				s.distance, s.nearest = d, uint8(len(palette))
			}
		}
		palette = append(palette, next.color)
	}
	index := make(map[color.RGBA]uint8, len(shades))
	for _, s := range shades {
		index[s.color] = s.nearest
	}
	dst := image.NewPaletted(src.Bounds(), palette)
	var last color.RGBA
	for i := range dst.Pix {
		if c := pixel(src, i); i > 0 && c == last { // most pixels are paper
			dst.Pix[i] = dst.Pix[i-1]
		} else {
			dst.Pix[i], last = index[c], c
		}
	}
	return dst
}

// shadesOf counts the colors in a picture, sorted by frequency and then by components. The pixels
// must be contiguous, which is not so in a picture that is part of another one.
func shadesOf(src *image.RGBA) []shade {
	counts := map[color.RGBA]int{}
	begin, pixels := 0, len(src.Pix)/4
	for i := range pixels {
		if c := pixel(src, i); i+1 == pixels || pixel(src, i+1) != c {
			counts[c] += i + 1 - begin
			begin = i + 1
		}
	}
	shades := make([]shade, 0, len(counts))
	for c, pixels := range counts {
		shades = append(shades, shade{color: c, pixels: pixels, distance: 1 << 20})
	}
	slices.SortFunc(shades, func(a, b shade) int {
		return cmp.Or(cmp.Compare(b.pixels, a.pixels), cmp.Compare(a.color.R, b.color.R), cmp.Compare(a.color.G, b.color.G),
			cmp.Compare(a.color.B, b.color.B), cmp.Compare(a.color.A, b.color.A))
	})
	return shades
}

// pixel returns pixel i in reading order.
func pixel(src *image.RGBA, i int) color.RGBA {
	p := src.Pix[4*i : 4*i+4 : 4*i+4]
	return color.RGBA{p[0], p[1], p[2], p[3]}
}

// colorDistance returns the squared distance between two colors, at most 4·255² < 2²⁰.
func colorDistance(a, b color.RGBA) int {
	square := func(x, y uint8) int { d := int(x) - int(y); return d * d }
	return square(a.R, b.R) + square(a.G, b.G) + square(a.B, b.B) + square(a.A, b.A)
}
