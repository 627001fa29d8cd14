package experiments

import (
	"fmt"
	"reflect"

	"github.com/puzzlelab/puzzlelab/experiments/code"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// rank scores how well a stored row with the right key can serve as the result of the requested
// trial; 0 means that it cannot. Of the fields of asked, it uses only the code and the limits. A
// row with the same code ranks higher than a row with an answer, which ranks higher than a row
// with the same limits.
func (s *Sweep) rank(t, asked *trial.Trial) int {
	rank := 1
	if t.Code == asked.Code {
		rank += 4
	} else if !s.AnyCode {
		return 0
	}
	if t.Limits == asked.Limits {
		rank++
	}
	same := t.Limits == asked.Limits && t.Limited == asked.Limited
	switch {
	case t.Killed == "" && holds(t, asked.Limits):
		return rank + 2
	case t.Killed != "" && same && !s.Retry: // it would end the same way
		return rank
	case s.Keep && same && (t.Error != "" || t.Outcome == search.LimitTime):
		return rank
	}
	return 0
}

// holds reports whether a run under the requested limits would end as the row says.
func holds(t *trial.Trial, asked search.Limits) bool {
	if failed(t) {
		return false
	}
	sameNodes := t.Limits.Expanded == asked.Expanded
	sameMemory := t.Limits.Stored == asked.Stored && t.Limits.Bytes == asked.Bytes
	fewNodes := sameNodes || within(t.Meter.Expanded, asked.Expanded)
	littleMemory := sameMemory || within(t.Meter.Stored, asked.Stored) && within(t.Meter.Bytes, asked.Bytes)
	switch t.Outcome {
	case search.Solved, search.Unsolvable, search.Incomplete, search.Measured:
		late := t.Mode == trial.Timed && asked.Time > 0 && t.Wall > asked.Time.Seconds()
		return fewNodes && littleMemory && !late
	case search.LimitNodes:
		return sameNodes && littleMemory
	case search.LimitMemory:
		return sameMemory && fewNodes
	default: // the clock or the user ended the run
		return false
	}
}

// within reports whether a run that used so much would keep a limit; 0 is no limit.
func within(used, limit uint64) bool { return limit == 0 || used <= limit }

// failed reports whether a run failed, or is marked as solved but has no solution. Old versions,
// which did not check solutions, wrote such rows.
func failed(t *trial.Trial) bool {
	return t.Error != "" || t.Outcome == search.Solved && t.Solution == "" && t.Cost != 0
}

// Codes returns an identifier of the source code for each strategy in the sweep, in the order of
// Strategies. An identifier covers the sweep's Code, and the declarations in Files or in the cells
// of the running notebook that the strategy uses. If the strategy runs an external program, the
// identifier also covers the content of that program.
func (s Sweep) Codes() ([]string, error) {
	own, err := code.Read(s.Files)
	if err != nil {
		return nil, fmt.Errorf("experiments: study %q: %w", s.Study, err)
	}
	codes := make([]string, len(s.Strategies))
	for i := range s.Strategies {
		strategy := &s.Strategies[i]
		codes[i] = s.Code
		run := strategy.Declared()
		if declared := own.Around(run); declared != "" {
			codes[i] += " own:" + declared
		}
		if cells := code.Cells().Strategy(s.Study, strategy.Name, run, reflect.TypeOf(run).In(1)); cells != "" {
			codes[i] += " cells:" + cells
		}
		if p := strategy.Program; p != nil {
			codes[i] += trial.ProgramMark + p.Code
		}
	}
	return codes, nil
}
