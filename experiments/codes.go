package experiments

import (
	"fmt"
	"reflect"

	"github.com/puzzlelab/puzzlelab/experiments/code"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// Codes names the source of each strategy of a sweep: Code, and what Files or the cells of
// the notebook that runs say of it. A strategy that another program runs is named by the
// content of the program, too.
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
