package svg

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"image"
	_ "image/gif"  // formats of pictures in pictures
	_ "image/jpeg" // the same
	_ "image/png"  // the same
	"math"
	"strings"

	_ "golang.org/x/image/webp" // the same
)

// maxPixels is the maximum number of pixels in a picture.
const maxPixels = 1 << 26

// Decode decodes a PNG, JPEG, GIF or WebP picture. It decodes only the first frame of a
// GIF.
func Decode(data []byte) (image.Image, error) {
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err == nil && size.Width > maxPixels/max(1, size.Height) {
		err = fmt.Errorf("%d×%d pixels are more than %d", size.Width, size.Height, maxPixels)
	}
	if err != nil {
		return nil, err
	}
	picture, _, err := image.Decode(bytes.NewReader(data))
	return picture, err
}

// pixels adds an embedded picture, unless it is turned.
func (r *reader) pixels(e *element, m affine) {
	_, text, _ := strings.Cut(e.attributes["href"], ";base64,")
	data, _ := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
	picture, err := Decode(data)
	if err != nil || m[1] != 0 || m[2] != 0 {
		r.lacks("<image>")
		return
	}
	size := picture.Bounds().Size()
	columns, rows := float64(size.X), float64(size.Y)
	w, h := cmp.Or(e.number("width"), columns), cmp.Or(e.number("height"), rows)
	if fit := min(w/columns, h/rows); e.attributes["preserveAspectRatio"] != "none" {
		m = m.then(shift((w-fit*columns)/2, (h-fit*rows)/2))
		w, h = fit*columns, fit*rows
	}
	a, b := m.at(0, 0), m.at(w, h)
	upright := image.NewNRGBA(image.Rect(0, 0, size.X, size.Y))
	for y := range size.Y {
		for x := range size.X {
			to := image.Pt(x, y)
			if b.X < a.X {
				to.X = size.X - 1 - x
			}
			if b.Y < a.Y {
				to.Y = size.Y - 1 - y
			}
			upright.Set(to.X, to.Y, picture.At(picture.Bounds().Min.X+x, picture.Bounds().Min.Y+y))
		}
	}
	r.picture.Parts = append(r.picture.Parts, Part{Pixels: upright, At: Point{min(a.X, b.X), min(a.Y, b.Y)}, Size: Point{math.Abs(b.X - a.X), math.Abs(b.Y - a.Y)}})
}
