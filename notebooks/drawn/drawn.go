// Package drawn renders figures that notebook cells send as data, so that cells need not link
// drawing code.
package drawn

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/notebooks/internal/sent"
	"github.com/puzzlelab/puzzlelab/plots/chart"
	_ "github.com/puzzlelab/puzzlelab/plots/draw" // draws the figures
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/block"
	"github.com/puzzlelab/puzzlelab/reports/formula"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
)

// Figure draws the data of a figure and replaces the data with the resulting pictures. If the
// figure already has an SVG picture but no PNG picture, Figure adds the PNG picture, provided that
// it can convert the SVG.
func Figure(f reports.Figure) (reports.Figure, error) {
	d, err := chart.Drawable()
	if err != nil {
		return f, err
	}
	if f.Chart == nil {
		if len(f.SVG) > 0 && len(f.PNG) == 0 {
			f.PNG, _ = d.Raster(f.SVG)
		}
		return f, nil
	}
	var s chart.Sheet
	if err := json.Unmarshal(f.Chart, &s); err != nil {
		return f, fmt.Errorf("figure %q: %w", f.ID, err)
	}
	s.ID, s.Title, s.Alt = f.ID, f.Title, f.Alt
	for _, form := range []struct {
		name string
		to   *[]byte
	}{{"svg", &f.SVG}, {"png", &f.PNG}, {"narrow", (*[]byte)(&f.Narrow)}, {"linear", (*[]byte)(&f.Linear)}} {
		if *form.to, err = d.Draw(s, form.name); err != nil {
			return f, fmt.Errorf("reports: draw figure %q as %s: %w", f.ID, form.name, err)
		}
	}
	f.Chart = nil
	return f, f.Check()
}

// Outputs returns the notebook outputs that show a value. Each output maps MIME types to
// representations of the value. For a figure, a second output contains the caption. Representations
// are strings, or bytes for binary types. JSON is encoded as a string, because GoNB does not pass
// on JSON objects; readers of notebooks accept both.
func Outputs(v sent.Value) ([]map[string]any, error) {
	b, err := blockOf(v)
	if err != nil {
		return nil, err
	}
	if b == nil {
		data := map[string]any{"text/plain": v.Plain}
		if v.Status {
			data[reports.MIMEStatus] = "{}"
		}
		return []map[string]any{data}, nil
	}
	text, err := plainText(b)
	if err != nil {
		return nil, err
	}
	data := map[string]any{"text/plain": text}
	outputs := []map[string]any{data}
	switch f := b.(type) {
	case reports.Figure:
		caption, err := fragment.Caption(f)
		if err != nil {
			return nil, err
		}
		if f, err = Figure(f); err != nil {
			return nil, err
		}
		b = f
		if len(f.SVG) > 0 {
			data["image/svg+xml"] = string(f.SVG)
		}
		if len(f.PNG) > 0 {
			data["image/png"] = f.PNG
		}
		if caption != "" {
			// The caption is marked, so that a report does not repeat it as text: the figure's
			// block has the caption too.
			outputs = append(outputs, map[string]any{
				"text/html":         caption,
				"text/plain":        "Figure " + f.ID, // the caption follows as a separate output
				reports.MIMECaption: `{"id":"` + f.ID + `"}`,
			})
		}
	case reports.Table, reports.Claim:
		if data["text/html"], err = fragment.HTML(b); err != nil {
			return nil, err
		}
	case reports.Text:
		data["text/markdown"] = f.Markdown
	}
	mime, encoded, err := reports.MarshalBlock(b)
	if err != nil {
		return nil, err
	}
	data[mime] = string(encoded)
	return outputs, nil
}

// Plain formats a value as plain text, for readers without pictures.
func Plain(v sent.Value) (string, error) {
	b, err := blockOf(v)
	if err != nil || b == nil {
		return v.Plain, err
	}
	return plainText(b)
}

// blockOf returns a value as a block, or nil if it is plain text.
func blockOf(v sent.Value) (reports.Block, error) {
	switch {
	case v.Drawing != nil:
		return block.Figure(*v.Drawing)
	case v.MIME != "":
		b, err := reports.UnmarshalBlock(v.MIME, v.Block)
		if f, ok := b.(reports.Figure); ok {
			f.SVG, f.PNG = v.SVG, v.PNG
			b = f
		}
		return b, err
	case v.Markdown != "":
		return reports.Text{Markdown: v.Markdown}, nil
	}
	return nil, nil
}

// plainText returns a block as plain text for readers without pictures.
func plainText(b reports.Block) (string, error) {
	switch b := b.(type) {
	case reports.Text:
		return formula.Plain(b.Markdown), nil
	case reports.Figure:
		return joinSentences("Figure "+b.ID, b.Title, b.Caption, b.Alt), nil
	case reports.Table:
		var w strings.Builder
		err := b.Text(&w)
		return strings.TrimRight(w.String(), "\n"), err
	case reports.Claim:
		return joinSentences(fmt.Sprintf("Claim %s (%v)", b.ID, b.Holds), b.Statement, b.Evidence), nil
	}
	return "", fmt.Errorf("display: cannot show a %T", b)
}

// joinSentences joins a heading and the sentences after it.
func joinSentences(head string, rest ...string) string {
	var parts []string
	for _, s := range rest {
		if s = strings.TrimSpace(s); s != "" {
			if !strings.ContainsAny(s[len(s)-1:], ".!?:") {
				s += "."
			}
			parts = append(parts, s)
		}
	}
	if len(parts) == 0 {
		return head
	}
	return head + ": " + strings.Join(parts, " ")
}
