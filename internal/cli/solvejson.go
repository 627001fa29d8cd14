package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"time"
)

// solvedJSON writes one object a line.
type solvedJSON struct {
	w    *bufio.Writer
	enc  *json.Encoder
	mode solvingMode
}

func newSolvedJSON(w io.Writer, mode solvingMode) *solvedJSON {
	buffered := bufio.NewWriter(w)
	enc := json.NewEncoder(buffered)
	enc.SetEscapeHTML(false)
	return &solvedJSON{w: buffered, enc: enc, mode: mode}
}

// solvedRow is the object of one instance. What is not known is null; the
// fields at the end are there only with the question they answer.
type solvedRow struct {
	Instance  *string  `json:"instance"`
	Strategy  *string  `json:"strategy"`
	Outcome   string   `json:"outcome"`
	Cost      *int     `json:"cost"`
	Optimal   bool     `json:"optimal"`
	Path      solution `json:"path"`
	Expanded  *uint64  `json:"expanded"`
	Generated *uint64  `json:"generated"`
	Seconds   *float64 `json:"seconds"`

	Bound      *int        `json:"bound,omitempty"`
	Iterations []iteration `json:"iterations,omitempty"`
	Stored     uint64      `json:"stored,omitempty"`
	Bytes      uint64      `json:"bytes,omitempty"`
	Reason     string      `json:"reason,omitempty"`

	Solutions json.RawMessage   `json:"solutions,omitempty"`
	AtLeast   json.RawMessage   `json:"solutions_at_least,omitempty"`
	PerStart  []json.RawMessage `json:"solutions_by_start,omitempty"`
	Error     string            `json:"error,omitempty"`
}

// iteration is the bound of one iteration, and how many nodes it expanded and
// generated.
type iteration [3]uint64

// Solution does without the encoder, which would copy and check every path;
// there may be millions of long ones.
func (s *solvedJSON) Solution(_ item, index int, found solution) error {
	path, err := found.MarshalJSON()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.w, "{\"index\":%d,\"path\":%s}\n", index, path)
	return err
}

func (s *solvedJSON) Finding(it item, strategy string, f finding, elapsed time.Duration) error {
	text, seconds := it.instance.String(), elapsed.Seconds()
	row := solvedRow{
		Instance:  &text,
		Strategy:  &strategy,
		Outcome:   f.Outcome.String(),
		Optimal:   f.Optimal,
		Bound:     f.Bound,
		Stored:    f.Meter.Stored,
		Bytes:     f.Meter.Bytes,
		Reason:    f.Reason,
		Expanded:  &f.Meter.Expanded,
		Generated: &f.Meter.Generated,
		Seconds:   &seconds,
	}
	if f.Solution != nil {
		row.Cost, row.Path = &f.Cost, f.Solution
	}
	for _, i := range f.Meter.Iterations {
		row.Iterations = append(row.Iterations, iteration{uint64(i.Bound), i.Expanded, i.Generated})
	}
	if s.mode != findOne {
		row.Solutions = jsonNumber(f.Solutions)
		if !f.Outcome.Answered() {
			row.Solutions, row.AtLeast = json.RawMessage("null"), row.Solutions
		}
		for _, n := range f.PerStart {
			row.PerStart = append(row.PerStart, jsonNumber(n))
		}
	}
	return s.enc.Encode(row)
}

func (s *solvedJSON) Failure(it item, strategy string, err error) error {
	row := solvedRow{Outcome: "error", Error: err.Error()}
	if it.instance != nil {
		text := it.instance.String()
		row.Instance = &text
	}
	if strategy != "" {
		row.Strategy = &strategy
	}
	if s.mode != findOne {
		row.Solutions = json.RawMessage("null")
	}
	return s.enc.Encode(row)
}

func (s *solvedJSON) Flush() error { return s.w.Flush() }

// jsonNumber writes n as a number if every reader of JSON can hold it exactly,
// that is up to 2^53, as a string beyond, and as null if it is not known.
func jsonNumber(n *big.Int) json.RawMessage {
	if n == nil {
		return json.RawMessage("null")
	}
	if n.CmpAbs(big.NewInt(1<<53)) <= 0 {
		return json.RawMessage(n.String())
	}
	return json.RawMessage(`"` + n.String() + `"`)
}
