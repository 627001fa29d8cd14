package pdf

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image/png"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/internal/svg"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

type color = svg.Color

// document is a PDF under construction. Lengths are in points, and the origin of a page is at its
// top left.
type document struct {
	*fpdf.Fpdf
	faces []*face
	set   setting
	alpha uint8 // current opacity
	said  []string
	codes bool // some character is printed as its code

	root, at, marked *element        // of the structure, being written, and having the content that is open
	marks            map[int]int     // so many are on a page
	anchors          map[string]link // where they are
}

// setting is the current font on a page.
type setting struct {
	face int
	size float64
	page int
}

// newDocument begins a document that does not depend on the time or the machine.
func newDocument(title string, size Size) *document {
	d := &document{faces: newFaces(), alpha: 0xff}
	d.Fpdf = fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: size.Width, Ht: size.Height}})
	d.SetMargins(0, 0, 0)
	d.SetAutoPageBreak(false, 0)
	d.SetCatalogSort(true)
	d.SetCreationDate(time.Unix(0, 0).UTC())
	d.SetModificationDate(time.Unix(0, 0).UTC())
	d.SetProducer("puzzlelab", true)
	d.SetTitle(properly(title), true)
	return d
}

// properly returns text for places outside the pages, such as bookmarks. There, fpdf writes 16 bits
// per character and accepts only valid text.
func properly(text string) string {
	var b strings.Builder
	for _, r := range defuse.Text(text) {
		if r > 0xffff {
			fmt.Fprintf(&b, "%U", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// bytes returns the finished document.
func (d *document) bytes() ([]byte, error) {
	d.unmark()
	var out bytes.Buffer
	if err := d.Output(&out); err != nil {
		return nil, err
	}
	return d.structured(bytes.ReplaceAll(out.Bytes(), []byte(tag), []byte(subsetTag))), nil
}

// opaque sets the opacity for what follows.
func (d *document) opaque(alpha uint8) {
	if alpha != d.alpha {
		d.SetAlpha(float64(alpha)/0xff, "Normal")
		d.alpha = alpha
	}
}

// picture draws a picture with its top left corner at a point, scaled by a factor.
func (d *document) picture(p svg.Picture, x, y, scale float64) {
	d.content()
	at := func(p svg.Point) (float64, float64) { return x + p.X*scale, y + p.Y*scale }
	for _, part := range p.Parts {
		if len(part.Spans) > 0 {
			d.line(part, at, x, p.Width*scale, scale)
			continue
		}
		if part.Pixels != nil {
			var data bytes.Buffer
			_ = png.Encode(&data, part.Pixels) // cannot fail: the picture was decoded
			name := fmt.Sprintf("%x", sha256.Sum256(data.Bytes()))
			d.RegisterImageOptionsReader(name, fpdf.ImageOptions{ImageType: "png"}, &data)
			d.opaque(0xff)
			left, top := at(part.At)
			d.Image(name, left, top, part.Size.X*scale, part.Size.Y*scale, false, "", 0, "")
			continue
		}
		if part.Fill.A > 0 {
			d.opaque(part.Fill.A)
			d.SetFillColor(int(part.Fill.R), int(part.Fill.G), int(part.Fill.B))
			d.trace(part.Path, at)
			d.DrawPath("F")
		}
		if part.Stroke.A > 0 && part.Width > 0 {
			d.opaque(part.Stroke.A)
			d.SetDrawColor(int(part.Stroke.R), int(part.Stroke.G), int(part.Stroke.B))
			d.SetLineWidth(part.Width * scale)
			dashes := make([]float64, len(part.Dashes))
			for i, l := range part.Dashes {
				dashes[i] = l * scale
			}
			d.SetDashPattern(dashes, 0)
			d.trace(part.Path, at)
			d.DrawPath("D")
		}
	}
	d.SetDashPattern(nil, 0)
}

// trace begins a path.
func (d *document) trace(path []svg.Segment, at func(svg.Point) (x, y float64)) {
	for _, s := range path {
		x, y := at(s.To[0])
		switch s.Op {
		case svg.Move:
			d.MoveTo(x, y)
		case svg.Line:
			d.LineTo(x, y)
		case svg.Cube:
			x1, y1 := at(s.To[1])
			x2, y2 := at(s.To[2])
			d.CurveBezierCubicTo(x, y, x1, y1, x2, y2)
		case svg.Close:
			d.ClosePath()
		}
	}
}

// line writes a line of text on a sheet whose left edge is at left. A line that contains codes is
// longer than in the layout, so it is moved, and made smaller, as far as necessary to stay on the
// sheet.
func (d *document) line(p svg.Part, at func(svg.Point) (x, y float64), left, sheet, scale float64) {
	face := regular
	if p.Bold {
		face = bold
	}
	x, y := at(p.At)
	if p.Angle != 0 {
		d.TransformBegin()
		d.TransformRotate(-p.Angle, x, y)
	}
	width, codes := 0.0, false
	for _, s := range p.Spans {
		width += d.width(face, s.Size*scale, s.Text)
		codes = codes || strings.ContainsFunc(s.Text, func(r rune) bool { return d.coded(face, r) })
	}
	if codes && width > sheet {
		width, scale = sheet, scale*sheet/width
	}
	switch p.Anchor {
	case "middle":
		x -= width / 2
	case "end":
		x -= width
	}
	if codes {
		x = max(left, min(x, left+sheet-width))
	}
	if size := p.Spans[0].Size * scale; p.Stroke.A > 0 { // separates the text from what is behind it
		d.opaque(p.Stroke.A)
		d.SetFillColor(int(p.Stroke.R), int(p.Stroke.G), int(p.Stroke.B))
		d.Rect(x-p.Width*scale/4, y-0.75*size, width+p.Width*scale/2, 0.8*size, "F")
	}
	for _, s := range p.Spans {
		x += d.show(face, s.Size*scale, x, y-s.Rise*scale, p.Fill, s.Text)
	}
	if p.Angle != 0 {
		d.TransformEnd()
	}
}

// Size is a page size in points (1/72 inch).
type Size struct{ Width, Height float64 }

// Common paper sizes in portrait format.
var (
	A4     = Size{595.28, 841.89}
	Letter = Size{612, 792}
)

// Picture converts an SVG picture, such as a figure, to a PDF of the same size, with vector
// graphics and embedded fonts. The same picture always gives the same bytes. Characters missing
// from the fonts are printed as codes such as U+8FF7, which the subject of the document explains.
func Picture(picture []byte) ([]byte, error) {
	p, err := svg.Read(picture)
	if err != nil {
		return nil, fmt.Errorf("pdf: %w", err)
	}
	size := Size{p.Width, p.Height}
	d := newDocument(p.Title, size)
	d.AddPage()
	d.picture(p, 0, 0, 1)
	if d.codes {
		d.SetSubject(page.Codes, false)
	}
	out, err := d.bytes()
	if err != nil {
		return nil, fmt.Errorf("pdf: picture %q: %w", p.Title, err)
	}
	return out, nil
}
