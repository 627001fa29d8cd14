package handsoftime

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// analysis writes the structure of a ring as JSON and as text.
type analysis struct{ Structure }

// MarshalJSON encodes all fields of [Structure] as JSON, together with the share of forced moves
// and the number of candidates.
func (a analysis) MarshalJSON() ([]byte, error) {
	s := struct {
		Size        int             `json:"size"`
		ForcedShare float64         `json:"forced_share"`
		Forced      []int32         `json:"forced"` // by node: the only target left, or −1
		Dead        bool            `json:"dead"`
		Reason      string          `json:"reason,omitempty"`
		Segments    int             `json:"segments"`
		Cycles      [][]int32       `json:"cycles"`
		Special     []int32         `json:"special"`
		Shape       string          `json:"shape,omitempty"`
		States      int             `json:"states"`
		Candidates  json.RawMessage `json:"candidates"`
	}{
		a.Size, a.ForcedShare(), a.Forced, a.Dead, a.Reason, a.Segments, a.Cycles, a.Special, "", a.States, wording.BigJSON(a.Candidates()),
	}
	if !a.Dead {
		s.Shape = a.Shape.String()
	}
	if s.Cycles == nil {
		s.Cycles = [][]int32{}
	}
	if s.Special == nil {
		s.Special = []int32{}
	}
	return json.Marshal(s)
}

// cyclesShown is the maximum number of free cycles that Describe prints.
const cyclesShown = 20

// Describe writes the structure as a table, with one line for each known fact.
func (a analysis) Describe(w io.Writer) error {
	fmt.Fprintf(w, "structure\n  forced moves       %d of %d\n", a.ForcedMoves(), a.Size)
	if a.Dead {
		_, err := fmt.Fprintf(w, "  no solution\n    %s\n", a.Reason)
		return err
	}
	fmt.Fprintf(w, "  segments           %d\n  free cycles        %d\n", a.Segments, len(a.Cycles))
	for i, cycle := range a.Cycles {
		if i == cyclesShown {
			fmt.Fprintf(w, "    … %d more, all of them with --json\n", len(a.Cycles)-i)
			break
		}
		fmt.Fprintf(w, "    %s\n", nodeList(cycle))
	}
	if len(a.Special) > 0 {
		fmt.Fprintf(w, "  special component  %v, %s\n    %s\n", a.Shape, wording.Counted(a.States, "state"), nodeList(a.Special))
	} else {
		fmt.Fprintf(w, "  last place         fixed\n")
	}
	_, err := fmt.Fprintf(w, "  candidates         %v\n", a.Candidates())
	return err
}

// nodeList formats a list of nodes, cut to what fits on one line after an indent
// of 4.
func nodeList(nodes []int32) string {
	all := fmt.Sprint(nodes)
	if len(all) <= 76 {
		return all
	}
	end := fmt.Sprintf(" … %d places]", len(nodes))
	return all[:strings.LastIndexByte(all[:76-len(end)+1], ' ')] + end
}
