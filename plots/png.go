package plots

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// pngDPI is enough for a screen: a PNG is shown where an SVG cannot be, such as
// in a notebook that is not trusted, and notebooks are kept under version
// control.
const pngDPI = 120

func newPNGCanvas(w, h vg.Length) *vgimg.Canvas {
	return vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(pngDPI))
}

// encodePNG encodes the picture in few colours and states its resolution in a
// pHYs chunk (PNG specification, third edition, section 11.3.4.3), which
// image/png leaves out.
func encodePNG(c *vgimg.Canvas) ([]byte, error) {
	var b bytes.Buffer
	if err := png.Encode(&b, reduced(c.Image().(*image.RGBA), maxColors)); err != nil {
		return nil, fmt.Errorf("plots: encode PNG: %w", err)
	}
	// The chunk must stand before the first IDAT; directly behind the header
	// (8 bytes of signature, 25 of IHDR) is always allowed.
	const header = 8 + 25
	perMetre := uint32(math.Round(pngDPI / 0.0254))
	chunk := make([]byte, 0, 21)
	chunk = binary.BigEndian.AppendUint32(chunk, 9)
	chunk = append(chunk, "pHYs"...)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = append(chunk, 1) // the unit is the metre
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))

	out := make([]byte, 0, b.Len()+len(chunk))
	out = append(out, b.Bytes()[:header]...)
	out = append(out, chunk...)
	return append(out, b.Bytes()[header:]...), nil
}
