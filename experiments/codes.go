package experiments

import (
	"fmt"
	"reflect"

	"github.com/puzzlelab/puzzlelab/experiments/code"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// Codes names the source code of each strategy of a sweep: Code, and the relevant declarations in
// Files or in the cells of the running notebook. For a strategy that runs an external program, the
// name includes the program's content.
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
