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

// MIMEStatus marks an output that says what was done while a cell ran, such as how
// many trials were not stored yet. It is no block, and comparisons leave it out.
const MIMEStatus = "application/vnd.puzzlelab.status+json"

// MarshalBlock encodes a block as JSON and returns its media type. The
// pictures of a figure are not part of it, but for that of narrow screens: they
// travel beside it under image/svg+xml and image/png. A [Code] block has no encoding of its own, since
// a notebook's cell is one.
func MarshalBlock(b Block) (mime string, data []byte, err error) {
	if err := validate(b); err != nil {
		return "", nil, err
	}
	if mime = b.About().mime; mime == "" {
		return "", nil, fmt.Errorf("reports: a %T block has no encoding", b)
	}
	if t, ok := b.(Table); ok && t.Rows == nil {
		t.Rows = [][]Cell{}
		b = t
	}
	if data, err = marshalPlain(b); err != nil {
		return "", nil, fmt.Errorf("reports: encode %s: %w", mime, err)
	}
	return mime, data, nil
}

// UnmarshalBlock is the inverse of [MarshalBlock]. Fields it does not know are
// ignored, so that newer notebooks can be read; a block that no writer could
// print is an error. The pictures of a [Figure] are left to the caller.
func UnmarshalBlock(mime string, data []byte) (Block, error) {
	decode := decoders[mime]
	if decode == nil {
		return nil, fmt.Errorf("reports: media type %q is not a block's (want %s, %s, %s or %s)", mime, MIMEFigure, MIMETable, MIMEClaim, MIMEText)
	}
	block, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("reports: decode %s: %w", mime, err)
	}
	return block, validate(block)
}

var decoders = map[string]func([]byte) (Block, error){
	MIMEText: decode[Text], MIMEFigure: decode[Figure], MIMETable: decode[Table], MIMEClaim: decode[Claim],
}

func decode[B Block](data []byte) (Block, error) {
	var b B
	err := json.Unmarshal(data, &b)
	return b, err
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
	Best     bool      `json:"best,omitempty"`
	Note     int       `json:"note,omitempty"`
}

// MarshalJSON implements [json.Marshaler].
func (c Cell) MarshalJSON() ([]byte, error) {
	bare := c.Note == 0 && c.Exact == "" && !c.Censored && !c.Best
	switch {
	case bare && c.Form == Missing:
		return []byte("null"), nil
	case bare && c.Form == Worded:
		return marshalPlain(c.Text)
	case bare && c.Form == Numeric && finite(c.Number):
		return json.Marshal(c.Number)
	}
	v := cellJSON{Exact: c.Exact, Censored: c.Censored, Best: c.Best, Note: c.Note}
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
	c.Exact, c.Censored, c.Best, c.Note = v.Exact, v.Censored, v.Best, v.Note
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
	if text := string(data); text == `"+Inf"` || text == `"-Inf"` {
		data = data[1 : len(data)-1]
	}
	v, err := strconv.ParseFloat(string(data), 64)
	*x = jsonReal(v)
	return err
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
