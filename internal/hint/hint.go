// Package hint attaches hints about the next step to errors. Commands print the hint on a
// separate line.
package hint

import (
	"errors"
	"fmt"
)

// Error is an error with a hint about the user's next step.
type Error struct {
	Err  error
	Hint string // "" if unknown
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// Errorf is like [fmt.Errorf], but returns an error with a hint.
func Errorf(hint, format string, args ...any) error {
	return &Error{fmt.Errorf(format, args...), hint}
}

// Of returns the outermost hint of an error, or "" if it has none.
func Of(err error) string {
	if hinted, ok := errors.AsType[*Error](err); ok {
		return hinted.Hint
	}
	return ""
}

// Pointing is an error about lines of a text, with a mark below the fault.
type Pointing struct {
	Err   error
	Lines string
}

func (p Pointing) Error() string { return p.Err.Error() }
func (p Pointing) Unwrap() error { return p.Err }
