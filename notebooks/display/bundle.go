package display

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/formula"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
)

// bundle returns the forms of a block by MIME type: strings, or bytes for
// binary types. JSON is a string, for GoNB passes no JSON objects on; whoever
// reads the notebook finds either.
func bundle(b reports.Block) (map[string]any, error) {
	text, err := plainText(b)
	if err != nil {
		return nil, err
	}
	data, whole := map[string]any{"text/plain": text}, b
	switch b := b.(type) {
	case reports.Figure:
		if b, err = complete(b); err != nil {
			return nil, err
		}
		whole = b
		if len(b.SVG) > 0 {
			data["image/svg+xml"] = string(b.SVG)
		}
		if len(b.PNG) > 0 {
			data["image/png"] = b.PNG
		}
	case reports.Table, reports.Claim:
		if data["text/html"], err = fragment.HTML(b); err != nil {
			return nil, err
		}
	case reports.Text:
		data["text/markdown"] = b.Markdown
	case reports.Code:
		return data, nil // the cell itself is the block
	}
	mime, encoded, err := reports.MarshalBlock(whole)
	if err != nil {
		return nil, err
	}
	data[mime] = string(encoded)
	return data, nil
}

// captionOf returns what is shown below a picture, nil if there is nothing to
// say. It is marked, so that a report does not take it for text of its own: the
// figure's block has the caption, too.
func captionOf(f reports.Figure) (map[string]any, error) {
	caption, err := fragment.Caption(f)
	if err != nil || caption == "" {
		return nil, err
	}
	return map[string]any{
		"text/html":         caption,
		"text/plain":        "Figure " + f.ID, // whose own text has the caption
		reports.MIMECaption: `{"id":"` + f.ID + `"}`,
	}, nil
}

// plainText returns what a reader without pictures sees of a block.
func plainText(b reports.Block) (string, error) {
	switch b := b.(type) {
	case reports.Text:
		return formula.Plain(b.Markdown), nil
	case reports.Code:
		return b.Output, nil
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

// joinSentences writes a heading and what follows it.
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
