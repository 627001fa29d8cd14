package reports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// Media types of blocks in notebook outputs.
const (
	MIMEText   = "application/vnd.puzzlelab.text+json"
	MIMEFigure = "application/vnd.puzzlelab.figure+json"
	MIMETable  = "application/vnd.puzzlelab.table+json"
	MIMEClaim  = "application/vnd.puzzlelab.claim+json"
)

// MIMECaption is the media type of a notebook output that repeats a figure's caption for human
// readers. Such an output is not a block.
const MIMECaption = "application/vnd.puzzlelab.caption+json"

// MIMEStatus is the media type of a notebook output that describes what happened while a cell ran,
// such as how many trials were missing from the store. Such an output is not a block, and
// comparisons ignore it.
const MIMEStatus = "application/vnd.puzzlelab.status+json"

// MarshalBlock encodes a block as JSON and returns its media type. For a figure, the JSON contains
// only the pictures for narrow screens and those with linear axes, because the notebook stores the
// normal pictures as image/svg+xml and image/png. MarshalBlock returns an error for a [Code] block,
// because notebooks store code in cells.
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
	if data, err = JSON(b, ""); err != nil {
		return "", nil, fmt.Errorf("reports: encode %s: %w", mime, err)
	}
	return mime, data, nil
}

// UnmarshalBlock decodes the output of [MarshalBlock]. It ignores unknown fields, so it can read
// notebooks from newer versions. It returns an error for a block that no writer could print. For a
// [Figure], the caller must add the pictures that the JSON does not contain.
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

// cellJSON is the long form of a cell. If nothing else needs to be stored, words are a JSON string,
// plain numbers a JSON number, and missing values null.
type cellJSON struct {
	Text     *string `json:"text,omitempty"`
	Number   any     `json:"number,omitempty"` // as returned by [jsonReal]
	Low      any     `json:"low,omitempty"`
	High     any     `json:"high,omitempty"`
	Exact    string  `json:"exact,omitempty"`
	Censored bool    `json:"censored,omitempty"`
	Best     bool    `json:"best,omitempty"`
	Note     int     `json:"note,omitempty"`
}

// MarshalJSON implements [json.Marshaler]. It encodes plain words as JSON strings and plain numbers
// as JSON numbers.
func (c Cell) MarshalJSON() ([]byte, error) {
	v := cellJSON{Exact: c.Exact, Censored: c.Censored, Best: c.Best, Note: c.Note}
	bare := v == cellJSON{}
	var short any
	switch c.Form {
	case Worded:
		v.Text, short = &c.Text, c.Text
	case Numeric:
		v.Number, short, bare = jsonReal(c.Number), c.Number, bare && finite(c.Number)
	case Estimated:
		v.Number, v.Low, v.High, bare = jsonReal(c.Number), jsonReal(c.Low), jsonReal(c.High), false
	}
	if bare {
		return JSON(short, "")
	}
	return JSON(v, "")
}

// UnmarshalJSON implements [json.Unmarshaler].
func (c *Cell) UnmarshalJSON(data []byte) error {
	var v cellJSON
	into := map[byte]any{'{': &v, '"': &v.Text}[data[0]]
	if into == nil {
		into = &v.Number
	}
	if err := json.Unmarshal(data, into); err != nil {
		return err
	}
	*c = Cell{Exact: v.Exact, Censored: v.Censored, Best: v.Best, Note: v.Note}
	if v.Text != nil {
		c.Form, c.Text = Worded, *v.Text
	}
	for _, part := range []struct {
		form Form
		from any
		to   *float64
	}{{Numeric, v.Number, &c.Number}, {Estimated, v.Low, &c.Low}, {Estimated, v.High, &c.High}} {
		if part.from == nil || part.form == Estimated && (v.Low == nil || v.High == nil) {
			continue
		}
		var err error
		if *part.to, err = fromJSON(part.from); err != nil {
			return err
		}
		c.Form = part.form
	}
	if c.Form == Estimated && v.Number == nil {
		return fmt.Errorf("a cell has an interval but no number")
	}
	return nil
}

// jsonReal returns a number for JSON, in which infinities are strings.
func jsonReal(x float64) any {
	if math.IsInf(x, 0) {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return x
}

// fromJSON reverses jsonReal.
func fromJSON(v any) (float64, error) {
	if v == "+Inf" || v == "-Inf" {
		return strconv.ParseFloat(v.(string), 64)
	}
	x, ok := v.(float64)
	if !ok {
		return 0, fmt.Errorf("%v is not the number of a cell", v)
	}
	return x, nil
}

// JSON encodes a value as JSON without escaping <, > and &. If indent is "", the result is a single
// line.
func JSON(v any, indent string) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	err := enc.Encode(v)
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), err
}
