package plots

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"github.com/puzzlelab/puzzlelab/internal/svg"
)

// Drawing returns what draw writes, an SVG picture, and the same as a PNG; see [Raster].
func Drawing(draw func(io.Writer) error) (svg, png []byte, err error) {
	var picture bytes.Buffer
	if err := draw(&picture); err != nil {
		return nil, nil, err
	}
	png, err = Raster(picture.Bytes())
	return picture.Bytes(), png, err
}

// Raster returns an SVG picture as a PNG, for readers who are shown no SVG. It knows
// what this project draws; see package internal/svg. Anything else is an error.
func Raster(picture []byte) ([]byte, error) {
	p, err := svg.Read(picture)
	if err != nil {
		return nil, fmt.Errorf("plots: raster: %w", err)
	}
	canvas := newPNGCanvas(vg.Length(p.Width), vg.Length(p.Height))
	r := raster{canvas: canvas, height: p.Height}
	for _, part := range p.Parts {
		if part.Spans != nil {
			r.text(part)
		} else {
			r.outline(part)
		}
	}
	return encodePNG(canvas, pngDPI, maxColors)
}

// raster draws on a canvas of a height, whose y axis points up.
type raster struct {
	canvas vg.Canvas
	height float64
}

func (r raster) at(p svg.Point) vg.Point {
	return vg.Point{X: vg.Length(p.X), Y: vg.Length(r.height - p.Y)}
}

// outline fills and strokes a path.
func (r raster) outline(p svg.Part) {
	var path vg.Path
	for _, s := range p.Path {
		switch s.Op {
		case svg.Move:
			path.Move(r.at(s.To[0]))
		case svg.Line:
			path.Line(r.at(s.To[0]))
		case svg.Cube:
			path.CubeTo(r.at(s.To[0]), r.at(s.To[1]), r.at(s.To[2]))
		case svg.Close:
			path.Close()
		}
	}
	if p.Fill.A > 0 {
		r.canvas.SetColor(p.Fill)
		r.canvas.Fill(path)
	}
	if p.Stroke.A > 0 {
		r.canvas.SetColor(p.Stroke)
		r.canvas.SetLineWidth(vg.Length(p.Width))
		dashes := make([]vg.Length, len(p.Dashes))
		for i, d := range p.Dashes {
			dashes[i] = vg.Length(d)
		}
		r.canvas.SetLineDash(dashes, 0)
		r.canvas.Stroke(path)
	}
}

// text writes a line, and behind it the stroke that keeps it off what it stands on: the
// same line in the colour of the stroke, moved by half its width all around.
func (r raster) text(p svg.Part) {
	weight := stdfont.WeightNormal
	if p.Bold {
		weight = stdfont.WeightBold
	}
	at := r.at(p.At)
	width := vg.Length(0)
	faces := make([]font.Face, len(p.Spans))
	for i, s := range p.Spans {
		faces[i] = fonts.Lookup(font.Font{Typeface: "Liberation", Variant: "Sans", Weight: weight}, vg.Length(s.Size))
		width += faces[i].Width(s.Text)
	}
	switch p.Anchor {
	case "middle":
		at.X -= width / 2
	case "end":
		at.X -= width
	}
	write := func(at vg.Point, c color.Color) {
		r.canvas.SetColor(c)
		for i, s := range p.Spans {
			r.canvas.FillString(faces[i], vg.Point{X: at.X, Y: at.Y + vg.Length(s.Rise)}, s.Text)
			at.X += faces[i].Width(s.Text)
		}
	}
	if p.Stroke.A > 0 {
		const around = 16
		for k := range around {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / around)
			write(at.Add(vg.Point{X: vg.Length(p.Width / 2 * cos), Y: vg.Length(p.Width / 2 * sin)}), p.Stroke)
		}
	}
	write(at, p.Fill)
}
