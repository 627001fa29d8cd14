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

// Canvas collects the markup of an SVG picture. The zero Canvas is empty and ready to use.
type Canvas struct{ out bytes.Buffer }

// Printf adds markup. Pass text from elsewhere through [Escape] first.
func (c *Canvas) Printf(format string, args ...any) { _, _ = fmt.Fprintf(&c.out, format, args...) }

// String returns the markup written so far.
func (c *Canvas) String() string { return c.out.String() }

// Save writes the picture to w. If writing fails, it returns w's error with the given prefix.
func (c *Canvas) Save(w io.Writer, prefix string) error {
	if _, err := w.Write(c.out.Bytes()); err != nil {
		return fmt.Errorf("%s: %w", prefix, err)
	}
	return nil
}

// ID returns an XML ID made from a hash of the drawn values, so that different drawings on one page
// have different IDs.
func ID(prefix string, drawn ...any) string {
	h := sha256.New()
	_, _ = fmt.Fprintln(h, drawn...)
	return fmt.Sprintf("%s-%x", prefix, h.Sum(nil)[:5])
}

// Picture describes the beginning of an SVG picture: its svg element, title, description and style.
type Picture struct {
	ID            string // ID of the picture, and prefix of the IDs of its title and description
	Title         string
	Description   string // text for readers who cannot see the picture
	Width, Height int    // width and height of the view box
	Size          int    // width in pixels, with the height in proportion; 0 means Width
	Anchor        string // value of text-anchor for all texts; "" means start

	Style string // CSS rules for all color schemes; included in the picture only if Dark is not ""
	// Dark holds CSS rules for a dark color scheme; see the function [Dark]. If it is "", the
	// picture has neither a style sheet nor an ID.
	Dark string
}

// Open writes the beginning of a picture: the svg start tag, title, description and style. The
// caller writes the end tag.
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

// Rule sets a color for a dark color scheme: it sets Property (fill or stroke) to Color for all
// elements of the class Class.
type Rule struct{ Class, Property, Color string }

// Dark returns the style sheet for a dark color scheme. Its rules apply only to the picture with
// the given ID. They match the ID with an attribute selector, because it may contain characters
// that an ID selector does not allow.
//
// A stamp is a shape that is defined once and copied by use elements. A CSS rule for a copy cannot
// depend on the elements around it. If stamps is true, each rule therefore also matches the class
// names that [Stamped] returns.
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

// Stamped returns the name that a class has inside a stamp (a shape that is defined once and
// copied), in the picture with the given ID.
func Stamped(id, class string) string { return id + "-" + class }

// CaptionSize and LineHeight are the font size and line height of a caption, in units of the
// view box.
const (
	CaptionSize = 13 // font size; the width of letters is about half the font size
	LineHeight  = 18
)

// Caption writes lines of text whose left edges are at x. The baseline of the first line is at y.
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

// Wrap breaks sentences into lines for a caption of the given width, in units of the view box. Each
// sentence starts a new line. A word that is too long gets its own line.
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

// Escape escapes a text for use in SVG and HTML. It replaces characters that XML does not allow,
// such as control characters, with U+FFFD.
func Escape(s string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0xfffe || r == 0xffff {
			return utf8.RuneError
		}
		return r
	}, s))
}

// Num formats a length with at most two decimals. The result is the same on every machine.
func Num(x float64) string {
	x = math.Round(x*100) / 100
	if x == 0 {
		x = 0 // not −0
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}
