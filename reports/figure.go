package reports

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// Figure is a picture with a title, a caption and a text alternative. Writers show its SVG where
// possible, and otherwise its PNG.
type Figure struct {
	ID      string `json:"id"`               // unique name that matches [a-z0-9-]+; also the file name and the target of [[fig:ID]]
	Title   string `json:"title"`            // short title, printed in bold before the caption
	Caption string `json:"caption"`          // plain text that describes what is drawn; may contain references
	Alt     string `json:"alt"`              // description of the picture for readers who cannot see it
	Timing  bool   `json:"timing"`           // whether the figure shows measured times
	Source  string `json:"source,omitempty"` // Go source of the function that draws the figure
	Steps   *Steps `json:"steps,omitempty"`  // solution that readers can step through; nil if there is none
	SVG     []byte `json:"-"`
	PNG     []byte `json:"-"`
	Narrow  Packed `json:"narrow,omitempty"` // version of the field SVG for narrow screens; empty if SVG is narrow enough
	Linear  Packed `json:"linear,omitempty"` // SVG with linear axes; empty if SVG already has linear axes, or if linear axes do not suit the figure

	// Chart describes the figure as JSON for package plots/chart. It is set only if the figure has
	// not been drawn yet.
	Chart json.RawMessage `json:"chart,omitempty"`
}

// Steps is a picture that shows a solution step by step. Attributes of the SVG specify what
// changes: data-at-x="3 a|5 b" sets an element's attribute x to a from step 3 on, and to b from
// step 5 on.
type Steps struct {
	Stage string   `json:"stage"`          // SVG of the state before the first step
	Style string   `json:"style"`          // CSS rules for Stage
	Said  []string `json:"said"`           // one sentence for the state before the first step, then one for each step
	Open  bool     `json:"open,omitempty"` // whether a page shows the steps without waiting for a click
}

// Visit implements [Block].
func (f Figure) Visit(v Visitor) error { return v.Figure(f) }

// About implements [Block].
func (f Figure) About() About {
	return About{
		Timing: f.Timing, Source: f.Source, label: Label{Kind: "fig", ID: f.ID},
		mime: MIMEFigure, texts: []string{f.Title, f.Caption}, check: func() error { return checkID("figure", f.ID) },
		edited: func(change edit) Block {
			change(&f.Timing, &f.Source, &f.Caption)
			return f
		},
	}
}

var styleElement = lazy.Regexp(`(?s)<style>.*?</style>`)

// OnPhones returns the SVG for narrow screens, with the styles of the normal SVG. If there is no
// SVG for narrow screens, OnPhones returns the normal SVG.
func (f Figure) OnPhones() []byte {
	if root := bytes.IndexByte(f.Narrow, '>') + 1; root > 0 {
		return slices.Concat(f.Narrow[:root], styleElement().Find(f.SVG), f.Narrow[root:])
	}
	return f.SVG
}

// Packed is text that is compressed in JSON to save space.
type Packed []byte

// String returns the compressed text in base64.
func (p Packed) String() string {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // cannot fail: the level exists
	_, _ = w.Write(p)                                     // cannot fail: writes to memory
	_ = w.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// MarshalText implements [encoding.TextMarshaler]. It returns the same text as [Packed.String].
func (p Packed) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// maxPacked limits the size of uncompressed text. Figures are far smaller.
const maxPacked = 1 << 24

// UnmarshalText implements [encoding.TextUnmarshaler]. It returns an error if the uncompressed text
// is longer than 16 MiB.
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

// pngMagic is the start of every PNG file (PNG specification, section 5.2).
var pngMagic = []byte("\x89PNG\r\n\x1a\n")

// Check returns an error if the ID is invalid, if there is no picture, or if a picture does not
// have the format that its field requires.
func (f Figure) Check() error {
	if err := checkID("figure", f.ID); err != nil {
		return err
	}
	if len(f.SVG) == 0 && len(f.PNG) == 0 && f.Chart == nil {
		return fmt.Errorf("reports: figure %q has neither an SVG nor a PNG picture", f.ID)
	}
	for _, svg := range [][]byte{f.SVG, f.Narrow, f.Linear} {
		if len(svg) > 0 && !bytes.Contains(svg, []byte("<svg")) {
			return fmt.Errorf("reports: figure %q: its SVG picture has no <svg> element", f.ID)
		}
	}
	if len(f.PNG) > 0 && !bytes.HasPrefix(f.PNG, pngMagic) {
		return fmt.Errorf("reports: figure %q: its PNG picture is not a PNG file", f.ID)
	}
	return nil
}
