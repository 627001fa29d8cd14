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

// Canvas collects the markup of an SVG picture. The zero Canvas is empty.
type Canvas struct{ out bytes.Buffer }

// Printf adds markup. Text from elsewhere must be escaped with [Escape] first.
func (c *Canvas) Printf(format string, args ...any) { _, _ = fmt.Fprintf(&c.out, format, args...) }

// String returns the markup written so far.
func (c *Canvas) String() string { return c.out.String() }

// Save writes the picture to w. If w fails, it returns the error of w with the
// prefix in front.
func (c *Canvas) Save(w io.Writer, prefix string) error {
	if _, err := w.Write(c.out.Bytes()); err != nil {
		return fmt.Errorf("%s: %w", prefix, err)
	}
	return nil
}

// ID derives an XML id from the drawn values, so that different drawings in one
// page have different ids.
func ID(prefix string, drawn ...any) string {
	h := sha256.New()
	_, _ = fmt.Fprintln(h, drawn...)
	return fmt.Sprintf("%s-%x", prefix, h.Sum(nil)[:5])
}

// Picture describes the opening element of an SVG picture, with its title,
// description and style.
type Picture struct {
	ID            string // prefix of the ids of title and description
	Title         string
	Description   string // for readers who cannot see the picture
	Width, Height int    // of the view box
	Size          int    // width in pixels, with the height in proportion; 0 means Width
	Anchor        string // text-anchor of the texts; "" means start

	Style string // rules before the ones in Dark
	Dark  string // rules for a dark color scheme, see [Dark]; without them the picture has neither a style sheet nor an id
}

// Open writes the start tag of a picture's svg element. The caller writes the
// end tag.
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

// Rule sets a color in a dark color scheme: the fill or stroke (Property) of the
// elements of a class.
type Rule struct{ Class, Property, Color string }

// Dark returns the style sheet for a dark color scheme. Its rules apply only to
// the picture with the given id. They select it as an attribute, since an id may
// contain characters that an id selector cannot. A stamp is a shape that is
// defined once and placed by use elements. Selectors do not see the ancestors of
// its copies, so with stamps the rules also match class names that contain the
// id: see [Stamped].
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

// Stamped returns the name for a class inside a stamp of the picture with the
// given id.
func Stamped(id, class string) string { return id + "-" + class }

// Font size and line height of a caption, in units of the view box.
const (
	CaptionSize = 13 // letters are half as wide on average
	LineHeight  = 18
)

// Caption writes lines of text, the first with its baseline at y.
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

// Wrap breaks sentences into lines for a caption of the given width. Each
// sentence begins a new line. A word that is too long gets its own line.
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

// Escape escapes a text for SVG and HTML. Characters that XML does not allow,
// such as control characters, become U+FFFD.
func Escape(s string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0xfffe || r == 0xffff {
			return utf8.RuneError
		}
		return r
	}, s))
}

// Num formats a length with at most two decimals, the same on every machine.
func Num(x float64) string {
	x = math.Round(x*100) / 100
	if x == 0 {
		x = 0 // not −0
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}
