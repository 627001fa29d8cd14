package tiles

import (
	"encoding/json"
	"fmt"
	"io"
)

// analysis writes the structure of a board as JSON and as text.
type analysis struct{ Board }

// structure is the JSON object written by an analysis.
type structure struct {
	Size        string     `json:"size"`
	Goal        string     `json:"goal"`
	Hexadecimal string     `json:"hexadecimal,omitempty"`
	Solvable    bool       `json:"solvable"`
	Reason      string     `json:"reason,omitempty"`
	Estimates   []estimate `json:"estimates"`
}

// estimate is the value of one heuristic for the board.
type estimate struct {
	Heuristic string `json:"heuristic"`
	H         int    `json:"h"`
}

func (a analysis) structure() structure {
	s := structure{Size: SizeOf(a.Width(), a.Height()).Text, Goal: a.Goal().String(), Reason: Refutation(a.Board)}
	s.Solvable = s.Reason == ""
	s.Hexadecimal, _ = a.Hex()
	for _, h := range Heuristics() {
		if h.Fits(a.Width(), a.Height()) == nil {
			s.Estimates = append(s.Estimates, estimate{h.Name, h.Of(a.Board)})
		}
	}
	return s
}

// MarshalJSON encodes as JSON the estimates of all heuristics that support the board's size,
// weakest first.
func (a analysis) MarshalJSON() ([]byte, error) { return json.Marshal(a.structure()) }

// Describe writes the known properties of the board as a table, with one line for each.
func (a analysis) Describe(w io.Writer) error {
	s := a.structure()
	fmt.Fprintf(w, "structure\n  size                %s\n  goal                %s\n", s.Size, s.Goal)
	if s.Hexadecimal != "" {
		fmt.Fprintf(w, "  hexadecimal         %s\n", s.Hexadecimal)
	}
	if s.Solvable {
		fmt.Fprintf(w, "  solvable            yes\n")
	} else {
		fmt.Fprintf(w, "  solvable            no, %s\n", s.Reason)
	}
	for _, e := range s.Estimates {
		if _, err := fmt.Fprintf(w, "  %-18s  %d\n", e.Heuristic, e.H); err != nil {
			return err
		}
	}
	return nil
}
