package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/big"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// solvedText prints answers for people: a headline, the solution, the counters.
type solvedText struct {
	*bufio.Writer
	puzzle *puzzle.Puzzle
}

func (s *solvedText) Solution(it item, index int, solution string) error {
	fmt.Fprintf(s, "%v: solution %d\n", it, index)
	return describe(s, s.puzzle, it.instance, solution)
}

func (s *solvedText) Finding(it item, strategy string, f found) error {
	fmt.Fprintf(s, "%v: ", it)
	s.headline(f)
	if f.Reason != "" {
		fmt.Fprintf(s, "  %s\n", f.Reason)
	}
	if f.solved() {
		if err := describe(s, s.puzzle, it.instance, f.solution); err != nil {
			return err
		}
	}
	for start, n := range f.PerStart {
		switch {
		case n == nil:
			fmt.Fprintf(s, "  from start %d: not counted\n", start)
		case n.Sign() > 0:
			fmt.Fprintf(s, "  from start %d: %s\n", start, numberOfSolutions(n, false))
		}
	}
	counters := fmt.Sprintf("%s expanded, %d generated", wording.Counted(int(f.Meter.Expanded), "node"), f.Meter.Generated)
	if n := len(f.Meter.Iterations); n > 0 {
		counters += ", " + wording.Counted(n, "iteration")
	}
	// Below 1 MiB, memory is not worth mentioning.
	if mib := f.Meter.Bytes >> 20; mib > 0 {
		counters += fmt.Sprintf(", %d MiB", mib)
	}
	_, err := fmt.Fprintf(s, "  %s: %s, %s\n", strategy, counters, roundDuration(f.elapsed))
	return err
}

// headline describes the outcome of a search and the quality of the solution.
func (s *solvedText) headline(f found) {
	fmt.Fprint(s, f.Outcome)
	if f.solved() {
		fmt.Fprintf(s, ", cost %d", f.Cost)
	}
	switch {
	case f.solved() && f.bounded() && f.Optimal:
		fmt.Fprint(s, ", optimal")
	case f.Bound > 0 && f.Outcome != search.Unsolvable:
		fmt.Fprintf(s, ", no solution costs less than %d", f.Bound)
		if f.solved() && f.Outcome.Limited() {
			fmt.Fprintf(s, " (gap %d)", f.Cost-f.Bound)
		}
	}
	if f.Solutions != nil {
		fmt.Fprintf(s, ", %s", numberOfSolutions(f.Solutions, !f.Outcome.Answered()))
	}
	fmt.Fprintln(s)
}

// Failure prints nothing, because the error is printed to standard error.
func (*solvedText) Failure(item, string, error) error { return nil }

func numberOfSolutions(n *big.Int, capped bool) string {
	text := n.String() + " solutions"
	if n.IsUint64() && n.Uint64() == 1 {
		text = "1 solution"
	}
	if capped {
		return "at least " + text
	}
	return text
}

// roundDuration rounds to three digits; a single run is not more accurate.
func roundDuration(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}

var _, _ solvedWriter = (*solvedText)(nil), (*solvedJSON)(nil)

// solvedJSON prints one object per line.
type solvedJSON struct {
	*bufio.Writer
	puzzle *puzzle.Puzzle
	mode   solvingMode
}

// solvedRow is the JSON object for one instance. Unknown values are null. The last fields are only
// present for the question that they answer.
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
	CPU       *float64        `json:"cpu_seconds"`
	BuildCPU  *float64        `json:"build_cpu_seconds"`

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

// iteration is the bound of one iteration and the numbers of nodes that it expanded and generated.
type iteration [3]uint64

// solutionRow is the JSON object for one of several solutions.
type solutionRow struct {
	Index int             `json:"index"`
	Path  json.RawMessage `json:"path"`
}

// Solution writes a [solutionRow]. It does not use a JSON encoder, which would copy and check each
// of possibly millions of long paths.
func (s *solvedJSON) Solution(_ item, index int, solution string) error {
	_, err := fmt.Fprintf(s, "{\"index\":%d,\"path\":%s}\n", index, pathJSON(s.puzzle, solution))
	return err
}

// row is the JSON object for an instance without an answer.
func (s *solvedJSON) row(it item, strategy string) (row solvedRow) {
	row.Path = json.RawMessage("null")
	if it.instance != nil {
		row.Instance = new(it.instance.String())
	}
	if strategy != "" {
		row.Strategy = &strategy
	}
	if s.mode != findOne {
		row.Solutions = json.RawMessage("null")
	}
	return row
}

func (s *solvedJSON) Finding(it item, strategy string, f found) error {
	row := s.row(it, strategy)
	row.Outcome, row.Optimal, row.Reason = f.Outcome.String(), f.Optimal, f.Reason
	row.Expanded, row.Generated = &f.Meter.Expanded, &f.Meter.Generated
	row.Seconds, row.CPU, row.BuildCPU = new(f.elapsed.Seconds()), new(f.cpu.Seconds()), new(f.build.Seconds())
	row.Stored, row.Bytes = f.Meter.Stored, f.Meter.Bytes
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
		number := &row.Solutions
		if !f.Outcome.Answered() {
			number = &row.AtLeast
		}
		*number = wording.BigJSON(f.Solutions)
		row.PerStart = study.Map(f.PerStart, wording.BigJSON)
	}
	return writeJSON(s, row)
}

func (s *solvedJSON) Failure(it item, strategy string, err error) error {
	row := s.row(it, strategy)
	row.Outcome, row.Error = "error", err.Error()
	return writeJSON(s, row)
}
