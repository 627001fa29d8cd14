package draw

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"html"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Canvas is an SVG picture in the making. The zero Canvas is empty.
type Canvas struct{ out bytes.Buffer }

// Printf writes markup. Texts of others go through [Escape] first.
func (c *Canvas) Printf(format string, args ...any) { _, _ = fmt.Fprintf(&c.out, format, args...) }

// String returns what has been written.
func (c *Canvas) String() string { return c.out.String() }

// Save writes the picture to w. The error, which begins with a prefix, is that
// of w.
func (c *Canvas) Save(w io.Writer, prefix string) error {
	if _, err := w.Write(c.out.Bytes()); err != nil {
		return fmt.Errorf("%s: %w", prefix, err)
	}
	return nil
}

// ID derives an id from what is drawn, so that different drawings differ in it.
func ID(prefix string, drawn ...any) string {
	h := sha256.New()
	_, _ = fmt.Fprintln(h, drawn...)
	return fmt.Sprintf("%s-%x", prefix, h.Sum(nil)[:5])
}

// Picture is the head of an SVG picture.
type Picture struct {
	ID            string // prefix of the ids of title and description
	Title         string
	Description   string // for readers who cannot see the picture
	Width, Height int    // of the view box
	Size          int    // width in pixels, with the height in proportion; 0: Width
	Anchor        string // text-anchor of the texts; "": start

	Style string // rules before those of Dark
	Dark  string // rules of a dark scheme, see [Dark]; "": there is neither a style sheet nor an id of the picture
}

// Open begins the svg element of a picture. The caller ends it.
func (c *Canvas) Open(p Picture) {
	width, height := p.Width, p.Height
	if p.Size > 0 {
		width, height = p.Size, max(1, (p.Height*p.Size+p.Width/2)/p.Width)
	}
	id, anchor := "", ""
	if p.Dark != "" {
		id = fmt.Sprintf(` id="%s"`, p.ID)
	}
	if p.Anchor != "" {
		anchor = fmt.Sprintf(` text-anchor="%s"`, p.Anchor)
	}
	c.Printf(`<svg xmlns="http://www.w3.org/2000/svg"%s width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-labelledby="%s-title %s-desc" font-family="Liberation Sans, Arial, Helvetica, sans-serif"%s>`+"\n",
		id, width, height, p.Width, p.Height, p.ID, p.ID, anchor)
	c.Printf("<title id=\"%s-title\">%s</title>\n", p.ID, Escape(p.Title))
	c.Printf("<desc id=\"%s-desc\">%s</desc>\n", p.ID, Escape(p.Description))
	if p.Dark != "" {
		c.Printf("<style>%s%s</style>\n", p.Style, p.Dark)
	}
}

// Rule is what a dark scheme changes: the colour of a property, fill or stroke,
// of the elements of a class.
type Rule struct{ Class, Property, Color string }

// Dark returns the style sheet of a dark scheme. Its rules are confined to the
// picture with the id; as an attribute, since an id may hold characters that a
// selector cannot. A stamp, which is defined once and placed by use elements, is
// matched as if it stood alone: with stamps the rules also match classes that
// have the id in their name, see [Stamped].
func Dark(id string, rules []Rule, stamps bool) string {
	var b strings.Builder
	b.WriteString("@media (prefers-color-scheme:dark){")
	for _, r := range rules {
		fmt.Fprintf(&b, "[id=\"%s\"] .%s{%s:%s}", id, r.Class, r.Property, r.Color)
		if stamps {
			fmt.Fprintf(&b, "[class=\"%s\"]{%s:%s}", Stamped(id, r.Class), r.Property, r.Color)
		}
	}
	b.WriteString("}")
	return b.String()
}

// Stamped returns the name of a class inside a stamp of the picture with the id.
func Stamped(id, class string) string { return id + "-" + class }

// Size and distance of the lines of a caption, in units of the view box.
const (
	CaptionSize = 13 // its letters are half as wide on average
	LineHeight  = 18
)

// Caption writes lines of text, the first with its base line at y.
func (c *Canvas) Caption(lines []string, x, y int, ink string) {
	if len(lines) == 0 {
		return
	}
	c.Printf("<g class=\"ink\" data-layer=\"caption\" font-size=\"%d\" text-anchor=\"start\" fill=\"%s\">\n", CaptionSize, ink)
	for i, line := range lines {
		c.Printf("<text x=\"%d\" y=\"%d\">%s</text>\n", x, y+LineHeight*i, Escape(line))
	}
	c.Printf("</g>\n")
}

// Wrap breaks sentences into the lines of a caption of that width. Each sentence
// begins a line; a word that is too long has a line of its own.
func Wrap(sentences []string, width int) []string {
	most := width * 2 / CaptionSize // characters
	var lines []string
	for _, s := range sentences {
		line := ""
		for word := range strings.FieldsSeq(s) {
			switch {
			case line == "":
				line = word
			case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= most:
				line += " " + word
			default:
				lines = append(lines, line)
				line = word
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// Escape makes a text fit for SVG and HTML. What XML does not allow, such as
// control characters, becomes U+FFFD.
func Escape(s string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0xfffe || r == 0xffff {
			return utf8.RuneError
		}
		return r
	}, s))
}

// Num writes a length with at most two decimals, the same on every machine.
func Num(x float64) string {
	x = math.Round(x*100) / 100
	if x == 0 {
		x = 0 // not −0
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}
