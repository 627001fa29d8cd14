package reports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// The media types under which blocks travel in a notebook's output bundles.
const (
	MIMEText   = "application/vnd.puzzlelab.text+json"
	MIMEFigure = "application/vnd.puzzlelab.figure+json"
	MIMETable  = "application/vnd.puzzlelab.table+json"
	MIMEClaim  = "application/vnd.puzzlelab.claim+json"
)

// MIMECaption marks an output that only repeats the caption of a figure for
// whoever looks at the notebook. It is no block.
const MIMECaption = "application/vnd.puzzlelab.caption+json"

// MarshalBlock encodes a block as JSON and returns its media type. The
// pictures of a figure are not part of it: they travel beside it under
// image/svg+xml and image/png. A [Code] block has no encoding of its own, since
// a notebook's cell is one.
func MarshalBlock(b Block) (mime string, data []byte, err error) {
	if err := validate(b); err != nil {
		return "", nil, err
	}
	var v any
	switch b := b.(type) {
	case Text:
		mime, v = MIMEText, textJSON(b)
	case Figure:
		mime, v = MIMEFigure, figureJSON{b.ID, b.Title, b.Caption, b.Alt, b.Timing}
	case Table:
		mime, v = MIMETable, tableToJSON(b)
	case Claim:
		mime, v = MIMEClaim, claimJSON(b)
	default:
		return "", nil, fmt.Errorf("reports: a %T block has no encoding", b)
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return "", nil, fmt.Errorf("reports: encode %s: %w", mime, err)
	}
	return mime, bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// UnmarshalBlock is the inverse of [MarshalBlock]. Fields it does not know are
// ignored, so that newer notebooks can be read; a block that no writer could
// print is an error. The pictures of a [Figure] are left to the caller.
func UnmarshalBlock(mime string, data []byte) (Block, error) {
	var block Block
	var err error
	switch mime {
	case MIMEText:
		var v textJSON
		err = json.Unmarshal(data, &v)
		block = Text(v)
	case MIMEFigure:
		var v figureJSON
		err = json.Unmarshal(data, &v)
		block = Figure{ID: v.ID, Title: v.Title, Caption: v.Caption, Alt: v.Alt, Timing: v.Timing}
	case MIMETable:
		var v tableJSON
		err = json.Unmarshal(data, &v)
		block = tableFromJSON(v)
	case MIMEClaim:
		var v claimJSON
		err = json.Unmarshal(data, &v)
		block = Claim(v)
	default:
		return nil, fmt.Errorf("reports: media type %q is not a block's (want %s, %s, %s or %s)", mime, MIMEFigure, MIMETable, MIMEClaim, MIMEText)
	}
	if err != nil {
		return nil, fmt.Errorf("reports: decode %s: %w", mime, err)
	}
	return block, validate(block)
}

type textJSON struct {
	ID       string `json:"id,omitempty"`
	Markdown string `json:"markdown"`
	Timing   bool   `json:"timing,omitempty"`
}

type figureJSON struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Caption string `json:"caption"`
	Alt     string `json:"alt"`
	Timing  bool   `json:"timing"`
}

type claimJSON struct {
	ID        string    `json:"id"`
	Statement string    `json:"statement"`
	Evidence  string    `json:"evidence"`
	Holds     Verdict   `json:"holds"`
	Timing    bool      `json:"timing"`
	Estimate  *Estimate `json:"estimate,omitempty"`
}

type tableJSON struct {
	ID      string       `json:"id"`
	Title   string       `json:"title"`
	Caption string       `json:"caption"`
	Timing  bool         `json:"timing"`
	Columns []columnJSON `json:"columns"`
	Rows    [][]Cell     `json:"rows"`
	Notes   []string     `json:"notes,omitempty"`
	Groups  int          `json:"groups,omitempty"`
	Across  bool         `json:"across,omitempty"`
}

type columnJSON struct {
	Name   string `json:"name"`
	Unit   string `json:"unit,omitempty"`
	Kind   Kind   `json:"kind"`
	Digits int    `json:"digits,omitempty"`
	Full   bool   `json:"full,omitempty"`
	Align  Align  `json:"align,omitzero"`
	Best   Best   `json:"best,omitzero"`
	Doc    string `json:"doc,omitempty"`
}

