package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// tileAnalysis prints what is known of a board before any search.
type tileAnalysis struct{ tiles.Board }

// tileStructure is the object of a tileAnalysis.
type tileStructure struct {
	Size        string         `json:"size"`
	Goal        string         `json:"goal"`
	Hexadecimal string         `json:"hexadecimal,omitempty"`
	Solvable    bool           `json:"solvable"`
	Reason      string         `json:"reason,omitempty"`
	Estimates   []tileEstimate `json:"estimates"`
}

// tileEstimate is the value of one heuristic.
type tileEstimate struct {
	Heuristic string `json:"heuristic"`
	H         int    `json:"h"`
}

func (a tileAnalysis) structure() tileStructure {
	s := tileStructure{Size: fmt.Sprintf("%dx%d", a.Width(), a.Height()), Goal: a.Goal().String(), Solvable: true}
	s.Hexadecimal, _ = a.Hex()
	if err := a.Check(); err != nil {
		s.Solvable, s.Reason = false, strings.TrimPrefix(err.Error(), "tiles: ")
	}
	for _, h := range tiles.Heuristics() {
		if h.Fits(a.Width(), a.Height()) == nil {
			s.Estimates = append(s.Estimates, tileEstimate{h.Name, h.Of(a.Board)})
		}
	}
	return s
}

// MarshalJSON writes the estimates of all heuristics that fit the size, weakest
// heuristic first.
func (a tileAnalysis) MarshalJSON() ([]byte, error) { return json.Marshal(a.structure()) }

// Describe prints a line for each thing known.
func (a tileAnalysis) Describe(w io.Writer) error {
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
