package cli

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// solvedText writes for a reader: a headline, the solution, the counters.
type solvedText struct {
	w      *bufio.Writer
	puzzle *puzzle.Puzzle
}

func newSolvedText(w io.Writer, p *puzzle.Puzzle) *solvedText {
	return &solvedText{bufio.NewWriter(w), p}
}

func (s *solvedText) Solution(it item, index int, solution string) error {
	fmt.Fprintf(s.w, "%v: solution %d\n", it, index)
	return describe(s.w, s.puzzle, it.instance, solution)
}

func (s *solvedText) Finding(it item, strategy string, f found) error {
	fmt.Fprintf(s.w, "%v: %v", it, f.Outcome)
	if f.solved() {
		fmt.Fprintf(s.w, ", cost %d", f.Cost)
	}
	switch {
	case f.solved() && f.bounded() && f.Optimal:
		fmt.Fprint(s.w, ", optimal")
	case f.Bound > 0 && f.Outcome != search.Unsolvable:
		fmt.Fprintf(s.w, ", no solution costs less than %d", f.Bound)
		if f.solved() && f.Outcome.Limited() {
			fmt.Fprintf(s.w, " (gap %d)", f.Cost-f.Bound)
		}
	}
	if f.Solutions != nil {
		fmt.Fprintf(s.w, ", %s", numberOfSolutions(f.Solutions, !f.Outcome.Answered()))
	}
	fmt.Fprintln(s.w)
	if f.Reason != "" {
		fmt.Fprintf(s.w, "  %s\n", f.Reason)
	}
	if f.solved() {
		if err := describe(s.w, s.puzzle, it.instance, f.solution); err != nil {
			return err
		}
	}
	for start, n := range f.PerStart {
		switch {
		case n == nil:
			fmt.Fprintf(s.w, "  from start %d: not counted\n", start)
		case n.Sign() > 0:
			fmt.Fprintf(s.w, "  from start %d: %s\n", start, numberOfSolutions(n, false))
		}
	}
	counters := fmt.Sprintf("%s expanded, %d generated", puzzle.Counted(int(f.Meter.Expanded), "node"), f.Meter.Generated)
	if n := len(f.Meter.Iterations); n > 0 {
		counters += ", " + puzzle.Counted(n, "iteration")
	}
	// Less is no memory to speak of.
	if mib := f.Meter.Bytes >> 20; mib > 0 {
		counters += fmt.Sprintf(", %d MiB", mib)
	}
	_, err := fmt.Fprintf(s.w, "  %s: %s, %s\n", strategy, counters, roundDuration(f.elapsed))
	return err
}

// Failure prints nothing: the error stands on standard error.
func (s *solvedText) Failure(item, string, error) error {
	return nil
}

func (s *solvedText) Flush() error { return s.w.Flush() }

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

// roundDuration keeps three digits, more than a single run is worth.
func roundDuration(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}

var _, _ solvedWriter = (*solvedText)(nil), (*solvedJSON)(nil)
