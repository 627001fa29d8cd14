// Package hint holds errors that know what to do about them: a command says it in a line of
// its own.
package hint

import (
	"errors"
	"fmt"
)

// Error is an error with the next step.
type Error struct {
	Err  error
	Hint string // "" if it is not known
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// Errorf is [fmt.Errorf] of an error with a hint.
func Errorf(hint, format string, args ...any) error {
	return &Error{fmt.Errorf(format, args...), hint}
}

// Of returns the outermost hint of an error, "" if it has none.
func Of(err error) string {
	if hinted, ok := errors.AsType[*Error](err); ok {
		return hinted.Hint
	}
	return ""
}

// Pointing is an error about lines of a text, which have a mark below what is wrong.
type Pointing struct {
	Err   error
	Lines string
}

func (p Pointing) Error() string { return p.Err.Error() }
func (p Pointing) Unwrap() error { return p.Err }
