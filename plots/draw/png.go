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

// pngDPI is enough for a screen: a PNG is shown where an SVG cannot be, such as
// in a notebook that is not trusted, and notebooks are kept under version
// control.
const pngDPI = 96

// maxColors is how many colours a PNG has at the most: what fits into four bits
// a pixel. A figure has a dozen, and the shades between each and the paper,
// which smooth edges; of those a few will do.
const maxColors = 16

// encodePNG encodes the picture with at most that many colours and states its resolution in a
// pHYs chunk (PNG specification, third edition, section 11.3.4.3), which
// image/png leaves out.
func encodePNG(c *vgimg.Canvas, dpi float64, colors int) ([]byte, error) {
	var b bytes.Buffer
	var encoder png.Encoder
	if err := encoder.Encode(&b, reduced(c.Image().(*image.RGBA), colors)); err != nil {
		return nil, fmt.Errorf("plots: encode PNG: %w", err)
	}
	// The chunk must be before the first IDAT; directly after the header
	// (8 bytes of signature, 25 of IHDR) is always allowed.
	const header = 8 + 25
	perMetre := uint32(math.Round(dpi / 0.0254))
	chunk := binary.BigEndian.AppendUint32(nil, 9)
	chunk = append(chunk, "pHYs"...)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = append(chunk, 1) // the unit is the metre
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return slices.Insert(b.Bytes(), header, chunk...), nil
}

// shade is a colour of a picture that is to be reduced.
type shade struct {
	color    color.RGBA
	pixels   int
	distance int   // squared, to the nearest colour chosen so far
	nearest  uint8 // its index
}

// reduced returns the picture in n colours of its own, at most 256, each pixel
// in the nearest. Colours are chosen one after the other: next comes the one
// with the largest error so far, which is the number of its pixels
// times the squared distance to the nearest colour already chosen. So a thin
// line in a colour of its own counts, and the order is the same everywhere.
func reduced(src *image.RGBA, n int) *image.Paletted {
	shades := shadesOf(src)
	var palette color.Palette
	for len(palette) < n {
		next := slices.MaxFunc(shades, func(a, b shade) int { return cmp.Compare(a.pixels*a.distance, b.pixels*b.distance) })
		if next.distance == 0 {
			break // every colour is there
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
		if c := pixel(src, i); i > 0 && c == last { // most are paper
			dst.Pix[i] = dst.Pix[i-1]
		} else {
			dst.Pix[i], last = index[c], c
		}
	}
	return dst
}

// shadesOf counts the colours of a picture: the most frequent first, equally
// frequent ones by their components. Its pixels must be without gaps, as in a
// picture that is not part of another one.
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

// colorDistance returns the squared distance of two colours, at most 4·255² < 2²⁰.
func colorDistance(a, b color.RGBA) int {
	square := func(x, y uint8) int { d := int(x) - int(y); return d * d }
	return square(a.R, b.R) + square(a.G, b.G) + square(a.B, b.B) + square(a.A, b.A)
}
