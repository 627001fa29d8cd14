package reports

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"io"
)

// Figure is a rendered picture with its words. SVG is preferred wherever it
// can be shown; PNG is for readers who cannot.
type Figure struct {
	ID      string `json:"id"`               // [a-z0-9-]+; the name of its file, the target of [[fig:ID]]
	Title   string `json:"title"`            // short; stands in bold before the caption
	Caption string `json:"caption"`          // plain text with references: what is drawn, of how many instances, under which limit
	Alt     string `json:"alt"`              // says in words what the picture shows
	Timing  bool   `json:"timing"`           // drawn from measured times
	Source  string `json:"source,omitempty"` // Go source of what drew it
	Steps   *Steps `json:"steps,omitempty"`  // a solution that pages can step through; nil if there is none
	SVG     []byte `json:"-"`
	PNG     []byte `json:"-"`
	Narrow  Packed `json:"narrow,omitempty"` // the SVG for a narrow screen, if it is drawn otherwise there
	Linear  Packed `json:"linear,omitempty"` // the SVG on linear axes, if it has logarithmic ones
}

// Steps is a picture that changes from step to step. An attribute x of an element whose
// data-at-x is "3 a|5 b" has the value a from step 3 and b from step 5 on.
type Steps struct {
	Stage string   `json:"stage"`          // SVG before the first step
	Style string   `json:"style"`          // rules for the stage
	Said  []string `json:"said"`           // a sentence about each step, the first about none
	Open  bool     `json:"open,omitempty"` // pages show it unfolded
}

// StepsOf returns the steps of a stage with its style and a sentence about each.
func StepsOf(stage, style string, said []string) *Steps {
	return &Steps{Stage: stage, Style: style, Said: said}
}

// Visit implements [Block].
func (f Figure) Visit(v Visitor) error { return v.Figure(f) }

// About implements [Block].
func (f Figure) About() About {
	return About{
		Timing: f.Timing, Source: f.Source, label: Label{Kind: "fig", ID: f.ID},
		mime: MIMEFigure, texts: []string{f.Title, f.Caption}, check: func() error { return checkID("figure", f.ID) }, drawn: f.validatePictures,
		edited: func(change edit) Block {
			change(&f.Timing, &f.Source, &f.Caption)
			return f
		},
	}
}

// Packed is text that JSON holds compressed, because nobody reads it there.
type Packed []byte

// MarshalText implements [encoding.TextMarshaler].
func (p Packed) MarshalText() ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(p); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return base64.StdEncoding.AppendEncode(nil, b.Bytes()), nil
}

// maxPacked bounds what is unpacked: a figure is far smaller.
const maxPacked = 1 << 24

// UnmarshalText is the inverse of MarshalText.
func (p *Packed) UnmarshalText(text []byte) error {
	r, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, bytes.NewReader(text)))
	if err != nil {
		return fmt.Errorf("reports: unpack: %w", err)
	}
	*p, err = io.ReadAll(io.LimitReader(r, maxPacked+1))
	if err == nil && len(*p) > maxPacked {
		err = fmt.Errorf("a figure of more than %d bytes", maxPacked)
	}
	if err != nil {
		return fmt.Errorf("reports: unpack: %w", err)
	}
	return nil
}

// Drawn is a figure that can draw itself; those of package plots can. One that has
// other forms, for narrow screens or on linear axes, has methods Narrow and Linear, which
// return them as SVG, or nothing.
type Drawn interface {
	Describe() (id, title, caption, alt string, timing bool)
	SVG() ([]byte, error)
	PNG() ([]byte, error)
}

// NewFigure draws d in both formats. It fails if d cannot be drawn or has a
// bad ID.
func NewFigure(d Drawn) (Figure, error) {
	var f Figure
	f.ID, f.Title, f.Caption, f.Alt, f.Timing = d.Describe()
	if err := checkID("figure", f.ID); err != nil {
		return Figure{}, err
	}
	var err error
	if f.SVG, err = d.SVG(); err != nil {
		return Figure{}, fmt.Errorf("reports: draw figure %q as SVG: %w", f.ID, err)
	}
	if f.PNG, err = d.PNG(); err != nil {
		return Figure{}, fmt.Errorf("reports: draw figure %q as PNG: %w", f.ID, err)
	}
	if more, ok := d.(interface {
		Narrow() ([]byte, error)
		Linear() ([]byte, error)
	}); ok {
		var wrong error
		f.Narrow, err = more.Narrow()
		f.Linear, wrong = more.Linear()
		if err = cmp.Or(err, wrong); err != nil {
			return Figure{}, fmt.Errorf("reports: draw another form of figure %q: %w", f.ID, err)
		}
	}
	return f, f.validatePictures()
}

// pngMagic begins every PNG file (PNG specification, section 5.2).
var pngMagic = []byte("\x89PNG\r\n\x1a\n")

// validatePictures checks that there is a picture and that it is of the kind
// its field says.
func (f Figure) validatePictures() error {
	if len(f.SVG) == 0 && len(f.PNG) == 0 {
		return fmt.Errorf("reports: figure %q has neither an SVG nor a PNG picture", f.ID)
	}
	for _, svg := range [][]byte{f.SVG, f.Narrow, f.Linear} {
		if len(svg) > 0 && !bytes.Contains(svg, []byte("<svg")) {
			return fmt.Errorf("reports: figure %q: an SVG picture of it has no <svg> element", f.ID)
		}
	}
	if len(f.PNG) > 0 && !bytes.HasPrefix(f.PNG, pngMagic) {
		return fmt.Errorf("reports: figure %q: its PNG picture does not begin as a PNG file does", f.ID)
	}
	return nil
}
