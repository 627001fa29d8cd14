package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// solvedJSON writes one object a line.
type solvedJSON struct {
	w      *bufio.Writer
	puzzle *puzzle.Puzzle
	mode   solvingMode
}

func newSolvedJSON(w io.Writer, p *puzzle.Puzzle, mode solvingMode) *solvedJSON {
	return &solvedJSON{w: bufio.NewWriter(w), puzzle: p, mode: mode}
}

// solvedRow is the object of one instance. What is not known is null; the
// fields at the end are there only with the question they answer.
type solvedRow struct {
	Instance  *string         `json:"instance"`
	Strategy  *string         `json:"strategy"`
	Outcome   string          `json:"outcome"`
	Cost      *int            `json:"cost"`
	Optimal   bool            `json:"optimal"`
	Path      json.RawMessage `json:"path"`
	Expanded  *uint64         `json:"expanded"`
	Generated *uint64         `json:"generated"`
	Seconds   *float64        `json:"seconds"`

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

// solutionRow is the object of one of all solutions.
type solutionRow struct {
	Index int             `json:"index"`
	Path  json.RawMessage `json:"path"`
}

// Solution writes a [solutionRow] without an encoder, which would copy and check
// every path; there may be millions of long ones.
func (s *solvedJSON) Solution(_ item, index int, solution string) error {
	_, err := fmt.Fprintf(s.w, "{\"index\":%d,\"path\":%s}\n", index, pathJSON(s.puzzle, solution))
	return err
}

func (s *solvedJSON) Finding(it item, strategy string, f found) error {
	text, seconds := it.instance.String(), f.elapsed.Seconds()
	row := solvedRow{
		Instance:  &text,
		Strategy:  &strategy,
		Outcome:   f.Outcome.String(),
		Optimal:   f.Optimal,
		Path:      json.RawMessage("null"),
		Stored:    f.Meter.Stored,
		Bytes:     f.Meter.Bytes,
		Reason:    f.Reason,
		Expanded:  &f.Meter.Expanded,
		Generated: &f.Meter.Generated,
		Seconds:   &seconds,
	}
	if f.bounded() {
		row.Bound = &f.Bound
	}
	if f.solved() {
		row.Cost, row.Path = &f.Cost, pathJSON(s.puzzle, f.solution)
	}
	for _, i := range f.Meter.Iterations {
		row.Iterations = append(row.Iterations, iteration{uint64(i.Bound), i.Expanded, i.Generated})
	}
	if s.mode != findOne {
		row.Solutions = puzzle.BigJSON(f.Solutions)
		if !f.Outcome.Answered() {
			row.Solutions, row.AtLeast = json.RawMessage("null"), row.Solutions
		}
		for _, n := range f.PerStart {
			row.PerStart = append(row.PerStart, puzzle.BigJSON(n))
		}
	}
	return writeJSON(s.w, row)
}

func (s *solvedJSON) Failure(it item, strategy string, err error) error {
	row := solvedRow{Outcome: "error", Path: json.RawMessage("null"), Error: err.Error()}
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
	return writeJSON(s.w, row)
}

func (s *solvedJSON) Flush() error { return s.w.Flush() }
