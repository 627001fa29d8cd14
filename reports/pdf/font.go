package pdf

import (
	"fmt"
	"strings"
	"unicode"

	"codeberg.org/go-fonts/dejavu/dejavusans"
	"codeberg.org/go-fonts/liberation/liberationmonoregular"
	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansbolditalic"
	"codeberg.org/go-fonts/liberation/liberationsansitalic"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// face is a font of a document.
type face struct {
	family, style string // names in the document
	file          []byte
	font          *sfnt.Font
	buffer        sfnt.Buffer
	widths        map[rune]float64 // relative to the font size; negative for missing glyphs
	added         bool
}

// Indexes of typefaces. mono is for code. symbols is for characters that the other typefaces lack,
// and for all superscript and subscript digits, because the other typefaces have only some of these
// digits.
const (
	regular = iota
	bold
	italic
	boldItalic
	mono
	symbols
)

// tag is the prefix of the names of fonts. PDF readers treat a font as a subset if its name begins
// with six capitals and a plus sign, but fpdf writes "utf8" and lower-case letters. In the finished
// document, subsetTag, which has the same length, replaces tag.
const (
	family    = "pl+"
	tag       = "/utf8" + family
	subsetTag = "/PUZZLE+"
)

func newFaces() []*face {
	return []*face{
		regular:    {family: family + "liberationsans", file: liberationsansregular.TTF},
		bold:       {family: family + "liberationsans", style: "B", file: liberationsansbold.TTF},
		italic:     {family: family + "liberationsans", style: "I", file: liberationsansitalic.TTF},
		boldItalic: {family: family + "liberationsans", style: "BI", file: liberationsansbolditalic.TTF},
		mono:       {family: family + "liberationmono", file: liberationmonoregular.TTF},
		symbols:    {family: family + "dejavusans", file: dejavusans.TTF},
	}
}

// width returns the width of a glyph relative to the font size, or a negative number if the face
// lacks it.
func (f *face) width(r rune) float64 {
	if w, ok := f.widths[r]; ok {
		return w
	}
	w := -1.0
	if glyph, err := f.font.GlyphIndex(&f.buffer, r); err == nil && glyph != 0 && r <= 0xffff {
		const units = 1000 // per em, as in the document
		if a, err := f.font.GlyphAdvance(&f.buffer, glyph, fixed.I(units), font.HintingNone); err == nil {
			w = float64(a.Round()) / units
		}
	}
	f.widths[r] = w
	return w
}

// raised lists the superscript and subscript characters that symbols provides.
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"

// piece is text in one face.
type piece struct {
	face int
	text string
}

// pieces splits text by the faces that have its glyphs. A character that no face has becomes its
// code.
func (d *document) pieces(preferred int, text string) (out []piece) {
	for _, r := range text {
		if r < ' ' {
			r = '\ufffd'
		}
		use, said := preferred, string(r)
		switch {
		case d.coded(preferred, r):
			d.codes = true
			use, said = mono, fmt.Sprintf("%U", r)
		case strings.ContainsRune(raised, r) || d.face(preferred).width(r) < 0:
			use = symbols
		}
		if n := len(out); n > 0 && out[n-1].face == use {
			out[n-1].text += said
		} else {
			out = append(out, piece{use, said})
		}
	}
	return out
}

// coded reports whether a character in text with a preferred face is printed as its code. It is if
// neither that face nor symbols has it, if it controls a terminal or the direction of text, or if
// it belongs to a script from right to left, which would come out backward.
func (d *document) coded(preferred int, r rune) bool {
	return r >= ' ' && d.face(preferred).width(r) < 0 && d.face(symbols).width(r) < 0 || unicode.Is(leftward, r)
}

// leftward holds the blocks of scripts that are written from right to left, and control characters.
var leftward = &unicode.RangeTable{R16: []unicode.Range16{{0x7f, 0x9f, 1}, {0x590, 0x8ff, 1}, {0x202a, 0x202e, 1}, {0x2066, 0x2069, 1}, {0xfb1d, 0xfdff, 1}, {0xfe70, 0xfefc, 1}}}

// face returns a face, which it reads if necessary.
func (d *document) face(i int) *face {
	f := d.faces[i]
	if f.font == nil {
		var err error
		if f.font, err = sfnt.Parse(f.file); err != nil {
			panic(err) // cannot fail: the font is part of the program
		}
		f.widths = map[rune]float64{}
	}
	return f
}

// width returns the width of a line of text.
func (d *document) width(face int, size float64, text string) (w float64) {
	for _, p := range d.pieces(face, text) {
		f := d.face(p.face)
		for _, r := range p.text {
			w += f.width(r)
		}
	}
	return w * size
}

// show writes text starting at a point on the baseline, and returns its width.
func (d *document) show(face int, size, x, y float64, c color, text string) float64 {
	begin := x
	d.said = append(d.said, text)
	for _, p := range d.pieces(face, text) {
		f := d.face(p.face)
		if !f.added {
			d.AddUTF8FontFromBytes(f.family, f.style, f.file)
			f.added = true
		}
		d.opaque(c.A)
		if now := (setting{p.face, size, d.PageNo()}); now != d.set {
			d.SetFont(f.family, f.style, size)
			d.set = now
		}
		d.content()
		d.SetTextColor(int(c.R), int(c.G), int(c.B))
		d.Text(x, y, p.text)
		for _, r := range p.text {
			x += f.width(r) * size
		}
	}
	return x - begin
}
