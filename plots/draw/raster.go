package draw

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"github.com/puzzlelab/puzzlelab/internal/svg"
)

// Raster implements [chart.Drawer]. It converts SVG to PNG for programs that cannot show SVG. It
// supports only drawings of this project (see package internal/svg), and returns an error for
// anything else.
func (drawer) Raster(picture []byte) ([]byte, error) {
	p, err := svg.Read(picture)
	if err != nil {
		return nil, fmt.Errorf("plots: raster: %w", err)
	}
	if len(p.Undrawn) > 0 {
		return nil, fmt.Errorf("plots: raster: cannot draw %s", strings.Join(p.Undrawn, ", "))
	}
	r := newRaster(vg.Length(p.Width), vg.Length(p.Height), pngDPI)
	for _, part := range p.Parts {
		if part.Spans != nil {
			r.text(part)
		} else if part.Pixels != nil {
			low := svg.Point{X: part.At.X + part.Size.X, Y: part.At.Y + part.Size.Y}
			r.canvas.DrawImage(vg.Rectangle{Min: vg.Point{X: r.at(part.At).X, Y: r.at(low).Y}, Max: vg.Point{X: r.at(low).X, Y: r.at(part.At).Y}}, part.Pixels)
		} else {
			r.outline(part)
		}
	}
	return encodePNG(r.canvas, pngDPI, maxColors)
}

// raster draws on a canvas with a given height, whose y axis points up.
type raster struct {
	canvas *vgimg.Canvas
	height vg.Length
}

func newRaster(w, h vg.Length, dpi int) raster {
	return raster{vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(dpi)), h}
}

func (r raster) group(string, ...string) (end func()) { return func() {} }

func (r raster) strokePath(p vg.Path, s draw.LineStyle) {
	r.canvas.SetColor(s.Color)
	r.canvas.SetLineWidth(s.Width)
	r.canvas.SetLineDash(s.Dashes, 0)
	r.canvas.Stroke(p)
}

func (r raster) fillPath(p vg.Path, c color.NRGBA) {
	r.canvas.SetColor(c)
	r.canvas.Fill(p)
}

func (r raster) drawMarks(m symbol, at []vg.Point) {
	for _, point := range at {
		path := m.path(point)
		if !m.open {
			r.fillPath(path, m.color)
			continue
		}
		r.fillPath(path, paper)
		r.strokePath(path, draw.LineStyle{Color: m.color, Width: openStroke})
	}
}

func (r raster) setText(s style, at vg.Point, runs []run) {
	at.X -= s.anchor.left(s.length(runs))
	var spans []span
	for _, t := range runs {
		spans = append(spans, span{t.text, face(t.size(s.size)), t.shift(s.size)})
	}
	r.write(at, s.color, spans)
}

// span is a piece of a line of text, with its distance above the baseline.
type span struct {
	text string
	face font.Face
	rise vg.Length
}

// write writes a line of text, starting at a point on its baseline.
func (r raster) write(at vg.Point, c color.Color, spans []span) {
	r.canvas.SetColor(c)
	for _, s := range spans {
		r.canvas.FillString(s.face, at.Add(vg.Point{Y: s.rise}), s.text)
		at.X += s.face.Width(s.text)
	}
}

func (r raster) at(p svg.Point) vg.Point {
	return vg.Point{X: vg.Length(p.X), Y: r.height - vg.Length(p.Y)}
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
		r.fillPath(path, p.Fill)
	}
	if p.Stroke.A > 0 {
		style := draw.LineStyle{Color: p.Stroke, Width: vg.Length(p.Width)}
		for _, d := range p.Dashes {
			style.Dashes = append(style.Dashes, vg.Length(d))
		}
		r.strokePath(path, style)
	}
}

// text writes a line of text. Behind the text it draws the stroke that separates the text from what
// is below: the same line in the color of the stroke, moved by half the stroke's width in every
// direction.
func (r raster) text(p svg.Part) {
	sans := font.Font{Typeface: "Liberation", Variant: "Sans", Weight: stdfont.WeightNormal}
	if p.Bold {
		sans.Weight = stdfont.WeightBold
	}
	width := vg.Length(0)
	var spans []span
	for _, s := range p.Spans {
		f := fonts().Lookup(sans, vg.Length(s.Size))
		spans = append(spans, span{s.Text, f, vg.Length(s.Rise)})
		width += f.Width(s.Text)
	}
	at := r.at(p.At)
	at.X -= anchor(max(slices.Index(anchors[:], p.Anchor), 0)).left(width)
	if p.Stroke.A > 0 {
		const around = 16
		for k := range around {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / around)
			r.write(at.Add(vg.Point{X: vg.Length(p.Width / 2 * cos), Y: vg.Length(p.Width / 2 * sin)}), p.Stroke, spans)
		}
	}
	r.write(at, p.Fill, spans)
}