func tableToJSON(t Table) tableJSON {
	v := tableJSON{t.ID, t.Title, t.Caption, t.Timing, nil, t.Rows, t.Notes, t.Groups, t.Across}
	for _, c := range t.Columns {
		v.Columns = append(v.Columns, columnJSON(c))
	}
	if v.Rows == nil {
		v.Rows = [][]Cell{}
	}
	return v
}

func tableFromJSON(v tableJSON) Table {
	t := Table{v.ID, v.Title, v.Caption, v.Timing, nil, v.Rows, v.Notes, v.Groups, v.Across}
	for _, c := range v.Columns {
		t.Columns = append(t.Columns, Column(c))
	}
	return t
}

// cellJSON is the long form of a cell. Words are a JSON string, plain numbers
// a JSON number and missing values null where nothing else is to be said.
type cellJSON struct {
	Text     *string   `json:"text,omitempty"`
	Number   *jsonReal `json:"number,omitempty"`
	Low      *jsonReal `json:"low,omitempty"`
	High     *jsonReal `json:"high,omitempty"`
	Exact    string    `json:"exact,omitempty"`
	Censored bool      `json:"censored,omitempty"`
	Note     int       `json:"note,omitempty"`
}

// MarshalJSON implements [json.Marshaler].
func (c Cell) MarshalJSON() ([]byte, error) {
	bare := c.Note == 0 && c.Exact == "" && !c.Censored
	switch {
	case bare && c.Form == Missing:
		return []byte("null"), nil
	case bare && c.Form == Worded:
		return marshalPlain(c.Text)
	case bare && c.Form == Numeric && finite(c.Number):
		return json.Marshal(c.Number)
	}
	v := cellJSON{Exact: c.Exact, Censored: c.Censored, Note: c.Note}
	if c.Form == Worded {
		v.Text = &c.Text
	}
	if c.hasNumber() {
		v.Number = (*jsonReal)(&c.Number)
	}
	if c.Form == Estimated {
		v.Low, v.High = (*jsonReal)(&c.Low), (*jsonReal)(&c.High)
	}
	return marshalPlain(v)
}

// UnmarshalJSON implements [json.Unmarshaler].
func (c *Cell) UnmarshalJSON(data []byte) error {
	*c = Cell{}
	switch {
	case string(data) == "null":
		return nil
	case data[0] == '"':
		c.Form = Worded
		return json.Unmarshal(data, &c.Text)
	case data[0] != '{':
		c.Form = Numeric
		return (*jsonReal)(&c.Number).UnmarshalJSON(data)
	}
	var v cellJSON
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	c.Exact, c.Censored, c.Note = v.Exact, v.Censored, v.Note
	if v.Text != nil {
		c.Form, c.Text = Worded, *v.Text
	}
	if v.Number != nil {
		c.Form, c.Number = Numeric, float64(*v.Number)
	}
	if v.Low != nil && v.High != nil {
		if v.Number == nil {
			return fmt.Errorf("a cell has an interval but no number")
		}
		c.Form, c.Low, c.High = Estimated, float64(*v.Low), float64(*v.High)
	}
	return nil
}

// jsonReal is a float64 that can be infinite in JSON, as a string.
type jsonReal float64

// MarshalJSON implements [json.Marshaler].
func (x jsonReal) MarshalJSON() ([]byte, error) {
	if math.IsInf(float64(x), 0) {
		return fmt.Appendf(nil, "%q", strconv.FormatFloat(float64(x), 'g', -1, 64)), nil
	}
	return json.Marshal(float64(x))
}

// UnmarshalJSON implements [json.Unmarshaler].
func (x *jsonReal) UnmarshalJSON(data []byte) error {
	switch string(data) {
	case `"+Inf"`:
		*x = jsonReal(math.Inf(1))
		return nil
	case `"-Inf"`:
		*x = jsonReal(math.Inf(-1))
		return nil
	}
	return json.Unmarshal(data, (*float64)(x))
}

func marshalPlain(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}
