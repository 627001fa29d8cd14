package cli

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime/render"
)

// ringDrawer has no flags of its own.
func ringDrawer(*cobra.Command) func(picture) (drawer, error) {
	return func(p picture) (drawer, error) {
		return func(w io.Writer, inst instance, found solution) error {
			return drawRing(w, inst.(handsoftime.Ring), p, found)
		}, nil
	}
}

func drawRing(w io.Writer, ring handsoftime.Ring, p picture, found solution) error {
	var drawing render.Drawing
	if found != nil {
		found := found.(walk)
		ring, drawing.Path = found.ring, found.path
	}
	if p.structure {
		structure := handsoftime.Analyze(ring)
		drawing.Structure = &structure
		drawing.Layers = render.Layers{Forced: true, Cycles: true, Special: true}
	}
	switch p.format {
	case "svg":
		return render.SVG(w, ring, drawing)
	case "html":
		return render.Page(w, ring, drawing)
	}
	if _, err := io.WriteString(w, render.Text(ring, drawing)); err != nil {
		return err
	}
	if p.structure {
		return ringAnalysis{*drawing.Structure}.Describe(w)
	}
	return nil
}

// ringAnalysis prints the structure of a ring.
type ringAnalysis struct{ handsoftime.Structure }

// ringStructure is the object of a ringAnalysis.
type ringStructure struct {
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
}

// MarshalJSON writes every field of [handsoftime.Structure].
func (a ringAnalysis) MarshalJSON() ([]byte, error) {
	s := ringStructure{
		Size:        a.Size,
		ForcedShare: a.ForcedShare(),
		Forced:      a.Forced,
		Dead:        a.Dead,
		Reason:      a.Reason,
		Segments:    a.Segments,
		Cycles:      a.Cycles,
		Special:     a.Special,
		States:      a.States,
		Candidates:  jsonNumber(a.Candidates()),
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

// cyclesShown is the number of free cycles that Describe prints at most.
const cyclesShown = 20

// Describe prints a line for each thing known.
func (a ringAnalysis) Describe(w io.Writer) error {
	forced := 0
	for _, t := range a.Forced {
		if t >= 0 {
			forced++
		}
	}
	fmt.Fprintf(w, "structure\n  forced moves       %d of %d\n", forced, a.Size)
	if a.Dead {
		_, err := fmt.Fprintf(w, "  no solution        %s\n", a.Reason)
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
		fmt.Fprintf(w, "  special component  %v: %s, %s\n", a.Shape, nodeList(a.Special), plural(uint64(a.States), "state", "states"))
	} else {
		fmt.Fprintf(w, "  last node          fixed\n")
	}
	_, err := fmt.Fprintf(w, "  candidates         %v\n", a.Candidates())
	return err
}

// nodeList prints the first nodes of a list, about a line of them.
func nodeList(nodes []int32) string {
	const most = 12
	if len(nodes) <= most {
		return fmt.Sprint(nodes)
	}
	text := fmt.Sprint(nodes[:most])
	return fmt.Sprintf("%s … %d nodes]", text[:len(text)-1], len(nodes))
}
