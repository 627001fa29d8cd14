package pdf

import (
	"bytes"
	"cmp"
	"fmt"
	"image/png"
	"io"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"github.com/puzzlelab/puzzlelab/internal/svg"
	"github.com/puzzlelab/puzzlelab/internal/terminal"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// Dimensions of a page, in points.
const (
	column      = 505 // width of figures and tables, for which seven inches suffice
	measure     = 460 // width of lines of prose
	top         = 54
	bottom      = 58
	captionSize = 9
	captionStep = 12
	noteSize    = 8
	noteLeading = 10.5
	fineSize    = 7
	fineLeading = 9
	hairline    = 0.5
	scriptSize  = 0.72
	raise       = 0.36
)

var (
	ink       = color{R: 0x15, G: 0x18, B: 0x1d, A: 0xff}
	muted     = color{R: 0x5c, G: 0x5f, B: 0x6b, A: 0xff}
	faint     = color{R: 0xc4, G: 0xc7, B: 0xcd, A: 0xff}
	linkColor = color{R: 0x0b, G: 0x54, B: 0x94, A: 0xff}
	verdicts  = map[reports.Verdict]color{
		reports.Holds: {R: 0x00, G: 0x69, B: 0x58, A: 0xff}, reports.Fails: {R: 0xa3, G: 0x34, B: 0x1a, A: 0xff}, reports.Undecided: muted,
	}
)

// Write writes r on pages of the given size. It omits the source of cells and blocks, but includes
// the output of cells. If r is not valid (see [reports.Report.Validate]), Write returns an error
// and writes nothing. Characters missing from the fonts are printed as codes such as U+8FF7, which
// the end of the report explains.
func Write(to io.Writer, r reports.Report, size Size) error {
	p, err := page.Of(r)
	if err != nil {
		return err
	}
	w := &writer{document: newDocument(r.Title, size), Page: p, size: size, level: -1}
	w.SetLang("en")
	w.root = &element{kind: "Document"}
	w.at, w.anchors, w.marks = w.root, map[string]link{}, map[int]int{}
	w.SetXmpMetadata(described(properly(r.Title)))
	if day, err := time.Parse(time.DateOnly, r.Date()); err == nil {
		w.SetCreationDate(day)
		w.SetModificationDate(day)
	}
	w.newPage("P")
	w.opening()
	for i := 0; i < len(r.Blocks); i++ {
		next := i + 1
		for next < len(r.Blocks) && unseen(r.Blocks[next]) {
			next++
		}
		var pair []reports.Figure
		if next < len(r.Blocks) {
			pair = narrow(r.Blocks[i], r.Blocks[next])
		}
		var err error
		if pair != nil {
			err, i = w.figures(pair...), next
		} else {
			err = r.Blocks[i].Visit(w)
		}
		if err != nil {
			return fmt.Errorf("pdf: report %q, block %d: %w", r.ID, i+1, err)
		}
	}
	w.placeAll(size.Height)
	w.overview(r.Claims())
	w.frame(w.Glossary(w.uses))
	w.frame(w.References())
	w.citation()
	w.frame(w.Provenance())
	if w.codes {
		w.y += gap
		w.paragraph([]span{{text: page.Codes, size: fineSize, color: ink}}, w.left, w.width, fineLeading)
	}
	out, err := w.bytes()
	if err != nil {
		return fmt.Errorf("pdf: report %q: %w", r.ID, err)
	}
	_, err = to.Write(out)
	return err
}

// unseen reports whether a block is code without output.
func unseen(b reports.Block) bool {
	code, ok := b.(reports.Code)
	return ok && code.Output == ""
}

// writer writes a report from top to bottom.
type writer struct {
	*document
	*page.Page
	size    Size
	left    float64 // left edge of the column
	width   float64 // width of the column
	measure float64
	y, end  float64 // position of the next content on the page, and the end of the page
	level   int     // level of the last bookmark
	floats  []float // floats that wait for the next page
	placing bool    // whether a waiting float is being drawn
}

// newPage begins a page, upright ("P") or rotated ("L"), with the title and the page number at the
// bottom.
func (w *writer) newPage(orientation string) {
	if orientation == "P" {
		w.placeWaiting(true)
	}
	w.unmark()
	w.AddPageFormat(orientation, fpdf.SizeType{Wd: w.size.Width, Ht: w.size.Height})
	w.alpha = 0xff
	width, height := w.size.Width, w.size.Height
	w.document.set = setting{}
	w.left, w.width = (width-column)/2, column
	if orientation == "L" {
		width, height = height, width
		w.width = width - 2*w.left
	}
	w.measure = measure
	w.y, w.end = top, height-bottom
	foot := height - 30
	number := fmt.Sprint(w.PageNo())
	w.within(artifact, func() {
		w.show(regular, noteSize, w.left, foot, muted, w.cut(w.Report.Title, noteSize, w.width-60))
		w.show(regular, noteSize, w.left+w.width-w.document.width(regular, noteSize, number), foot, muted, number)
	})
	if orientation == "P" {
		w.placeWaiting(false)
	}
}

// cut returns the part of a line that fits.
func (w *writer) cut(text string, size, width float64) string {
	if w.document.width(regular, size, text) <= width {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && w.document.width(regular, size, string(runes)+"…") > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

// need begins a new page if there is less room than height.
func (w *writer) need(height float64) {
	for w.y+height > w.end && w.y > top {
		w.newPage("P")
	}
}

// room returns the remaining height of the page.
func (w *writer) room() float64 { return w.end - w.y }

// rule draws a horizontal line.
func (w *writer) rule(x, y, to, width float64, c color) {
	w.within(artifact, w.content)
	w.opaque(0xff)
	w.SetDrawColor(int(c.R), int(c.G), int(c.B))
	w.SetLineWidth(width)
	w.Line(x, y, to, y)
}

// fromFoot is a height as PDF counts it.
func (w *writer) fromFoot(y float64) float64 {
	_, height := w.GetPageSize()
	return height - y
}

// anchor sets the target of links to a block at the current position.
func (w *writer) anchor(b reports.Block) {
	if label, ok := w.Labels.Of(b); ok {
		w.anchors[label.Anchor()] = link{page: w.PageNo(), y: w.fromFoot(w.y)}
	}
}

// heading writes a heading of level 2 or below, with room for what follows.
func (w *writer) heading(level int, spans []span) {
	size := map[int]float64{2: 15, 3: 12}[level]
	size = cmp.Or(size, 10.5)
	words := ""
	for i := range spans {
		s := &spans[i]
		s.size *= size / bodySize
		s.face = emphasised(s.face, 2)
		words += s.text
	}
	if level == 2 {
		w.placeAll((w.end - top) / 3)
	}
	const below = 4 * leading
	if w.y > top {
		w.y += size * 0.7
	}
	w.need(w.height(spans, w.measure, size*1.25) + below)
	w.level = min(level-2, w.level+1) // levels must not be skipped
	w.Bookmark(properly(words), w.level, w.y)
	w.tagged(fmt.Sprintf("H%d", min(w.level+2, 6)), "", func() { w.paragraph(spans, w.left, w.measure, size*1.25) })
	w.y += gap * 0.7
}

// plain returns plain text as spans, with references as links.
func (w *writer) plain(text string, look span) []span {
	return w.spans(page.Inline(w.Labels, text), look)
}

// Code implements [reports.Visitor].
func (w *writer) Code(c reports.Code) error {
	if unseen(c) {
		return nil
	}
	if c.Timing {
		w.timing(w.width)
	}
	w.verbatim(terminal.Plain(c.Output), w.left, w.width)
	w.y += gap
	return nil
}

// Figure implements [reports.Visitor].
func (w *writer) Figure(f reports.Figure) error { return w.figures(f) }

const timingNote = "Times depend on the machine."

func (w *writer) timing(width float64) {
	w.paragraph([]span{{text: timingNote, face: italic, size: noteSize, color: muted}}, w.left, width, noteLeading)
}

// caption returns the number, title and caption of a block.
func (w *writer) caption(b reports.Block, title, caption string) (spans []span) {
	look := span{size: captionSize, color: ink}
	strong := look
	strong.face = bold
	if b.About().Timing {
		spans = append(spans, span{text: timingNote + " ", face: italic, size: captionSize, color: muted})
	}
	if label, ok := w.Labels.Of(b); ok {
		strong.text = strings.ReplaceAll(label.String(), " ", nbsp) + ". "
		spans = append(spans, strong)
	}
	if title != "" {
		spans = append(spans, w.plain(reports.FullStop(title)+" ", strong)...)
	}
	return append(spans, w.plain(caption, look)...)
}

// graphic is a figure ready to be drawn.
type graphic struct {
	reports.Figure
	drawing
	caption []span
	scale   float64
	least   float64 // scale at which the text is just readable
}

// graphic reads a figure to be shown with a given width. If a part of the SVG cannot be drawn, it uses
// the PNG, if there is one.
func (w *writer) graphic(f reports.Figure, width float64) (g graphic, err error) {
	g = graphic{Figure: f, caption: w.caption(f, f.Title, f.Caption)}
	if g.drawing, err = w.drawing(f.ID, "svg", f.SVG, 0); len(f.PNG) > 0 && (err != nil || len(g.Undrawn) > 0) {
		g.drawing, err = w.drawing(f.ID, "png", f.PNG, column)
	}
	if err != nil {
		return g, fmt.Errorf("figure %q: %w", f.ID, err)
	}
	const usual, readable, least = 300, 6, 5.4 // points: height, and text sizes; the last where a page has little room
	full := w.size.Height - top - bottom - w.below(g, width) - gap
	g.scale = min(1, width/g.Width, full/g.Height)
	g.scale = min(g.scale, max(readable/cmp.Or(g.Smallest(), 2*readable), usual/g.Height))
	g.least = min(g.scale, least/cmp.Or(g.Smallest(), 2*least))
	return g, nil
}

// captionWidth returns the width of the caption for a figure with a given width.
func captionWidth(width float64) float64 { return min(width, measure) }

// below returns the height of the caption below a figure, including the gap.
func (w *writer) below(g graphic, width float64) float64 {
	return gap + w.height(g.caption, captionWidth(width), captionStep)
}

// figures writes figures side by side with their captions below, on one page. It scales figures
// down if they are tall or if there is slightly too little room, as far as their text allows.
func (w *writer) figures(list ...reports.Figure) error {
	const apart = 15
	width := (column - apart*float64(len(list)-1)) / float64(len(list))
	graphics := make([]graphic, len(list))
	height := 0.0
	for i, f := range list {
		var err error
		if graphics[i], err = w.graphic(f, width); err != nil {
			return err
		}
		height = max(height, graphics[i].Height*graphics[i].least+w.below(graphics[i], width))
	}
	w.place(float{in: w.tag("Div", ""), height: gap + height, draw: func() {
		w.y += gap
		from, foot, room := w.y, w.y, w.room()
		if len(w.floats) > 0 && height+2*gap+w.floats[0].height <= room { // so that the next one fits, too
			room -= 2*gap + w.floats[0].height
		}
		left := w.left
		for _, g := range graphics {
			w.y = from
			scale := max(g.least, min(g.scale, (room-w.below(g, width))/g.Height))
			w.anchor(g.Figure)
			w.draw(g.drawing, cmp.Or(g.Alt, g.Title, "a figure without a description"), left, scale)
			w.y += gap
			w.tagged("Caption", "", func() { w.paragraph(g.caption, left, captionWidth(width), captionStep) })
			foot = max(foot, w.y)
			left += width + apart
		}
		w.y = foot + 2*gap
	}})
	return nil
}

// narrow returns two blocks if both are figures of at most half a column, and nil otherwise.
func narrow(a, b reports.Block) (pair []reports.Figure) {
	for _, block := range []reports.Block{a, b} {
		f, ok := block.(reports.Figure)
		if !ok {
			return nil
		}
		if p, err := svg.Read(f.SVG); err != nil || p.Width > column/2 {
			return nil
		}
		pair = append(pair, f)
	}
	return pair
}

// drawing is a vector picture or a pixel picture.
type drawing struct {
	svg.Picture
	pixels string // name of the pixels in the document; "" for a vector picture
}

const screen = 96 // dots per inch

// drawing reads a picture. A pixel picture becomes no wider than widest points, unless that is 0.
// It is decoded first, because fpdf decompresses any data, and panics if there is less than
// expected.
func (w *writer) drawing(name, kind string, data []byte, widest float64) (d drawing, err error) {
	if kind == "svg" {
		d.Picture, err = svg.Read(data)
		return d, err
	}
	picture, err := svg.Decode(data)
	if err != nil {
		return d, err
	}
	info := w.RegisterImageOptionsReader(name, fpdf.ImageOptions{ImageType: kind}, bytes.NewReader(data))
	if w.Error() != nil { // as for an interlaced PNG
		w.ClearError()
		var b bytes.Buffer
		_ = png.Encode(&b, picture) // into memory
		info = w.RegisterImageOptionsReader(name, fpdf.ImageOptions{ImageType: "png"}, &b)
	}
	if err := w.Error(); err != nil {
		return d, err
	}
	info.SetDpi(screen)
	if widest > 0 {
		info.SetDpi(max(screen, float64(picture.Bounds().Dx())*72/widest))
	}
	d.Width, d.Height, d.pixels = info.Width(), info.Height(), name
	return d, nil
}

// draw draws a picture starting at x, scaled by a factor. Screen readers read alt instead of it.
func (w *writer) draw(d drawing, alt string, x, scale float64) {
	box := fmt.Sprintf("[%.2f %.2f %.2f %.2f]", x, w.fromFoot(w.y+d.Height*scale), x+d.Width*scale, w.fromFoot(w.y))
	w.tagged("Figure", "/Alt "+hex(alt)+"/A <</O/Layout/Placement/Block/BBox "+box+">>", func() {
		if w.content(); d.pixels != "" {
			w.Image(d.pixels, x, w.y, d.Width*scale, d.Height*scale, false, "", 0, "")
		} else {
			w.picture(d.Picture, x, w.y, scale)
		}
	})
	w.y += d.Height * scale
}

// Claim implements [reports.Visitor]. It writes the verdict, the claim and its evidence on one
// page, next to a bar.
func (w *writer) Claim(c reports.Claim) error {
	spans := append([]span{verdictOf(c, bodySize)}, w.caption(c, "", "")...)
	spans = append(spans, w.plain(c.Statement, span{face: bold, size: bodySize, color: ink})...)
	evidence := c.Evidence
	if c.Estimate != nil && evidence == "" {
		evidence = "Estimate " + strings.ReplaceAll(c.Estimate.String(), " = ", nbsp+"="+nbsp) + "."
	}
	small := w.plain(evidence, span{size: captionSize, color: ink})
	const inset = 10
	height := w.height(spans, w.measure-inset, leading) + w.height(small, w.measure-inset, captionStep)
	w.need(height)
	w.anchor(c)
	from := w.y
	w.paragraph(spans, w.left+inset, w.measure-inset, leading)
	w.paragraph(small, w.left+inset, w.measure-inset, captionStep)
	if w.y > from { // only on the page on which it began
		w.within(artifact, w.content)
		w.opaque(0xff)
		bar := verdicts[c.Holds]
		w.SetFillColor(int(bar.R), int(bar.G), int(bar.B))
		w.Rect(w.left, from+1, 2, w.y-from, "F")
	}
	w.y += gap * 1.3
	return nil
}

// verdictOf returns the verdict shown before a claim.
func verdictOf(c reports.Claim, size float64) span {
	return span{text: c.Holds.Mark() + nbsp + c.Holds.String() + "  ", face: bold, size: size, color: verdicts[c.Holds]}
}

// overview lists all verdicts.
func (w *writer) overview(claims []reports.Claim) {
	if len(claims) < 2 {
		return
	}
	w.heading(2, []span{{text: "Claims and verdicts", size: bodySize, color: ink}})
	for _, c := range claims {
		w.verdict(c, w.width)
	}
	w.y += gap
}

// verdict writes a claim in one or a few lines, with a link to it.
func (w *writer) verdict(c reports.Claim, width float64) {
	look := span{size: captionSize, color: ink}
	where := look
	if label, ok := w.Labels.Of(c); ok {
		where.text, where.url, where.color = " "+strings.ReplaceAll(label.String(), " ", nbsp), "#"+label.Anchor(), linkColor
	}
	spans := append([]span{verdictOf(c, captionSize)}, w.plain(c.Statement, look)...)
	w.paragraph(append(spans, where), w.left, width, captionStep)
	w.y += 2
}
