// Package measure stores measurements of instances as trials. A [Measurement] is a function whose
// result can have any type that JSON can encode, such as a histogram. A sweep runs the measurement
// under a name and a version, and [Of] reads the result back from the stored trial:
//
//	type depth struct{ Distance, Positions int }
//
//	func depths(ctx context.Context, b Board, _ uint64, limits search.Limits) ([]depth, puzzle.Finding, error)
//
//	measured := measure.Measurement[Board, []depth](depths).As(puzzle.Strategy[puzzle.Instance]{Name: "depths", Version: 1})
//	list, ok := measure.Of[[]depth](trial)
//
// The journals store the rows of measurements like all other rows. Sweeps reuse these rows as long
// as their code is unchanged, exports contain the result in the column "result", and the command
// verify checks it.
package measure

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Measurement is a function that measures an instance of type I and returns a result of type T. The
// finding reports the work done; if its outcome is zero, the outcome becomes [search.Measured]. A
// nil result is not stored.
//
// T should be a slice, map or pointer to a struct whose JSON is the same on every machine. A number
// that JSON cannot represent, such as NaN, causes an error.
type Measurement[I puzzle.Instance, T any] func(ctx context.Context, inst I, seed uint64, limits search.Limits) (T, puzzle.Finding, error)

// As returns a strategy that performs the measurement. The strategy's name, version, guarantees and
// documentation come from s.
func (m Measurement[I, T]) As(s puzzle.Strategy[puzzle.Instance]) puzzle.Strategy[puzzle.Instance] {
	s.Run = func(ctx context.Context, inst puzzle.Instance, seed uint64, limits search.Limits) (puzzle.Finding, error) {
		result, f, err := m(ctx, inst.(I), seed, limits)
		return stored(f, result, err)
	}
	return s.DeclaredBy(m)
}

// stored puts a result into a finding.
func stored(f puzzle.Finding, result any, err error) (puzzle.Finding, error) {
	if err != nil {
		return puzzle.Finding{}, err
	}
	if f.Outcome == search.Running {
		f.Outcome = search.Measured
	}
	if v := reflect.ValueOf(result); !v.IsValid() || v.IsNil() {
		return f, nil
	}
	text, err := json.Marshal(result)
	if err != nil {
		return puzzle.Finding{}, fmt.Errorf("measure: store a result: %w", err)
	}
	f.Result = string(text)
	return f, nil
}

// Of decodes the measured result of a trial. The second result is false if t is nil or if its
// measured result does not have type T.
func Of[T any](t *trial.Trial) (result T, ok bool) {
	ok = t != nil && t.Result != "" && read(t.Result, &result)
	return result, ok
}

// read decodes a result into the value that to points to, and reports whether the result has the
// type of that value.
func read(result string, to any) bool {
	d := json.NewDecoder(strings.NewReader(result))
	d.DisallowUnknownFields()
	return d.Decode(to) == nil
}

// Metric returns a metric that computes a number from a trial and its measured result of type T.
// The number is NaN for trials without such a result. The caller sets the metric's name and unit.
func Metric[T any](of func(t *trial.Trial, result T) float64) trial.Metric {
	return trial.Metric{Value: func(t *trial.Trial) float64 {
		if result, ok := Of[T](t); ok {
			return of(t, result)
		}
		return math.NaN()
	}}
}

// Names returns a function that finds a strategy by its name. It searches the strategies of puzzle
// p and the additional strategy patterns.
func Names(p *puzzle.Puzzle, more ...puzzle.Pattern[puzzle.Instance]) func(name string) (puzzle.Strategy[puzzle.Instance], error) {
	return p.Strategies.With(more...).Parse
}
