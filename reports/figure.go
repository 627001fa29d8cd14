package reports

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
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

	// Chart is what the figure shows, as data (package plots/chart), if it is not drawn yet.
	Chart json.RawMessage `json:"chart,omitempty"`
}

// Steps is a picture that changes from step to step. An attribute x of an element whose
// data-at-x is "3 a|5 b" has the value a from step 3 and b from step 5 on.
type Steps struct {
	Stage string   `json:"stage"`          // SVG before the first step
	Style string   `json:"style"`          // rules for the stage
	Said  []string `json:"said"`           // a sentence about each step, the first about none
	Open  bool     `json:"open,omitempty"` // pages show it unfolded
}

// Visit implements [Block].
func (f Figure) Visit(v Visitor) error { return v.Figure(f) }

// About implements [Block].
func (f Figure) About() About {
	return About{
		Timing: f.Timing, Source: f.Source, label: Label{Kind: "fig", ID: f.ID},
		mime: MIMEFigure, texts: []string{f.Title, f.Caption}, check: func() error { return checkID("figure", f.ID) }, drawn: f.Check,
		edited: func(change edit) Block {
			change(&f.Timing, &f.Source, &f.Caption)
			return f
		},
	}
}

var styleElement = regexp.MustCompile(`(?s)<style>.*?</style>`)

// OnPhones is the SVG for a narrow screen, with the style of the other one; the SVG if there is
// only one.
func (f Figure) OnPhones() []byte {
	if root := bytes.IndexByte(f.Narrow, '>') + 1; root > 0 {
		return slices.Concat(f.Narrow[:root], styleElement.Find(f.SVG), f.Narrow[root:])
	}
	return f.SVG
}

// Packed is text that JSON holds compressed, because nobody reads it there.
type Packed []byte

// String returns the text compressed, in base64.
func (p Packed) String() string {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // a level that there is
	_, _ = w.Write(p)                                     // into memory
	_ = w.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// MarshalText implements [encoding.TextMarshaler].
func (p Packed) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// maxPacked bounds what is unpacked: a figure is far smaller.
const maxPacked = 1 << 24

// UnmarshalText implements [encoding.TextUnmarshaler].
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

// pngMagic begins every PNG file (PNG specification, section 5.2).
var pngMagic = []byte("\x89PNG\r\n\x1a\n")

// Check checks the ID, that there is a picture, and that pictures are of the kinds their
// fields say.
func (f Figure) Check() error {
	if err := checkID("figure", f.ID); err != nil {
		return err
	}
	if len(f.SVG) == 0 && len(f.PNG) == 0 && f.Chart == nil {
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
