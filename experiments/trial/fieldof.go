package trial

import (
	"fmt"
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// FieldText returns a function that reads a field as text, given the name of its column in a table
// of trials. The error is a [*FieldError].
func FieldText(name string) (func(*Trial) string, error) {
	var known []string
	for i := range fields {
		f := &fields[i]
		if _, ok := f.at(new(Trial)).(textual); !ok {
			continue
		}
		if known = append(known, f.column); f.column == name {
			return func(t *Trial) string { return f.at(t).(textual).text() }, nil
		}
	}
	return nil, &FieldError{"field", name, known}
}

// FieldMetric returns a metric that reads the number in a field, given the name of its column in
// [store.Store.Table]. It is NaN for trials without a value, such as the cost of a trial that found no
// solution. The error is a [*FieldError].
func FieldMetric(name string) (Metric, error) {
	if observed, ok := strings.CutPrefix(name, observedPrefix); ok {
		return Observed(observed, "", ""), nil
	}
	var known []string
	for i := range fields {
		f := &fields[i]
		if _, ok := valueOf(f.at(new(Trial))).number(); !ok {
			continue
		}
		if known = append(known, f.column); f.column == name {
			return Metric{Name: f.column, Doc: f.doc, Timing: f.class == classTiming, Value: func(t *Trial) float64 {
				if f.class != classTiming && !f.class.shown(t) {
					return math.NaN()
				}
				v, _ := valueOf(f.at(t)).number()
				return v
			}}, nil
		}
	}
	return Metric{}, &FieldError{"number", name, known}
}

// FieldError reports an unknown field name.
type FieldError struct {
	What  string // what was asked for: a field or a number
	Name  string
	Known []string
}

func (e *FieldError) Error() string {
	return fmt.Sprintf("experiments: a trial has no %s %q%s (want one of %s)", e.What, e.Name, search.DidYouMean(e.Name, e.Known), strings.Join(e.Known, ", "))
}
